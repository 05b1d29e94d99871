"""What a seat's last mail showed: where the recap of the next one begins.

It is noted in the row of the mail when the row is marked as sent.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select, tuple_

from events.codec import at_moment, at_text
from events.outbox import Claim
from events.store import Reader
from events.tables import outbox


class Shown(NamedTuple):
    """The version of the table, 0 before the first mail, and when the last line was said that was told."""

    version: int
    heard: datetime | None


NOTHING = Shown(0, None)

_LAST = (
    select(outbox.c.payload)
    .where(
        outbox.c.game == bindparam("game"),
        outbox.c.seat == bindparam("seat"),
        outbox.c.status == "sent",
    )
    .order_by(outbox.c.id.desc())
    .limit(1)
)


def last_shown(reader: Reader, game: str, seat: int) -> Shown:
    """By the last mail that went to this seat."""
    at = {"game": game, "seat": seat}
    return _shown(reader.connection.execute(_LAST, at).scalar_one_or_none())


def last_shown_of(reader: Reader, seats: Sequence[tuple[str, int]]) -> dict[tuple[str, int], Shown]:
    """(game, seat) -> its ``last_shown``, of several at once."""
    if not seats:
        return {}
    last = (
        select(func.max(outbox.c.id))
        .where(tuple_(outbox.c.game, outbox.c.seat).in_(seats), outbox.c.status == "sent")
        .group_by(outbox.c.game, outbox.c.seat)
    )
    asked = select(outbox.c.game, outbox.c.seat, outbox.c.payload).where(outbox.c.id.in_(last))
    found = {(row.game, row.seat): row.payload for row in reader.connection.execute(asked)}
    return {seat: _shown(found.get(seat)) for seat in seats}


def _shown(payload: Mapping[str, Any] | None) -> Shown:
    if not payload:
        return NOTHING
    heard = payload.get("heard")
    return Shown(int(payload.get("shown", 0)), None if heard is None else at_moment(heard))


def noted(taken: Claim, shown: Shown | None, address: str | None) -> Mapping[str, Any]:
    """The row's payload, with what its mail shows (None for a mail that shows no table) and the id of the
    address that it went to, for a bounce."""
    found = dict(taken.payload)
    if shown is not None:
        found["shown"] = shown.version
    if shown is not None and shown.heard is not None:
        found["heard"] = at_text(shown.heard)
    if address is not None:
        found["to"] = address
    return found
