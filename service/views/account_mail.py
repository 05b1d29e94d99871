"""Which mail may come (RFC 8058). The token is the authority: no cookie is asked for."""

from flask import Blueprint, Response, request
from sqlalchemy import Connection

from service import people
from service.extensions import services
from service.people import Place
from service.tokens import Token
from service.views.answers import Problem, page, speak, words
from service.views.seat import find, gone

account_mail = Blueprint("account_mail", __name__)


@account_mail.get("/m/<token>")
def mail(token: str) -> Response:
    """Asks; GET never acts, for scanners follow every link (report M2)."""
    return _mail_page(token, find(token, "unsubscribe"), done=False)


def _own_place(conn: Connection, found: Token) -> Place | None:
    """The seat that the link is about, if its person still sits there: whoever came after decides alone."""
    if found.game is None or found.seat is None:
        return None
    place = people.place(conn, found.game, found.seat)
    return place if place is not None and place.person == found.person else None


def _mail_page(token: str, found: Token, *, done: bool) -> Response:
    at = services()
    person = None
    address = None
    name = ""
    with at.store.read() as reader:
        place = _own_place(reader.connection, found)
        if place is not None:
            name = people.game_name(reader.connection, place.game)
        if found.person is not None:
            person = people.person(reader.connection, found.person)
        if found.subject is not None:
            address = people.address(reader.connection, found.subject)
        muted = place is not None and people.is_muted(reader.connection, place)
    if person is not None:
        speak(person.language)
    return page(
        "account/mail.html",
        token=token,
        name=name,
        game_muted=muted,
        all_muted=person is not None and person.muted,
        person=person,
        address=address,
        done=done,
    )


@account_mail.post("/m/<token>")
def change_mail(token: str) -> Response:
    """Acts at once: ``scope`` is what to stop, or to start again; without it, as mail programs send it,
    the narrowest there is."""
    found = find(token, "unsubscribe")
    scope = request.form.get("scope") or (
        "game" if found.game else "all" if found.person else "address"
    )
    on = request.form.get("mail") == "again"
    with services().store.unit() as unit:
        if scope == "game" and found.game is not None:
            place = _own_place(unit.connection, found)
            if place is not None:
                people.mute(unit.connection, place.game, place.seat, muted=not on)
            elif on:
                raise gone()
        elif scope == "all" and found.person is not None:
            people.change_person(unit.connection, found.person, muted=not on)
        elif scope == "address" and found.subject is not None:
            people.never_again(unit.connection, found.subject, not on)
        else:
            raise Problem(400, words().say("Choose one of the kinds of mail that are offered."))
    return _mail_page(token, found, done=True)
