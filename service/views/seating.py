"""What a seat's link opens beside moving: the own settings, the lobby's controls, a nudge, a fresh start.

The token is the authority of these forms; there is no cookie, and so nothing that another site could use.
"""

from dataclasses import dataclass
from uuid import uuid4

from flask import Blueprint, Response, request

from events import commands as c
from events.errors import NotTheHost, Refusal
from service import notices, offers, people, tokens
from service.extensions import DELIVER, limiter, services
from service.offers import Invitation
from service.schemas import BadForm, command_id, whole
from service.typed import Unfit, fit_address, fit_language, fit_name, fit_zone, fold
from service.views import starting
from service.views.answers import Problem, go, page
from service.views.board import Board, board
from service.views.fields import all_wrong, spoken, zones
from service.views.games import replay_page
from service.views.lobby import ask_address
from service.views.play import bad_form, seat_page
from service.views.seat import Door, enter

seating = Blueprint("seating", __name__)


@dataclass(frozen=True)
class Open:
    """A seat of the lobby that nobody has taken, with how it is offered."""

    seat: int
    offer: Invitation | None
    never: bool


@seating.get("/p/<token>/table")
def table(token: str) -> Response:
    """The own seat's settings and, for the host, the seats that are still open."""
    return _table(enter(token))


def _table(
    door: Door,
    status: int = 200,
    *,
    wrong: dict[str, str] | None = None,
    done: str | None = None,
    problem: str | None = None,
    link: str | None = None,
) -> Response:
    shown = board(door.state, door.name, door.people, door.words, door.seat)
    place = door.place
    return page(
        "play/table.html",
        status,
        token=door.secret,
        board=shown,
        place=place,
        host=door.host,
        open=_open(door, shown) if door.state.phase == "lobby" else [],
        command=str(uuid4()),
        filled=request.form,
        wrong=all_wrong(door.words, wrong or {}),
        done=done,
        problem=problem,
        link=link,
        zones=zones(),
        languages=spoken(),
        muted=place.muted,
        moment=door.words.moment,
        zone=door.zone,
    )


def _open(door: Door, shown: Board) -> list[Open]:
    at = services()
    with at.store.read() as reader:
        offered = offers.invitations_of(reader.connection, door.game, door.now)
        found = []
        for seat in shown.seats:
            if not seat.missing:
                continue
            offer = offered.get(seat.seat)
            address = None
            if offer is not None and offer.address is not None:
                address = people.address(reader.connection, offer.address)
            found.append(Open(seat.seat, offer, address is not None and address.never))
    return found


# The host's seats.


def _host(token: str) -> Door:
    """The door, if it is the host's. Raises Problem and NotTheHost."""
    door = enter(token)
    if not door.host:
        raise NotTheHost(by=f"seat:{door.seat}")
    return door


def _open_seat(door: Door) -> int:
    """The open seat that the form names. Raises Problem."""
    try:
        seat = whole(request.form, "seat")
    except BadForm as error:
        raise bad_form(door.words, error) from None
    state = door.state
    free = state.phase == "lobby" and 1 <= seat <= len(state.seats)
    if not free or state.seat(seat).kind != "human" or state.seat(seat).player is not None:
        raise Problem(409, door.words.say("This seat is not open any more."), f"{door.path}/table")
    return seat


@seating.post("/p/<token>/invite")
def invite(token: str) -> Response:
    """Offers an open seat to an address."""
    door = _host(token)
    seat = _open_seat(door)
    typed = request.form.get("address") or ""
    field = f"address{seat}"
    try:
        address = fit_address(typed)
    except Unfit as unfit:
        return _table(door, 422, wrong={field: unfit.code if typed.strip() else "missing"})
    if request.form.get("shared") != "yes" and _used(door, seat, address):
        return _table(door, 422, wrong={field: "shared", "shared": "question"})
    starting.count_invitation(door.state.host, address)
    at = services()
    with at.store.unit() as unit:
        starting.offer(unit, door.game, seat, address, door.now)
    at.wake(DELIVER)
    return go(f"{door.path}/table")


def _used(door: Door, seat: int, address: str) -> bool:
    """Whether another seat of this game has the address, or is offered to it."""
    with services().store.read() as reader:
        offered = offers.invitations_of(reader.connection, door.game, door.now).values()
    others = [each for each in offered if each.state == "open" and each.seat != seat]
    asked = [each.asked for each in others if each.asked is not None]
    held = [place.address for place in door.people.values() if place.address is not None]
    return fold(address) in {fold(each) for each in (*asked, *held)}


@seating.post("/p/<token>/share")
def share(token: str) -> Response:
    """A link for an open seat; only its digest is kept, so it is shown this once."""
    door = _host(token)
    seat = _open_seat(door)
    at = services()
    with at.store.unit() as unit:
        offered = offers.invitations_of(unit.connection, door.game, door.now).get(seat)
        if offered is not None and offered.state == "open" and offered.address is None:
            id = offered.id
        else:
            id = starting.offer(unit, door.game, seat, None, door.now)
        secret = tokens.mint(
            unit.connection, "invitation", door.game, seat, None, None, door.now, subject=id
        )
    return _table(door, link=at.links.invitation(secret))


@seating.post("/p/<token>/withdraw")
def withdraw(token: str) -> Response:
    door = _host(token)
    seat = _open_seat(door)
    with services().store.unit() as unit:
        offers.withdraw(unit.connection, door.game, seat)
    return go(f"{door.path}/table")


@seating.post("/p/<token>/start")
def start(token: str) -> Response:
    """The host starts without the missing; their seats become bots'."""
    door = _host(token)
    at = services()
    try:
        id = command_id(request.form)
    except BadForm as error:
        raise bad_form(door.words, error) from None
    try:
        at.handler.execute(door.game, c.Command(id, "host", "web", at.clock(), c.StartGame()))
    except Refusal as error:
        return seat_page(enter(token), 409, error=error)
    with at.store.unit() as unit:
        offers.withdraw(unit.connection, door.game)
    at.wake(DELIVER)
    return go(door.path)


# Every seat.


@seating.post("/p/<token>/nudge")
def nudge(token: str) -> Response:
    """Reminds the awaited player, once a day."""
    door = enter(token)
    say = door.words.say
    awaiting = door.state.awaiting
    seat = None if awaiting is None else awaiting.seat
    place = None if seat is None else door.people.get(seat)
    if awaiting is None or seat is None or seat == door.seat or place is None:
        return seat_page(door, 409, done=say("Nobody can be nudged now."))
    if door.state.seat(seat).player != place.person or door.state.seat(seat).kind != "human":
        return seat_page(door, 409, done=say("Nobody can be nudged now."))
    at = services()
    with at.store.unit() as unit:
        first = people.nudged(unit.connection, door.game, seat, door.now)
        if first:
            notices.nudge(
                unit, door.game, seat, place.person, awaiting.decision, door.seat, door.now
            )
    if not first:
        return seat_page(
            door, done=say("%(name)s was nudged within the last day.", name=place.name)
        )
    at.wake(DELIVER)
    return seat_page(door, done=say("%(name)s is nudged by mail.", name=place.name))


@seating.post("/p/<token>/settings")
def settings(token: str) -> Response:
    """The seat's name at this table; the person's language and time zone."""
    door = enter(token)
    fits = {"name": fit_name, "language": fit_language, "zone": fit_zone}
    typed, wrong = {}, {}
    for name, fit in fits.items():
        try:
            typed[name] = fit(request.form.get(name) or "")
        except Unfit as unfit:
            wrong[name] = unfit.code
    if wrong:
        return _table(door, 422, wrong=wrong)
    with services().store.unit() as unit:
        person = people.person(unit.connection, door.place.person)
        own = None if person is not None and person.name == typed["name"] else typed["name"]
        people.name_seat(unit.connection, door.game, door.seat, own)
        people.change_person(
            unit.connection,
            door.place.person,
            language=typed["language"],
            zone=typed["zone"],
        )
    return go(f"{door.path}/table")


@seating.post("/p/<token>/mute")
def mute(token: str) -> Response:
    door = enter(token)
    with services().store.unit() as unit:
        muted = request.form.get("mail") != "again"
        people.mute(unit.connection, door.game, door.seat, muted=muted)
    return go(f"{door.path}/table")


@seating.post("/p/<token>/address")
def address(token: str) -> Response:
    """Mails the new address; the seat's mail goes there once somebody has confirmed it."""
    door = enter(token)
    typed = request.form.get("address") or ""
    try:
        wanted = fit_address(typed)
    except Unfit as unfit:
        return _table(door, 422, wrong={"address": unfit.code if typed.strip() else "missing"})
    others = {s: p for s, p in door.people.items() if s != door.seat and p.address is not None}
    taken = fold(wanted) in {fold(place.address or "") for place in others.values()}
    if taken and request.form.get("shared") != "yes":
        return _table(door, 422, wrong={"shared": "question"})
    _count_address()
    ask_address(door.game, door.seat, door.place.person, wanted)
    say = door.words.say
    return _table(
        door, done=say("A mail is on its way there. Open its link to confirm the address.")
    )


@limiter.limit("6 per hour", key_func=lambda: str(request.view_args))
def _count_address() -> None:
    """Counts the mails to new addresses that one link causes."""


@seating.get("/p/<token>/mistake")
def mistake(token: str) -> Response:
    """ "I forwarded a mail by mistake": asks first."""
    return page("play/mistake.html", token=token, door=enter(token))


@seating.post("/p/<token>/mistake")
def revoke(token: str) -> Response:
    """Revokes every link of the seat and mails a fresh one."""
    door = enter(token)
    say = door.words.say
    if door.place.address is None:
        raise Problem(
            409,
            say(
                "This seat has no confirmed address that a fresh link could be mailed to."
                " Give it one first."
            ),
            f"{door.path}/table",
        )
    at = services()
    with at.store.unit() as unit:
        tokens.revoke_all(unit.connection, door.game, door.seat, door.now)
        notices.link(unit, door.game, door.seat, door.place.person, door.now, fresh=True)
    at.wake(DELIVER)
    return page("play/revoked.html", name=door.name)


@seating.get("/p/<token>/at/<version>")
def replay(token: str, version: str) -> Response:
    """The replay for those who play, also where spectators may not watch."""
    door = enter(token)
    if not version.isdecimal() or not version.isascii() or len(version) > 9:
        raise Problem(404, door.words.say("There is no such version."), door.path)
    return replay_page(door.game, int(version), f"{door.path}/at", door.zone, door.path)
