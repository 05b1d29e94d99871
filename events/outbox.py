"""Mails that are owed: the rows that see to it that they go out. ``notices.py`` says which are asked for.

A row is one mail to one recipient and holds ids only; whether it is still wanted, and its words, are
decided when it is sent. It is pending, claimed by a worker under a lease, and then closed: sent,
superseded or dead. While it is open ``not_before`` says when a worker may next take it up: the
mail's own delay, the pause before a retry, or the end of the lease, so that the work of a killed
worker comes back by itself.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from events.notices import MID_TURN as MID_TURN
from events.notices import Notice as Notice
from events.notices import notices as notices
from events.store import Reader, Store, Unit
from events.tables import outbox

Closed = Literal["sent", "superseded", "dead"]


@dataclass(frozen=True)
class Claim:
    """A row that this worker has, until its lease runs out. ``attempt`` counts from 1.

    message_id: the part before the @, the same for every attempt.
    """

    id: int
    attempt: int
    message_id: str
    kind: str
    game: str | None
    seat: int | None
    person: str | None
    decision: int | None
    payload: Mapping[str, Any]
    created: datetime


_SPACE = uuid.UUID("c1a3f1a2-6d7c-5b0e-9a52-6f0d5a1e7e10")
"""Name space of the message ids."""

_INSERT = {
    "sqlite": sqlite.insert(outbox).on_conflict_do_nothing().inline(),
    "postgresql": postgresql.insert(outbox).on_conflict_do_nothing().inline(),
}
"""Inline: the new row's id, which nobody asks for, is not fetched."""


def enqueue(unit: Unit, owed: Sequence[Notice], at: datetime) -> None:
    """Write the rows in the unit that owes them; a mail that was asked for before is left alone."""
    if not owed:
        return
    add(unit, [_row(notice, at) for notice in owed])


def add(unit: Unit, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows made by ``row_of``; a row whose key is there already is left alone."""
    if rows:
        # A list of one would go the longer way of many.
        given = rows[0] if len(rows) == 1 else list(rows)
        unit.connection.execute(_INSERT[unit.connection.dialect.name], given)


def row_of(
    kind: str,
    key: str,
    at: datetime,
    *,
    game: str | None = None,
    seat: int | None = None,
    person: str | None = None,
    decision: int | None = None,
    delay: timedelta = timedelta(0),
    payload: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A pending row. ``payload`` holds ids only: no address, no name, no token."""
    return {
        "key": key,
        "message_id": uuid.uuid5(_SPACE, key).hex,
        "kind": kind,
        "game": game,
        "seat": seat,
        "person": person,
        "decision": decision,
        "payload": dict(payload or {}),
        "status": "pending",
        "not_before": at + delay,
        "attempts": 0,
        "created": at,
    }


def _row(notice: Notice, at: datetime) -> dict[str, Any]:
    return row_of(
        notice.kind,
        notice.key,
        at,
        game=notice.game,
        seat=notice.seat,
        person=notice.person,
        decision=notice.decision,
        delay=notice.delay,
        payload=notice.payload,
    )


_READY = (
    select(outbox.c.id)
    .where(outbox.c.not_before <= bindparam("now"))
    .order_by(outbox.c.not_before, outbox.c.id)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
    .cte("ready")
)
"""A CTE, so that PostgreSQL asks once: asked anew for each row it could lock more than the limit."""
_CLAIM = (
    update(outbox)
    .where(outbox.c.id.in_(select(_READY.c.id)), outbox.c.not_before <= bindparam("now"))
    .values(status="claimed", not_before=bindparam("until"), attempts=outbox.c.attempts + 1)
    .returning(
        outbox.c.id,
        outbox.c.attempts,
        outbox.c.message_id,
        outbox.c.kind,
        outbox.c.game,
        outbox.c.seat,
        outbox.c.person,
        outbox.c.decision,
        outbox.c.payload,
        outbox.c.created,
    )
)


def claim(store: Store, now: datetime, lease: timedelta, limit: int = 1) -> list[Claim]:
    """Take up to ``limit`` rows that are ready, oldest first, for the length of ``lease``.

    On PostgreSQL rows that another claim is taking are passed over. On SQLite, where there is no
    such thing, units that write come one after the other, and the update checks again.
    """
    with store.unit() as unit:
        rows = unit.connection.execute(
            _CLAIM, {"now": now, "until": now + lease, "limit": limit}
        ).all()
    return sorted((Claim(*row) for row in rows), key=lambda taken: (taken.created, taken.id))


def ready(reader: Reader, now: datetime) -> int:
    """How many rows wait for a worker."""
    return reader.connection.execute(
        select(func.count()).where(outbox.c.not_before <= now)
    ).scalar_one()


_CLOSE = (
    update(outbox)
    .where(outbox.c.id == bindparam("row"), outbox.c.not_before.is_not(None))
    .values(
        status=bindparam("to"),
        not_before=None,
        closed=bindparam("now"),
        last_error=func.coalesce(bindparam("error"), outbox.c.last_error),
    )
)
_SENT = _CLOSE.values(payload=bindparam("noted"))
_RETRY = (
    update(outbox)
    .where(
        outbox.c.id == bindparam("row"),
        outbox.c.status == "claimed",
        outbox.c.attempts == bindparam("attempt"),
    )
    .values(status="pending", not_before=bindparam("retry_at"), last_error=bindparam("error"))
)

_PUT_OFF = (
    update(outbox)
    .where(
        outbox.c.id == bindparam("row"),
        outbox.c.status == "claimed",
        outbox.c.attempts == bindparam("attempt"),
    )
    .values(status="pending", not_before=bindparam("until"), attempts=outbox.c.attempts - 1)
)


def done(store: Store, taken: Claim, now: datetime) -> bool:
    """The mail went out. False if another worker, after this one's lease, closed the row before."""
    return _close(store, taken, "sent", now, None)


def mark_sent(unit: Unit, sent: Sequence[tuple[Claim, Mapping[str, Any]]], now: datetime) -> None:
    """``done`` for several, in a unit that has more to write; each with what its payload is to hold now."""
    rows = [
        {"row": taken.id, "to": "sent", "now": now, "error": None, "noted": dict(payload)}
        for taken, payload in sent
    ]
    if rows:
        unit.connection.execute(_SENT, rows)


def told_elsewhere(unit: Unit, rows: Sequence[int], now: datetime) -> None:
    """Another mail has told what these would have: those that are pending are superseded."""
    if rows:
        unit.connection.execute(
            update(outbox)
            .where(outbox.c.id.in_(rows), outbox.c.status == "pending")
            .values(status="superseded", not_before=None, closed=now)
        )


def supersede(store: Store, taken: Claim, now: datetime) -> bool:
    """The mail is no longer wanted. False if the row was closed before."""
    return _close(store, taken, "superseded", now, None)


def bury(store: Store, taken: Claim, now: datetime, error: str) -> bool:
    """The mail cannot go out; ``error`` is without addresses. False if the row was closed before."""
    return _close(store, taken, "dead", now, error)


def fail(store: Store, taken: Claim, retry_at: datetime, error: str) -> bool:
    """This attempt failed; ``error`` is without addresses. False, and nothing is changed, if the
    lease ran out and another worker has the row or closed it."""
    parameters = {"row": taken.id, "attempt": taken.attempt, "retry_at": retry_at, "error": error}
    with store.unit() as unit:
        return unit.connection.execute(_RETRY, parameters).rowcount == 1


def put_off(store: Store, taken: Claim, until: datetime) -> bool:
    """The mail is not to go out before ``until``; this was no attempt. False, and nothing is changed, if
    the lease ran out and another worker has the row or closed it."""
    parameters = {"row": taken.id, "attempt": taken.attempt, "until": until}
    with store.unit() as unit:
        return unit.connection.execute(_PUT_OFF, parameters).rowcount == 1


def revive(store: Store, row: int, now: datetime) -> bool:
    """A dead row is to be tried again, by hand. False if the row is not dead."""
    again = (
        update(outbox)
        .where(outbox.c.id == row, outbox.c.status == "dead")
        .values(status="pending", not_before=now, closed=None)
    )
    with store.unit() as unit:
        return unit.connection.execute(again).rowcount == 1


def _close(store: Store, taken: Claim, to: Closed, now: datetime, error: str | None) -> bool:
    parameters = {"row": taken.id, "to": to, "now": now, "error": error}
    with store.unit() as unit:
        return unit.connection.execute(_CLOSE, parameters).rowcount == 1
