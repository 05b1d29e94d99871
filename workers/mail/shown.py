"""Which version a seat's last mail showed: where the recap of the next one begins.

It is noted in the row of the mail when the row is marked as sent.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, func, select, tuple_

from events.outbox import Claim
from events.store import Reader
from events.tables import outbox

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


def last_shown(reader: Reader, game: str, seat: int) -> int:
    """The version of the last mail that went to this seat; 0 before the first."""
    at = {"game": game, "seat": seat}
    payload = reader.connection.execute(_LAST, at).scalar_one_or_none()
    return int((payload or {}).get("shown", 0))


def last_shown_of(reader: Reader, seats: Sequence[tuple[str, int]]) -> dict[tuple[str, int], int]:
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
    return {seat: int(found.get(seat, {}).get("shown", 0)) for seat in seats}


def noted(taken: Claim, version: int | None, address: str | None) -> Mapping[str, Any]:
    """The row's payload, with the version that its mail shows (None for a mail that shows no table) and
    the id of the address that it went to, for a bounce."""
    shown = {} if version is None else {"shown": version}
    return {**taken.payload, **shown, **({} if address is None else {"to": address})}
