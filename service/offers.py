"""Seats offered to people, and what waits for an address to be confirmed.

An invitation is accepted once: taking it is one conditional update, so of two who come at the same
moment one gets the seat. Each keeps the id of the form that took it, and the same form sent twice is the
same acceptance.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, insert, select, update

from service.tables import addresses, drafts, invitations

DRAFT_FOR = timedelta(days=3)
"""How long a draft waits for its address to be confirmed."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """``address`` is the id of the address it was mailed to and ``asked`` that address, both None for a
    link. ``state``: open, accepted, declined, expired or withdrawn."""

    id: str
    game: str
    seat: int
    address: str | None
    asked: str | None
    state: str
    command: str | None
    expires: datetime


@dataclass(frozen=True, slots=True)
class Draft:
    """``kind`` is ``game`` or ``seat``; ``content`` is what that kind needs (``views/plans.py``)."""

    id: str
    kind: str
    address: str
    content: Mapping[str, Any]
    expires: datetime
    command: str | None


def invite(
    conn: Connection, game: str, seat: int, address: str | None, now: datetime, days: int
) -> str:
    """Offers the seat, to an address (its id) or to whoever has the link; an offer of the same seat that
    is open is withdrawn. The id of the invitation."""
    withdraw(conn, game, seat)
    id = str(uuid4())
    conn.execute(
        insert(invitations).values(
            id=id,
            game=game,
            seat=seat,
            address=address,
            state="open",
            created=now,
            expires=now + timedelta(days=days),
        )
    )
    return id


def withdraw(conn: Connection, game: str, seat: int | None = None) -> int:
    """Takes back the open offer of this seat, or of all seats of the game; how many."""
    open_ones = update(invitations).where(invitations.c.game == game, invitations.c.state == "open")
    if seat is not None:
        open_ones = open_ones.where(invitations.c.seat == seat)
    return conn.execute(open_ones.values(state="withdrawn")).rowcount


_INVITATIONS = select(invitations, addresses.c.address.label("asked")).outerjoin(
    addresses, addresses.c.id == invitations.c.address
)


def _invitation(row: Any, now: datetime) -> Invitation:
    late = row.state == "open" and row.expires <= now
    return Invitation(
        row.id,
        row.game,
        row.seat,
        row.address,
        row.asked,
        "expired" if late else row.state,
        row.command,
        row.expires,
    )


def invitation(conn: Connection, id: str, now: datetime) -> Invitation | None:
    row = conn.execute(_INVITATIONS.where(invitations.c.id == id)).one_or_none()
    return None if row is None else _invitation(row, now)


def invitations_of(conn: Connection, game: str, now: datetime) -> dict[int, Invitation]:
    """Seat -> its latest invitation."""
    rows = conn.execute(
        _INVITATIONS.where(invitations.c.game == game).order_by(
            invitations.c.created, invitations.c.state != "withdrawn"
        )
    )
    return {row.seat: _invitation(row, now) for row in rows}


def take(conn: Connection, id: str, command: str, now: datetime) -> bool:
    """Accepts an open invitation by this form; False if it is not open, or was taken by another form."""
    key = (invitations.c.id == id, invitations.c.state == "open", invitations.c.expires > now)
    taken = update(invitations).where(*key).values(state="accepted", command=command)
    if conn.execute(taken).rowcount == 1:
        return True
    found = conn.execute(select(invitations.c.command).where(invitations.c.id == id)).scalar()
    return found == command


def close(conn: Connection, id: str, state: str) -> None:
    """Sets the state of an invitation: ``declined`` or, when the seat could not be claimed, ``withdrawn``."""
    conn.execute(update(invitations).where(invitations.c.id == id).values(state=state))


def draft(
    conn: Connection, kind: str, address: str, content: Mapping[str, Any], now: datetime
) -> str:
    """Keeps what waits for this address (its id) to be confirmed; the id of the draft."""
    id = str(uuid4())
    conn.execute(
        insert(drafts).values(
            id=id,
            kind=kind,
            address=address,
            content=dict(content),
            created=now,
            expires=now + DRAFT_FOR,
        )
    )
    return id


def find_draft(conn: Connection, id: str) -> Draft | None:
    row = conn.execute(select(drafts).where(drafts.c.id == id)).one_or_none()
    if row is None:
        return None
    return Draft(row.id, row.kind, row.address, row.content, row.expires, row.command)


def asked_for_seat(
    conn: Connection, game: str, seat: int, person: str, now: datetime
) -> str | None:
    """The address that was mailed last whether this seat's mail is to go there, while that is open."""
    found = (
        select(addresses.c.address)
        .join(drafts, drafts.c.address == addresses.c.id)
        .where(drafts.c.kind == "seat", drafts.c.command.is_(None), drafts.c.expires > now)
        .where(drafts.c.content["game"].as_string() == game)
        .where(drafts.c.content["seat"].as_integer() == seat)
        .where(drafts.c.content["person"].as_string() == person)
        .order_by(drafts.c.created.desc())
        .limit(1)
    )
    address = conn.execute(found).scalar()
    return None if address is None else str(address)


def use_draft(conn: Connection, id: str, command: str, now: datetime) -> bool:
    """Uses a draft by this form; False if another form used it before or its time is over."""
    key = (drafts.c.id == id, drafts.c.command.is_(None), drafts.c.expires > now)
    if conn.execute(update(drafts).where(*key).values(command=command)).rowcount == 1:
        return True
    found = conn.execute(select(drafts.c.command).where(drafts.c.id == id)).scalar()
    return found == command
