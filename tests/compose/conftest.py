"""A host of its own for each test that asks for one: fresh database, emptied Redis, a real mail server."""

from __future__ import annotations

import compileall
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.compose.file import lay_out
from tests.compose.host import Host
from tests.parts.postgres import PostgresServer
from tests.workers.sink import Sink, running_sink


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the image holds, compiled as in the image."""
    folder = tmp_path_factory.mktemp("image") / "app"
    lay_out(folder)
    compileall.compile_dir(folder, quiet=1)
    return folder


@pytest.fixture
def post() -> Iterator[Sink]:
    """The mail server."""
    with running_sink() as sink:
        yield sink


@pytest.fixture
def tenpost_database(postgres_server: PostgresServer) -> Iterator[str]:
    """URL of an empty database that belongs to a role without other rights, as in the container."""
    name = postgres_server.create_database()
    with psycopg.connect(postgres_server.dsn("postgres"), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'tenpost'").fetchone():
            connection.execute("CREATE ROLE tenpost LOGIN")
        connection.execute(f'ALTER DATABASE "{name}" OWNER TO tenpost'.encode())
    yield postgres_server.url(name).replace("postgres@", "tenpost@")
    postgres_server.drop_database(name)


def mailed_to(sink: Sink) -> dict[str, str]:
    """What stands in the ``.env`` of a host that is open to all and mails to this sink."""
    return {
        "TENPOST_MAIL_FROM": "ten@example.org",
        "TENPOST_SMTP_HOST": sink.host,
        "TENPOST_SMTP_PORT": str(sink.port),
        "TENPOST_SMTP_SECURITY": "none",
        "TENPOST_SIGNUP": "open",
    }


@pytest.fixture
def host(
    image: Path, tmp_path: Path, tenpost_database: str, redis_url: str, post: Sink
) -> Iterator[Host]:
    """Nothing runs yet; whatever the test starts is ended."""
    redis = urlsplit(redis_url).netloc
    made = Host(image, tmp_path, tenpost_database, redis, mailed_to(post))
    yield made
    made.stop()
