"""The mails that pages ask for, as outbox rows: ids only, never an address, a name or a token.

Whoever renders them reads the rest by these ids when sending. The kinds, their columns and payloads:

``link``
    game, seat, person; payload ``{}``. A fresh link goes to the seat's own address (``people.place``).
``sign-in``
    payload ``{"address": id, "about": "games"}``: a link to "my games" (token purpose ``sign-in``,
    subject the address id), sent only if the address is confirmed.
    payload ``{"address": id, "about": "game", "draft": id}``: confirm the address and with it start the game
    of the draft (purpose ``confirm``, subject the draft id).
    payload ``{"address": id, "about": "seat", "draft": id}``: confirm that a seat's mail is to go there
    (purpose ``confirm``, subject the draft id; ``game`` and ``seat`` are the row's).
``invitation``
    game, seat; payload ``{"invitation": id, "address": id}``: to that address, while the invitation is open
    (purpose ``invitation``, subject the invitation id; unsubscribe leads to "never mail me again").
``reminder``
    game, seat, person, decision; payload ``{"nudge": seat that nudges}``: wanted while that decision is open.
``news``
    game, seat, person, decision (the version it is about); payload ``{"about": code, ...}`` with the code
    ``declined`` (``{"of": seat}``): to the host, a seat that was offered is open again; ``kept`` (the same,
    and ``"offer": invitation id``): a seat of a running game was offered and declined, so whoever has it
    plays on.
"""

from datetime import datetime
from uuid import uuid4

from events.outbox import add, row_of
from events.store import Unit
from service.addresses import mark_address
from service.people import Place

MINUTES = 5
"""A fresh link is mailed to a seat at most once in so many minutes."""


def link(
    unit: Unit, game: str, seat: int, person: str | None, now: datetime, *, fresh: bool = False
) -> None:
    """A fresh link was asked for; asking again within some minutes adds nothing, unless all links were
    revoked (``fresh``)."""
    slot = uuid4().hex if fresh else int(now.timestamp()) // (60 * MINUTES)
    key = f"link:{game}:{seat}:{slot}"
    add(unit, [row_of("link", key, now, game=game, seat=seat, person=person)])


def again(unit: Unit, place: Place, now: datetime) -> bool:
    """ "Send again": the seat's address failed, and somebody says that it works now. It is mailed a fresh
    link, and what comes after that; False where no address of the seat has failed."""
    if place.address_id is None or place.address_state == "ok":
        return False
    mark_address(unit.connection, place.address_id, "ok")
    link(unit, place.game, place.seat, place.person, now, fresh=True)
    return True


def sign_in(unit: Unit, address: str, now: datetime) -> None:
    """Somebody asks for the link to "my games"; asking again within some minutes adds nothing."""
    slot = int(now.timestamp()) // (60 * MINUTES)
    payload = {"address": address, "about": "games"}
    add(unit, [row_of("sign-in", f"sign-in:{address}:{slot}", now, payload=payload)])


def confirm_game(unit: Unit, address: str, draft: str, now: datetime) -> None:
    """The host of a game to be has to confirm the own address before anybody else is mailed."""
    payload = {"address": address, "about": "game", "draft": draft}
    add(unit, [row_of("sign-in", f"sign-in:{draft}", now, payload=payload)])


def confirm_seat(unit: Unit, game: str, seat: int, address: str, draft: str, now: datetime) -> None:
    """A seat's mail is to go to another address, which has to confirm that."""
    payload = {"address": address, "about": "seat", "draft": draft}
    row = row_of("sign-in", f"sign-in:{draft}", now, game=game, seat=seat, payload=payload)
    add(unit, [row])


def invitation(
    unit: Unit, game: str, seat: int, invitation: str, address: str, now: datetime
) -> None:
    """A seat is offered to an address."""
    payload = {"invitation": invitation, "address": address}
    key = f"invitation:{invitation}"
    add(unit, [row_of("invitation", key, now, game=game, seat=seat, payload=payload)])


def nudge(
    unit: Unit, game: str, seat: int, person: str, decision: int, by: int, now: datetime
) -> None:
    """Another player nudges the awaited seat."""
    row = row_of(
        "reminder",
        f"nudge:{game}:{decision}:{now.date().isoformat()}",
        now,
        game=game,
        seat=seat,
        person=person,
        decision=decision,
        payload={"nudge": by},
    )
    add(unit, [row])


def news(
    unit: Unit,
    game: str,
    seat: int,
    person: str,
    version: int,
    about: str,
    now: datetime,
    **ids: int | str,
) -> None:
    """Something concerns a seat that no other mail will tell of in time."""
    row = row_of(
        "news",
        ":".join(("news", game, about, str(version), str(seat), *map(str, ids.values()))),
        now,
        game=game,
        seat=seat,
        person=person,
        decision=version,
        payload={"about": about, **ids},
    )
    add(unit, [row])
