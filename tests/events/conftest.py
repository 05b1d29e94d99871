"""A migrated database, on SQLite and on PostgreSQL, and a handler that plays predictable games."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text

from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from tests.events.tables import seeded
from tests.parts.postgres import PostgresServer


def _migrated(url: str) -> str:
    engine = make_engine(url)
    migrate(engine)
    engine.dispose()
    return url


@pytest.fixture(scope="session")
def _sqlite_pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("pattern") / "pattern.sqlite3"
    _migrated(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def _postgres_pattern(postgres_server: PostgresServer) -> str:
    return _migrated(postgres_server.url(postgres_server.create_database()))


def _emptied(url: str) -> str:
    """One database for many tests: making and dropping one takes PostgreSQL a second."""
    engine = make_engine(url)
    with engine.begin() as connection:
        # In this role triggers do not fire; the one on the log would refuse.
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        names = ", ".join(sorted({*inspect(connection).get_table_names()} - {"alembic_version"}))
        connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))
    engine.dispose()
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def migrated_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a database with empty tables: the test runs once on SQLite, once on PostgreSQL."""
    if request.param == "postgresql":
        return _emptied(request.getfixturevalue("_postgres_pattern"))
    file = tmp_path / "tenpost.sqlite3"
    shutil.copy(request.getfixturevalue("_sqlite_pattern"), file)
    return f"sqlite:///{file}"


@pytest.fixture
def open_engine() -> Iterator[Callable[..., Engine]]:
    """``make_engine``, of engines that are closed after the test."""
    made: list[Engine] = []

    def opened(url: str, **more: Any) -> Engine:
        made.append(make_engine(url, **more))
        return made[-1]

    yield opened
    for engine in made:
        engine.dispose()


@pytest.fixture
def engine(migrated_url: str, open_engine: Callable[..., Engine]) -> Engine:
    return open_engine(migrated_url)


@pytest.fixture
def store(engine: Engine) -> Store:
    return Store(engine)


@pytest.fixture
def handler(store: Store) -> Handler:
    return Handler(store, fresh_seed=seeded(1))
