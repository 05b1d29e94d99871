"""What the host alone decides while a game is played: pauses, deadlines, seats, the end, the next host."""

from datetime import timedelta

from flask import Blueprint, Response, request

from events import commands as c
from events import errors
from events.codec import at_moment, at_text
from service import offers
from service.extensions import DELIVER, services
from service.habits import LONGEST, SHORTEST
from service.schemas import BadForm, whole
from service.typed import Unfit, fit_address
from service.views import starting
from service.views.acting import carried_before, carry, command_of, refused
from service.views.answers import go
from service.views.play import bad_form
from service.views.seat import Door, enter, host_door
from service.views.together import not_sure, together_page

ruling = Blueprint("ruling", __name__)

PAUSES = ("host", "vacation", "weekend")
"""What a host may give as the reason of a pause: that all agreed is nothing that one alone can say."""


def _rule(door: Door, command: str, wish: c.Wish, *, version: int | None = None) -> Response:
    to = f"{door.path}/around"
    return carry(door, command, wish, by="host", version=version, show=together_page, to=to)


def _seat(door: Door) -> int:
    """The seat that the form names. Raises Problem."""
    try:
        return whole(request.form, "seat")
    except BadForm as error:
        raise bad_form(door.words, error) from None


@ruling.get("/p/<token>/around")
def around_the_table(token: str) -> Response:
    """For every seat; the host finds the controls there too."""
    return together_page(enter(token))


@ruling.post("/p/<token>/host/pause")
def pause(token: str) -> Response:
    door = host_door(token)
    command, reason = command_of(door), (request.form.get("reason") or "")[:40]
    if reason not in PAUSES:
        return refused(door, errors.BadReason(reason=reason), together_page)
    return _rule(door, command, c.PauseGame(reason))


@ruling.post("/p/<token>/host/extend")
def extend(token: str) -> Response:
    """Gives the awaited player more time, counted from the deadline, or from now if that is past."""
    door = host_door(token)
    command, form = command_of(door), request.form
    try:
        seat, decision = whole(form, "seat"), whole(form, "decision")
        longer = timedelta(seconds=int((form.get("longer") or "")[:9]))
    except BadForm as error:
        raise bad_form(door.words, error) from None
    except ValueError:
        raise bad_form(door.words, BadForm("longer")) from None
    if carried_before(door, command):
        return go(f"{door.path}/around")
    awaiting = door.state.awaiting
    if awaiting is None or awaiting.decision != decision:
        return refused(door, errors.DecisionOver(decision=decision), together_page)
    if not SHORTEST <= longer.total_seconds() <= LONGEST:
        say = door.words.say
        text = say("A deadline can be moved by 5 minutes to 30 days. Choose one of those offered.")
        return together_page(door, 422, problem=text)
    due_at = None
    if awaiting.due_at is not None:
        due_at = at_text(max(at_moment(awaiting.due_at), door.now) + longer)
    wish = c.ExtendDeadline(seat, due_at, "host")
    return _rule(door, command, wish, version=door.state.version)


@ruling.post("/p/<token>/host/bot")
def hand_to_bot(token: str) -> Response:
    """A bot plays on for somebody, until that person returns."""
    door = host_door(token)
    command, seat = command_of(door), _seat(door)
    if request.form.get("sure") != "yes":
        return not_sure(door)
    return _rule(door, command, c.HandToBot(seat, "host"))


@ruling.post("/p/<token>/host/end")
def end(token: str) -> Response:
    """The game ends without a score."""
    door = host_door(token)
    command = command_of(door)
    if request.form.get("sure") != "yes":
        return not_sure(door)
    return _rule(door, command, c.EndGame("host"))


@ruling.post("/p/<token>/host/pass")
def pass_on(token: str) -> Response:
    """Another player of this game is the host from now on."""
    door = host_door(token)
    command, seat = command_of(door), _seat(door)
    if not 1 <= seat <= len(door.state.seats):
        error = errors.UnknownSeat(seat=seat, seats=len(door.state.seats))
        return refused(door, error, together_page)
    player = door.state.seat(seat).player
    if player is None:
        return refused(door, errors.NotAPlayer(seat=seat), together_page)
    return _rule(door, command, c.ChangeHost(player))


# A seat offered to somebody else while the game is played: it changes hands when the offer is taken.


def _offered_seat(door: Door) -> int:
    """The seat that is to change hands. Raises Refusal."""
    seat, state = _seat(door), door.state
    if state.phase == "lobby" or state.over:
        raise errors.WrongPhase(phase=state.phase)
    if not 1 <= seat <= len(state.seats):
        raise errors.UnknownSeat(seat=seat, seats=len(state.seats))
    if state.seat(seat).kind == "house":
        raise errors.NotAPlayer(seat=seat)
    return seat


@ruling.post("/p/<token>/host/replace")
def replace(token: str) -> Response:
    """Offers a seat of the game to an address; who sits there plays on until somebody accepts."""
    door = host_door(token)
    try:
        seat = _offered_seat(door)
    except errors.Refusal as error:
        return refused(door, error, together_page)
    typed = request.form.get("address") or ""
    field = f"address{seat}"
    try:
        address = fit_address(typed)
    except Unfit as unfit:
        return together_page(door, 422, wrong={field: unfit.code if typed.strip() else "missing"})
    starting.count_invitation(door.state.host, address)
    at = services()
    with at.store.unit() as unit:
        starting.offer(unit, door.game, seat, address, door.now)
    at.wake(DELIVER)
    return go(f"{door.path}/around")


@ruling.post("/p/<token>/host/share")
def share(token: str) -> Response:
    """A link for the seat; only its digest is kept, so it is shown this once."""
    door = host_door(token)
    try:
        seat = _offered_seat(door)
    except errors.Refusal as error:
        return refused(door, error, together_page)
    at = services()
    with at.store.unit() as unit:
        secret = starting.share(unit, door.game, seat, door.now)
    return together_page(door, link=at.links.invitation(secret))


@ruling.post("/p/<token>/host/withdraw")
def withdraw(token: str) -> Response:
    door = host_door(token)
    try:
        seat = _offered_seat(door)
    except errors.Refusal as error:
        return refused(door, error, together_page)
    with services().store.unit() as unit:
        offers.withdraw(unit.connection, door.game, seat)
    return go(f"{door.path}/around")
