"""The shape of every event is held to the letter, field by field (events.md, "Catalogue")."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import types as t
from events.codec import canonical, line
from events.errors import LogFault
from events.lines import read
from tests.events.samples import VECTOR, VECTOR_HASH
from tests.events.strategies import SEEDED, event, recorded

every_type = pytest.mark.parametrize("cls", t.CATALOGUE.values(), ids=t.CATALOGUE)

FEW = settings(SEEDED, max_examples=4)
"""For tests that try every field of every example."""

UUID = "00000000-0000-4000-8000-000000000001"
OTHERS: list[Any] = [None, True, 1, 1.5, "1", "", [], {}, [None], {"a": None}]
"""One value of each kind that JSON has."""


def reason(row: dict[str, Any]) -> str:
    """Why this line is refused."""
    with pytest.raises(LogFault) as caught:
        read(json.dumps(row))
    assert caught.value.params["version"] == row["version"]
    return str(caught.value.params["reason"])


def accepted(row: dict[str, Any]) -> bool:
    try:
        read(json.dumps(row))
    except LogFault:
        return False
    return True


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside this one."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (*at, key)
            yield from places(value[key], (*at, key))


def parent(row: dict[str, Any], place: tuple[Any, ...]) -> Any:
    for key in place[:-1]:
        row = row[key]
    return row


@every_type
@given(data=st.data())
@SEEDED
def test_an_event_that_is_right_is_read(cls: type[t.Event], data: st.DataObject) -> None:
    made = data.draw(recorded(event(cls)))
    assert read(line(made)) == [made]


@every_type
@given(data=st.data())
@FEW
def test_no_field_may_be_missing_and_none_be_added(cls: type[t.Event], data: st.DataObject) -> None:
    row = json.loads(line(data.draw(recorded(event(cls)))))
    for within in (row, row["data"], row["meta"]):
        within["extra"] = 1
        assert reason(row) == "extra: unknown field" or "meta.extra" in reason(row)
        del within["extra"]
        for name in list(within):
            if within is row and name in ("version", "type"):
                continue
            kept = within.pop(name)
            assert reason(row).endswith(f"{name}: missing data for required field")
            within[name] = kept
    assert accepted(row)


@every_type
@given(data=st.data())
@FEW
def test_a_value_of_another_kind_is_refused_wherever_it_stands(
    cls: type[t.Event], data: st.DataObject
) -> None:
    row = json.loads(line(data.draw(recorded(event(cls)))))
    for place in list(places(row["data"])):
        within = parent(row["data"], place)
        kept = within[place[-1]]
        for other in OTHERS:
            if type(other) is type(kept) or (other is None and place[-1] in NULLABLE):
                continue
            if kept is None and place[-1] in NULLABLE and type(other) in (str, int):
                continue
            within[place[-1]] = other
            assert not accepted(row), (place, other)
        within[place[-1]] = kept
    assert accepted(row)


NULLABLE = {"due_at", "player", "turn_s", "auction_s"}
"""Fields that may be null, in some event or another."""

BASE: dict[str, Any] = json.loads(VECTOR) | {"prev": t.GENESIS, "hash": VECTOR_HASH}


def of(type: str, **data: Any) -> dict[str, Any]:
    return BASE | {"type": type, "data": data}


CREATED = {
    "ruleset": "ten/1",
    "host": UUID,
    "seats": [{"seat": 1, "kind": "human", "player": None}],
    "options": {},
    "commitment": "f" * 64,
}
SCORED = {
    "seat": 1,
    "points": 1,
    "runs": {"R": {"start": 4, "length": 1, "cards": ["R4"]}},
    "tokens": 0,
    "cards": 1,
    "rank": 1,
}
PAID = {"tokens": 1, "busts": 0, "cards": []}

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "seat 0": (of("BidPassed", seat=0), "seat: below 1"),
    "a card of no deck": (of("CardDrawn", seat=1, card="R0"), "card: not a card"),
    "a card in lower case": (of("CardDrawn", seat=1, card="r1"), "card: not a card"),
    "a decision of another kind": (
        of("DecisionOpened", seat=1, kind="pay", due_at=None),
        "kind: not one of the codes known here",
    ),
    "a due time of another form": (
        of("DecisionOpened", seat=1, kind="buy", due_at="2026-03-01T09:30:00Z"),
        "due_at: not of the form 2026-03-01T09:30:00.123456Z",
    ),
    "a cause of another kind": (
        of(
            "WentBust",
            seat=1,
            cause="luck",
            to_market=[],
            discarded=[],
            payouts={},
            bust_token=True,
        ),
        "cause: not one of the codes known here",
    ),
    "an object for a list": (of("AuctionOpened", card="RW", order={"1": 2}), "order: not a list"),
    "a payout of nothing": (
        of("NumbersTaken", seat=1, cards=[], discarded=[], payouts={"2": 0}),
        "payouts.2: below 1",
    ),
    "a payout to no seat": (
        of("NumbersTaken", seat=1, cards=[], discarded=[], payouts={"02": 1}),
        "payouts.02: not a seat",
    ),
    "a bid of nothing": (of("BidPlaced", seat=1, amount=0, payment=PAID), "amount: below 1"),
    "a payment out of order": (
        of("CardBought", seat=1, card="R1", payment=PAID | {"cards": ["B1", "R1"]}),
        "payment.cards: not in the canonical order",
    ),
    "a payment with a strange card": (
        of("CardBought", seat=1, card="R1", payment=PAID | {"cards": ["XX"]}),
        "payment.cards.0: not a card",
    ),
    "free text for a reason": (
        of("GamePaused", reason="Grandma is ill"),
        "reason: not one of the codes known here",
    ),
    "a player in capitals": (
        of("SeatReplaced", seat=1, player="A" + UUID[1:]),
        "player: not a UUID in lower case",
    ),
    "a player in braces": (
        of("SeatReplaced", seat=1, player="{" + UUID + "}"),
        "player: not a UUID in lower case",
    ),
    "a player and a line feed": (
        of("SeatReplaced", seat=1, player=UUID + "\n"),
        "player: not a UUID in lower case",
    ),
    "a lucky word in plain": (
        of("SeatClaimed", seat=1, player=UUID, word="sesame"),
        "word: not 64 lower-case hex digits or empty",
    ),
    "a seed in capitals": (of("DeckRevealed", seed="F" * 64), "seed: not 64 lower-case hex digits"),
    "a deck with none of a card": (
        of("GameStarted", deck={"R1": 0}, words=[], first_seat=1, shuffle="tenpost/1"),
        "deck.R1: below 1",
    ),
    "another shuffle": (
        of("GameStarted", deck={"R1": 1}, words=[], first_seat=1, shuffle="tenpost/2"),
        "shuffle: not one of the codes known here",
    ),
    "another ruleset": (
        of("GameCreated", **CREATED | {"ruleset": "ten/2"}),
        "ruleset: not one of the codes known here",
    ),
    "seats not counted from 1": (
        of("GameCreated", **CREATED | {"seats": [{"seat": 2, "kind": "bot", "player": None}]}),
        "seats: not the seats 1, 2, 3 and so on",
    ),
    "a seat of another kind": (
        of("GameCreated", **CREATED | {"seats": [{"seat": 1, "kind": "cat", "player": None}]}),
        "seats.0.kind: not one of the codes known here",
    ),
    "an unknown option": (
        of("GameCreated", **CREATED | {"options": {"speed": 1}}),
        "options.speed: unknown field",
    ),
    "a turn of no time": (
        of("GameCreated", **CREATED | {"options": {"turn_s": 0}}),
        "options.turn_s: below 1",
    ),
    "four counts of currency": (
        of("GameCreated", **CREATED | {"options": {"currency": [1, 2, 3, 4]}}),
        "options.currency: not five counts",
    ),
    "another choice": (
        of("GameCreated", **CREATED | {"options": {"undo": "always"}}),
        "options.undo: not a choice",
    ),
    "a run of no colour": (
        of("GameScored", results=[SCORED | {"runs": {"W": SCORED["runs"]}}], winners=[1]),
        "results.0.runs.W: not one of the codes known here",
    ),
    "a run with a field too many": (
        of(
            "GameScored",
            results=[
                SCORED | {"runs": {"R": {"start": 1, "length": 1, "cards": ["R1"], "end": 1}}}
            ],
            winners=[1],
        ),
        "results.0.runs.R.end: unknown field",
    ),
    "an actor of another kind": (
        BASE | {"meta": BASE["meta"] | {"by": "guest"}},
        "meta.by: not one who acts in a game",
    ),
    "an actor without a seat": (
        BASE | {"meta": BASE["meta"] | {"by": "seat:0"}},
        "meta.by: not one who acts in a game",
    ),
    "another way": (
        BASE | {"meta": BASE["meta"] | {"via": "fax"}},
        "meta.via: not one of the codes known here",
    ),
    "a command that is no UUID": (
        BASE | {"meta": BASE["meta"] | {"command": "1"}},
        "meta.command: not a UUID in lower case",
    ),
    "a time in another zone": (
        BASE | {"at": "2026-03-01T09:30:00.123456+00:00"},
        "at: not of the form 2026-03-01T09:30:00.123456Z",
    ),
    "a stream in capitals": (BASE | {"stream": "A" + UUID[1:]}, "stream: not a UUID in lower case"),
    "a short hash": (BASE | {"hash": "f" * 63}, "hash: not 64 lower-case hex digits"),
    "a hash in capitals": (BASE | {"prev": "F" * 64}, "prev: not 64 lower-case hex digits"),
    "schema 0": (BASE | {"schema": 0}, "schema: below 1"),
    "data that is a list": (BASE | {"data": []}, "data: not a valid mapping type"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_value_outside_its_bounds_is_refused_with_its_place(what: str) -> None:
    row, why = WRONG[what]
    assert reason(row) == why


def test_the_rows_that_are_changed_above_are_right_as_they_stand() -> None:
    rows = [
        BASE,
        of("GameCreated", **CREATED),
        of("GameScored", results=[SCORED], winners=[1]),
        of("CardBought", seat=1, card="R1", payment=PAID),
    ]
    assert len(read("\n".join(map(canonical, rows)))) == len(rows)
