"""A seat that is offered, by mail or by a link: look at it, take it, decline it, want no more such mail."""

from dataclasses import asdict
from datetime import datetime
from uuid import uuid4

from flask import Blueprint, Response, g, request
from sqlalchemy import Connection

from events import commands as c
from events import types as t
from events.errors import Refusal
from events.store import Reader, Unit
from events.ten.state import GameState
from service import notices, offers, people
from service.extensions import DELIVER, services
from service.offers import Invitation
from service.schemas import BadForm, command_id
from service.typed import Unfit, fit_address, fit_language, fit_name, fit_zone
from service.views import plans, starting
from service.views.answers import Problem, page, speak, words
from service.views.asking import ask_address, count_asked, go_to
from service.views.fields import all_wrong, spoken, zones
from service.views.play import bad_form
from service.views.seat import find, gone

offered_seats = Blueprint("offered", __name__)


def _offer(token: str) -> Invitation:
    """The invitation that the link is about. Raises Problem."""
    found = find(token, "invitation")
    at = services()
    with at.store.read() as reader:
        offered = offers.invitation(reader.connection, found.subject or "", at.clock())
    if offered is None or found.revoked:
        raise gone()
    g.game, g.seat = offered.game, offered.seat
    return offered


def _still_open(offered: Invitation) -> None:
    """Raises Problem unless the seat is still offered."""
    say = words().say
    if offered.state != "open":
        raise Problem(
            410,
            {
                "accepted": say("This seat was taken. If it was you, use the link in your mail."),
                "declined": say("This invitation was declined. Ask the host for another."),
                "expired": say("The time of this invitation is over. Ask the host for another."),
            }.get(offered.state, say("The host took this invitation back.")),
        )


@offered_seats.get("/i/<token>")
def invitation(token: str) -> Response:
    offered = _offer(token)
    _still_open(offered)
    return _invitation_page(token, offered)


def _invitation_page(
    token: str, offered: Invitation, status: int = 200, problems: dict[str, str] | None = None
) -> Response:
    at = services()
    state = at.handler.load(offered.game)
    with at.store.read() as reader:
        name = people.game_name(reader.connection, offered.game)
        host = people.person(reader.connection, state.host)
        held = people.names(reader.connection, offered.game)
        known = None
        if offered.address is not None:
            address = people.address(reader.connection, offered.address)
            if address is not None and address.person is not None:
                known = people.person(reader.connection, address.person)
    if known is not None and status == 200:
        speak(known.language)
    filled = request.form or ({} if known is None else asdict(known))
    return page(
        "lobby/invitation.html",
        status,
        token=token,
        offered=offered,
        name=name,
        host="" if host is None else host.name,
        others=[
            held[s.seat] or words().former()
            for s in state.seats
            if s.player is not None and s.seat in held
        ],
        bots=sum(s.kind == "bot" for s in state.seats),
        players=len(state.takers),
        commitment=state.commitment,
        playing=state.phase != "lobby",
        until=words().moment(offered.expires, None),
        command=str(uuid4()),
        filled=filled,
        wrong=all_wrong(words(), problems or {}),
        zones=zones(),
        languages=spoken(),
    )


@offered_seats.post("/i/<token>")
def accept(token: str) -> Response:
    offered = _offer(token)
    try:
        command = command_id(request.form)
    except BadForm as error:
        raise bad_form(words(), error) from None
    if offered.state != "accepted" or offered.command != command:
        _still_open(offered)
    typed, problems = _typed(offered)
    if problems:
        return _invitation_page(token, offered, 422, problems)
    if "address" in typed and offered.state != "accepted":
        count_asked(typed["address"])
    if services().handler.load(offered.game).phase != "lobby":
        return _take_over(offered, command, typed)
    return _seat(offered, command, typed)


def _typed(offered: Invitation) -> tuple[dict[str, str], dict[str, str]]:
    """Name, language, zone, digest of the word and, for a link, the address; and what is wrong."""
    typed: dict[str, str] = {}
    problems: dict[str, str] = {}
    fits = {"name": fit_name, "language": fit_language, "zone": fit_zone, "word": plans.fit_word}
    if offered.address is None:
        fits["address"] = fit_address
    for name, fit in fits.items():
        try:
            typed[name] = fit(request.form.get(name) or "")
        except Unfit as unfit:
            problems[name] = unfit.code
    return typed, problems


def _seat(offered: Invitation, command: str, typed: dict[str, str]) -> Response:
    """Seats the person: the invitation is taken, the place prepared, and then the seat claimed."""
    at = services()
    now = at.clock()
    with at.store.unit() as unit:
        again = offered.state == "accepted"
        if not offers.take(unit.connection, offered.id, command, now):
            raise Problem(410, words().say("Somebody else took this seat just now."))
        place = people.place(unit.connection, offered.game, offered.seat)
        if again and place is not None:
            person = place.person
        else:
            person = _person(unit.connection, offered, typed, now)
    claim = c.ClaimSeat(offered.seat, person, typed["word"])
    ours = c.Command(starting.step(offered.id, "claim"), f"seat:{offered.seat}", "web", now, claim)
    try:
        at.handler.execute(offered.game, ours)
    except Refusal:
        with at.store.unit() as unit:
            offers.close(unit.connection, offered.id, "withdrawn")
        raise
    at.wake(DELIVER)
    if "address" in typed and not again:
        ask_address(offered.game, offered.seat, person, typed["address"])
    return go_to(offered.game, person, offered.seat)


def _take_over(offered: Invitation, command: str, typed: dict[str, str]) -> Response:
    """The seat of a game that is on changes hands: the invitation, the place and the event in one unit."""
    at = services()
    now = at.clock()
    taker: str | None = None

    def first(unit: Unit, state: GameState, moment: str) -> c.Command | None:
        nonlocal taker
        taker = _taker(unit, offered)
        if not offers.take(unit.connection, offered.id, command, now):
            raise Problem(410, words().say("Somebody else took this seat just now."))
        if taker is not None:
            # Sent twice: the first result stands, unless somebody else has come to sit there since.
            if state.seat(offered.seat).player != taker:
                raise gone()
            return None
        taker = _person(unit.connection, offered, typed, now)
        wish = c.ReplacePlayer(offered.seat, taker)
        return c.Command(starting.step(offered.id, "replace"), "host", "web", now, wish)

    at.handler.settle(offered.game, now, first)
    assert taker is not None
    at.wake(DELIVER)
    if "address" in typed and offered.state != "accepted":
        ask_address(offered.game, offered.seat, taker, typed["address"])
    return go_to(offered.game, taker, offered.seat)


def _taker(reader: Reader, offered: Invitation) -> str | None:
    """The person who came to the seat by this invitation, if somebody did."""
    for name in ("claim", "replace"):
        wrote = reader.find_command(offered.game, starting.step(offered.id, name))
        if wrote is not None:
            taken = reader.recorded(offered.game, wrote.start - 1, wrote.start)[0].event
            if isinstance(taken, t.SeatClaimed | t.SeatReplaced):
                return taken.player
    return None


def _person(conn: Connection, offered: Invitation, typed: dict[str, str], now: datetime) -> str:
    """Whose seat it becomes: the owner of the invited address, or somebody new. The place is prepared;
    it counts once the seat is claimed."""
    address = None if offered.address is None else people.address(conn, offered.address)
    owner = (
        None if address is None or address.person is None else people.person(conn, address.person)
    )
    if owner is None:
        if services().settings.signup == "closed":
            raise Problem(403, words().say("This service takes nobody new. Ask its host."))
        owner = people.add_person(conn, typed["name"], None, typed["language"], typed["zone"], now)
    else:
        people.change_person(conn, owner.id, language=typed["language"], zone=typed["zone"])
    if offered.address is not None:
        people.confirm_address(conn, offered.address, owner.id, now)
    own_name = None if typed["name"] == owner.name else typed["name"]
    people.seat_person(conn, offered.game, offered.seat, owner.id, own_name, offered.address)
    return owner.id


@offered_seats.post("/i/<token>/decline")
def decline(token: str) -> Response:
    offered = _offer(token)
    _still_open(offered)
    at = services()
    now = at.clock()
    state = at.handler.load(offered.game)
    if state.phase != "lobby":
        # Who sits there stays.
        with at.store.unit() as unit:
            offers.close(unit.connection, offered.id, "declined")
            if not state.over:
                _tell_host(unit, state, "kept", state.version, offer=offered.id, of=offered.seat)
        at.wake(DELIVER)
        return page("lobby/declined.html", token=token, address=offered.address is not None)
    wish = c.DeclineSeat(offered.seat)
    ours = c.Command(starting.step(offered.id, "decline"), f"seat:{offered.seat}", "web", now, wish)
    outcome = at.handler.execute(offered.game, ours)
    with at.store.unit() as unit:
        offers.close(unit.connection, offered.id, "declined")
        if outcome.state.phase == "lobby":
            version = outcome.versions.stop - 1
            _tell_host(unit, outcome.state, "declined", version, of=offered.seat)
    at.wake(DELIVER)
    return page("lobby/declined.html", token=token, address=offered.address is not None)


def _tell_host(unit: Unit, state: GameState, about: str, version: int, **ids: int | str) -> None:
    """News to the host, if the host has a seat; who has none gets no mail about the game."""
    host = next((seat.seat for seat in state.seats if seat.player == state.host), None)
    if host is not None:
        now = services().clock()
        notices.news(unit, state.game, host, state.host, version, about, now, **ids)


@offered_seats.post("/i/<token>/never")
def never(token: str) -> Response:
    """The address asks not to be mailed by this service again, or takes that back."""
    offered = _offer(token)
    if offered.address is None:
        raise Problem(404, words().say("This invitation was not mailed to an address."))
    stop = request.form.get("mail") != "again"
    with services().store.unit() as unit:
        people.never_again(unit.connection, offered.address, stop)
    return page("lobby/never.html", token=token, asked=offered.asked, stopped=stop)
