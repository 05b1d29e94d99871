"""``tenpost undelivered``: mails that were given up, with the reason, and another try by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from events import outbox
from events.engine import make_engine
from events.migrate import migrate
from events.store import Store
from service.config import embedded_database
from tests.service.cli.conftest import Tenpost

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME = "00000000-0000-4000-8000-000000000001"


@pytest.fixture
def store() -> Store:
    """With two mails that were given up and one that waits, in ``data``."""
    Path("data").mkdir()
    engine = make_engine(embedded_database(Path("data")))
    migrate(engine)
    store = Store(engine)
    with store.unit() as unit:
        for number in (1, 2, 3):
            row = outbox.row_of("link", f"link:{number}", NOON, game=GAME, seat=number)
            outbox.add(unit, [row])
    for taken in outbox.claim(store, NOON, timedelta(minutes=1), 2):
        outbox.bury(store, taken, NOON, "refused: 550 no such user")
    return store


def test_they_are_listed_with_the_reason(tenpost: Tenpost, store: Store) -> None:
    first, second = tenpost("undelivered", "--data", "data").said.splitlines()
    told = "2026-03-01 12:00 UTC: refused: 550 no such user"
    assert first == f"1: link, game {GAME}, seat 1, {told}"
    assert second == f"2: link, game {GAME}, seat 2, {told}"


def test_one_is_tried_again(tenpost: Tenpost, store: Store) -> None:
    said = tenpost("undelivered", "--again", "2", "3", "99", "--data", "data").said
    assert said == "1 to be tried again.\n"
    assert len(tenpost("undelivered", "--data", "data").said.splitlines()) == 1
    with store.read() as reader:
        assert outbox.ready(reader, NOON + timedelta(days=9999)) == 2


def test_where_all_is_well_it_says_so(tenpost: Tenpost, store: Store) -> None:
    tenpost("undelivered", "--again", "1", "2", "--data", "data")
    said = tenpost("undelivered", "--data", "data").said
    assert said == "Every mail has been delivered, or waits.\n"


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30])
def test_what_is_no_number_is_refused(tenpost: Tenpost, store: Store, number: str) -> None:
    said = tenpost("undelivered", f"--again={number}", "--data", "data").misspelt
    assert said == "argument --again: give the numbers that tenpost undelivered prints"
