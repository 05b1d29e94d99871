"""The log of a seat's sealed orders: a private stream, in the table of events, apart from the game's.

The stream's id is no UUID, so no game is called like it, and its kind is ``orders``, so nothing that goes
through the games meets it: no export, API, replay, page of another seat or mail. Its events are a
catalogue of their own, not that of ``events.types``. They know seats and player ids, nothing else of
a person.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import orjson

from events import types as t
from events.codec import canonical, hash_of
from events.errors import UnknownShape
from events.store import Head
from events.ten.orders import (
    BidOnKind,
    BidOnLot,
    BuyIfAble,
    DrawUntil,
    Held,
    NeverBuy,
    Order,
    key_of,
)


class OrderEvent(t.Event):
    """A fact about one seat's orders."""

    __slots__ = ()


@dataclass(frozen=True)
class OrderSet(OrderEvent):
    """order: as ``data_of`` gives it. player: who gave it; it binds nobody who takes the seat later.
    since: the version of the game at that moment."""

    order: Mapping[str, Any]
    player: str
    since: int


@dataclass(frozen=True)
class OrderWithdrawn(OrderEvent):
    """key: of the order that is no longer wanted."""

    key: str


@dataclass(frozen=True)
class OrderSpent(OrderEvent):
    """The order has acted, on the decision that was open at ``version`` of the game."""

    key: str
    version: int


CATALOGUE: Mapping[str, type[OrderEvent]] = {
    cls.__name__: cls for cls in (OrderSet, OrderWithdrawn, OrderSpent)
}
"""Wire name -> class, for every event of schema 1."""

_KINDS: Mapping[str, type[Any]] = {
    "lot": BidOnLot,
    "kind": BidOnKind,
    "buy": BuyIfAble,
    "never": NeverBuy,
    "draw": DrawUntil,
}


def data_of(order: Order) -> dict[str, Any]:
    """The order as plain JSON values: its fields, and ``kind``."""
    kind = next(name for name, cls in _KINDS.items() if type(order) is cls)
    data = {"kind": kind, **asdict(order)}
    return {**data, "use": list(data["use"])} if "use" in data else data


def order_of(data: Mapping[str, Any]) -> Order:
    """The order that ``data_of`` wrote this way. KeyError or TypeError for anything else."""
    fields = {name: value for name, value in data.items() if name != "kind"}
    if "use" in fields:
        fields["use"] = tuple(fields["use"])
    order: Order = _KINDS[data["kind"]](**fields)
    return order


# The stream.


def stream_of(game: str, seat: int) -> str:
    """The id of a seat's private stream."""
    return f"{game}:orders:{seat}"


class Kept(NamedTuple):
    """A stream at its head: key -> the order and who gave it, the oldest first."""

    head: Head
    orders: Mapping[str, tuple[Held, str]]

    def of(self, player: str | None) -> list[Held]:
        """The orders of one person: nobody else in the seat is bound by them, or sees them."""
        return [held for held, giver in self.orders.values() if giver == player]


EMPTY = Kept(Head(0, t.GENESIS, ""), {})


def fold(head: Head, bodies: Sequence[str]) -> Kept:
    """The orders after all these events. Raises UnknownShape for what a newer version wrote."""
    orders: dict[str, tuple[Held, str]] = {}
    for body in bodies:
        event = _thaw(body)
        if isinstance(event, OrderSet):
            order = order_of(event.order)
            # A new order about the same thing is the youngest again.
            orders.pop(key_of(order), None)
            orders[key_of(order)] = Held(order, event.since), event.player
        elif isinstance(event, OrderWithdrawn | OrderSpent):
            orders.pop(event.key, None)
    return Kept(head, orders)


def _thaw(body: str) -> OrderEvent:
    row = orjson.loads(body)
    name, schema = row["type"], row["schema"]
    if name not in CATALOGUE or schema != 1:
        where = {"stream": row["stream"], "version": row["version"]}
        raise UnknownShape(**where, type=name, schema=schema)
    return CATALOGUE[name](**row["data"])


def record(stream: str, after: Head, at: str, event: OrderEvent, meta: t.Meta) -> t.Recorded:
    """The event that follows ``after``, in an envelope like that of a game's events."""
    name, version = type(event).__name__, after.version + 1
    at = max(at, after.at)
    body = canonical(
        {
            "at": at,
            "data": dict(event.__dict__),
            "meta": {"by": meta.by, "via": meta.via, "command": meta.command},
            "schema": 1,
            "stream": stream,
            "type": name,
            "version": version,
        }
    )
    prev = after.hash
    return t.Recorded(stream, version, name, 1, at, event, meta, prev, hash_of(prev, body), body)
