"""A log from elsewhere is taken in whole, as a view: it can be watched and not be played."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from events import commands as c
from events import deadlines, errors
from events.handler import Handler
from events.migrate import migrate
from events.projections import rebuild
from events.replay import fold
from events.store import Store
from tests.events.samples import NAMES, bodies, facts, sample
from tests.events.tables import NOON, Table, command_id, everything, game_id, seeded

GAME = game_id(1)


@pytest.fixture
def elsewhere(tmp_path: Path, open_engine: Callable[..., Engine]) -> Table:
    """A game that is played in another database."""
    engine = open_engine(f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}")
    migrate(engine)
    return Table(Handler(Store(engine), fresh_seed=seeded(1)))


@pytest.mark.parametrize("name", NAMES)
def test_a_log_comes_in_as_it_is(store: Store, handler: Handler, name: str) -> None:
    log = sample(name)
    game = log[0].stream
    state = handler.adopt(log)
    assert handler.recorded(game) == log
    assert facts(state) == facts(fold(game, bodies(log))) == facts(handler.load(game))
    rows = everything(store.engine)
    assert (rows["seeds"], rows["outbox"]) == ([], [])
    assert len(rows["games"]) == 1
    rebuild(store)
    assert everything(store.engine) == rows


def test_a_game_that_exists_is_not_written_over(store: Store, handler: Handler) -> None:
    log = sample(NAMES[0])
    handler.adopt(log[:-1])
    before = everything(store.engine)
    with pytest.raises(errors.GameExists) as refused:
        handler.adopt(log)
    assert refused.value.params == {"game": log[0].stream}
    assert everything(store.engine) == before


def test_an_unfinished_import_cannot_be_played_and_its_clock_does_not_run(
    store: Store, handler: Handler, elsewhere: Table
) -> None:
    elsewhere.open(("human", "human"))
    state = elsewhere.play(lambda state: state.turn >= 3)
    assert state.awaiting is not None
    handler.adopt(elsewhere.handler.recorded(GAME))
    before = everything(store.engine)
    wish = c.TimeOut(state.awaiting.seat, state.awaiting.decision)
    late = NOON + timedelta(days=9999)
    with pytest.raises(errors.ViewOnly):
        handler.execute(GAME, c.Command(command_id(1), "clock", "sweep", late, wish))
    with pytest.raises(errors.ViewOnly):
        handler.settle(GAME, late)
    with store.read() as reader:
        assert deadlines.due(reader, late) == []
    with elsewhere.handler._store.read() as reader:
        assert len(deadlines.due(reader, late)) == 1
    assert everything(store.engine) == before
    rebuild(store)
    assert everything(store.engine) == before


def test_what_is_exported_here_and_taken_in_there_reads_the_same(
    handler: Handler, elsewhere: Table
) -> None:
    elsewhere.open(("human", "house"))
    elsewhere.play()
    handler.adopt(elsewhere.handler.recorded(GAME))
    assert list(handler.bodies(GAME)) == list(elsewhere.handler.bodies(GAME))
