"""Mail addresses: kept as typed, compared without case (report L10), somebody's once that was shown.

An address belongs to a person once somebody came by a link mailed to it: until then it is known,
unconfirmed, and gets no mail but the one that asks.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, insert, select, update

from service.tables import addresses
from service.typed import fit_address, fold


@dataclass(frozen=True, slots=True)
class Address:
    """``confirmed`` is when somebody showed that it is theirs; ``state`` is ok, bouncing or refused;
    ``never``: it asked not to be mailed by this service again."""

    id: str
    person: str | None
    address: str
    confirmed: datetime | None
    state: str
    never: bool


def _address(row: Any) -> Address:
    return Address(row.id, row.person, row.address, row.confirmed, row.state, row.never)


def find_address(conn: Connection, text: str) -> Address | None:
    """The address with this text, whatever its case."""
    row = conn.execute(select(addresses).where(addresses.c.folded == fold(text))).one_or_none()
    return None if row is None else _address(row)


def address(conn: Connection, id: str) -> Address | None:
    row = conn.execute(select(addresses).where(addresses.c.id == id)).one_or_none()
    return None if row is None else _address(row)


def know_address(conn: Connection, text: str, now: datetime) -> Address:
    """The address, stored unconfirmed if it was not known. Raises Unfit."""
    typed = fit_address(text)
    found = find_address(conn, typed)
    if found is not None:
        return found
    id = str(uuid4())
    conn.execute(
        insert(addresses).values(
            id=id, address=typed, folded=fold(typed), state="ok", never=False, created=now
        )
    )
    return Address(id, None, typed, None, "ok", never=False)


def confirm_address(conn: Connection, id: str, person: str, now: datetime) -> str:
    """Somebody came by a link mailed to it: it is this person's, unless it is another's already.

    Answers the id of the person whose it is now.
    """
    row = conn.execute(select(addresses).where(addresses.c.id == id).with_for_update()).one()
    owner: str = row.person or person
    conn.execute(
        update(addresses)
        .where(addresses.c.id == id)
        .values(person=owner, confirmed=row.confirmed or now, state="ok")
    )
    return owner


def mark_address(conn: Connection, id: str, state: str) -> None:
    """``ok``, ``bouncing`` or ``refused``, as the result of sending was."""
    conn.execute(update(addresses).where(addresses.c.id == id).values(state=state))


def never_again(conn: Connection, id: str, never: bool = True) -> None:
    """The address asks not to be invited or mailed by this service again, or takes that back."""
    conn.execute(update(addresses).where(addresses.c.id == id).values(never=never))
