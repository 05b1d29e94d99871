"""A person's own things: the list of games behind a mailed link, and which mail may come.

The session cookie is set by the POST that follows the mailed link, never by a GET. It holds the person and
the address that was shown to be theirs.
"""

from dataclasses import dataclass

from flask import Blueprint, Response, g, request, session
from flask_wtf.csrf import generate_csrf

from service import notices, people, tokens
from service.extensions import DELIVER, csrf, services
from service.tokens import Token
from service.typed import Unfit, fit_address, fold
from service.views import starting
from service.views.answers import Problem, go, page, speak, words
from service.views.asking import count_sign_in
from service.views.board import board
from service.views.fields import all_wrong
from service.views.lobby import signed_in
from service.views.news import headline
from service.views.seat import find, gone

account = Blueprint("account", __name__)


@account.get("/sign-in")
def sign_in() -> Response:
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
    g.invited = fold(address)
    count_sign_in()
    at = services()
    with at.store.unit() as unit:
        known = people.find_address(unit.connection, address)
        if known is not None and known.confirmed is not None:
            notices.sign_in(unit, known.id, at.clock())
    at.wake(DELIVER)
    return page("account/asked.html")


@account.get("/s/<token>")
def show_sign_in(token: str) -> Response:
    found = _sign_in_token(token)
    if found.revoked and not _is_in(found):
        raise gone()
    return page("account/enter.html", token=token)


def _sign_in_token(token: str) -> Token:
    return find(token, "sign-in")


def _is_in(found: Token) -> bool:
    """Whether this browser is signed in by the very address that the link is about."""
    return found.subject is not None and session.get("address") == found.subject


@account.post("/s/<token>")
def enter(token: str) -> Response:
    """Spends the link, once, and signs this browser in; the second click of two is no error."""
    found = _sign_in_token(token)
    at = services()
    if _is_in(found):
        return go("/games")
    if found.revoked or found.subject is None:
        raise gone()
    with at.store.unit() as unit:
        if not tokens.spend(unit.connection, token, at.clock()):
            raise gone()
        address = people.address(unit.connection, found.subject)
    if address is None or address.person is None:
        raise gone()
    session.clear()
    session["person"] = address.person
    session["address"] = address.id
    # In the session from now on, so that showing a form later sets no cookie.
    generate_csrf()
    return go("/games")


@dataclass(frozen=True)
class Mine:
    """A game of the list."""

    game: str
    seat: int
    name: str
    news: str
    yours: bool
    over: bool


@account.get("/games")
def games() -> Response:
    """ "My games": a plain list, those that wait for the reader first."""
    if signed_in() is None:
        return go("/sign-in")
    at = services()
    with at.store.read() as reader:
        held = people.games_of(reader.connection, str(session.get("address")))
    mine = [_mine(game, seat) for game, seat in held]
    mine.sort(key=lambda each: (each.over, not each.yours, each.name))
    return page("account/games.html", games=mine)


def _mine(game: str, seat: int) -> Mine:
    at = services()
    state = at.handler.load(game)
    with at.store.read() as reader:
        name = people.game_name(reader.connection, game)
        places = people.places_of(reader.connection, game)
    shown = board(state, name, places, words(), seat)
    awaited = state.awaiting is not None and state.awaiting.seat == seat
    return Mine(game, seat, name, headline(shown, words(), seat), awaited, state.over)


@account.post("/games/<game>/<int:seat>")
def open_game(game: str, seat: int) -> Response:
    """A fresh link to one of the own seats."""
    if signed_in() is None:
        return go("/sign-in")
    csrf.protect()
    at = services()
    with at.store.read() as reader:
        mine = people.games_of(reader.connection, str(session.get("address")))
        place = people.place(reader.connection, game, seat)
    if (game, seat) not in mine or place is None:
        raise Problem(404, words().say("This is none of your seats."))
    return go(starting.seat_link(game, seat, place.person, at.clock()))


@account.post("/sign-out")
def sign_out() -> Response:
    if "person" in session:
        csrf.protect()
        session.clear()
    return go("/")


# Which mail may come (RFC 8058). The token is the authority: no cookie is asked for.


@account.get("/m/<token>")
def mail(token: str) -> Response:
    """Asks; GET never acts, for scanners follow every link (report M2)."""
    return _mail_page(token, find(token, "unsubscribe"), done=False)


def _mail_page(token: str, found: Token, *, done: bool) -> Response:
    at = services()
    place = None
    person = None
    address = None
    name = ""
    with at.store.read() as reader:
        if found.game is not None and found.seat is not None:
            place = people.place(reader.connection, found.game, found.seat)
            name = people.game_name(reader.connection, found.game)
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


@account.post("/m/<token>")
def change_mail(token: str) -> Response:
    """Acts at once: ``scope`` is what to stop, or to start again; without it, as mail programs send it,
    the narrowest there is."""
    found = find(token, "unsubscribe")
    scope = request.form.get("scope") or (
        "game" if found.game else "all" if found.person else "address"
    )
    on = request.form.get("mail") == "again"
    with services().store.unit() as unit:
        if scope == "game" and found.game is not None and found.seat is not None:
            people.mute(unit.connection, found.game, found.seat, muted=not on)
        elif scope == "all" and found.person is not None:
            people.change_person(unit.connection, found.person, muted=not on)
        elif scope == "address" and found.subject is not None:
            people.never_again(unit.connection, found.subject, not on)
        else:
            raise Problem(400, words().say("Choose one of the kinds of mail that are offered."))
    return _mail_page(token, found, done=True)
