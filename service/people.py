"""Persons, their addresses, and the seats they hold. Functions take a connection first.

An address is kept as typed and compared without case (reports L10). It belongs to a person once
somebody has shown, by a mailed link, that it is theirs: until then it is known, unconfirmed, and gets no
mail but the one that asks.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

from sqlalchemy import Connection, func, insert, or_, select, update

from events.ten.phases.lobby import option
from service.tables import addresses, game_names, persons, places

LANGUAGES = ("en", "da", "sq", "ne", "cy")
NAME_LENGTH = 40
"""Characters of a person's or seat's name; a game's has ``GAME_NAME_LENGTH``."""
GAME_NAME_LENGTH = 60
ADDRESS_LENGTH = 254

_HARMFUL = ("Cc", "Cs", "Zl", "Zp")
"""Categories of control characters, lone surrogates and line separators."""
_OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_LOCAL = re.compile(r"[^\s@<>()\[\],;:\\\"\x00-\x1f\x7f]{1,64}\Z")
_DOMAIN = re.compile(r"(?!-)[^\s@<>()\[\],;:\\\"./\x00-\x1f\x7f]{1,63}(?<!-)\Z")


class Unfit(ValueError):
    """What somebody typed cannot be taken. ``field`` and ``code`` say what and why: ``name`` and
    ``missing``, ``long`` or ``control``; ``address`` and ``invalid``; ``zone``, ``language`` and
    ``unknown``."""

    def __init__(self, field: str, code: str) -> None:
        self.field = field
        self.code = code
        super().__init__(f"{field}: {code}")


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    language: str
    zone: str
    muted: bool


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


@dataclass(frozen=True, slots=True)
class Place:
    """A person's seat, as mail and pages need it. ``name`` is what the table calls the seat; ``address``
    is None where no confirmed address is known; ``muted`` counts this game and all mail; ``seat_named``
    says that the name is the seat's own (two seats may share an address)."""

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


def fit_name(text: str, field: str = "name", length: int = NAME_LENGTH) -> str:
    """The name in NFC with its spaces tidied; any script is fine. Raises Unfit."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Unfit(field, "missing")
    if len(name) > length:
        raise Unfit(field, "long")
    # Zero-width joiners belong to names and emoji; controls and direction overrides do not.
    if any(unicodedata.category(c) in _HARMFUL or c in _OVERRIDES for c in name):
        raise Unfit(field, "control")
    if all(unicodedata.category(c) in ("Cf", "Mn", "Zs") for c in name):
        raise Unfit(field, "missing")
    return name


def fit_address(text: str) -> str:
    """The address as typed, without the space around it. Raises Unfit."""
    address = text.strip()
    local, at, domain = address.rpartition("@")
    labels = domain.split(".")
    fine = (
        bool(at)
        and len(address.encode("utf-8", "replace")) <= ADDRESS_LENGTH
        and address.isprintable()
        and bool(_LOCAL.match(local))
        and ".." not in local
        and local[0] != "."
        and local[-1] != "."
        and all(_DOMAIN.match(label) for label in labels)
    )
    if not fine:
        raise Unfit("address", "invalid")
    return address


def fit_zone(text: str) -> str:
    """The name of a time zone. Raises Unfit."""
    if text not in available_timezones():
        raise Unfit("zone", "unknown")
    return text


def fit_language(text: str) -> str:
    """One of ``LANGUAGES``. Raises Unfit."""
    if text not in LANGUAGES:
        raise Unfit("language", "unknown")
    return text


def fold(address: str) -> str:
    """What addresses are compared by: without case, composed and decomposed letters alike."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", address.strip()).casefold())


# Persons and addresses.


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
    row = conn.execute(select(persons).where(persons.c.id == id)).one_or_none()
    if row is None:
        return None
    return Person(row.id, row.name, row.language, row.zone, row.muted)


def change_person(conn: Connection, id: str, **values: Any) -> None:
    """Sets columns of a person: name, language, zone, muted ..."""
    conn.execute(update(persons).where(persons.c.id == id).values(**values))


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


def never_again(conn: Connection, id: str) -> None:
    """The address asked not to be invited or mailed by this service again."""
    conn.execute(update(addresses).where(addresses.c.id == id).values(never=True))


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
    """This seat's mail goes to another address of ours (its id) from now on."""
    key = (places.c.game == game, places.c.seat == seat)
    conn.execute(update(places).where(*key).values(address=address))


def mute(conn: Connection, game: str, seat: int, muted: bool) -> None:
    """This game's mail to this seat."""
    key = (places.c.game == game, places.c.seat == seat)
    conn.execute(update(places).where(*key).values(muted=muted))


def nudged(conn: Connection, game: str, seat: int, now: datetime) -> bool:
    """Notes a nudge; False if there was one within the last day."""
    key = (places.c.game == game, places.c.seat == seat)
    free = or_(places.c.nudged.is_(None), places.c.nudged <= now - timedelta(days=1))
    return conn.execute(update(places).where(*key, free).values(nudged=now)).rowcount == 1


_own = (
    select(
        addresses.c.person.label("owner"),
        func.max(addresses.c.confirmed).label("latest"),
    )
    .where(addresses.c.confirmed.is_not(None))
    .group_by(addresses.c.person)
    .subquery()
)
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
    .outerjoin(_own, _own.c.owner == places.c.person)
    .outerjoin(_main, (_main.c.person == places.c.person) & (_main.c.confirmed == _own.c.latest))
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


def names(conn: Connection, game: str) -> dict[int, str]:
    """Seat -> what the table calls it, for the seats that persons hold; the others have the names that
    wording gives bots and the House."""
    return {seat: place.name for seat, place in places_of(conn, game).items()}


def games_of(conn: Connection, address: str) -> list[tuple[str, int]]:
    """(game, seat) that the owner of an address (its id) may open: the person's, and those whose mail
    goes there."""
    owner = select(addresses.c.person).where(addresses.c.id == address).scalar_subquery()
    mine = or_(places.c.person == owner, places.c.address == address)
    found = conn.execute(select(places.c.game, places.c.seat).where(mine, places.c.left.is_(None)))
    return [(row.game, row.seat) for row in found]


# Games.


def name_game(
    conn: Connection, game: str, name: str, host: str, now: datetime, demo: bool = False
) -> None:
    """Raises Unfit."""
    fit = fit_name(name, "game", GAME_NAME_LENGTH)
    conn.execute(insert(game_names).values(game=game, name=fit, host=host, created=now, demo=demo))


def game_name(conn: Connection, game: str) -> str:
    """The game's name; for one that has none here, such as an import, the first part of its id."""
    found = conn.execute(select(game_names.c.name).where(game_names.c.game == game)).scalar()
    return game.partition("-")[0] if found is None else str(found)


def host_of(conn: Connection, game: str) -> str | None:
    """The id of the person who hosts the game."""
    found = conn.execute(select(game_names.c.host).where(game_names.c.game == game)).scalar()
    return None if found is None else str(found)


def due(options: Mapping[str, Any], kind: str, now: datetime) -> datetime | None:
    """When a decision of this kind that opens now is due: the game's limit for bids or for turns
    (rules.md section 12), or None without a clock."""
    seconds = option(options, "auction_s" if kind == "bid" else "turn_s")
    return None if seconds is None else now + timedelta(seconds=seconds)
