"""What the host's link alone does in the lobby: offer seats, take offers back, start without the missing."""

from flask import Blueprint, Response, request

from events import commands as c
from events.errors import Refusal
from service import offers
from service.extensions import DELIVER, services
from service.schemas import BadForm, command_id, whole
from service.typed import Unfit, fit_address, fold
from service.views import starting
from service.views.answers import Problem, go
from service.views.play import bad_form, seat_page
from service.views.seat import Door, enter, host_door
from service.views.seating import table_page

hosting = Blueprint("hosting", __name__)


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


@hosting.post("/p/<token>/invite")
def invite(token: str) -> Response:
    """Offers an open seat to an address."""
    door = host_door(token)
    seat = _open_seat(door)
    typed = request.form.get("address") or ""
    field = f"address{seat}"
    try:
        address = fit_address(typed)
    except Unfit as unfit:
        return table_page(door, 422, wrong={field: unfit.code if typed.strip() else "missing"})
    if request.form.get("shared") != "yes" and _used(door, seat, address):
        return table_page(door, 422, wrong={field: "shared", "shared": "question"})
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


@hosting.post("/p/<token>/share")
def share(token: str) -> Response:
    """A link for an open seat; only its digest is kept, so it is shown this once."""
    door = host_door(token)
    seat = _open_seat(door)
    at = services()
    with at.store.unit() as unit:
        secret = starting.share(unit, door.game, seat, door.now)
    return table_page(door, link=at.links.invitation(secret))


@hosting.post("/p/<token>/withdraw")
def withdraw(token: str) -> Response:
    door = host_door(token)
    seat = _open_seat(door)
    with services().store.unit() as unit:
        offers.withdraw(unit.connection, door.game, seat)
    return go(f"{door.path}/table")


@hosting.post("/p/<token>/start")
def start(token: str) -> Response:
    """The host starts without the missing; their seats become bots'."""
    door = host_door(token)
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
