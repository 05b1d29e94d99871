"""Undo in the fold: the state of an earlier version comes back, however deep undos lie in undos."""

import random

import pytest

from events import types as t
from events.errors import LogFault
from events.replay import extend, fold, states
from events.ten.fold import evolve
from events.ten.state import GameState
from events.ten.view import public
from tests.events.samples import (
    WITH_UNDO,
    append,
    bodies,
    decisions,
    facts,
    played_again,
    sample,
    undo,
)


def plain(log: list[t.Recorded]) -> list[GameState]:
    """Every state of the log by the pure step alone, all earlier states kept."""
    done = [GameState(log[0].stream)]
    for each in log:
        done.append(evolve(done[-1], each.event, each.version, each.meta, lambda v: done[v]))
    return done[1:]


def test_the_recorded_undo_brings_back_the_state_it_names() -> None:
    log = sample(WITH_UNDO)
    undone = log[15].event
    assert undone == t.MovesUndone(15, 11)
    all_states = list(states(log[:17]))
    then, now = all_states[10], all_states[15]
    assert public(now) == public(then) | {"version": 16, "awaiting": None}


def test_cards_drawn_again_are_known_once_and_the_game_ends_as_it_would_have() -> None:
    log = sample("two-bots")
    first, later = decisions(log)[0], decisions(log)[20]
    again = played_again("two-bots", first, later)
    all_states = list(states(again))
    undone = all_states[later]
    assert undone.draw_pile == undone.deck_size
    assert undone.known == all_states[later - 1].known != []
    end = fold(log[0].stream, bodies(log))
    assert public(all_states[-1]) == public(end) | {"version": len(again)}
    assert all_states[-1].known == end.known


def test_undos_that_lie_in_each_other_bring_back_what_the_pure_step_does() -> None:
    log = sample("two-bots")[:60]
    for _ in range(40):
        # To the decision that the undo before opened, so that the prefix holds all undos so far.
        undo(log, decisions(log)[-1])
        append(log, t.HostChanged("11111111-1111-4111-8111-111111111111"))
    expected = [facts(state) for state in plain(log)]
    assert [facts(state) for state in states(log)] == expected
    assert facts(fold(log[0].stream, bodies(log))) == expected[-1]


@pytest.mark.parametrize("seed", range(5))
def test_undos_to_anywhere_bring_back_what_the_pure_step_does(seed: int) -> None:
    chance = random.Random(seed)
    log = sample("five-bots")[:80]
    for _ in range(12):
        undo(log, chance.choice(decisions(log)))
    expected = [facts(state) for state in plain(log)]
    assert [facts(state) for state in states(log)] == expected
    texts = bodies(log)
    for version in (1, 80, 83, len(log)):
        cached = fold(log[0].stream, texts[:version])
        grown = extend(cached, texts[version:], lambda wanted: texts[:wanted])
        assert facts(grown) == expected[-1]


@pytest.mark.parametrize("to_version", [-61, -1, 0, 61, 62, 1000])
def test_an_undo_to_a_version_that_was_not_before_it_is_a_fault(to_version: int) -> None:
    log = sample("two-bots")[:60]
    append(log, t.MovesUndone(60, to_version), t.DecisionOpened(1, "draw"))
    for attempt in (
        lambda: fold("game", bodies(log)),
        lambda: list(states(log)),
        lambda: extend(
            fold("game", bodies(log)[:50]), bodies(log)[50:], lambda v: bodies(log)[: max(v, 0)]
        ),
    ):
        with pytest.raises(LogFault) as caught:
            attempt()
        assert caught.value.params["version"] == 61
        assert caught.value.params["type"] == "MovesUndone"
