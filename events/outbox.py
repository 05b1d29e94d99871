"""Mails that are owed: which an append asks for, and the rows that see to it that they go out.

A row is one mail to one recipient and holds ids only; whether it is still wanted, and its words, are
decided when it is sent. It is pending, claimed by a worker under a lease, and then closed: sent,
superseded or dead. While it is open ``not_before`` says when a worker may next take it up: the
mail's own delay, the pause before a retry, or the end of the lease, so that the work of a killed
worker comes back by itself.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from events import types as t
from events.store import Reader, Store, Unit
from events.tables import outbox
from events.ten.fold import PERSON
from events.ten.state import GameState

MID_TURN = timedelta(minutes=30)
"""How long a seat that opened its own decision is left in peace (mail.md, "your-turn")."""

Closed = Literal["sent", "superseded", "dead"]


@dataclass(frozen=True)
class Notice:
    """A mail that is owed, in ids.

    decision: the version it is about: of the ``DecisionOpened``; of the ``AuctionOpened`` for the
    mail at an auction's opening; of the ``GameScored``; or whatever event a later kind is about.
    person: who sat there when the mail was asked for. delay: from the moment of the append.
    """

    kind: str
    game: str
    decision: int
    seat: int
    person: str | None
    delay: timedelta = timedelta(0)
    payload: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The same for the same mail, however often it is asked for."""
        return f"{self.kind}:{self.game}:{self.decision}:{self.seat}"


def notices(
    before: GameState | None, after: GameState, recorded: Sequence[t.Recorded]
) -> list[Notice]:
    """The mails that one append asks for (mail.md, "When a mail is sent").

    ``recorded`` is all of the append, ``before`` and ``after`` the states around it. What opened and
    closed again within the append is nobody's business any more.
    """
    found = [*_decision(before, after, recorded)]
    for each in recorded:
        if each.type == "GameScored":
            found += [_notice("final-score", after, each.version, seat) for seat in after.humans]
    return found


def _notice(
    kind: str, state: GameState, decision: int, seat: int, delay: timedelta = timedelta(0)
) -> Notice:
    return Notice(kind, state.game, decision, seat, state.seat(seat).player, delay)


def _decision(
    before: GameState | None, after: GameState, recorded: Sequence[t.Recorded]
) -> Iterator[Notice]:
    """To the seat whose decision is open now, if this append opened it; at the opening of an auction
    to all who may still bid, so that those whose turn comes later can seal a bid."""
    seen = before.version if before else 0
    awaiting, auction, humans = after.awaiting, after.auction, after.humans
    if awaiting is None or awaiting.decision <= seen:
        return
    seat, decision = awaiting.seat, awaiting.decision
    own = _opened_by_itself(seat, decision, seen, after, recorded)
    delay = MID_TURN if own else timedelta(0)
    if auction is not None and auction.opened > seen:
        for bidder in auction.still_to_bid:
            if bidder in humans:
                wait = delay if bidder == seat else timedelta(0)
                yield _notice("auction", after, auction.opened, bidder, wait)
    elif seat in humans:
        kind = "auction" if awaiting.kind == "bid" else "your-turn"
        yield _notice(kind, after, decision, seat, delay)


def _opened_by_itself(
    seat: int, decision: int, seen: int, after: GameState, recorded: Sequence[t.Recorded]
) -> bool:
    """Whether the seat has the decision before it on the page it acted on.

    So it is if its own command opened the decision; an answer forced on somebody (``system``) only
    passes the opening on. So it is, too, if bots answered its own command in the middle of its turn.
    A claim is no move: whoever takes the last seat is mailed like everybody else. A standing order
    acts while its owner is away.
    """
    if any(each.type == "GameStarted" for each in recorded):
        return False

    def acted(meta: t.Meta) -> bool:
        return meta.by == f"seat:{seat}" and meta.via in PERSON

    openers = [e.meta for e in recorded if e.version <= decision and e.meta.by != "system"]
    if openers and acted(openers[-1]):
        return True
    return acted(recorded[0].meta) and after.turn_opened <= seen


# Rows.


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
    "sqlite": sqlite.insert(outbox).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(outbox).on_conflict_do_nothing(),
}


def enqueue(unit: Unit, owed: Sequence[Notice], at: datetime) -> None:
    """Write the rows in the unit that owes them; a mail that was asked for before is left alone."""
    if not owed:
        return
    add(unit, [_row(notice, at) for notice in owed])


def add(unit: Unit, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows made by ``row_of``; a row whose key is there already is left alone."""
    unit.connection.execute(_INSERT[unit.connection.dialect.name], list(rows))


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
_RETRY = (
    update(outbox)
    .where(
        outbox.c.id == bindparam("row"),
        outbox.c.status == "claimed",
        outbox.c.attempts == bindparam("attempt"),
    )
    .values(status="pending", not_before=bindparam("retry_at"), last_error=bindparam("error"))
)


def done(store: Store, taken: Claim, now: datetime) -> bool:
    """The mail went out. False if another worker, after this one's lease, closed the row before."""
    return _close(store, taken, "sent", now, None)


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
