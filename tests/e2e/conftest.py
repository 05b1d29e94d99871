"""A real service with a real mail server, shared by the tests of one file; each test has games of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.party import mailed_to
from tests.e2e.running import Up, tenpost_up
from tests.workers.sink import Sink, running_sink


@pytest.fixture(scope="module")
def post() -> Iterator[Sink]:
    """The mail server."""
    with running_sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def up(post: Sink, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """``tenpost up``; whatever was sent to it, it must have had no fault of its own."""
    data = tmp_path_factory.mktemp("service") / "data"
    with tenpost_up(data, mailed_to(post)) as running:
        yield running
    assert running.faults() == []
