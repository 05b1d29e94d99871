"""The fold of stored events: whole, from a cached state, at a version, version by version."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from events import types as t
from events.codec import canonical, record
from events.errors import LogFault, NoSuchVersion, UnknownShape
from events.replay import at, extend, fold, states
from events.ten.fold import evolve
from events.ten.state import GameState
from tests.events.samples import NAMES, WITH_UNDO, bodies, facts, sample

UNDO = 16
"""Version of the only ``MovesUndone`` of the sample that holds one."""


def unasked(version: int) -> Sequence[str]:
    raise AssertionError(f"asked for the first {version} events without an undo")


@pytest.mark.parametrize("name", NAMES)
def test_the_fold_is_the_last_of_the_states(name: str) -> None:
    log = sample(name)
    last = list(states(log))[-1]
    assert facts(fold(log[0].stream, bodies(log))) == facts(last)


def test_every_state_is_the_one_before_and_one_event() -> None:
    log = sample(WITH_UNDO)
    all_states = list(states(log))
    before = GameState(log[0].stream)
    for each, state in zip(log, all_states, strict=True):
        after = evolve(
            before, each.event, each.version, each.meta, lambda version: all_states[version - 1]
        )
        assert facts(after) == facts(state)
        before = after


def test_the_states_are_independent_of_each_other() -> None:
    log = sample("two-bots")
    kept = [(state, facts(state)) for state in states(log)]
    assert all(facts(state) == then for state, then in kept)


@pytest.mark.parametrize("version", [1, 10, 13, 15, 16, 17, 60, 526])
def test_a_cached_state_and_the_tail_make_the_state_of_the_whole(version: int) -> None:
    log = sample(WITH_UNDO)
    texts = bodies(log)
    cached = fold(log[0].stream, texts[:version])
    before = facts(cached)

    def read_prefix(wanted: int) -> Sequence[str]:
        return texts[:wanted] if version < UNDO else unasked(wanted)

    assert facts(extend(cached, texts[version:], read_prefix)) == facts(fold(log[0].stream, texts))
    assert facts(cached) == before


def test_a_cached_state_without_a_tail_is_a_copy_of_it() -> None:
    log = sample("two-bots")
    cached = fold(log[0].stream, bodies(log)[:50])
    same = extend(cached, [], unasked)
    assert same is not cached
    assert facts(same) == facts(cached)


@pytest.mark.parametrize("version", [1, 11, 15, 16, 17, 527])
def test_the_state_at_a_version_is_the_fold_up_to_it(version: int) -> None:
    log = sample(WITH_UNDO)
    state = at(log[0].stream, iter(bodies(log)), version)
    assert state.version == version
    assert facts(state) == facts(list(states(log[:version]))[-1])


@pytest.mark.parametrize("version", [-1, 0, 528])
def test_a_version_that_the_game_has_not_is_refused_with_its_last(version: int) -> None:
    log = sample(WITH_UNDO)
    with pytest.raises(NoSuchVersion) as caught:
        at("game", bodies(log), version)
    assert caught.value.params == {"game": "game", "version": version, "last": 527}


def test_no_events_are_a_game_that_has_not_begun() -> None:
    assert fold("game", []).version == 0
    assert list(states([])) == []


def changed(body: str, **fields: Any) -> str:
    return canonical(json.loads(body) | fields)


def test_an_unknown_shape_stops_the_fold_and_is_named() -> None:
    log = sample("two-bots")
    texts = bodies(log)
    texts[6] = changed(texts[6], type="CardPeeked")
    with pytest.raises(UnknownShape) as caught:
        fold("game", texts)
    assert caught.value.params == {
        "stream": log[0].stream,
        "version": 7,
        "type": "CardPeeked",
        "schema": 1,
    }


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a gap": ({"version": 8}, "version 8 follows version 4"),
    "a pass outside an auction": ({"type": "BidPassed"}, "there is no auction"),
    "data of another type": ({"type": "AuctionWon"}, "cannot be decoded"),
    "a seat that is not there": ({"type": "SeatReturned", "data": {"seat": 9}}, "does not follow"),
    "data left out": ({"data": {}}, "does not follow"),
    "meta left out": ({"meta": {}}, "cannot be decoded"),
    "a card nobody holds": (
        {
            "type": "CardBought",
            "data": {
                "seat": 1,
                "card": "R1",
                "payment": {"tokens": 0, "busts": 0, "cards": ["G1"]},
            },
        },
        "does not follow",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_the_first_event_that_cannot_be_carried_out_is_named(what: str) -> None:
    fields, reason = WRONG[what]
    texts = bodies(sample("two-bots"))
    assert json.loads(texts[4])["type"] == "CardDrawn"
    texts[4] = changed(texts[4], **fields)
    with pytest.raises(LogFault) as caught:
        fold("game", texts)
    assert caught.value.params["version"] == 5
    assert caught.value.params["type"] == fields.get("type", "CardDrawn")
    assert reason in str(caught.value.params["reason"])


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"type":1}', "[" * 100_000])
def test_a_stored_text_that_is_no_event_is_named_by_its_place(text: str) -> None:
    texts = bodies(sample("two-bots"))
    texts[4] = text
    with pytest.raises(LogFault) as caught:
        fold("game", texts)
    assert caught.value.params["version"] == 5


def test_two_events_in_one_stored_text_are_a_fault() -> None:
    texts = bodies(sample("two-bots"))
    texts[4] += texts[5]
    with pytest.raises(LogFault) as caught:
        fold("game", texts)
    assert caught.value.params["reason"] == "cannot be decoded"


def test_a_fault_in_the_tail_counts_on_from_the_cached_state() -> None:
    texts = bodies(sample("two-bots"))
    cached = fold("game", texts[:10])
    with pytest.raises(LogFault) as caught:
        extend(cached, ["", *texts[11:]], unasked)
    assert caught.value.params["version"] == 11


def test_states_are_given_up_to_the_fault() -> None:
    log = sample("two-bots")
    wrong = record(log[0].stream, 5, log[4].at, t.BidPassed(1), log[4].meta, log[3].hash)
    seen: list[int] = []
    with pytest.raises(LogFault) as caught:
        seen.extend(state.version for state in states([*log[:4], wrong, *log[5:]]))
    assert seen == [1, 2, 3, 4]
    assert caught.value.params["version"] == 5
