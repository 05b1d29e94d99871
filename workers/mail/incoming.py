"""Mails that came in: stored as they came, taken up by a worker under a lease, and closed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, func, insert, select, update

from events.store import Reader, Store, Unit
from service.tables import inbound

LARGEST: Final = 12 * 2**20
"""Bytes of a mail that is stored whole; of a larger one only the headers are."""

LEASE: Final = timedelta(minutes=2)
TRIES: Final = 4
PAUSE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True)
class Incoming:
    """A mail that this worker has. ``attempt`` counts from 1. version: of the game when the mail was looked
    at before, or None."""

    id: int
    attempt: int
    received: datetime
    sender: str | None
    recipient: str | None
    raw: bytes
    size: int
    version: int | None


def store_mail(
    store: Store,
    raw: bytes,
    now: datetime,
    sender: str | None = None,
    recipient: str | None = None,
    size: int | None = None,
) -> None:
    """Keep a mail for the workers. size: that of the whole mail where ``raw`` is its headers only.

    Raises StorageError.
    """
    row = {
        "received": now,
        "sender": sender,
        "recipient": recipient,
        "raw": raw,
        "size": len(raw) if size is None else size,
        "status": "new",
        "not_before": now,
        "attempts": 0,
    }
    with store.unit() as unit:
        unit.connection.execute(insert(inbound).values(**row))


_NEXT = (
    select(inbound.c.id)
    .where(inbound.c.not_before <= bindparam("now"))
    .order_by(inbound.c.id)
    .limit(1)
    .with_for_update(skip_locked=True)
    .cte("next")
)
_TAKE = (
    update(inbound)
    .where(inbound.c.id.in_(select(_NEXT.c.id)), inbound.c.not_before <= bindparam("now"))
    .values(status="claimed", not_before=bindparam("until"), attempts=inbound.c.attempts + 1)
    .returning(
        inbound.c.id,
        inbound.c.attempts,
        inbound.c.received,
        inbound.c.sender,
        inbound.c.recipient,
        inbound.c.raw,
        inbound.c.size,
        inbound.c.version,
    )
)


def take(store: Store, now: datetime) -> Incoming | None:
    """The oldest mail that waits, for the length of ``LEASE``; None if there is none."""
    with store.read() as reader:
        waiting = reader.connection.execute(
            select(inbound.c.id).where(inbound.c.not_before <= now).limit(1)
        ).first()
    if waiting is None:
        return None
    with store.unit() as unit:
        row = unit.connection.execute(_TAKE, {"now": now, "until": now + LEASE}).one_or_none()
    return None if row is None else Incoming(*row)


def recognise(unit: Unit, mail: Incoming, key: str, game: str, seat: int, version: int) -> bool:
    """Note whose mail it is and which version it met. False if another copy of it was acted on."""
    same = select(inbound.c.id).where(inbound.c.key == key, inbound.c.id != mail.id)
    if unit.connection.execute(same.limit(1)).first() is not None:
        return False
    unit.connection.execute(
        update(inbound)
        .where(inbound.c.id == mail.id)
        .values(key=key, game=game, seat=seat, version=mail.version or version)
    )
    return True


def close(
    unit: Unit, mail: Incoming, now: datetime, result: str, told: Mapping[str, Any] | None = None
) -> None:
    """The mail is done with. result: what it was, as a short code. Its text is not kept."""
    unit.connection.execute(
        update(inbound)
        .where(inbound.c.id == mail.id)
        .values(
            status="done",
            not_before=None,
            closed=now,
            result=result,
            told=None if told is None else dict(told),
            raw=b"",
            sender=None,
            recipient=None,
        )
    )


def fail(store: Store, mail: Incoming, now: datetime, reason: str) -> None:
    """It could not be dealt with: again later, or never."""
    dead = mail.attempt >= TRIES
    values = {
        "status": "dead" if dead else "new",
        "not_before": None if dead else now + mail.attempt * PAUSE,
        "result": reason,
    }
    with store.unit() as unit:
        unit.connection.execute(update(inbound).where(inbound.c.id == mail.id).values(**values))


def answered(reader: Reader, game: str, seat: int, now: datetime) -> int:
    """How many mails of this seat were answered within the last hour."""
    return reader.connection.execute(
        select(func.count())
        .select_from(inbound)
        .where(
            inbound.c.game == game,
            inbound.c.seat == seat,
            inbound.c.received > now - HOUR,
            inbound.c.result == "answered",
        )
    ).scalar_one()


def told_of(reader: Reader, id: int) -> Mapping[str, Any] | None:
    """What the answer to this mail says; None if there is nothing to say."""
    found = reader.connection.execute(select(inbound.c.told).where(inbound.c.id == id))
    told: Mapping[str, Any] | None = found.scalar_one_or_none()
    return told
