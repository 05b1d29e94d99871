"""A service without pages on a fresh database, and a mail server that takes what comes."""

from collections.abc import Iterator

import pytest

from tests.workers.sink import Sink, running_sink
from tests.workers.tables import Office


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """On SQLite."""
    office = Office.at(sqlite_url)
    yield office
    office.store.engine.dispose()


@pytest.fixture
def sink() -> Iterator[Sink]:
    with running_sink() as running:
        yield running
