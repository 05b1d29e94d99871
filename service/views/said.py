"""The talk of a table, for the pages of its seats."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from events.store import Reader
from service import talk
from service.extensions import services
from service.views.seat import Door

FEW = 6
"""Lines beside the table; the seat's own page has the rest."""
MANY = 200


@dataclass(frozen=True)
class Said:
    """A line; ``erasable`` by whoever looks."""

    id: str
    name: str
    text: str
    at: datetime
    erasable: bool


@dataclass(frozen=True)
class Talk:
    """``more``: there are earlier lines. ``draft`` is what was not taken, ``problem`` why; ``command`` is the
    form's one-time id."""

    lines: Sequence[Said]
    more: bool
    draft: str
    problem: str | None
    command: str
    longest: int = talk.LONGEST


def talk_of(
    door: Door,
    names: Mapping[int, str],
    most: int,
    draft: str = "",
    problem: str | None = None,
    reader: Reader | None = None,
) -> Talk:
    """The last lines, at most so many. Who sits there no more goes by the seat's number. reader: where
    somebody has one open already."""
    with nullcontext(reader) if reader is not None else services().store.read() as reader:
        found = talk.lines_of(reader.connection, door.game, most + 1)
    lines = []
    for line in found[-most:]:
        place = door.people.get(line.seat)
        still = place is not None and place.person == line.person
        name = door.words.seat(line.seat, names if still else {})
        own = line.person == door.place.person
        lines.append(Said(line.id, name, line.text, line.at, own or door.host))
    return Talk(lines, len(found) > most, draft, problem, str(uuid4()))
