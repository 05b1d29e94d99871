"""Events in their envelope, there and back."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import types as t
from events.codec import canonical, data_of, hash_of, line, record, revive, thaw
from events.errors import LogFault, UnknownShape
from events.schemas import EVENTS, faults
from events.upcast import CURRENT
from tests.events.samples import VECTOR, VECTOR_HASH
from tests.events.strategies import SEEDED, event, recorded

STREAM = "00000000-0000-4000-8000-000000000001"
META = t.Meta("seat:2", "web", "00000000-0000-4000-8000-000000000002")
AT = "2026-03-01T09:30:00.123456Z"

every_type = pytest.mark.parametrize("cls", t.CATALOGUE.values(), ids=t.CATALOGUE)


def test_the_published_event_is_recorded_with_its_published_hash() -> None:
    made = record(STREAM, 1, AT, t.BidPassed(2), META, t.GENESIS)
    assert (made.body, made.hash) == (VECTOR, VECTOR_HASH)
    assert (made.type, made.schema) == ("BidPassed", 1)


@every_type
@given(data=st.data())
@SEEDED
def test_an_event_becomes_data_and_the_same_event_again(
    cls: type[t.Event], data: st.DataObject
) -> None:
    before = data.draw(event(cls))
    wire = data_of(before)
    assert faults(EVENTS[cls.__name__], json.loads(canonical(wire))) == {}
    assert thaw(cls.__name__, CURRENT[cls.__name__], json.loads(canonical(wire))) == before


@every_type
@given(data=st.data())
@SEEDED
def test_a_stored_event_is_revived_as_it_was_recorded(
    cls: type[t.Event], data: st.DataObject
) -> None:
    made = data.draw(recorded(event(cls)))
    assert revive(made.body, made.prev, made.hash) == made


@given(recorded())
@SEEDED
def test_the_stored_text_is_the_canonical_text_of_the_seven_fields(made: t.Recorded) -> None:
    seven = {
        "stream": made.stream,
        "version": made.version,
        "type": made.type,
        "schema": made.schema,
        "at": made.at,
        "data": data_of(made.event),
        "meta": {"by": made.meta.by, "via": made.meta.via, "command": made.meta.command},
    }
    assert made.body == canonical(seven)
    assert made.hash == hash_of(made.prev, made.body)


@given(recorded())
@SEEDED
def test_an_export_line_is_the_canonical_text_of_all_nine_fields(made: t.Recorded) -> None:
    nine = json.loads(made.body) | {"prev": made.prev, "hash": made.hash}
    assert line(made) == canonical(nine)


def test_the_line_is_right_even_if_the_data_looks_like_an_envelope() -> None:
    lookalike = {
        "meta": {},
        "schema": [{"a": 1, "meta": {}, "schema": 2}, ',"meta":', ',"schema":'],
    }
    seven: dict[str, Any] = json.loads(VECTOR) | {"data": lookalike}
    body = canonical(seven)
    made = t.Recorded(STREAM, 1, "BidPassed", 1, AT, t.BidPassed(2), META, "0" * 64, "f" * 64, body)
    assert line(made) == canonical(seven | {"prev": "0" * 64, "hash": "f" * 64})


def test_an_event_that_was_never_stored_has_no_line() -> None:
    bare = t.Recorded(STREAM, 1, "BidPassed", 1, AT, t.BidPassed(2), META, "0" * 64, "f" * 64)
    with pytest.raises(ValueError, match="substring"):
        line(bare)


NESTED: Mapping[str, tuple[t.Event, dict[str, Any]]] = {
    "a payment": (
        t.CardBought(1, "R1", t.Payment(2, 1, ("B1", "W3"))),
        {"seat": 1, "card": "R1", "payment": {"tokens": 2, "busts": 1, "cards": ["B1", "W3"]}},
    ),
    "seats": (
        t.GameCreated("ten/1", STREAM, [t.SeatSpec(1, "human")], {"turn_s": None}, "f" * 64),
        {
            "ruleset": "ten/1",
            "host": STREAM,
            "seats": [{"seat": 1, "kind": "human", "player": None}],
            "options": {"turn_s": None},
            "commitment": "f" * 64,
        },
    ),
    "results": (
        t.GameScored([t.SeatResult(1, 2, {"R": t.Run(4, 2, ("R4", "WW"))}, 3, 4, 1)], [1]),
        {
            "results": [
                {
                    "seat": 1,
                    "points": 2,
                    "runs": {"R": {"start": 4, "length": 2, "cards": ["R4", "WW"]}},
                    "tokens": 3,
                    "cards": 4,
                    "rank": 1,
                }
            ],
            "winners": [1],
        },
    ),
    "nothing": (t.GameResumed(), {}),
}


@pytest.mark.parametrize("what", NESTED)
def test_nested_data_has_the_form_of_the_catalogue(what: str) -> None:
    made, wire = NESTED[what]
    assert data_of(made) == wire
    assert thaw(type(made).__name__, 1, wire) == made


def test_the_data_of_an_event_can_be_changed_without_changing_the_event() -> None:
    passed = t.BidPassed(2)
    data_of(passed)["seat"] = 3
    assert passed == t.BidPassed(2)


def test_a_thawed_event_cannot_be_changed() -> None:
    thawed = thaw("BidPassed", 1, {"seat": 2})
    with pytest.raises(AttributeError):
        thawed.seat = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("shape", [("BidPassed", 2), ("BidPassed", 0), ("BidSwapped", 1)])
def test_an_unknown_shape_is_named_with_its_stream_and_version(shape: tuple[str, int]) -> None:
    with pytest.raises(UnknownShape) as caught:
        thaw(*shape, {"seat": 2}, stream=STREAM, version=7)
    assert caught.value.params == {
        "stream": STREAM,
        "version": 7,
        "type": shape[0],
        "schema": shape[1],
    }


def test_reviving_an_unknown_shape_names_it_and_is_a_fault_of_the_log() -> None:
    body = VECTOR.replace('"schema":1', '"schema":9')
    with pytest.raises(LogFault) as caught:
        revive(body, t.GENESIS, "f" * 64)
    assert isinstance(caught.value, UnknownShape)
    assert caught.value.params == {
        "stream": STREAM,
        "version": 1,
        "type": "BidPassed",
        "schema": 9,
    }


@pytest.mark.parametrize("value", [0.5, 2**53, "\ud800", {"é": 1}])
def test_options_outside_the_canonical_form_are_never_recorded(value: object) -> None:
    created = t.GameCreated("ten/1", STREAM, [t.SeatSpec(1, "human")], {"turn_s": value}, "f" * 64)
    with pytest.raises(ValueError, match=r"^a "):
        record(STREAM, 1, AT, created, META, t.GENESIS)
