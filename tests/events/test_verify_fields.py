"""Every field of the catalogue that the rules determine: changed, and the rest hashed again, ``verify``
names the very event.

Some fields are choices. A choice that is legal all the same is no fault, or shows only where a later
event repeats it (``BidPlaced.amount`` in ``AuctionWon``, ``UndoProposed.to_version`` in
``MovesUndone``, ``agree`` in whether the vote carries); here they are changed to what is not legal.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

import pytest

from events import types as t
from events.codec import data_of
from events.errors import LogFault
from events.ten.cards import CODES
from tests.events.forgeries import fault_of, forged, instances, rewritten, version_of, with_data

FREE = {"due_at", "reason", "player", "host"}
"""No rule determines these (events.md)."""

NOT_HERE = {
    ("GameCreated", "seats"): "a choice; one that makes no game is in test_verify_evidence",
    ("GameCreated", "options"): "a choice; see test_verify_evidence",
    ("PauseVoted", "agree"): "a choice; see test_verify_evidence",
    ("AbandonVoted", "agree"): "a choice; see test_verify_evidence",
    ("UndoVoted", "agree"): "a choice; see test_verify_evidence",
}

NO_SUCH_SEAT = 9

Changes = Callable[[Any], list[Any]]


def _padded(payment: dict[str, Any]) -> list[Any]:
    """A token too many, and a piece too few (B1)."""
    changes = [{**payment, "tokens": payment["tokens"] + 1}]
    for piece in ("tokens", "busts"):
        if payment[piece]:
            changes.append({**payment, piece: payment[piece] - 1})
    if payment["cards"]:
        changes.append({**payment, "cards": payment["cards"][1:]})
    return changes


CHOICES: Mapping[tuple[str, str], Changes] = {
    **{
        (name, "seat"): lambda seat: [NO_SUCH_SEAT]
        for name in (
            "SeatClaimed",
            "SeatDeclined",
            "PauseProposed",
            "PauseVoted",
            "AbandonProposed",
            "AbandonVoted",
            "UndoProposed",
            "UndoVoted",
            "SeatHandedToBot",
            "SeatReturned",
            "SeatReplaced",
        )
    },
    ("BidPlaced", "amount"): lambda amount: [amount + 40],
    ("BidPlaced", "payment"): _padded,
    ("CardBought", "payment"): _padded,
    ("CardBought", "card"): lambda card: ["WW"],
    ("UndoProposed", "to_version"): lambda version: [1, version + 5000],
}
"""Type and field -> values that are not legal, where others might be."""


def changes(name: str, field: str, value: Any) -> list[Any]:
    """Other values of the same kind, each wrong in this place."""
    choice = CHOICES.get((name, field))
    return choice(value) if choice is not None else list(_others(field, value))


def _others(field: str, value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value + 3
        if value > 1:
            yield value - 1
    elif isinstance(value, str):
        yield from _other_texts(value)
    elif isinstance(value, list):
        yield from _other_lists(field, value)
    elif isinstance(value, dict):
        yield from _other_objects(field, value)


def _other_texts(value: str) -> Iterator[str]:
    if value in CODES:
        place = CODES.index(value)
        yield CODES[(place + 1) % len(CODES)]
        yield CODES[(place + 20) % len(CODES)]
    elif len(value) == 64:
        yield value[:-1] + ("0" if value[-1] != "0" else "1")
    elif not value:
        yield "0" * 64
    else:
        yield from {"draw", "bid", "buy", "numbers", "currency"} - {value}


def _other_lists(field: str, value: list[Any]) -> Iterator[list[Any]]:
    if value != value[::-1]:
        yield value[::-1]
    if value:
        yield value[1:]
        for other in _others(field, value[0]):
            yield [other, *value[1:]]
    else:
        yield ["R1"] if field in ("cards", "discarded", "to_market") else [1]
    if value and not isinstance(value[0], dict):
        yield [*value, value[-1]]


def _other_objects(field: str, value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key, held in value.items():
        yield {name: other for name, other in value.items() if name != key}
        for other in _others(key, held):
            yield {**value, key: other}
    if field == "payouts":
        free = next(key for key in "123456789" if key not in value)
        yield {**value, free: 1}


DETERMINED = [
    (name, field.name)
    for name, cls in t.CATALOGUE.items()
    for field in fields(cls)
    if field.name not in FREE and (name, field.name) not in NOT_HERE
]


@pytest.mark.parametrize(("name", "field"), DETERMINED, ids=[".".join(each) for each in DETERMINED])
def test_a_changed_field_is_named(name, field):
    tried = 0
    for log, each in instances(name):
        for value in changes(name, field, data_of(each.event)[field])[:12]:
            try:
                log_with_it = forged(log, with_data(each, **{field: value}))
            except LogFault as unreadable:
                fault: LogFault | None = unreadable
            else:
                fault = fault_of(log_with_it)
            assert version_of(fault) == each.version, (value, fault)
            assert fault is not None
            assert fault.params["type"] == name
            tried += 1
    assert tried


@pytest.mark.parametrize("name", [name for name, cls in t.CATALOGUE.items() if fields(cls)])
def test_a_missing_field_is_named(name):
    _, each = instances(name)[0]
    for field in fields(t.CATALOGUE[name]):
        data = dict(data_of(each.event))
        del data[field.name]
        with pytest.raises(LogFault) as caught:
            rewritten(each, data=data)
        assert caught.value.params["version"] == each.version


OTHERS: Mapping[str, Callable[[Any], Any]] = {
    "due_at": lambda due_at: "2031-01-01T00:00:00.000000Z",
    "reason": lambda reason: "weekend" if reason != "weekend" else "left",
    "player": lambda player: "00000000-0000-4000-a000-00000000beef",
    "host": lambda host: "00000000-0000-4000-a000-00000000beef",
}

UNDETERMINED = [
    (name, field.name)
    for name, cls in t.CATALOGUE.items()
    for field in fields(cls)
    if field.name in FREE
]


@pytest.mark.parametrize(
    ("name", "field"), UNDETERMINED, ids=[".".join(each) for each in UNDETERMINED]
)
def test_what_no_rule_determines_is_no_fault(name, field):
    for log, each in instances(name):
        value = OTHERS[field](data_of(each.event)[field])
        assert fault_of(forged(log, with_data(each, **{field: value}))) is None
