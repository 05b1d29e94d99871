"""A sealed bid for the auction that is on, given before the seat is asked. For its own seat's eyes only.

The order answers at once when the seat is reached, so that an auction need not wait for each bidder in
turn. Nothing of it goes into a log line, and no other page knows of it.
"""

from flask import Blueprint, Response, request

from events.errors import NoSuchOrder, Refusal
from events.orders import OrderCommand, SetOrder, WithdrawOrder
from events.ten.orders import BidOnLot, key_of
from events.ten.orders_pay import FIRST, PREFERENCES
from service.extensions import DELIVER, services
from service.schemas import BadForm, command_id, whole
from service.views.answers import go
from service.views.play import bad_form, seat_page
from service.views.seat import Door, enter

sealed = Blueprint("sealed", __name__)


@sealed.post("/p/<token>/sealed")
def give(token: str) -> Response:
    """Sets the sealed bid, in place of one that was given before; 0 is to pass."""
    door = enter(token)
    try:
        command, auction = command_id(request.form), whole(request.form, "auction")
        most = whole(request.form, "most")
    except BadForm as error:
        raise bad_form(door.words, error) from None
    use = PREFERENCES.get(request.form.get("use") or "", FIRST)
    return _carry(door, command, SetOrder(door.seat, BidOnLot(auction, most, use)))


@sealed.post("/p/<token>/sealed/withdraw")
def withdraw(token: str) -> Response:
    """Takes the sealed bid back: the seat will be asked."""
    door = enter(token)
    try:
        command = command_id(request.form)
    except BadForm as error:
        raise bad_form(door.words, error) from None
    return _carry(door, command, WithdrawOrder(door.seat, key_of(BidOnLot(0, 0))))


def _carry(door: Door, command: str, wish: SetOrder | WithdrawOrder) -> Response:
    at = services()
    ours = OrderCommand(command, "web", at.clock(), wish)
    try:
        at.orders.execute(at.handler, door.game, ours)
    except NoSuchOrder:
        # It was taken back before, or has acted: the table as it is now says which.
        return go(door.path)
    except Refusal as error:
        return seat_page(enter(door.secret), 409, error=error)
    at.wake(DELIVER)
    return go(door.path)
