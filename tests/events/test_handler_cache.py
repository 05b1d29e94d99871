"""A kept state is a cache: with the tail it equals the replay, and it never outlives its log."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, select

from events import commands as c
from events.codec import at_moment
from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.replay import fold
from events.store import Store
from events.tables import games, seats
from tests.events.samples import facts
from tests.events.tables import Table, game_id, seeded

GAME = game_id(1)
KINDS = [("human", "house"), ("human", "bot", "human"), ("human",) * 4]


@pytest.mark.parametrize("kinds", KINDS)
def test_kept_state_and_tail_equal_the_replay_and_the_read_models_at_every_append(
    store: Store, kinds: tuple[str, ...]
) -> None:
    """Two processes play the game by turns, so that each has only the tail to read."""
    one, two = Handler(store, fresh_seed=seeded(3)), Handler(store)
    table = Table(one)
    table.open(kinds)
    state = one.load(GAME)
    while not state.over:
        table.handler = two if table.handler is one else one
        state = table.step().state
        replayed = fold(GAME, table.handler.bodies(GAME))
        assert facts(state) == facts(replayed)
        other = one if table.handler is two else two
        assert facts(other.load(GAME)) == facts(replayed)
        with store.read() as reader:
            row = reader.connection.execute(select(games)).one()
            sat = reader.connection.execute(select(seats).order_by(seats.c.seat)).all()
        awaiting = replayed.awaiting
        assert (row.phase, row.turn, row.version) == (state.phase, state.turn, state.version)
        assert (row.awaiting_seat, row.awaiting_kind, row.awaiting_decision) == (
            (awaiting.seat, awaiting.kind, awaiting.decision) if awaiting else (None,) * 3
        )
        due = at_moment(awaiting.due_at) if awaiting and awaiting.due_at else None
        assert row.due_at == row.acts_at == due
        assert [(seat.seat, seat.kind, seat.player) for seat in sat] == [
            (seat.seat, seat.kind, seat.player) for seat in replayed.seats
        ]


def test_a_kept_state_is_not_changed_by_what_follows(handler: Handler) -> None:
    table = Table(handler)
    state = table.open(("human", "bot"))
    before = facts(state)
    table.play()
    assert facts(state) == before


def read_bodies(engine: Engine) -> list[str]:
    """The statements from now on that read bodies of events."""
    seen: list[str] = []

    @event.listens_for(engine, "before_cursor_execute")
    def keep(connection, cursor, statement, parameters, context, many) -> None:  # type: ignore[no-untyped-def]
        if statement.startswith("SELECT") and "events.body" in statement:
            seen.append(statement)

    return seen


def test_a_move_in_a_game_that_is_kept_reads_no_event(engine: Engine) -> None:
    table = Table(Handler(Store(engine), fresh_seed=seeded(1)))
    table.open(("human", "human"))
    seen = read_bodies(engine)
    table.step()
    table.step()
    assert seen == []


def test_no_more_games_are_kept_than_asked_for(engine: Engine) -> None:
    handler = Handler(Store(engine), fresh_seed=seeded(1), keep=2)
    tables = [Table(handler, game_id(number)) for number in (1, 2, 3)]
    for table in tables:
        table.open(("human", "human"))
    seen = read_bodies(engine)
    tables[2].step()
    tables[1].step()
    assert seen == []
    tables[0].step()
    assert len(seen) == 1


def test_a_failed_append_is_not_kept(handler: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(handler)
    state = table.open(("human", "human"))
    assert state.awaiting is not None

    def broken(*_: object) -> None:
        raise KeyError

    with monkeypatch.context() as patched:
        patched.setattr(handler, "_write", broken)
        with pytest.raises(KeyError):
            table.do(c.DrawCard(state.awaiting.seat))
    assert facts(handler.load(GAME)) == facts(state)
    table.do(c.DrawCard(state.awaiting.seat))


def test_a_backup_that_is_brought_back_under_a_running_process_is_noticed(tmp_path: Path) -> None:
    now, backup = tmp_path / "now.sqlite3", tmp_path / "backup.sqlite3"
    engine = make_engine(f"sqlite:///{now}")
    migrate(engine)
    handler = Handler(Store(engine), fresh_seed=seeded(1))
    table = Table(handler)
    table.open(("human", "human"))
    engine.dispose()
    shutil.copy(now, backup)
    table.play(lambda state: state.turn == 3)
    engine.dispose()
    shutil.copy(backup, now)
    # Shorter than what is kept.
    bodies = handler.bodies(GAME)
    assert facts(handler.load(GAME)) == facts(fold(GAME, bodies))
    engine.dispose()
    shutil.copy(backup, now)
    # Longer than what is kept, and another game from the same beginning.
    other = Table(Handler(Store(engine)), now=table.now)
    other.play(lambda state: state.version > len(bodies) + 20)
    table.play()
    assert facts(handler.load(GAME)) == facts(fold(GAME, handler.bodies(GAME)))
    engine.dispose()
