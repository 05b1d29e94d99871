"""Which version a seat's last mail showed: where the recap of the next one begins.

It is noted in the row of the mail, before the mail is sent, and counts once the row says it was.
"""

from sqlalchemy import select, update

from events.outbox import Claim
from events.store import Reader, Unit
from events.tables import outbox


def last_shown(reader: Reader, game: str, seat: int) -> int:
    """The version of the last mail that went to this seat; 0 before the first."""
    last = (
        select(outbox.c.payload)
        .where(outbox.c.game == game, outbox.c.seat == seat, outbox.c.status == "sent")
        .order_by(outbox.c.id.desc())
        .limit(1)
    )
    payload = reader.connection.execute(last).scalar_one_or_none()
    return int((payload or {}).get("shown", 0))


def note(unit: Unit, taken: Claim, version: int | None) -> bool:
    """Note what the mail is about to show. False if the lease ran out and the row is another's."""
    payload = dict(taken.payload) if version is None else {**taken.payload, "shown": version}
    mine = (
        update(outbox)
        .where(
            outbox.c.id == taken.id,
            outbox.c.status == "claimed",
            outbox.c.attempts == taken.attempt,
        )
        .values(payload=payload)
    )
    return unit.connection.execute(mine).rowcount == 1
