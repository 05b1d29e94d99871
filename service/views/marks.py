"""A short text that is another one as soon as a table looks otherwise, found without looking at the game.

It is ``version.lines.digest``: the game's version, how many lines of talk there are, and a digest of what
else is shown. What a seat itself does behind the page is not in it: that leads to a page anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from sqlalchemy import BindParameter, bindparam, func, select

from events.store import Head, Reader
from events.tables import games
from service.people import Place
from service.tables import talk, vacations

_DIGITS = 16


@dataclass(frozen=True)
class Mark:
    version: int
    lines: int
    digest: str

    def __str__(self) -> str:
        return f"{self.version}.{self.lines}.{self.digest}"


_GAME: BindParameter[str] = bindparam("of_game")
_BESIDE = select(
    select(func.count()).where(talk.c.game == _GAME).scalar_subquery().label("lines"),
    select(func.max(talk.c.created)).where(talk.c.game == _GAME).scalar_subquery().label("said"),
    select(games.c.due_at).where(games.c.game == _GAME).scalar_subquery().label("due"),
)
_AWAY = (
    select(vacations.c.id, vacations.c.first, vacations.c.last)
    .where(vacations.c.game == _GAME)
    .order_by(vacations.c.id)
)


def mark_of_table(head: Head, held: Mapping[int, Place]) -> Mark:
    """Of the table that everybody may see, with these people at it."""
    return Mark(head.version, 0, _digest(head.hash, *_seats(held)))


def mark_of_seats(
    reader: Reader, game: str, head: Head, held: Mapping[int, Place], now: datetime
) -> Mark:
    """Of the table as its seats see it."""
    of = {"of_game": game}
    beside = reader.connection.execute(_BESIDE, of).one()
    away = [tuple(row) for row in reader.connection.execute(_AWAY, of)]
    late = beside.due is not None and beside.due <= now
    digest = _digest(head.hash, *_seats(held), beside.said, late, *away)
    return Mark(head.version, beside.lines, digest)


def parsed(text: str) -> tuple[int, int] | None:
    """(version, lines) of a mark that a page had; None for what is none."""
    version, _, rest = text.partition(".")
    lines, _, digest = rest.partition(".")
    numbers = version, lines
    if not digest or not all(n.isascii() and n.isdecimal() and len(n) < 10 for n in numbers):
        return None
    return int(version), int(lines)


def _seats(held: Mapping[int, Place]) -> list[object]:
    """What of the people at the table is seen there."""
    return [
        (seat, place.name, place.muted, place.address is None, place.address_state)
        for seat, place in sorted(held.items())
    ]


def _digest(*shown: object) -> str:
    return sha256(repr(shown).encode()).hexdigest()[:_DIGITS]
