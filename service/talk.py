"""Short lines that people say to their table. They lie beside the log, never in it, and can be erased.

Whoever holds a seat may read and say them; spectators never see them. A line can be erased by who said
it and by the host, and it goes with the person.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select

from events import errors
from events.store import Unit
from service.people import hold_person
from service.tables import talk
from service.typed import is_blank

LONGEST: Final = 240
"""Characters of a line."""
A_DAY: Final = 30
"""Lines that a seat may say in ``DAY``."""
DAY: Final = timedelta(days=1)
NEWEST: Final = timedelta(days=30)
"""What is older is not told in a mail any more."""

_TICK: Final = timedelta(microseconds=1)
_HARMFUL: Final = ("Cc", "Cs", "Zl", "Zp")
_OVERRIDES: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


class TalkEmpty(errors.Refusal):
    """A line has something in it that can be seen."""

    code = "talk-empty"


class TalkTooLong(errors.Refusal):
    """Parameters: most, length (characters)."""

    code = "talk-too-long"


class TalkTooMuch(errors.Refusal):
    """The seat has said as many lines as it may in a day. Parameters: most."""

    code = "talk-too-much"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was said; ``version`` is the game's then, ``id`` that of the form or mail that said it."""

    id: str
    game: str
    seat: int
    person: str
    text: str
    version: int
    at: datetime


def fit_line(text: str) -> str:
    """The text on one line in NFC, without control characters. Raises TalkEmpty or TalkTooLong."""
    composed = unicodedata.normalize("NFC", text)
    shown = (
        " " if unicodedata.category(sign) in _HARMFUL or sign in _OVERRIDES else sign
        for sign in composed
    )
    line = " ".join("".join(shown).split())
    if is_blank(line):
        raise TalkEmpty()
    if len(line) > LONGEST:
        raise TalkTooLong(most=LONGEST, length=len(line))
    return line


_LAST = select(func.max(talk.c.created)).where(talk.c.game == bindparam("of_game"))
_LATELY = (
    select(func.count())
    .select_from(talk)
    .where(talk.c.game == bindparam("of_game"), talk.c.seat == bindparam("of_seat"))
    .where(talk.c.created > bindparam("since"))
)


def say(unit: Unit, id: str, game: str, seat: int, person: str, text: str, now: datetime) -> None:
    """Say a line, once: the same id again changes nothing.

    Raises UnknownGame, NotAPlayer (the person has left for good), TalkEmpty, TalkTooLong or TalkTooMuch;
    then nothing was said.
    """
    line = fit_line(text)
    # One after another: who has heard a line has heard all before it.
    head = unit.lock(game)
    if head is None:
        raise errors.UnknownGame(game=game)
    if not hold_person(unit.connection, person):
        raise errors.NotAPlayer(seat=seat)
    if unit.connection.execute(select(talk.c.id).where(talk.c.id == id)).first() is not None:
        return
    of = {"of_game": game, "of_seat": seat}
    if unit.connection.execute(_LATELY, {**of, "since": now - DAY}).scalar_one() >= A_DAY:
        raise TalkTooMuch(most=A_DAY)
    last = unit.connection.execute(_LAST, of).scalar_one()
    unit.connection.execute(
        insert(talk).values(
            id=id,
            game=game,
            seat=seat,
            person=person,
            text=line,
            version=head.version,
            created=now if last is None else max(now, last + _TICK),
        )
    )


def lines_of(conn: Connection, game: str, most: int) -> list[Line]:
    """The last lines of a table, the oldest of them first."""
    rows = conn.execute(
        select(talk).where(talk.c.game == game).order_by(talk.c.created.desc()).limit(most)
    ).all()
    return [_line(row) for row in reversed(rows)]


def lines_since(conn: Connection, games: Sequence[str], after: datetime) -> dict[str, list[Line]]:
    """Game -> the lines said at its table after a moment, the oldest first."""
    found: dict[str, list[Line]] = {game: [] for game in games}
    if games:
        said = select(talk).where(talk.c.game.in_(games), talk.c.created > after)
        for row in conn.execute(said.order_by(talk.c.created)):
            found[row.game].append(_line(row))
    return found


def erase(conn: Connection, game: str, id: str, person: str | None = None) -> bool:
    """Whether there was such a line; ``person``: only if they said it."""
    gone = delete(talk).where(talk.c.game == game, talk.c.id == id)
    if person is not None:
        gone = gone.where(talk.c.person == person)
    return conn.execute(gone).rowcount == 1


def _line(row: Row[tuple[object, ...]]) -> Line:
    return Line(row.id, row.game, row.seat, row.person, row.text, row.version, row.created)
