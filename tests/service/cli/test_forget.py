"""``tenpost forget``: whoever has the address is erased, as by the page to leave."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from events import commands as c
from events.engine import make_engine
from events.migrate import migrate
from events.store import Store
from events.types import SeatSpec
from service import people
from service.config import embedded_database
from service.playing import playing
from tests.service.cli.conftest import Tenpost
from tests.service.leaver import everything

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GAME = "00000000-0000-4000-8000-000000000001"
ADDRESS = "Annegret@Example.org"


@pytest.fixture
def store() -> Store:
    """With a game of one person and a bot, in ``data``."""
    Path("data").mkdir()
    engine = make_engine(embedded_database(Path("data")))
    migrate(engine)
    store = Store(engine)
    with store.unit() as unit:
        ann = people.add_person(unit.connection, "Annegret", ADDRESS, "en", "UTC", NOON)
        people.name_game(unit.connection, GAME, "Sunday table", ann.id, NOON)
        people.seat_person(unit.connection, GAME, 1, ann.id)
    handler = playing(store).handler
    seats = [SeatSpec(1, "human"), SeatSpec(2, "bot")]
    for number, wish in enumerate((c.CreateGame(ann.id, seats, ""), c.ClaimSeat(1, ann.id)), 1):
        by = "host" if number == 1 else "seat:1"
        id = f"00000000-0000-4000-8000-{number:012}"
        handler.execute(GAME, c.Command(id, by, "web", NOON, wish))
    return store


def test_the_person_is_erased_and_the_game_goes_on(tenpost: Tenpost, store: Store) -> None:
    told = tenpost("forget", ADDRESS.swapcase(), "--data", "data").said
    assert told == "Erased. Copies made before, such as backups, still hold it.\n"
    assert "annegret" not in everything(store)
    state = playing(store).handler.load(GAME)
    assert state.seat(1).kind == "bot"
    assert state.phase == "scored"
    assert "all right" in tenpost("verify", GAME, "--data", "data").said
    store.engine.dispose()


def test_again_it_finds_nobody_and_that_is_fine(tenpost: Tenpost, store: Store) -> None:
    tenpost("forget", ADDRESS)
    before = everything(store)
    ran = tenpost("forget", ADDRESS)
    assert ran.said == "Nobody is known by this address.\n"
    assert everything(store) == before
    store.engine.dispose()


def test_what_is_no_address_is_misspelt(tenpost: Tenpost, store: Store) -> None:
    for text in ("annegret", "", "a@b@c"):
        ran = tenpost("forget", text)
        assert ran.status == 2
        assert "give a mail address such as ann@example.org" in ran.err
    assert "annegret" in everything(store)
    store.engine.dispose()


def test_where_no_games_are_kept_there_is_a_sentence(tenpost: Tenpost) -> None:
    assert "no games" in tenpost("forget", ADDRESS).refused.lower()
