"""compose.yaml is a compose file, and says nothing that the rest of the project does not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from service.config import Listening, Settings
from tests.compose.file import OURS, Unset, filled_in, let_through, read, service

ENV = {
    "TENPOST_BASE_URL": "https://ten.example.org",
    "TENPOST_MAIL_FROM": "ten@example.org",
    "TENPOST_SMTP_HOST": "mail.example.org",
}
"""The least that has to stand in a host's ``.env``."""


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    """That of the compose specification, as check-jsonschema carries it."""
    text = files("check_jsonschema").joinpath("builtin_schemas/vendor/compose-spec.json")
    return Draft202012Validator(json.loads(text.read_text(encoding="utf-8")))


def test_the_file_is_one_by_the_compose_specification(schema: Draft202012Validator) -> None:
    assert [error.message for error in schema.iter_errors(filled_in(read(), ENV))] == []
    assert [error.message for error in schema.iter_errors(read())] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file["services"]["web"].update(comand=["gunicorn"]),
        lambda file: file["services"]["web"]["healthcheck"].update(intervall="15s"),
        lambda file: file["services"]["web"].update(ports=[{"publised": 8000}]),
        lambda file: file["services"]["beat"]["depends_on"]["migrate"].update(condition="ended"),
        lambda file: file["services"]["worker"].update(read_only=["yes"]),
    ],
)
def test_a_misspelt_file_would_be_found_out(
    schema: Draft202012Validator, spoil: Callable[[Any], None]
) -> None:
    file = read()
    spoil(file)
    assert not schema.is_valid(file)


@pytest.mark.parametrize("name", sorted(ENV))
def test_what_a_host_must_set_is_asked_for_by_a_sentence(name: str) -> None:
    without = {key: value for key, value in ENV.items() if key != name}
    with pytest.raises(Unset, match=r"^the "):
        service("web", without)


class Asked(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__(
            TENPOST_DATABASE_URL="postgresql://x/y",
            TENPOST_SECRET_KEY="k" * 32,
            TENPOST_SMTP_HOST="mail.example.org",
            **{"TENPOST_REDIS_URL": "redis://x", "TENPOST_MAIL_FROM": "a@example.org"},
            **{"TENPOST_INBOUND": "lmtp", "TENPOST_IMAP_HOST": "mail.example.org"},
            **{"TENPOST_IMAP_USER": "ten", "TENPOST_IMAP_PASSWORD": "a word"},
            TENPOST_BASE_URL="https://ten.example.org",
        )
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


@pytest.mark.parametrize("name", OURS)
def test_every_setting_of_the_file_is_one_that_is_read(name: str) -> None:
    asked = Asked()
    Settings.of_services(asked)
    assert set(service(name, ENV).environment) <= asked.names


@pytest.mark.parametrize("name", OURS)
def test_our_services_write_nothing_and_have_no_rights(name: str) -> None:
    at = read()["services"][name]
    assert at["read_only"] is True
    assert at["cap_drop"] == ["ALL"]
    assert at["init"] is True
    assert "volumes" not in at


def test_every_secret_is_declared_and_comes_as_a_file() -> None:
    file = read()
    for name, at in file["services"].items():
        asked = [
            value.removeprefix("/run/secrets/")
            for key, value in at.get("environment", {}).items()
            if key.endswith("_FILE")
        ]
        assert sorted(asked) == sorted(at.get("secrets", [])), name
    assert all(set(secret) == {"file"} for secret in file["secrets"].values())
    used = {secret for at in file["services"].values() for secret in at.get("secrets", [])}
    assert used == set(file["secrets"])


def test_whatever_answers_has_a_health_check() -> None:
    services = read()["services"]
    assert {name for name, at in services.items() if "healthcheck" not in at} == {"migrate"}


def test_pages_are_checked_and_published_where_they_listen() -> None:
    web = read()["services"]["web"]
    assert "--bind=0.0.0.0:8000" in web["command"]
    assert "http://127.0.0.1:8000/healthz" in web["healthcheck"]["test"][-1]
    assert web["ports"] == ["127.0.0.1:8000:8000"]


def test_mail_is_taken_and_published_where_it_listens() -> None:
    inbound = read()["services"]["inbound"]
    assert inbound["environment"]["TENPOST_INBOUND_LISTEN"] == "0.0.0.0"
    assert Listening("lmtp").port == 8024
    assert "('127.0.0.1', 8024)" in inbound["healthcheck"]["test"][-1]
    assert inbound["ports"] == ["127.0.0.1:8024:8024"]


def test_there_is_more_time_to_end_than_a_request_or_a_mail_may_take() -> None:
    services = read()["services"]
    graceful = next(w for w in services["web"]["command"] if w.startswith("--graceful-timeout="))
    assert int(graceful.partition("=")[2]) < int(services["web"]["stop_grace_period"].rstrip("s"))
    assert services["worker"]["stop_grace_period"] == "60s"


def test_redis_throws_no_key_away_unasked() -> None:
    command = read()["services"]["redis"]["command"]
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"


def test_the_image_holds_code_and_licence_and_no_secret() -> None:
    named = {str(path) for path in let_through()}
    assert {"events", "service", "workers", "templates", "migrations", "LICENSE"} < named
    assert not {name for name in named if name.startswith((".", "secrets", "data", "tests"))}
