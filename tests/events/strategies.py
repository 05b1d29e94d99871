"""Any event of the catalogue, for hypothesis: well-formed, not necessarily possible in a game.

A field's name says what it holds, as in the catalogue; the few names with a second meaning are named
by class. Import `SEEDED` too: the same examples on every run, and no clock.
"""

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from events import types as t
from events.codec import LARGEST, at_text, record
from events.ten.cards import CODES, COLOURS, in_order

SEEDED = settings(derandomize=True, deadline=None, max_examples=40)

DIGITS = "0123456789abcdef"

seats = st.integers(1, 6)
counts = st.integers(0, LARGEST)
versions = st.integers(1, LARGEST)
cards = st.sampled_from(CODES)
piles = st.lists(cards, max_size=9)
orders = st.lists(seats, max_size=5, unique=True)
uuids = st.uuids().map(str)
hashes = st.text(DIGITS, min_size=64, max_size=64)
words = st.just("") | hashes
moments = st.datetimes(datetime(1970, 1, 1), datetime(2999, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
ats = moments.map(at_text)
decisions = st.sampled_from(("draw", "bid", "buy"))
payments = st.builds(t.Payment, counts, counts, piles.map(lambda pile: tuple(in_order(pile))))
runs = st.builds(
    t.Run, st.integers(1, 9), st.integers(1, 9), st.lists(cards, max_size=9).map(tuple)
)
results = st.builds(
    t.SeatResult,
    seats,
    counts,
    st.dictionaries(st.sampled_from(COLOURS), runs),
    counts,
    counts,
    st.integers(1, 5),
)
options = st.fixed_dictionaries(
    {},
    optional={
        "currency": st.lists(st.integers(0, 27), min_size=5, max_size=5),
        "turn_s": st.none() | versions,
        "auction_s": st.none() | versions,
        "timeouts": st.sampled_from(("autoplay", "wait")),
        "undo": st.sampled_from(("consent", "free", "none")),
        "vacation_days": counts,
        "spectators": st.sampled_from(("open", "closed")),
    },
)


@st.composite
def specs(draw: st.DrawFn) -> list[t.SeatSpec]:
    """Seats 1, 2, 3 ... as they are set up."""
    kinds = draw(st.lists(st.sampled_from(("human", "bot", "house")), min_size=1, max_size=5))
    return [t.SeatSpec(seat, kind, None) for seat, kind in enumerate(kinds, 1)]


FIELDS: Mapping[str, st.SearchStrategy[Any]] = {
    "agree": st.booleans(),
    "amount": versions,
    "bust_token": st.booleans(),
    "card": cards,
    "cards": piles,
    "cause": st.sampled_from(("numbers", "currency")),
    "commitment": hashes,
    "deck": st.dictionaries(cards, st.integers(1, 6)),
    "discarded": piles,
    "due_at": st.none() | ats,
    "first_seat": seats,
    "from_version": versions,
    "host": uuids,
    "kind": decisions,
    "missed": versions,
    "options": options,
    "order": orders,
    "payment": payments,
    "payouts": st.dictionaries(seats.map(str), versions),
    "player": uuids,
    "reason": st.sampled_from(t.REASONS),
    "results": st.lists(results, max_size=5),
    "ruleset": st.just(t.RULESET),
    "seat": seats,
    "seats": specs(),
    "seed": hashes,
    "shuffle": st.just(t.SHUFFLE),
    "to_market": piles,
    "to_version": versions,
    "tokens": counts,
    "turn": versions,
    "winners": orders,
    "word": words,
    "words": st.lists(words, max_size=5),
}
"""Field name -> what a field of this name may hold, in whichever event it stands."""


def event(cls: type[t.Event]) -> st.SearchStrategy[t.Event]:
    """Any event of one class."""
    return st.builds(cls, **{each.name: FIELDS[each.name] for each in fields(cls)})  # type: ignore[arg-type]


events = st.one_of([event(cls) for cls in t.CATALOGUE.values()])
"""Any event."""

metas = st.builds(
    t.Meta,
    st.sampled_from(("house", "host", "clock", "system"))
    | st.builds("{}:{}".format, st.sampled_from(("seat", "bot")), seats),
    st.sampled_from(("web", "mail", "api", "order", "sweep", "bot", "cli")),
    uuids,
)


def recorded(of: st.SearchStrategy[t.Event] = events) -> st.SearchStrategy[t.Recorded]:
    """Any event in its envelope, its hash right for its ``prev``."""
    return st.builds(record, uuids, versions, ats, of, metas, hashes)
