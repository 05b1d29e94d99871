"""The mails to an address rather than to a seat: to sign in, to confirm it, to offer a seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from events.outbox import Claim
from service import offers, people
from service.offers import Draft
from service.people import Address
from service.wording import Words
from service.wording.catalogue import SOURCE, languages
from workers.mail.desk import Desk
from workers.mail.letter import Letter, Recipient, plain
from workers.mail.render import render

SIGN_IN: Final = timedelta(days=1)
"""How long the link to "my games" can be used."""


@dataclass(frozen=True)
class Addressee:
    """Whose eyes the mail is for: a person we know, or an address only."""

    name: str
    language: str
    zone: str


def sign_in(desk: Desk, taken: Claim) -> Letter | None:
    """To "my games" for a confirmed address; or the question whether the address is theirs."""
    about = taken.payload["about"]
    conn = desk.reader.connection
    address = people.address(conn, taken.payload["address"])
    if address is None:
        return None
    draft = offers.find_draft(conn, taken.payload.get("draft", ""))
    known = _addressee(desk, address, draft)
    game = "" if taken.game is None else desk.game_name(taken.game)
    if about == "games":
        if address.confirmed is None:
            return None
        expires = desk.now() + SIGN_IN
        token = desk.mint(taken, "sign-in", None, None, address.person, None, expires, address.id)
        link = desk.parts.links.sign_in(token)
    else:
        if draft is None or draft.command is not None or draft.expires <= desk.now():
            return None
        if address.never:
            return None
        expires = draft.expires
        token = desk.mint(taken, "confirm", None, None, None, None, expires, draft.id)
        link = desk.parts.links.confirm(token)
        game = game or str(draft.content.get("game", ""))
    values = {"what": about, "about": plain(game) if about != "games" else "", "link": link}
    return _letter(taken, address, known, expires, values)


def invitation(desk: Desk, taken: Claim) -> Letter | None:
    """A seat is offered, as long as the offer stands and the address wants such mail."""
    now = desk.now()
    state = desk.state(taken.game or "")
    if state.over:
        return None
    conn = desk.reader.connection
    address = people.address(conn, taken.payload["address"])
    offer = offers.invitation(conn, taken.payload["invitation"], now)
    if address is None or address.never or address.state != "ok":
        return None
    if offer is None or offer.state != "open" or offer.address != address.id:
        return None
    game = desk.game_name(offer.game)
    host = people.person(conn, state.host)
    known = _addressee(desk, address, None)
    at = (offer.game, offer.seat, None, None)
    token = desk.mint(taken, "invitation", *at, offer.expires, offer.id)
    stop = desk.mint(taken, "unsubscribe", None, None, None, None, None, address.id)
    values: dict[str, Any] = {
        "about": plain(game),
        "host": None if host is None else plain(host.name),
        "asked": address.address,
        "players": sum(seat.kind != "house" for seat in state.seats),
        "bots": sum(seat.kind == "bot" for seat in state.seats),
        "commitment": state.commitment,
        "link": desk.parts.links.invitation(token),
        "unsubscribe": desk.parts.links.unsubscribe(stop),
    }
    return _letter(taken, address, known, offer.expires, values, thread=offer.game)


def _addressee(desk: Desk, address: Address, draft: Draft | None) -> Addressee:
    """The person of the address, else what the draft says, else English."""
    if address.person is not None:
        person = people.person(desk.reader.connection, address.person)
        if person is not None:
            return Addressee(plain(person.name), person.language, person.zone)
    content: Mapping[str, Any] = {} if draft is None else draft.content
    language = str(content.get("language", SOURCE))
    return Addressee(
        plain(str(content.get("name", ""))),
        language if language in languages() else SOURCE,
        str(content.get("zone", "UTC")),
    )


def _letter(
    taken: Claim,
    address: Address,
    known: Addressee,
    expires: datetime,
    values: Mapping[str, Any],
    thread: str | None = None,
) -> Letter:
    words = Words(known.language)
    until = words.moment(expires, known.zone)
    news, text, html = render(taken.kind, words, expires=until, **values)
    return Letter(
        Recipient(known.name, address.address, address.id),
        news,
        values["about"],
        text,
        html,
        thread=thread,
        unsubscribe=values.get("unsubscribe"),
        language=known.language,
    )
