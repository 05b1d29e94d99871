"""What a person keeps about themselves: the settings, and everything there is as one file.

The keys of the file are explained in ``docs/about-me.md``.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, and_, or_, select, update

from events.handler import Handler
from events.orders import SealedOrders
from events.orders_log import data_of
from events.store import Reader
from events.tables import games, outbox
from service import people
from service.tables import (
    addresses,
    drafts,
    inbound,
    invitations,
    persons,
    places,
    talk,
    tokens,
    vacations,
)

FORMAT: Final = "tenpost-person/1"


def settings(conn: Connection, person: str) -> Mapping[str, Any]:
    """The person's row as it is kept: name, language, zone, quiet_from ... KeyError if there is none."""
    row = conn.execute(select(persons).where(persons.c.id == person)).mappings().one_or_none()
    if row is None:
        raise KeyError(person)
    return dict(row)


def keep(conn: Connection, person: str, values: Mapping[str, Any]) -> None:
    """Changes columns of the person. A new name is that of every seat that has none of its own."""
    before = settings(conn, person)["name"]
    people.change_person(conn, person, **values)
    same = update(places).where(places.c.person == person)
    same = same.where(places.c.name.in_([before, values.get("name", before)]))
    conn.execute(same.values(name=None))


def addresses_of(conn: Connection, person: str) -> list[people.Address]:
    """Theirs, the one that mail goes to first."""
    found = select(addresses.c.id).where(addresses.c.person == person)
    found = found.order_by(addresses.c.confirmed.desc(), addresses.c.id)
    ids = conn.execute(found).scalars().all()
    return [each for id in ids if (each := people.address(conn, id)) is not None]


# Everything as one file.


def everything(
    reader: Reader, handler: Handler, orders: SealedOrders, person: str, now: datetime
) -> dict[str, Any]:
    """All that is kept about the person, as plain JSON values; nothing secret of anybody else.

    Raises KeyError if there is no such person, and StorageError.
    """
    conn = reader.connection
    own = dict(settings(conn, person))
    del own["erased"]
    seats = [_seat(reader, handler, orders, row) for row in _of(conn, places, person)]
    ids = [row["id"] for row in _of(conn, addresses, person)]
    invited = select(invitations).where(invitations.c.address.in_(ids))
    planned = select(drafts).where(drafts.c.address.in_(ids))
    mails = select(outbox).where(outbox.c.person == person).order_by(outbox.c.id)
    replies = select(inbound).where(
        or_(*(and_(inbound.c.game == s["game"], inbound.c.seat == s["seat"]) for s in seats))
        if seats
        else inbound.c.id.is_(None)
    )
    found = {
        "format": FORMAT,
        "made": now,
        "person": own,
        "addresses": _rows(
            _of(conn, addresses, person), "address", "confirmed", "state", "never", "created"
        ),
        "seats": seats,
        "vacations": _rows(_of(conn, vacations, person), "game", "seat", "first", "last"),
        "talk": _rows(_of(conn, talk, person), "game", "seat", "text", "version", "created"),
        "invitations": [
            {**row, "game_name": people.game_name(conn, row["game"])}
            for row in _rows(
                conn.execute(invited).mappings(), "game", "seat", "state", "created", "expires"
            )
        ],
        "planned": _rows(conn.execute(planned).mappings(), "kind", "created", "expires"),
        "links": _rows(
            _of(conn, tokens, person),
            *("purpose", "game", "seat", "created", "expires", "revoked"),
        ),
        "mails": _rows(
            conn.execute(mails).mappings(),
            *("kind", "game", "seat", "status", "created", "closed"),
        ),
        "replies": _rows(
            conn.execute(replies).mappings(), "game", "seat", "received", "result", "closed"
        ),
    }
    return {key: _plain(value) for key, value in found.items()}


def _of(conn: Connection, table: Table, person: str) -> list[Any]:
    found = select(table).where(table.c.person == person).order_by(*table.primary_key)
    return list(conn.execute(found).mappings())


def _rows(rows: Any, *names: str) -> list[dict[str, Any]]:
    return [{name: row[name] for name in names} for row in rows]


def _seat(
    reader: Reader, handler: Handler, orders: SealedOrders, row: Mapping[str, Any]
) -> dict[str, Any]:
    conn, game, number = reader.connection, row["game"], row["seat"]
    kept = conn.execute(select(games).where(games.c.game == game)).one_or_none()
    state = None if kept is None else handler.load(game, reader=reader)
    seat = None if state is None or number > len(state.seats) else state.seat(number)
    mine = seat is not None and seat.player == row["person"]
    own = None if row["address"] is None else people.address(conn, row["address"])
    held = orders.held(reader, state, number) if state is not None and mine else []
    return {
        "game": game,
        "game_name": people.game_name(conn, game),
        "seat": number,
        "plays": "nobody" if seat is None or not mine else seat.kind,
        "hosts": kept is not None and kept.host == row["person"],
        "phase": None if kept is None else kept.phase,
        "created": None if kept is None else kept.created,
        "finished": None if kept is None else kept.finished,
        "name": row["name"],
        "address": None if own is None or own.person != row["person"] else own.address,
        "muted": row["muted"],
        "orders": [{"since": each.since, "order": data_of(each.order)} for each in held],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value
