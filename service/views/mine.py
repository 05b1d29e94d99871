"""The games of somebody who is signed in: awaited, running, finished, and the seats they are offered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from events.handler import Handler
from events.store import Reader
from events.tables import games
from service import people
from service.people import Person, Place
from service.tables import addresses, invitations
from service.views.board import board
from service.views.news import headline, until
from service.wording import Words

TOLD: Final = 24
"""Of so many finished games the end is told, the last first; of older ones name and day only."""


@dataclass(frozen=True)
class Mine:
    """A seat of a game. ``as_name`` is what the table calls it, where that is not the person's own name;
    ``until`` when the time of the open decision is over; ``bot``: one plays there for the person."""

    game: str
    seat: int
    name: str
    as_name: str | None
    news: str
    until: str | None
    bot: bool = False


@dataclass(frozen=True)
class Offered:
    """A seat that is offered. ``until`` is when the invitation runs out."""

    id: str
    name: str
    host: str | None
    until: str


@dataclass(frozen=True)
class Lists:
    """``bouncing`` are the own addresses that mail comes back from."""

    awaited: Sequence[Mine]
    running: Sequence[Mine]
    finished: Sequence[Mine]
    invitations: Sequence[Offered]
    bouncing: Sequence[str]

    @property
    def empty(self) -> bool:
        return not (self.awaited or self.running or self.finished)


def mine_of(conn: Connection, address: str) -> list[tuple[str, int]]:
    """(game, seat) that the owner of an address (its id) may open."""
    return people.games_of(conn, address)


def lists(
    reader: Reader, handler: Handler, words: Words, person: Person, address: str, now: datetime
) -> Lists:
    """What there is to show to this person, who came by that address (its id)."""
    conn = reader.connection
    held = mine_of(conn, address)
    ids = sorted({game for game, _ in held})
    rows = {row.game: row for row in conn.execute(select(games).where(games.c.game.in_(ids))).all()}
    names = people.game_names_of(conn, ids)
    places = people.places_of_each(conn, ids)
    of_seat = [(rows[game], seat) for game, seat in held if game in rows]

    def shown(row: Any, seat: int) -> Mine:
        place = places[row.game][seat]
        state = handler.load(row.game, reader=reader)
        table = board(state, names[row.game], places[row.game], words, seat)
        return Mine(
            row.game,
            seat,
            names[row.game],
            _as_name(place, person),
            headline(table, words, seat),
            until(table, words, person.zone) if not state.over else None,
            state.seat(seat).kind == "bot" and not state.over,
        )

    awaited = [each for each in of_seat if _awaited(each[0], each[1], places[each[0].game])]
    # The oldest deadline first; where no clock runs, whoever has waited longest.
    awaited.sort(key=lambda each: (each[0].due_at is None, each[0].due_at or each[0].moved))
    running = [e for e in of_seat if e[0].finished is None and e not in awaited]
    running.sort(key=lambda each: each[0].moved, reverse=True)
    over = [each for each in of_seat if each[0].finished is not None]
    over.sort(key=lambda each: each[0].finished, reverse=True)
    return Lists(
        [shown(*each) for each in awaited],
        [shown(*each) for each in running],
        [shown(*each) for each in over[:TOLD]]
        + [_older(row, seat, names, words, person) for row, seat in over[TOLD:]],
        _offers(reader, handler, words, person, now),
        _bouncing(conn, person.id),
    )


def _awaited(row: Any, seat: int, places: Mapping[int, Place]) -> bool:
    """Whether the game waits for this seat's person; bots answer at once."""
    return row.finished is None and row.awaiting_seat == seat and seat in places


def _as_name(place: Place, person: Person) -> str | None:
    return place.name if place.name != person.name else None


def _older(row: Any, seat: int, names: Mapping[str, str], words: Words, person: Person) -> Mine:
    return Mine(
        row.game, seat, names[row.game], None, words.moment(row.finished, person.zone), None
    )


# Invitations.


def offers_to(conn: Connection, person: str, now: datetime) -> dict[str, Any]:
    """Id -> row of the open invitations to addresses of this person."""
    found = (
        select(invitations)
        .join(addresses, addresses.c.id == invitations.c.address)
        .where(addresses.c.person == person)
        .where(invitations.c.state == "open", invitations.c.expires > now)
        .order_by(invitations.c.expires, invitations.c.id)
    )
    return {row.id: row for row in conn.execute(found)}


def _offers(
    reader: Reader, handler: Handler, words: Words, person: Person, now: datetime
) -> list[Offered]:
    conn = reader.connection
    found = []
    for row in offers_to(conn, person.id, now).values():
        state = handler.load(row.game, reader=reader)
        if state.over:
            continue
        host = people.person(conn, state.host)
        name = people.game_name(conn, row.game)
        ends = words.moment(row.expires, person.zone)
        found.append(Offered(row.id, name, None if host is None else host.name, ends))
    return found


def _bouncing(conn: Connection, person: str) -> list[str]:
    found = select(addresses.c.address).where(
        addresses.c.person == person, addresses.c.state != "ok"
    )
    return list(conn.execute(found).scalars())
