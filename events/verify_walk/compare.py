"""Event against event: what the rules lead to, and what a log says."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from events import types as t
from events.codec import data_of
from events.errors import LogFault
from events.verify_chance import fault

FREE = frozenset(("due_at", "reason", "player", "host"))
"""Fields that no rule determines (events.md, "The shuffle"); ``lines`` has seen to their form."""

LONGEST = 160
"""Characters of a value that a reason shows."""


def apart(events: Sequence[t.Recorded]) -> LogFault | None:
    """The first of one command's events whose ``meta`` or ``at`` is not that of most of them."""
    shared = [(each.meta, each.at) for each in events]
    if len(set(shared)) < 2:
        return None
    most = Counter(shared).most_common(1)[0][0]
    odd = next(each for each, told in zip(events, shared, strict=True) if told != most)
    name = "meta" if odd.meta != most[0] else "at"
    return fault(odd, f"{name} is not that of the other events of its command")


def difference(want: t.Event, got: t.Event) -> str | None:
    """What is wrong with ``got`` where the rules lead to ``want``; None if nothing is."""
    if type(want) is not type(got):
        return f"{type(got).__name__} stands where {_outline(want)} is due"
    expected, actual = data_of(want), data_of(got)
    for name, value in expected.items():
        if name not in FREE:
            found = _unlike(name, value, actual[name])
            if found is not None:
                return found
    return None


def _unlike(path: str, want: Any, got: Any) -> str | None:
    """Where and how two pieces of data differ; a list and a tuple are the same thing here."""
    if isinstance(want, Mapping) and isinstance(got, Mapping):
        if want.keys() == got.keys():
            pairs = ((f"{path}.{key}", want[key], got[key]) for key in sorted(want))
            return next((found for pair in pairs if (found := _unlike(*pair))), None)
    elif isinstance(want, list | tuple) and isinstance(got, list | tuple):
        if len(want) == len(got) and any(isinstance(each, Mapping) for each in want):
            numbered = enumerate(zip(want, got, strict=True))
            pairs = ((f"{path}[{place}]", *pair) for place, pair in numbered)
            return next((found for pair in pairs if (found := _unlike(*pair))), None)
        if list(want) == list(got) and list(map(type, want)) == list(map(type, got)):
            return None
    elif type(want) is type(got) and want == got:
        return None
    return f"{path} is {_shown(got)}, expected {_shown(want)}"


def _outline(event: t.Event) -> str:
    name = type(event).__name__
    seat = getattr(event, "seat", None)
    return name if seat is None else f"{name} of seat {seat}"


def _shown(value: Any) -> str:
    """A value as it stands in a log, cut if it is long."""
    text = json.dumps(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
