"""What is due: found by an index, whatever the number of clocks that run."""

from datetime import timedelta

import pytest
from sqlalchemy import insert, text

from events import deadlines
from events.deadlines import by_options
from events.store import Store, Unit
from events.tables import games
from events.ten.state import GameState
from tests.events.tables import NOON, game_id

HOUR = timedelta(hours=1)


def running(unit: Unit, *hours: int | None) -> None:
    """Games whose clocks run out so many hours after noon."""
    rows = [
        {
            "game": game_id(number),
            "host": "",
            "phase": "drawing",
            "turn": 1,
            "version": 9,
            "awaiting_seat": 2,
            "awaiting_kind": "draw",
            "awaiting_decision": 7,
            "due_at": NOON,
            "acts_at": None if after is None else NOON + after * HOUR,
            "view_only": False,
            "created": NOON,
            "moved": NOON,
        }
        for number, after in enumerate(hours, 1)
    ]
    unit.connection.execute(insert(games), rows)


def test_a_decision_is_due_from_the_moment_its_clock_names(store: Store) -> None:
    with store.unit() as unit:
        running(unit, 1)
    with store.read() as reader:
        assert deadlines.due(reader, NOON + HOUR - timedelta(microseconds=1)) == []
        assert deadlines.due(reader, NOON + HOUR) == [(NOON + HOUR, game_id(1), 2, "draw", 7)]


def test_the_longest_overdue_come_first_and_a_page_goes_on_where_the_last_ended(
    store: Store,
) -> None:
    with store.unit() as unit:
        running(unit, 3, 1, None, 2, 1, 9)
    with store.read() as reader:
        first = deadlines.due(reader, NOON + 3 * HOUR, limit=2)
        rest = deadlines.due(reader, NOON + 3 * HOUR, limit=9, after=first[-1])
    assert [due.game for due in first] == [game_id(2), game_id(5)]
    assert [due.game for due in rest] == [game_id(4), game_id(1)]


def test_a_look_at_a_thousand_running_clocks_reads_the_index_only_where_it_is_due(
    store: Store,
) -> None:
    with store.unit() as unit:
        running(unit, *range(1, 1001))
    look = "SELECT game FROM games WHERE acts_at <= '2026-03-01T12:30:00.000000Z' ORDER BY acts_at"
    with store.unit() as unit:
        sqlite = unit.connection.dialect.name == "sqlite"
        unit.connection.execute(text("ANALYZE"))
        explain = "EXPLAIN QUERY PLAN" if sqlite else "EXPLAIN"
        plan = str(unit.connection.execute(text(f"{explain} {look}")).all())
    assert "games_by_acts_at (acts_at<?)" in plan if sqlite else "games_by_acts_at" in plan


@pytest.mark.parametrize(
    ("options", "kind", "clock"),
    [
        ({}, "draw", timedelta(days=3)),
        ({}, "bid", timedelta(days=1)),
        ({"turn_s": 60}, "buy", timedelta(minutes=1)),
        ({"turn_s": 60}, "bid", timedelta(days=1)),
        ({"auction_s": None}, "bid", None),
        ({"turn_s": None}, "draw", None),
    ],
)
def test_the_options_of_a_game_set_its_clock(
    options: dict[str, int | None], kind: str, clock: timedelta | None
) -> None:
    state = GameState(game_id(1))
    state.options = options
    assert by_options(state, 1, kind, NOON) == (None if clock is None else NOON + clock)
