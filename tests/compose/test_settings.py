"""A missing or wrong setting stops each service with a sentence that names it.

Which settings there are to miss or to get wrong, ``tests/service/test_config.py`` goes through.
"""

from __future__ import annotations

import json

import pytest

from tests.compose.file import OURS
from tests.compose.host import Host, Process

PAGES_AND_WORKERS = ("web", "worker", "beat", "inbound")


def last_word(process: Process) -> str:
    """The sentence that the service ended with; what gunicorn logs before it is in the logs' form."""
    assert process.wait() not in (0, -9)
    *before, line = process.said().splitlines()
    assert all(json.loads(each)["level"] == "info" for each in before)
    assert line.startswith("tenpost: ")
    assert line.endswith(".")
    return line


@pytest.mark.parametrize(
    ("setting", "value", "sentence"),
    [
        ("TENPOST_SMTP_HOST", "", "TENPOST_SMTP_HOST is missing: set it"),
        ("TENPOST_REDIS_URL", "redis", "TENPOST_REDIS_URL cannot be read"),
        ("TENPOST_SECRET_KEY_FILE", "/nowhere/key", "TENPOST_SECRET_KEY_FILE names /nowhere/key"),
    ],
)
def test_a_missing_or_wrong_setting_stops_pages_and_workers(
    host: Host, setting: str, value: str, sentence: str
) -> None:
    for process in [host.start(name, **{setting: value}) for name in PAGES_AND_WORKERS]:
        assert sentence in last_word(process)


def test_a_database_url_that_cannot_be_read_is_named_and_not_repeated(host: Host) -> None:
    url = "postgresql+psycopg://tenpost:secret-word@host:port/tenpost"
    (host.folder / "secrets" / "database_url").write_text(url)
    for process in [host.start(name, TENPOST_INBOUND="lmtp") for name in OURS]:
        line = last_word(process)
        assert "TENPOST_DATABASE_URL cannot be read" in line
        assert "secret-word" not in line


def test_a_database_that_does_not_answer_stops_the_migration(host: Host) -> None:
    url = "postgresql+psycopg://tenpost:secret-word@127.0.0.1:1/tenpost"
    (host.folder / "secrets" / "database_url").write_text(url)
    line = last_word(host.start("migrate"))
    assert "database" in line
    assert "secret-word" not in line


def test_a_secret_that_is_not_there_stops_the_migration(host: Host) -> None:
    (host.folder / "secrets" / "database_url").unlink()
    assert "TENPOST_DATABASE_URL_FILE names" in last_word(host.start("migrate"))
