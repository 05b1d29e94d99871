"""Events to text and back: canonical JSON, the hash chain, the envelope (events.md, "Envelope").

Two ways lead in. ``thaw`` and ``revive`` take what the store holds, trust it and are quick: no
schema runs for each event of a long game. Text from elsewhere comes in through ``events.lines``.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from json.encoder import encode_basestring as _quoted
from typing import Any

import orjson

from events import types as t
from events.ten.view import result
from events.upcast import UPCASTERS, Upcasters

LARGEST = 2**53 - 1
"""The largest whole number, either way from 0, that every JSON reader holds exactly."""

Data = dict[str, Any]


def _dump(value: Any) -> str:
    """Canonical JSON of data that is known to be within bounds. For anything else: ``canonical``."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def canonical(value: Any) -> str:
    """The canonical JSON of plain data (dict, list, tuple, str, int, bool, None).

    Raises ValueError, a short English phrase, for what the canonical form excludes.
    """
    try:
        _check(value)
        return _dump(value)
    except (RecursionError, orjson.JSONEncodeError):
        raise ValueError("nested too deeply") from None


def _check(value: Any) -> None:
    kind = type(value)
    if kind is str:
        _check_text(value)
    elif kind is int:
        if not -LARGEST <= value <= LARGEST:
            raise ValueError("a number of 2^53 or more")
    elif kind is dict:
        for key, held in value.items():
            if type(key) is not str or not key.isascii():
                raise ValueError("a key that is not ASCII text")
            _check_text(key)
            _check(held)
    elif kind is list or kind is tuple:
        for held in value:
            _check(held)
    elif kind is float:
        raise ValueError("a number that is not whole")
    elif kind is not bool and value is not None:
        raise ValueError(f"a {kind.__name__}, which JSON has not")


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError("a text with U+0000")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("a text with half a surrogate pair") from None


def hash_of(prev: str, body: str) -> str:
    """Lower-case hex SHA-256 of the 64 characters of ``prev`` followed by the stored text."""
    return hashlib.sha256((prev + body).encode()).hexdigest()


def at_text(moment: datetime) -> str:
    """The moment in UTC with six decimals: ``2026-03-01T09:30:00.123456Z``.

    Raises ValueError for a moment without a zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a moment without a zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def at_moment(text: str) -> datetime:
    """The moment that ``at_text`` writes this way; ValueError for every other writing."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or at_text(moment) != text:
        raise ValueError("not of the form 2026-03-01T09:30:00.123456Z")
    return moment.astimezone(UTC)


# Event -> data.


def _paid(payment: t.Payment) -> Data:
    return {"tokens": payment.tokens, "busts": payment.busts, "cards": list(payment.cards)}


def _payment_data(event: Any) -> Data:
    return {**event.__dict__, "payment": _paid(event.payment)}


def _created_data(event: t.GameCreated) -> Data:
    seats = [{"seat": of.seat, "kind": of.kind, "player": of.player} for of in event.seats]
    return {**event.__dict__, "seats": seats, "options": dict(event.options)}


def _scored_data(event: t.GameScored) -> Data:
    return {"results": [result(of) for of in event.results], "winners": list(event.winners)}


_DATA: dict[type[t.Event], Callable[[Any], Data]] = {
    t.BidPlaced: _payment_data,
    t.AuctionWon: _payment_data,
    t.CardBought: _payment_data,
    t.GameCreated: _created_data,
    t.GameScored: _scored_data,
}
"""The events that hold more than plain data; every other one is its own data."""


def data_of(event: t.Event) -> Data:
    """The event's ``data`` as on the wire: a new dict of plain JSON values."""
    make = _DATA.get(type(event))
    return event.__dict__.copy() if make is None else make(event)


# Data -> event.


def _payment(data: Data) -> None:
    paid = data["payment"]
    data["payment"] = t.Payment(paid["tokens"], paid["busts"], tuple(paid["cards"]))


def _created(data: Data) -> None:
    data["seats"] = [t.SeatSpec(of["seat"], of["kind"], of["player"]) for of in data["seats"]]


def _scored(data: Data) -> None:
    data["results"] = [_result(of) for of in data["results"]]


def _result(of: Data) -> t.SeatResult:
    runs = {
        colour: t.Run(run["start"], run["length"], tuple(run["cards"]))
        for colour, run in of["runs"].items()
    }
    return t.SeatResult(of["seat"], of["points"], runs, of["tokens"], of["cards"], of["rank"])


NESTED: dict[str, Callable[[Data], None]] = {
    "BidPlaced": _payment,
    "AuctionWon": _payment,
    "CardBought": _payment,
    "GameCreated": _created,
    "GameScored": _scored,
}
"""Type -> what turns its nested data, in place, into the objects its class holds."""


def thaw(
    type: str,
    schema: int,
    data: Data,
    *,
    stream: str = "",
    version: int = 0,
    upcasters: Upcasters = UPCASTERS,
) -> t.Event:
    """The event that this data, trusted to be in the shape it claims, was written from.

    The event takes ``data`` over: the caller must not use it again. ``stream`` and ``version`` are
    for the error. Raises UnknownShape for a type or a schema that is not known here.
    """
    if upcasters.current.get(type) != schema:
        data = upcasters.upcast(type, schema, data, stream=stream, version=version)
    nested = NESTED.get(type)
    if nested is not None:
        nested(data)
    cls = t.CATALOGUE[type]
    event = cls.__new__(cls)
    event.__dict__.update(data)
    return event


# The envelope.


def record(
    stream: str,
    version: int,
    at: str,
    event: t.Event,
    meta: t.Meta,
    prev: str,
    *,
    upcasters: Upcasters = UPCASTERS,
) -> t.Recorded:
    """The event in its envelope, in the current shape of its type, with body and hash.

    Raises ValueError if the options of a ``GameCreated``, the one place where values come from far
    away, are outside the canonical form.
    """
    kind = type(event)
    name = kind.__name__
    schema = upcasters.current[name]
    make = _DATA.get(kind)
    if make is None:
        data = _dump(event.__dict__)
    elif kind is t.GameCreated:
        data = canonical(make(event))
    else:
        data = _dump(make(event))
    # The keys stand in sorted order; tests hold this text against `canonical`.
    body = (
        f'{{"at":{_quoted(at)},"data":{data},"meta":{{"by":{_quoted(meta.by)},'
        f'"command":{_quoted(meta.command)},"via":{_quoted(meta.via)}}},"schema":{schema},'
        f'"stream":{_quoted(stream)},"type":"{name}","version":{version}}}'
    )
    return t.Recorded(
        stream, version, name, schema, at, event, meta, prev, hash_of(prev, body), body
    )


def revive(body: str, prev: str, hash: str, *, upcasters: Upcasters = UPCASTERS) -> t.Recorded:
    """The recorded event of a stored body, which is trusted; its hash is not computed.

    ``schema`` and ``body`` stay as stored, ``event`` is in the current shape. Raises UnknownShape.
    """
    row = orjson.loads(body)
    stream, version, name, schema = row["stream"], row["version"], row["type"], row["schema"]
    event = thaw(name, schema, row["data"], stream=stream, version=version, upcasters=upcasters)
    meta = row["meta"]
    return t.Recorded(
        stream,
        version,
        name,
        schema,
        row["at"],
        event,
        t.Meta(meta["by"], meta["via"], meta["command"]),
        prev,
        hash,
        body,
    )


def line(recorded: t.Recorded) -> str:
    """The export line, without its line feed: the stored text with ``hash`` and ``prev`` put in.

    Raises ValueError if the recorded event has no body.
    """
    body = recorded.body
    # A quote that follows a comma is never inside a text, where it would follow a backslash; so the
    # last places that look like these two keys are these two keys.
    meta = body.rindex(',"meta":')
    schema = body.rindex(',"schema":', meta)
    return (
        f'{body[:meta]},"hash":"{recorded.hash}"{body[meta:schema]},"prev":"{recorded.prev}"'
        f"{body[schema:]}"
    )
