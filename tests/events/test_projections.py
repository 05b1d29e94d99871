"""The read models say what the log says, whether they were written move by move or rebuilt."""

import pytest
from sqlalchemy import delete, select, text, update

from events import commands as c
from events.handler import Handler
from events.projections import rebuild
from events.store import Store
from events.tables import games, seats
from events.types import SeatSpec
from tests.events.samples import sample
from tests.events.tables import HOST, NOON, Table, everything, game_id, passes, player, seeded


@pytest.fixture
def played(store: Store) -> Store:
    """Games of every sort: new, running, paused, waiting for the host, handed over, over, imported."""
    handler = Handler(store, fresh_seed=seeded(5))
    tables = [Table(handler, game_id(number)) for number in range(1, 8)]
    tables[0].do(c.CreateGame(HOST, [SeatSpec(1, "human"), SeatSpec(2, "human")], ""), "host")
    tables[0].do(c.ClaimSeat(2, player(2)))
    tables[1].open(("human", "bot", "human"))
    tables[1].play(lambda state: state.turn >= 4)
    tables[2].open(("human", "human"))
    tables[2].do(c.PauseGame("weekend"), "host")
    tables[3].open(("human", "human"), timeouts="wait", turn_s=60)
    tables[4].open(("human", "human", "human"))
    tables[4].do(c.HandToBot(2, "left"), "host")
    tables[4].do(c.ReplacePlayer(3, player(9)), "host")
    tables[4].do(c.ChangeHost(player(1)), "host")
    tables[5].open(("human", "house"))
    tables[5].play()
    tables[6].open(("human", "human"))
    tables[6].do(c.EndGame("host"), "host")
    handler.adopt(sample("three-people-one-undo")[:-1])
    return store


def row(store: Store, number: int) -> dict[str, object]:
    with store.read() as reader:
        found = reader.connection.execute(select(games).where(games.c.game == game_id(number)))
        return found.one()._asdict()


def test_a_rebuild_changes_nothing(played: Store) -> None:
    before = everything(played.engine)
    assert rebuild(played) == 8
    assert everything(played.engine) == before


def test_a_rebuild_brings_back_what_was_lost_or_wrong(played: Store) -> None:
    before = everything(played.engine)
    with played.unit() as unit:
        execute = unit.connection.execute
        execute(delete(games).where(games.c.game < game_id(4)))
        execute(update(games).values(phase="nonsense", due_at=NOON))
        execute(delete(seats).where(seats.c.seat == 2))
        execute(text("INSERT INTO seats VALUES ('ghost', 1, 'human', NULL)"))
    assert everything(played.engine) != before
    rebuild(played)
    assert everything(played.engine) == before


def test_a_rebuild_leaves_out_streams_that_are_no_games(played: Store) -> None:
    with played.unit() as unit:
        unit.append("sealed", 0, passes("sealed", 2), kind="orders")
    before = everything(played.engine)
    assert rebuild(played) == 8
    assert everything(played.engine) == before


def test_a_game_that_is_played_while_it_is_rebuilt_keeps_up(played: Store) -> None:
    """The rebuild holds a game's head while it writes: an append comes before or after."""
    handler = Handler(played)
    table = Table(handler, game_id(2), now=NOON.replace(day=2))
    table._commands = iter(range(1000, 2000))  # type: ignore[assignment]
    rebuild(played)
    table.play()
    before = everything(played.engine)
    rebuild(played)
    assert everything(played.engine) == before


def test_the_lobby_awaits_nobody(played: Store) -> None:
    lobby = row(played, 1)
    assert (lobby["phase"], lobby["turn"], lobby["host"]) == ("lobby", 0, HOST)
    assert (lobby["awaiting_seat"], lobby["due_at"], lobby["finished"]) == (None, None, None)


def test_the_clock_acts_when_the_decision_is_due(played: Store) -> None:
    running = row(played, 2)
    assert running["acts_at"] == running["due_at"] is not None


def test_no_clock_acts_in_a_paused_game(played: Store) -> None:
    paused = row(played, 3)
    assert (paused["paused"], paused["due_at"], paused["acts_at"]) == ("weekend", None, None)
    assert paused["awaiting_seat"] is not None


def test_in_a_game_that_waits_for_its_host_a_decision_is_due_and_no_clock_acts(
    played: Store,
) -> None:
    waiting = row(played, 4)
    assert waiting["due_at"] is not None
    assert waiting["acts_at"] is None


def test_who_sits_where_follows_the_table(played: Store) -> None:
    with played.read() as reader:
        sat = reader.connection.execute(
            select(seats.c.seat, seats.c.kind, seats.c.player)
            .where(seats.c.game == game_id(5))
            .order_by(seats.c.seat)
        ).all()
    assert [tuple(each) for each in sat] == [
        (1, "human", player(1)),
        (2, "bot", player(2)),
        (3, "human", player(9)),
    ]
    assert row(played, 5)["host"] == player(1)


@pytest.mark.parametrize(("number", "phase"), [(6, "scored"), (7, "abandoned")])
def test_a_game_that_is_over_was_finished_by_its_last_event(
    played: Store, number: int, phase: str
) -> None:
    over = row(played, number)
    assert over["phase"] == phase
    assert over["finished"] == over["moved"] != over["created"]
    assert (over["awaiting_seat"], over["acts_at"]) == (None, None)
