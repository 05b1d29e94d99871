"""``tenpost up`` where it cannot run: a sentence that says what to do, and exit status 1."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.embedded.place import data_folder
from tests.service.cli.conftest import Tenpost
from tests.service.cli.ran import files


@pytest.fixture(autouse=True)
def _logs() -> Iterator[None]:
    """The service sends all logs of its process to its own standard error; here it is not alone."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_port_in_use_names_another_way(tenpost: Tenpost) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = tenpost("up", "--data", "data", "--port", port).refused
    assert told.startswith(f"Port {port} is in use.")
    assert "--port" in told


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_data_folder_that_cannot_be_written(tenpost: Tenpost, tmp_path: Path, place: str) -> None:
    (tmp_path / "taken").write_text("mine")
    told = tenpost("up", "--data", place, "--port", 0).refused
    assert told.startswith(f"The data folder {tmp_path / place} cannot be written")
    assert "--data" in told
    assert files(tmp_path) == {"taken": b"mine"}


def test_a_data_folder_that_another_one_runs_on(tenpost: Tenpost, tmp_path: Path) -> None:
    with data_folder(tmp_path / "data"):
        told = tenpost("up", "--data", "data", "--port", 0, "--demo").refused
    assert told.startswith(f"Another tenpost is running on the data folder {tmp_path / 'data'}.")


def test_a_file_that_is_no_database(tenpost: Tenpost, tmp_path: Path) -> None:
    file = tmp_path / "data" / "tenpost.sqlite3"
    file.parent.mkdir()
    file.write_text("Dear Bo, this is no database.\n" * 100)
    assert "not a database" in tenpost("up", "--data", "data", "--port", 0).refused
    assert file.read_text().startswith("Dear Bo")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TENPOST_LISTEN", "everywhere"),
        ("TENPOST_LISTEN", "0.0.0.0"),
        ("TENPOST_SMTP_HOST", "mail.example.org"),
        ("TENPOST_DATABASE_URL", "nonsense"),
        ("TENPOST_BASE_URL", "nonsense"),
        ("TENPOST_SECRET_KEY", "short"),
        ("TENPOST_SECRET_KEY_FILE", "no/such/file"),
        ("TENPOST_LOG_LEVEL", "LOUD"),
        ("TENPOST_SIGNUP", "perhaps"),
    ],
)
def test_a_wrong_setting_is_named(
    tenpost: Tenpost, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    told = tenpost("up", "--data", "data", "--port", 0).refused
    # Without a sender's address a mail server is of no use: that one is named then.
    missing = "TENPOST_MAIL_FROM is missing" if name == "TENPOST_SMTP_HOST" else name
    assert told.startswith(missing)
