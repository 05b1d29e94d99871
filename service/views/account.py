""" "My games" behind a mailed link: signing in and out, the list, and the ways from it into games.

The session cookie is set by the POST that follows the mailed link, never by a GET (``signing.py``).
"""

from datetime import datetime

from flask import Blueprint, Response, request

from service import notices, offers, people, tokens
from service.addresses import Address
from service.extensions import DELIVER, csrf, services
from service.tokens import Token
from service.typed import Unfit, fit_address
from service.views import signing, starting
from service.views.answers import Problem, go, page, speak, words
from service.views.asking import count_sign_in
from service.views.fields import all_wrong
from service.views.mine import lists, mine_of, offers_to
from service.views.seat import find, gone

account = Blueprint("account", __name__)


@account.get("/sign-in")
def sign_in() -> Response:
    if signing.signed_in() is not None:
        return go("/games")
    return page("account/sign-in.html", wrong={}, typed="")


@account.post("/sign-in")
def ask() -> Response:
    """Mails the link to "my games". The answer is the same whether the address is known or not."""
    typed = request.form.get("address") or ""
    try:
        address = fit_address(typed)
    except Unfit as unfit:
        wrong = all_wrong(words(), {"address": unfit.code if typed.strip() else "missing"})
        return page("account/sign-in.html", 422, wrong=wrong, typed=typed[:300])
    count_sign_in(address)
    at = services()
    with at.store.unit() as unit:
        known = people.find_address(unit.connection, address)
        if known is not None and known.confirmed is not None:
            notices.sign_in(unit, known.id, at.clock())
    at.wake(DELIVER)
    return page("account/asked.html")


@account.get("/s/<token>")
def show_sign_in(token: str) -> Response:
    found = find(token, "sign-in")
    _address(found)
    if found.revoked and not _is_in(found):
        raise gone()
    return page("account/enter.html", token=token, days=signing.SIGNED_IN.days)


def _address(found: Token) -> Address | None:
    """The address that the link is about; the answer speaks the language of its person."""
    with services().store.read() as reader:
        address = people.address(reader.connection, found.subject or "")
        person = address.person if address is not None else None
        known = None if person is None else people.person(reader.connection, person)
    if known is not None:
        speak(known.language)
    return address


def _is_in(found: Token) -> bool:
    """Whether this browser is signed in by the very address that the link is about."""
    ours = found.subject is not None and signing.by_address() == found.subject
    return ours and signing.signed_in() is not None


@account.post("/s/<token>")
def enter(token: str) -> Response:
    """Spends the link, once, and signs this browser in; the second click of two is no error."""
    found = find(token, "sign-in")
    at = services()
    if _is_in(found):
        return go("/games")
    address = _address(found)
    if found.revoked or address is None or address.person is None:
        raise gone()
    with at.store.unit() as unit:
        if not tokens.spend(unit.connection, token, at.clock()):
            raise gone()
    signing.begin(address)
    return go("/games")


@account.get("/games")
def games() -> Response:
    """ "My games" in four lists: those that wait for the reader first."""
    person = signing.signed_in()
    if person is None:
        return signing.sign_in_first()
    at = services()
    with at.store.read() as reader:
        shown = lists(reader, at.handler, words(), person, signing.by_address(), at.clock())
    return page("account/games.html", lists=shown, person=person)


@account.post("/games/<game>/<int:seat>")
def open_game(game: str, seat: int) -> Response:
    """A fresh link to one of the own seats."""
    if signing.signed_in() is None:
        return signing.sign_in_first()
    csrf.protect()
    at = services()
    with at.store.read() as reader:
        mine = mine_of(reader.connection, signing.by_address())
        place = people.place(reader.connection, game, seat) if (game, seat) in mine else None
    if place is None:
        raise Problem(404, words().say("This is none of your seats."))
    return go(starting.seat_link(game, seat, place.person, at.clock()))


@account.post("/invitations/<id>")
def look_at_invitation(id: str) -> Response:
    """A fresh link to an invitation of one's own, where it is accepted or declined."""
    person = signing.signed_in()
    if person is None:
        return signing.sign_in_first()
    csrf.protect()
    at, now = services(), services().clock()
    with at.store.read() as reader:
        mine = offers_to(reader.connection, person.id, now)
        offered = offers.invitation(reader.connection, id, now) if id in mine else None
    if offered is None:
        raise Problem(404, words().say("This invitation is not open to you any more."), "/games")
    return go(_invitation_link(offered, now))


def _invitation_link(offered: offers.Invitation, now: datetime) -> str:
    about = ("invitation", offered.game, offered.seat, None, None, now)
    with services().store.unit() as unit:
        secret = tokens.mint(unit.connection, *about, offered.expires, subject=offered.id)
    return f"/i/{secret}"


@account.post("/sign-out")
def sign_out() -> Response:
    if signing.by_address():
        csrf.protect()
        signing.end()
    return go("/")
