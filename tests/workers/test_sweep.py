"""Clocks that ran out are found by the sweep and resolved once, however many sweeps there are (W6, T5)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from events import types as t
from events.commands import ExtendDeadline
from events.errors import LogFault
from tests.workers.tables import Office
from workers.sweep import sweep

ROOT = Path(__file__).parents[2]
LIMIT = timedelta(days=3)


def swept(office: Office) -> int:
    return sweep(office.store, office.handler, office.clock.now)


def time_outs(office: Office, game: str) -> list[t.TimedOut]:
    recorded = office.handler.recorded(game)
    return [each.event for each in recorded if isinstance(each.event, t.TimedOut)]


def test_nothing_happens_before_the_time_is_over(office: Office) -> None:
    game = office.open_game(("human", "human"))
    office.clock.forward(LIMIT - timedelta(seconds=1))
    assert swept(office) == 0
    assert time_outs(office, game) == []


def test_a_clock_that_ran_out_is_resolved_by_the_next_sweep_and_once(office: Office) -> None:
    game = office.open_game(("human", "human"))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    office.clock.forward(LIMIT)
    assert swept(office) == 1
    assert time_outs(office, game) == [t.TimedOut(awaiting.seat, awaiting.kind, 1)]
    assert swept(office) == 0
    last = office.handler.recorded(game)[-1]
    assert office.handler.load(game).awaiting is not None
    assert last.meta.by != "clock" or last.type == "DecisionOpened"


def test_the_log_says_that_the_clock_did_it_by_the_sweep(office: Office) -> None:
    game = office.open_game(("human", "human"))
    office.clock.forward(LIMIT)
    swept(office)
    (meta,) = [each.meta for each in office.handler.recorded(game) if each.type == "TimedOut"]
    assert (meta.by, meta.via) == ("clock", "sweep")


def test_an_answer_in_time_is_not_timed_out(office: Office) -> None:
    game = office.open_game(("human", "human"))
    office.clock.forward(LIMIT - timedelta(seconds=1))
    first = office.handler.load(game).awaiting
    office.play_until(game, lambda state: state.awaiting != first)
    office.clock.forward(timedelta(seconds=1))
    assert swept(office) == 0


def test_a_deadline_that_was_moved_is_not_resolved_at_the_old_time(office: Office) -> None:
    game = office.open_game(("human", "human"))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    later = ExtendDeadline(awaiting.seat, "2026-03-09T09:30:00.000000Z", "vacation")
    office.do(game, later, "system", "sweep")
    office.clock.forward(LIMIT)
    assert swept(office) == 0
    office.clock.forward(timedelta(days=5))
    assert swept(office) == 1


def test_a_game_that_waits_for_its_host_is_left_alone(office: Office) -> None:
    game = office.open_game(("human", "human"), options={"timeouts": "wait"})
    office.clock.forward(LIMIT)
    assert swept(office) == 0
    assert time_outs(office, game) == []


def test_one_broken_game_costs_the_others_nothing(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    games = [office.open_game(("human", "human")) for _ in range(3)]
    execute = office.handler.execute

    def breaking(game: str, command: object) -> object:
        if game == games[1]:
            raise LogFault(version=1, type="GameCreated", reason="broken for the test")
        return execute(game, command)  # type: ignore[arg-type]

    office.handler.execute = breaking  # type: ignore[method-assign,assignment]
    office.clock.forward(LIMIT)
    assert swept(office) == 2
    assert "a time-out failed" in caplog.text


def test_more_than_a_page_of_clocks_is_resolved_in_one_sweep(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.sweep.PAGE", 3)
    for _ in range(8):
        office.open_game(("human", "human"))
    office.clock.forward(LIMIT)
    assert swept(office) == 8


@pytest.mark.parametrize("games", [60, pytest.param(2000, marks=pytest.mark.chaos)])
def test_ten_sweeps_at_once_resolve_each_decision_once(postgres_url: str, games: int) -> None:
    office = Office.at(postgres_url)
    ids = [office.open_game(("human", "human")) for _ in range(games)]
    before = {game: office.handler.load(game).awaiting for game in ids}
    office.clock.forward(LIMIT)
    words = [sys.executable, "-m", "tests.workers.child", "sweep", postgres_url]
    sweeps = [
        subprocess.Popen(
            [*words, office.clock.now.isoformat()], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for _ in range(10)
    ]
    said = [process.communicate(timeout=600)[0] for process in sweeps]
    assert [process.returncode for process in sweeps] == [0] * 10
    assert sum(map(int, said)) == games
    found = Counter(len(time_outs(office, game)) for game in ids)
    assert found == {1: games}
    for game in ids:
        awaiting = before[game]
        assert awaiting is not None
        assert time_outs(office, game)[0].seat == awaiting.seat
    office.store.engine.dispose()
