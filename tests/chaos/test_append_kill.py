"""kill -9 between any two statements of an append: it is there whole or not at all."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from events import commands as c
from events.engine import make_engine
from events.handler import Handler
from events.projections import rebuild
from events.replay import fold
from events.store import Store
from events.ten.bots import choose
from events.types import SeatSpec
from tests.chaos.killed import Work
from tests.events.samples import facts
from tests.events.tables import HOST, Table, everything, game_id, player, seeded

ROOT = Path(__file__).parents[2]
Scene = Callable[[Table], c.Command]
"""Plays up to a command and gives the command; the same scene is the same in every game."""


def creation(table: Table) -> c.Command:
    seats = [SeatSpec(1, "human"), SeatSpec(2, "human")]
    return table.command(c.CreateGame(HOST, seats, ""), "host")


def claim(table: Table) -> c.Command:
    """It starts the game, and three bots play until the person's turn: dozens of events."""
    seats = [SeatSpec(1, "human"), *(SeatSpec(seat, "bot") for seat in (2, 3, 4))]
    table.do(c.CreateGame(HOST, seats, ""), "host")
    return table.command(c.ClaimSeat(1, player(1)), "seat:1")


def move(table: Table) -> c.Command:
    """The end of a person's turn; a bot's turn follows, and a mail to another person."""
    table.open(("human", "bot", "human"))
    state = table.play(lambda state: state.phase == "buying")
    assert state.awaiting is not None
    seat = state.awaiting.seat
    return table.command(choose(state, seat), f"seat:{seat}", expected_version=state.version)


def leaving(table: Table) -> c.Command:
    """A seat changes hands, and its bot answers."""
    table.open(("human", "human"))
    return table.command(c.HandToBot(1, "left"), "host")


SCENES = [creation, claim, move, leaving]


@pytest.fixture(scope="module")
def victims() -> Iterator[Callable[[Work], str]]:
    """Carries out work in a process that is killed; answers ``killed`` or ``lived``."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.chaos.killed"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        into, out = program.stdin, program.stdout

        def carry_out(work: Work) -> str:
            into.write(pickle.dumps(work))
            into.flush()
            return out.readline().decode().strip()

        yield carry_out
        into.close()


@pytest.fixture
def engine(migrated_url: str) -> Iterator[Engine]:
    made = make_engine(migrated_url)
    yield made
    made.dispose()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_an_append_is_there_whole_or_not_at_all_whenever_its_process_is_killed(
    migrated_url: str, engine: Engine, victims: Callable[[Work], str], scene: Scene
) -> None:
    store = Store(engine)
    stored: list[bool] = []
    for moment in range(1, 200):
        game = game_id(moment)
        table = Table(Handler(store, fresh_seed=seeded(1)), game)
        command = scene(table)
        before = everything(engine)
        ended = victims(Work(migrated_url, game, command, moment))
        assert ended in ("killed", "lived")
        after = everything(engine)
        if (after == before) == stored_is_whole(store, game, command):
            raise AssertionError(f"killed at moment {moment}: something of it is there, not all")
        stored.append(after != before)
        again = Handler(store, fresh_seed=seeded(1)).execute(game, command)
        assert again.repeated == stored[-1]
        if stored[-1]:
            assert everything(engine) == after
        assert stored_is_whole(store, game, command)
        if ended == "lived":
            break
    assert ended == "lived"
    # Killed early nothing was there, killed after the commit all of it; never anything between.
    assert stored == sorted(stored)
    assert stored.count(False) >= 8
    assert stored.count(True) >= 2
    rows = everything(engine)
    rebuild(store)
    assert everything(engine) == rows


def stored_is_whole(store: Store, game: str, command: c.Command) -> bool:
    """Whether the command's append is stored with all that belongs to it.

    The log goes on without a gap to the head, a bot or nobody is left to answer, and the last
    decision that is a person's has its mail.
    """
    with store.read() as reader:
        if reader.find_command(game, command.id) is None:
            return False
        head, log = reader.head(game), reader.recorded(game)
    assert head is not None
    assert [each.version for each in log] == list(range(1, head.version + 1))
    assert log[-1].hash == head.hash
    state = fold(game, [each.body for each in log])
    assert facts(state) == facts(Handler(store).load(game))
    rows = everything(store.engine)
    row = next(row for row in rows["games"] if row[0] == game)
    assert row[4] == head.version
    assert [tuple(seat[:3]) for seat in rows["seats"] if seat[0] == game] == [
        (game, seat.seat, seat.kind) for seat in state.seats
    ]
    assert [seed for seed in rows["seeds"] if seed[0] == game]
    if state.awaiting is not None:
        assert state.seat(state.awaiting.seat).kind == "human"
        assert [mail for mail in rows["outbox"] if mail[4] == game]
    return True
