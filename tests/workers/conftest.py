"""A service without pages on a fresh database, and a mail server that takes what comes."""

from collections.abc import Iterator

import pytest

from tests.workers.sink import Sink, running_sink
from tests.workers.tables import House


@pytest.fixture
def house(sqlite_url: str) -> Iterator[House]:
    """On SQLite."""
    house = House.at(sqlite_url)
    yield house
    house.store.engine.dispose()


@pytest.fixture
def sink() -> Iterator[Sink]:
    with running_sink() as running:
        yield running
