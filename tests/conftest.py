"""The real parts that every test may ask for by name; each is empty when a test gets it."""

from pathlib import Path

import pytest

from tests.parts.postgres import postgres_server, postgres_url
from tests.parts.redis import redis_server, redis_url

__all__ = [
    "database_url",
    "postgres_server",
    "postgres_url",
    "redis_server",
    "redis_url",
    "sqlite_url",
]


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """SQLAlchemy URL of a SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'tenpost.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """URL of an empty database: a test that asks for it runs once on SQLite, once on PostgreSQL."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))
