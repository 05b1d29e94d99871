"""A move, or more time, against the clock at the same instant: one wins, and the other is told (reports T2).

Real processes on PostgreSQL; each has an engine and a handler of its own.
"""

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import pytest

from events import commands as c
from events import types as t
from events.codec import at_moment, at_text
from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from tests.events.racing import told
from tests.events.tables import Table, game_id, seeded

ROUNDS = 100
Work = tuple[str, c.Command]

_barrier: Barrier | None = None


def _enter(barrier: Barrier) -> None:
    global _barrier
    _barrier = barrier


def _run(work: tuple[str, Sequence[Work]]) -> list[Any]:
    """All rounds of one racer; in each it waits for the other."""
    assert _barrier is not None
    url, rounds = work
    engine = make_engine(url)
    handler = Handler(Store(engine))
    answers = []
    for game, command in rounds:
        handler.load(game)
        _barrier.wait(60)
        answers.append(told(handler, game, command))
    engine.dispose()
    return answers


def race(url: str, *racers: Sequence[Work]) -> list[list[Any]]:
    """What came of each racer's rounds."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(racers), spawn, _enter, (spawn.Barrier(len(racers)),)) as pool:
        return list(pool.map(_run, [(url, rounds) for rounds in racers]))


def at_a_bid(handler: Handler, number: int) -> Table:
    """A game in which a person is to bid, and the time for it runs out now."""
    table = Table(handler, game_id(number))
    table.open(("human", "human"), auction_s=600)
    state = table.play(lambda state: state.auction is not None)
    assert state.awaiting is not None
    assert state.awaiting.due_at is not None
    table.now = at_moment(state.awaiting.due_at) - timedelta(seconds=1)
    return table


def won(answer: Any) -> bool:
    return isinstance(answer[0], range)


@pytest.mark.parametrize("rival", ["move", "extension"])
def test_the_clock_and_its_rival_never_both_win(postgres_url: str, rival: str) -> None:
    engine = make_engine(postgres_url)
    migrate(engine)
    handler = Handler(Store(engine), fresh_seed=seeded(5))
    clock: list[Work] = []
    rivals: list[Work] = []
    for number in range(1, ROUNDS + 1):
        table = at_a_bid(handler, number)
        awaiting = handler.load(table.game).awaiting
        assert awaiting is not None
        later = at_text(table.now + timedelta(days=1))
        due = table.command(c.TimeOut(awaiting.seat, awaiting.decision), "clock", "sweep")
        table.now -= timedelta(seconds=1)
        if rival == "move":
            other = table.command(c.PassBid(awaiting.seat), f"seat:{awaiting.seat}")
        else:
            other = table.command(c.ExtendDeadline(awaiting.seat, later, "host"), "host")
        clock.append((table.game, due))
        rivals.append((table.game, other))
    by_clock, by_rival = race(postgres_url, clock, rivals)
    for timed_out, other in zip(by_clock, by_rival, strict=True):
        assert won(timed_out) + won(other) == 1, (timed_out, other)
        lost = other if won(timed_out) else timed_out
        assert lost[0] in ("not-awaited", "decision-over", "not-due", "wrong-decision")
    for game, _ in clock:
        types = [type(each.event) for each in handler.recorded(game)]
        assert (t.TimedOut in types) + (t.DeadlineExtended in types) <= 1
    engine.dispose()
