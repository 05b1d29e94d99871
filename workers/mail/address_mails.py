"""The mails to an address rather than to a seat: to sign in, to confirm it, to offer a seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from events.outbox import Claim
from service import offers, people, tokens
from service.offers import Draft
from service.people import Address
from service.wording import Words
from service.wording.catalogue import SOURCE, languages
from workers.mail.letter import Letter, Recipient, plain
from workers.mail.parts import Parts
from workers.mail.render import render
from workers.mail.scene import LeaseLost
from workers.mail.shown import note

SIGN_IN: Final = timedelta(days=1)
"""How long the link to "my games" can be used."""


@dataclass(frozen=True)
class Addressee:
    """Whose eyes the mail is for: a person we know, or an address only."""

    name: str
    language: str
    zone: str


def sign_in(parts: Parts, taken: Claim) -> Letter | None:
    """To "my games" for a confirmed address; or the question whether the address is theirs."""
    about = taken.payload["about"]
    with parts.store.read() as reader:
        address = people.address(reader.connection, taken.payload["address"])
        if address is None:
            return None
        draft = offers.find_draft(reader.connection, taken.payload.get("draft", ""))
        known = _addressee(parts, address, draft)
        game = "" if taken.game is None else people.game_name(reader.connection, taken.game)
    if about == "games":
        if address.confirmed is None:
            return None
        expires = parts.clock() + SIGN_IN
        token = _mint(parts, taken, "sign-in", address.person, address.id, expires)
        link = parts.links.sign_in(token)
    else:
        if draft is None or draft.command is not None or draft.expires <= parts.clock():
            return None
        if address.never:
            return None
        expires = draft.expires
        token = _mint(parts, taken, "confirm", None, draft.id, expires)
        link = parts.links.confirm(token)
        game = game or str(draft.content.get("game", ""))
    values = {"what": about, "about": plain(game) if about != "games" else "", "link": link}
    return _letter(parts, taken, address, known, expires, values)


def invitation(parts: Parts, taken: Claim) -> Letter | None:
    """A seat is offered, as long as the offer stands and the address wants such mail."""
    now = parts.clock()
    state = parts.handler.load(taken.game or "")
    if state.over:
        return None
    with parts.store.read() as reader:
        address = people.address(reader.connection, taken.payload["address"])
        offer = offers.invitation(reader.connection, taken.payload["invitation"], now)
        if address is None or address.never or address.state != "ok":
            return None
        if offer is None or offer.state != "open" or offer.address != address.id:
            return None
        game = people.game_name(reader.connection, offer.game)
        host = people.person(reader.connection, state.host)
        known = _addressee(parts, address, None)
    with parts.unit() as unit:
        if not note(unit, taken, None):
            raise LeaseLost
        at = (offer.game, offer.seat, None, None, now)
        token = tokens.mint(unit.connection, "invitation", *at, offer.expires, offer.id)
        stop = tokens.mint(
            unit.connection, "unsubscribe", None, None, None, None, now, None, address.id
        )
    values: dict[str, Any] = {
        "about": plain(game),
        "host": None if host is None else plain(host.name),
        "asked": address.address,
        "players": sum(seat.kind != "house" for seat in state.seats),
        "bots": sum(seat.kind == "bot" for seat in state.seats),
        "commitment": state.commitment,
        "link": parts.links.invitation(token),
        "unsubscribe": parts.links.unsubscribe(stop),
    }
    return _letter(parts, taken, address, known, offer.expires, values, thread=offer.game)


def _addressee(parts: Parts, address: Address, draft: Draft | None) -> Addressee:
    """The person of the address, else what the draft says, else English."""
    if address.person is not None:
        with parts.store.read() as reader:
            person = people.person(reader.connection, address.person)
        if person is not None:
            return Addressee(plain(person.name), person.language, person.zone)
    content: Mapping[str, Any] = {} if draft is None else draft.content
    language = str(content.get("language", SOURCE))
    return Addressee(
        plain(str(content.get("name", ""))),
        language if language in languages() else SOURCE,
        str(content.get("zone", "UTC")),
    )


def _mint(
    parts: Parts, taken: Claim, purpose: str, person: str | None, subject: str, expires: datetime
) -> str:
    with parts.unit() as unit:
        if not note(unit, taken, None):
            raise LeaseLost
        return tokens.mint(
            unit.connection, purpose, None, None, person, None, parts.clock(), expires, subject
        )


def _letter(
    parts: Parts,
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
