"""Persons and the seats they hold. Functions take a connection first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, insert, or_, select, update

from service.addresses import (
    Address,
    address,
    confirm_address,
    find_address,
    know_address,
    mark_address,
    never_again,
)
from service.naming import game_name, game_names_of, name_game
from service.tables import addresses, persons, places
from service.typed import fit_language, fit_name, fit_zone

# Addresses and games are people's too: whoever deals with people finds them here.
__all__ = [
    "Address",
    "Person",
    "Place",
    "add_person",
    "address",
    "change_person",
    "confirm_address",
    "find_address",
    "game_name",
    "game_names_of",
    "games_of",
    "hold_person",
    "is_muted",
    "know_address",
    "mark_address",
    "move_mail",
    "mute",
    "name_game",
    "name_seat",
    "names",
    "never_again",
    "nudged",
    "person",
    "place",
    "places_of",
    "places_of_each",
    "seat_person",
    "wants_digest",
]


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    language: str
    zone: str
    muted: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A person's seat, as mail and pages need it. ``name`` is what the table calls the seat, empty where the
    person has left for good (``Words.former``); ``address`` is None where no confirmed address is known;
    ``muted`` counts this game and all mail; ``seat_named`` says that the name is the seat's own (two seats
    may share an address); ``left`` is when the person left."""

    game: str
    seat: int
    person: str
    name: str
    language: str
    zone: str
    address: str | None
    address_id: str | None
    address_state: str
    muted: bool
    seat_named: bool
    left: datetime | None
    nudged: datetime | None


# Persons.


def add_person(
    conn: Connection,
    name: str,
    address: str | None,
    language: str,
    zone: str,
    now: datetime,
    *,
    confirmed: bool = True,
) -> Person:
    """A new person; with an address, it becomes theirs (``confirmed``: they have shown that it is).

    Raises Unfit, and ValueError if the address belongs to another person.
    """
    person = Person(
        str(uuid4()), fit_name(name), fit_language(language), fit_zone(zone), muted=False
    )
    conn.execute(
        insert(persons).values(
            id=person.id,
            name=person.name,
            language=language,
            zone=zone,
            weekends_off=False,
            digest=False,
            muted=False,
            created=now,
        )
    )
    if address is not None:
        known = know_address(conn, address, now)
        if known.person is not None:
            raise ValueError("the address belongs to another person")
        if confirmed:
            confirm_address(conn, known.id, person.id, now)
    return person


def person(conn: Connection, id: str) -> Person | None:
    """The person; None for one who has left for good."""
    row = conn.execute(select(persons).where(persons.c.id == id)).one_or_none()
    if row is None or row.erased is not None:
        return None
    return Person(row.id, row.name, row.language, row.zone, row.muted)


def wants_digest(conn: Connection, id: str) -> bool:
    """Whether the person asked for news in one mail a day."""
    found = conn.execute(select(persons.c.digest).where(persons.c.id == id)).scalar()
    return bool(found)


def hold_person(conn: Connection, id: str) -> bool:
    """Whether the person has not left for good; nor will they before this unit ends. For whatever stores
    more about a person than ids."""
    here = select(persons.c.id).where(persons.c.id == id, persons.c.erased.is_(None))
    return conn.execute(here.with_for_update(read=True)).first() is not None


def change_person(conn: Connection, id: str, **values: Any) -> None:
    """Sets columns of a person: name, language, zone, muted ...; nothing of one who has left for good."""
    here = persons.c.id == id, persons.c.erased.is_(None)
    conn.execute(update(persons).where(*here).values(**values))


# Places.


def seat_person(
    conn: Connection,
    game: str,
    seat: int,
    person: str,
    name: str | None = None,
    address: str | None = None,
) -> None:
    """This person holds the seat from now on. ``name``: the seat's own; ``address``: the id of the
    seat's own address."""
    values = {"person": person, "name": name, "address": address, "muted": False, "left": None}
    key = (places.c.game == game, places.c.seat == seat)
    if conn.execute(update(places).where(*key).values(**values)).rowcount == 0:
        conn.execute(insert(places).values(game=game, seat=seat, **values))


def move_mail(conn: Connection, game: str, seat: int, address: str) -> None:
    """This seat's mail goes to another address of ours (its id) from now on, unless its person has left."""
    key = (places.c.game == game, places.c.seat == seat, places.c.left.is_(None))
    conn.execute(update(places).where(*key).values(address=address))


def mute(conn: Connection, game: str, seat: int, muted: bool) -> None:
    """This game's mail to this seat."""
    key = (places.c.game == game, places.c.seat == seat)
    conn.execute(update(places).where(*key).values(muted=muted))


def is_muted(conn: Connection, place: Place) -> bool:
    """Whether this game's mail is muted, whatever the person decided about all mail."""
    key = (places.c.game == place.game, places.c.seat == place.seat)
    return bool(conn.execute(select(places.c.muted).where(*key)).scalar())


def name_seat(conn: Connection, game: str, seat: int, name: str | None) -> None:
    """What this table calls the seat, unless its person has left; None for the person's own name."""
    key = (places.c.game == game, places.c.seat == seat, places.c.left.is_(None))
    conn.execute(update(places).where(*key).values(name=name))


def nudged(conn: Connection, game: str, seat: int, now: datetime) -> bool:
    """Notes a nudge; False if there was one within the last day."""
    key = (places.c.game == game, places.c.seat == seat)
    free = or_(places.c.nudged.is_(None), places.c.nudged <= now - timedelta(days=1))
    return conn.execute(update(places).where(*key, free).values(nudged=now)).rowcount == 1


_own = addresses.alias("own")
_latest = (
    select(_own.c.id)
    .where(_own.c.person == places.c.person, _own.c.confirmed.is_not(None))
    .order_by(_own.c.confirmed.desc(), _own.c.id)
    .limit(1)
    .correlate(places)
    .scalar_subquery()
)
"""Asked for each place that is read, by the index on the person: never of everybody."""
_main = addresses.alias("main")
_seats = addresses.alias("seats_own")
_PLACES = (
    select(
        places,
        persons.c.name.label("person_name"),
        persons.c.language,
        persons.c.zone,
        persons.c.muted.label("all_muted"),
        persons.c.erased,
        _main.c.id.label("main_id"),
        _main.c.address.label("main_address"),
        _main.c.state.label("main_state"),
        _seats.c.address.label("own_address"),
        _seats.c.state.label("own_state"),
        _seats.c.confirmed.label("own_confirmed"),
    )
    .join(persons, persons.c.id == places.c.person)
    .outerjoin(_main, _main.c.id == _latest)
    .outerjoin(_seats, _seats.c.id == places.c.address)
    .order_by(places.c.seat)
)
"""A person's mail goes to the address confirmed last, a seat's own address comes first."""


def _place(row: Any) -> Place:
    own = row.address is not None and row.own_confirmed is not None
    return Place(
        row.game,
        row.seat,
        row.person,
        row.name or row.person_name,
        row.language,
        row.zone,
        (row.own_address if own else row.main_address) if row.erased is None else None,
        row.address if own else row.main_id,
        (row.own_state if own else row.main_state) or "ok",
        bool(row.muted or row.all_muted),
        row.name is not None,
        row.left,
        row.nudged,
    )


def place(conn: Connection, game: str, seat: int) -> Place | None:
    """Who holds the seat and where its mail goes; None for bots, the House and open seats."""
    found = _PLACES.where(places.c.game == game, places.c.seat == seat)
    row = conn.execute(found).first()
    return None if row is None else _place(row)


def places_of(conn: Connection, game: str) -> dict[int, Place]:
    """Every seat that a person holds."""
    found = conn.execute(_PLACES.where(places.c.game == game))
    return {row.seat: _place(row) for row in found}


def places_of_each(conn: Connection, games: Sequence[str]) -> dict[str, dict[int, Place]]:
    """Game -> ``places_of`` it, of several at once."""
    found: dict[str, dict[int, Place]] = {game: {} for game in games}
    if games:
        for row in conn.execute(_PLACES.where(places.c.game.in_(games))):
            found[row.game][row.seat] = _place(row)
    return found


def names(conn: Connection, game: str) -> dict[int, str]:
    """Seat -> what the table calls it, for the seats that persons hold, as ``Place.name``; the others have
    the names that wording gives bots and the House."""
    return {seat: place.name for seat, place in places_of(conn, game).items()}


def games_of(conn: Connection, address: str) -> list[tuple[str, int]]:
    """(game, seat) that the owner of an address (its id) may open: the person's, and those whose mail
    goes there."""
    owner = select(addresses.c.person).where(addresses.c.id == address).scalar_subquery()
    mine = or_(places.c.person == owner, places.c.address == address)
    found = conn.execute(select(places.c.game, places.c.seat).where(mine, places.c.left.is_(None)))
    return [(row.game, row.seat) for row in found]
