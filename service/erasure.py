"""Erasing a person, or an address that is nobody's yet: every row that tells of them, in one unit.

What stays is the id in ``persons``, which the events know, with nothing in the row: pages and mails call it
"a former player". Handing on seats and games is ``service/departure.py``.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, or_, select, update

from events.tables import outbox
from service.naming import unnamed
from service.replies import erase_replies
from service.tables import (
    addresses,
    drafts,
    game_names,
    invitations,
    persons,
    places,
    talk,
    tokens,
    vacations,
)
from service.typed import fold

BLANK: Final[dict[str, Any]] = {
    "name": "",
    "language": "en",
    "zone": "UTC",
    "quiet_from": None,
    "quiet_to": None,
    "weekends_off": False,
    "lead_s": None,
    "digest": False,
    "muted": False,
}
"""What is left of a person beside the id."""


@dataclass(frozen=True)
class Traces:
    """What tells of somebody: the ids of the addresses, these as they are compared, the names at all
    tables, and the games. person: None for an address that is nobody's."""

    person: str | None
    address_ids: Sequence[str]
    folded: Collection[str]
    names: Collection[str]
    games: Collection[str]


def erase_person(conn: Connection, person: str, now: datetime) -> bool:
    """Everything about this person; False if there is none, or nothing is left of them."""
    here = select(persons.c.name).where(persons.c.id == person, persons.c.erased.is_(None))
    # Whoever holds the person (``people.hold_person``) is waited for: what they store goes with the rest.
    row = conn.execute(here.with_for_update(key_share=True)).one_or_none()
    if row is None:
        return False
    held = conn.execute(select(places.c.game, places.c.name).where(places.c.person == person)).all()
    hosted = conn.execute(select(game_names.c.game).where(game_names.c.host == person)).scalars()
    own = conn.execute(
        select(addresses.c.id, addresses.c.folded).where(addresses.c.person == person)
    ).all()
    traces = Traces(
        person,
        [each.id for each in own],
        {each.folded for each in own},
        {row.name, *(each.name for each in held if each.name)},
        {*hosted, *(each.game for each in held)},
    )
    with _scrubbed(conn):
        _erase(conn, traces)
        for table in (vacations, talk):
            conn.execute(delete(table).where(table.c.person == person))
        nothing = {"name": None, "address": None, "muted": False, "nudged": None, "left": now}
        conn.execute(update(places).where(places.c.person == person).values(nothing))
        _rename_games(conn, traces)
        blank = update(persons).where(persons.c.id == person)
        conn.execute(blank.values(**BLANK, created=now, erased=now))
    return True


def erase_address(conn: Connection, id: str) -> None:
    """An address that is known and nobody's: with what was sent or offered to it."""
    folded = conn.execute(select(addresses.c.folded).where(addresses.c.id == id)).scalar()
    if folded is not None:
        with _scrubbed(conn):
            _erase(conn, Traces(None, [id], {folded}, (), ()))


def _erase(conn: Connection, traces: Traces) -> None:
    """What hangs on the addresses, and the addresses. Rows of the outbox go first: a worker that is about to
    send one stores the links of its mail only while it has the row."""
    ids, person = traces.address_ids, traces.person
    of_address: list[ColumnElement[bool]] = [drafts.c.address.in_(ids)]
    if person is not None:
        of_address.append(drafts.c.content["person"].as_string() == person)
    own_drafts = list(conn.execute(select(drafts.c.id).where(or_(*of_address))).scalars())
    offered = list(
        conn.execute(select(invitations.c.id).where(invitations.c.address.in_(ids))).scalars()
    )
    subjects = [*ids, *own_drafts, *offered]
    payload = outbox.c.payload
    mails: list[ColumnElement[bool]] = [
        payload[name].as_string().in_(ids) for name in ("address", "to")
    ]
    mails.append(payload["draft"].as_string().in_(own_drafts))
    links: list[ColumnElement[bool]] = [tokens.c.subject.in_(subjects)]
    if person is not None:
        mails.append(outbox.c.person == person)
        links.append(tokens.c.person == person)
    conn.execute(delete(outbox).where(or_(*mails)))
    secrets = list(conn.execute(select(tokens.c.digest).where(or_(*links))).scalars())
    erase_replies(conn, person, traces.folded, secrets, traces.names, traces.games)
    conn.execute(delete(tokens).where(or_(*links)))
    conn.execute(delete(drafts).where(drafts.c.id.in_(own_drafts)))
    _not_invited(conn, traces.folded)
    offers = update(invitations).where(invitations.c.address.in_(ids))
    conn.execute(offers.where(invitations.c.state == "open").values(state="declined"))
    conn.execute(offers.values(address=None))
    conn.execute(update(places).where(places.c.address.in_(ids)).values(address=None))
    conn.execute(delete(addresses).where(addresses.c.id.in_(ids)))


def _not_invited(conn: Connection, folded: Collection[str]) -> None:
    """In games that others have planned the seat is offered by a link instead."""
    for row in conn.execute(select(drafts.c.id, drafts.c.content).where(drafts.c.kind == "game")):
        seats = row.content.get("places", [])
        kept = [
            {"kind": "link", "address": None}
            if seat.get("address") is not None and fold(seat["address"]) in folded
            else seat
            for seat in seats
        ]
        if kept != seats:
            changed = {**row.content, "places": kept}
            conn.execute(update(drafts).where(drafts.c.id == row.id).values(content=changed))


def _rename_games(conn: Connection, traces: Traces) -> None:
    """A game that is called after the person is called by its id from now on."""
    named = select(game_names.c.game, game_names.c.name).where(game_names.c.game.in_(traces.games))
    for row in conn.execute(named).all():
        if mentions(row.name, traces.names):
            neutral = update(game_names).where(game_names.c.game == row.game)
            conn.execute(neutral.values(name=unnamed(row.game)))


def mentions(text: str, names: Collection[str]) -> bool:
    """Whether one of the names stands in the text as a word of its own, whatever its case."""
    folded = fold(text)
    return any(re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", folded) for name in names)


@contextmanager
def _scrubbed(conn: Connection) -> Iterator[None]:
    """While it lasts, what SQLite deletes is overwritten in the file too, and not only given free."""
    if conn.dialect.name != "sqlite":
        yield
        return
    before = conn.exec_driver_sql("PRAGMA secure_delete").scalar() or 0
    conn.exec_driver_sql("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        conn.exec_driver_sql(f"PRAGMA secure_delete = {before}")
