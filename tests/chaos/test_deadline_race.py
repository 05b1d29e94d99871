"""A move and the sweep at the same instant, in processes of their own: exactly one of them wins."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import pytest

from events import types as t
from events.commands import Command, DrawCard, Wish
from events.ten.legal import legal_commands
from events.ten.state import GameState
from events.verify import verify
from tests.chaos.racer import Race
from tests.workers.tables import START, Office

ROOT = Path(__file__).parents[2]
DUE = START + timedelta(days=3)
"""When the decisions of all games are due that were opened at ``START``."""

SETTING_OUT_S = 0.03
"""From telling both to the instant that they wait for."""


class Racers:
    """Two processes: one moves, one sweeps."""

    def __init__(self, stack: ExitStack, url: str) -> None:
        self._mover, self._sweeper = (
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.chaos.racer", url],
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            for _ in range(2)
        )
        for process in (self._mover, self._sweeper):
            assert process.stdin is not None
            stack.callback(process.stdin.close)

    def race(self, command: Command, game: str, lead_s: float) -> tuple[str, str]:
        """What each answered. lead_s: so much earlier the sweep sets out."""
        start = time.time() + SETTING_OUT_S
        for process, race in (
            (self._mover, Race(game, start, DUE, command)),
            (self._sweeper, Race(game, start - lead_s, DUE)),
        ):
            assert process.stdin is not None
            pickle.dump(race, process.stdin)
            process.stdin.flush()
        answers = []
        for process in (self._mover, self._sweeper):
            assert process.stdout is not None
            answers.append(process.stdout.readline().decode().strip())
        return answers[0], answers[1]


@pytest.fixture
def office(postgres_url: str) -> Iterator[Office]:
    office = Office.at(postgres_url)
    yield office
    office.store.engine.dispose()


def ending(state: GameState) -> Wish | None:
    """A move that ends the open decision, if there is one: drawing on does not, the clock stays."""
    if state.awaiting is None:
        return None
    legal = legal_commands(state, state.awaiting.seat)
    return next((wish for wish in legal.plain if not isinstance(wish, DrawCard)), None)


def asked_for(kind: str) -> Callable[[GameState], bool]:
    """Whether the table waits for such a decision, and it can be ended."""
    return lambda state: (
        state.awaiting is not None and state.awaiting.kind == kind and ending(state) is not None
    )


@pytest.mark.parametrize("rounds", [40, pytest.param(300, marks=pytest.mark.chaos)])
def test_a_move_and_the_sweep_at_the_same_instant_one_wins(office: Office, rounds: int) -> None:
    chance = random.Random(6)
    won: Counter[str] = Counter()
    url = office.store.engine.url.render_as_string(hide_password=False)
    with ExitStack() as stack:
        racers = Racers(stack, url)
        for number in range(rounds):
            game = office.open_game(("human", "human"))
            before = office.play_until(game, asked_for("bid" if number % 2 else "draw"), bold=True)
            assert before.awaiting is not None
            seat, wish = before.awaiting.seat, ending(before)
            assert wish is not None
            command = Command(office.new_id(), f"seat:{seat}", "web", DUE, wish, before.version)
            moved, swept = racers.race(command, game, chance.uniform(-0.004, 0.012))
            won[check(office, game, before, command, moved, swept)] += 1
    assert won.total() == rounds
    assert min(won["move"], won["clock"]) >= rounds // 20, won


def check(
    office: Office, game: str, before: GameState, command: Command, moved: str, swept: str
) -> str:
    """Who won; what both were told, the log and the table must agree about it."""
    log = office.handler.recorded(game)
    verify(log)
    fresh = log[before.version :]
    assert [each.version for each in fresh] == list(
        range(before.version + 1, before.version + 1 + len(fresh))
    )
    time_outs = [each for each in fresh if isinstance(each.event, t.TimedOut)]
    own = [each for each in fresh if each.meta.command == command.id]
    if moved == "moved":
        assert swept == "0"
        assert own
        assert not time_outs
        assert fresh[0].meta.command == command.id
        return "move"
    assert (moved, swept) == ("stale-version", "1")
    assert not own
    assert [each.version for each in time_outs] == [before.version + 1]
    return "clock"
