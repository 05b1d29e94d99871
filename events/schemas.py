"""The shapes of events.md as marshmallow schemas, for text that comes from elsewhere.

Most are made from the catalogue: a field's name says what it holds, ``_FIELDS`` once and for all; the
few names with a second meaning stand in ``_SPECIAL``. Strict throughout: unknown fields, missing
fields and values of a neighbouring kind (true or "1" for 1) are refused.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields as dataclass_fields
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from events import types as t
from events.codec import at_moment
from events.ten.cards import CODES, COLOURS, ORDER

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
_HEX = re.compile(r"[0-9a-f]{64}\Z")
_WORD = re.compile(r"([0-9a-f]{64})?\Z")
_SEAT_KEY = re.compile(r"[1-9][0-9]?\Z")
_BY = re.compile(r"((seat|bot):[1-9][0-9]?|house|host|clock|system)\Z")
_TYPE = re.compile(r"[A-Za-z][A-Za-z0-9]{0,63}\Z")

VIA = ("web", "mail", "api", "order", "sweep", "bot", "cli")


class _Whole(fields.Field[int]):
    """A JSON number without fraction or exponent, not below ``least``."""

    def __init__(self, least: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least = least

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ValidationError("not a whole number")
        if value < self.least:
            raise ValidationError(f"below {self.least}")
        return value


class _Flag(fields.Field[bool]):
    """true or false, and no word for them."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError("neither true nor false")
        return value


class _Array(fields.List[Any]):
    """A JSON array; the field it is made from would also take an object's keys."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if type(value) is not list:
            raise ValidationError("not a list")
        return super()._deserialize(value, *args, **kwargs)


def _whole(least: int, **kwargs: Any) -> _Whole:
    return _Whole(least, required=True, **kwargs)


def _text(shape: re.Pattern[str], what: str, **kwargs: Any) -> fields.String:
    return fields.String(
        required=True, validate=validate.Regexp(shape, error=f"not {what}"), **kwargs
    )


def _code(codes: Iterable[str], what: str = "one of the codes known here") -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(codes, error=f"not {what}"))


def _array(inner: fields.Field[Any], **kwargs: Any) -> _Array:
    return _Array(inner, required=True, **kwargs)


def _object(keys: fields.Field[Any], values: fields.Field[Any]) -> fields.Dict:
    return fields.Dict(keys=keys, values=values, required=True)


def _moment(text: str) -> None:
    try:
        at_moment(text)
    except ValueError:
        raise ValidationError("not of the form 2026-03-01T09:30:00.123456Z") from None


def _sorted(codes: Sequence[str]) -> None:
    places = [ORDER[code] for code in codes]
    if places != sorted(places):
        raise ValidationError("not in the canonical order")


def _counted(seats: Sequence[Mapping[str, Any]]) -> None:
    if [of["seat"] for of in seats] != list(range(1, len(seats) + 1)):
        raise ValidationError("not the seats 1, 2, 3 and so on")


_seat = _whole(1)
_card = _code(CODES, "a card")
_cards = _array(_card)
_seats = _array(_seat)
_player = _text(_UUID, "a UUID in lower case")
_hex = _text(_HEX, "64 lower-case hex digits")
_word = _text(_WORD, "64 lower-case hex digits or empty")
_payouts = _object(_text(_SEAT_KEY, "a seat"), _whole(1))
_at = fields.String(required=True, validate=_moment)
_due_at = fields.String(required=True, allow_none=True, validate=_moment)
_decision = _code(("draw", "bid", "buy"))


class _Options(Schema):
    """The choices of the host; what is absent has the value of ruleset ten/1."""

    currency = _Array(_whole(0), validate=validate.Length(equal=5, error="not five counts"))
    turn_s = _Whole(1, allow_none=True)
    auction_s = _Whole(1, allow_none=True)
    timeouts = fields.String(validate=validate.OneOf(("autoplay", "wait"), error="not a choice"))
    undo = fields.String(validate=validate.OneOf(("consent", "free", "none"), error="not a choice"))
    vacation_days = _Whole(0)
    spectators = fields.String(validate=validate.OneOf(("open", "closed"), error="not a choice"))


class _Meta(Schema):
    by = _text(_BY, "one who acts in a game")
    via = _code(VIA)
    command = _player


class _Envelope(Schema):
    stream = _player
    version = _whole(1)
    type = _text(_TYPE, "the name of a type")
    schema = _whole(1)
    at = _at
    data = fields.Dict(required=True)
    meta = fields.Nested(_Meta, required=True)
    prev = _hex
    hash = _hex


_FIELDS: dict[str, fields.Field[Any]] = {
    "agree": _Flag(required=True),
    "amount": _whole(1),
    "bust_token": _Flag(required=True),
    "busts": _whole(0),
    "card": _card,
    "cards": _cards,
    "cause": _code(("numbers", "currency")),
    "commitment": _hex,
    "deck": _object(_card, _whole(1)),
    "discarded": _cards,
    "due_at": _due_at,
    "first_seat": _seat,
    "from_version": _whole(1),
    "host": _player,
    "kind": _decision,
    "length": _whole(1),
    "missed": _whole(1),
    "options": fields.Nested(_Options, required=True),
    "order": _seats,
    "payouts": _payouts,
    "player": _player,
    "points": _whole(0),
    "rank": _whole(1),
    "reason": _code(t.REASONS),
    "ruleset": _code((t.RULESET,)),
    "seat": _seat,
    "seed": _hex,
    "shuffle": _code((t.SHUFFLE,)),
    "start": _whole(1),
    "to_market": _cards,
    "to_version": _whole(1),
    "tokens": _whole(0),
    "turn": _whole(1),
    "winners": _seats,
    "word": _word,
    "words": _array(_word),
}
"""Field name -> what a field of this name holds, wherever it stands."""


def _schema(cls: type, special: Mapping[str, fields.Field[Any]] | None = None) -> type[Schema]:
    own = special or {}
    names = [each.name for each in dataclass_fields(cls)]
    return Schema.from_dict(
        {name: own[name] if name in own else _FIELDS[name] for name in names}, name=cls.__name__
    )


_payment = fields.Nested(
    _schema(t.Payment, {"cards": _array(_card, validate=_sorted)}), required=True
)
_spec = _schema(
    t.SeatSpec,
    {
        "kind": _code(("human", "bot", "house")),
        "player": _text(_UUID, "a UUID in lower case", allow_none=True),
    },
)
_result = _schema(
    t.SeatResult,
    {
        "runs": _object(_code(COLOURS), fields.Nested(_schema(t.Run), required=True)),
        "cards": _whole(0),
    },
)

_SPECIAL: Mapping[type[t.Event], Mapping[str, fields.Field[Any]]] = {
    t.GameCreated: {"seats": _array(fields.Nested(_spec), validate=_counted)},
    t.BidPlaced: {"payment": _payment},
    t.AuctionWon: {"payment": _payment},
    t.CardBought: {"payment": _payment},
    t.GameScored: {"results": _array(fields.Nested(_result))},
}

ENVELOPE = _Envelope()
"""The nine fields; of ``data`` only that it is an object."""

EVENTS: Mapping[str, Schema] = {
    name: _schema(cls, _SPECIAL.get(cls))() for name, cls in t.CATALOGUE.items()
}
"""Type -> its current shape."""


def faults(schema: Schema, data: Mapping[str, Any]) -> dict[str, str]:
    """Field -> what is wrong there, a short English phrase, for the fields that are wrong."""
    found: Mapping[str, Any] = schema.validate(data)
    return {str(name): _first(_shown(str(name)), wrong) for name, wrong in found.items()}


def _first(path: str, wrong: Any) -> str:
    """The first message of marshmallow's tree, with the way that leads to it."""
    while isinstance(wrong, Mapping):
        key, wrong = next(iter(wrong.items()))
        if key not in ("key", "value", "_schema"):
            path += f".{_shown(str(key))}"
    message = str(wrong[0]).rstrip(".")
    return f"{path}: {message[0].lower()}{message[1:]}"


def _shown(name: str) -> str:
    """A field's name as it may be printed: a strange one could hold anything."""
    return name if re.fullmatch(r"[0-9A-Za-z_]{1,40}", name) else "(a strange name)"
