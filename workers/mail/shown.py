"""Which version a seat's last mail showed: where the recap of the next one begins.

It is noted in the row of the mail, before the mail is sent, and counts once the row says it was.
"""

from sqlalchemy import bindparam, select, update

from events.outbox import Claim
from events.store import Reader, Unit
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
_NOTE = (
    update(outbox)
    .where(
        outbox.c.id == bindparam("row"),
        outbox.c.status == "claimed",
        outbox.c.attempts == bindparam("attempt"),
    )
    .values(payload=bindparam("noted"))
)


def last_shown(reader: Reader, game: str, seat: int) -> int:
    """The version of the last mail that went to this seat; 0 before the first."""
    at = {"game": game, "seat": seat}
    payload = reader.connection.execute(_LAST, at).scalar_one_or_none()
    return int((payload or {}).get("shown", 0))


def note(unit: Unit, taken: Claim, version: int | None) -> bool:
    """Note what the mail is about to show. False if the lease ran out and the row is another's."""
    payload = dict(taken.payload) if version is None else {**taken.payload, "shown": version}
    parameters = {"row": taken.id, "attempt": taken.attempt, "noted": payload}
    return unit.connection.execute(_NOTE, parameters).rowcount == 1
