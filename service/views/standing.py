"""Standing orders behind any link of a seat. For the eyes of that seat's person alone.

Nothing of them goes into a log line, a title or an address, and no other page knows of them.
"""

from flask import Blueprint, Response, request

from events.errors import NoSuchOrder, Refusal, TenpostError
from events.orders import OrderCommand, SetOrder, WithdrawOrder
from service.extensions import DELIVER, services
from service.schemas import BadForm
from service.views.acting import command_of, refused
from service.views.answers import go, page
from service.views.board import board
from service.views.envelope import sealed_form
from service.views.ordering import KINDS, filled, may_order, order_of, standing
from service.views.play import bad_form
from service.views.seat import Door, enter

standing_orders = Blueprint("standing", __name__)


@standing_orders.get("/p/<token>/orders")
def orders(token: str) -> Response:
    return orders_page(enter(token))


def orders_page(
    door: Door, status: int = 200, *, error: TenpostError | None = None, problem: str | None = None
) -> Response:
    at, words = services(), door.words
    with at.store.read() as reader:
        held = at.orders.held(reader, door.state, door.seat)
    shown = board(door.state, door.name, door.people, words, door.seat)
    return page(
        "play/orders.html",
        status,
        token=door.secret,
        board=shown,
        held=[standing(each.order, words) for each in held],
        open=may_order(door.state, door.seat),
        sealed=sealed_form(door, None, None),
        filled={kind: filled(request.form, kind) for kind in KINDS},
        problem=problem if error is None else words.refusal(error, shown.names),
    )


@standing_orders.post("/p/<token>/orders")
def give(token: str) -> Response:
    """Sets an order, in place of one about the same; if the seat is awaited, it acts at once."""
    door = enter(token)
    command = command_of(door)
    try:
        order = order_of(request.form)
    except BadForm as error:
        if error.field == "kind":
            raise bad_form(door.words, error) from None
        return orders_page(
            door, 422, problem=door.words.say("Type a whole number, such as 3, and send it again.")
        )
    return _carry(door, command, SetOrder(door.seat, order))


@standing_orders.post("/p/<token>/orders/withdraw")
def withdraw(token: str) -> Response:
    door = enter(token)
    command = command_of(door)
    key = (request.form.get("key") or "")[:40]
    return _carry(door, command, WithdrawOrder(door.seat, key))


def _carry(door: Door, command: str, wish: SetOrder | WithdrawOrder) -> Response:
    at = services()
    try:
        outcome = at.orders.execute(
            at.handler, door.game, OrderCommand(command, "web", at.clock(), wish)
        )
    except NoSuchOrder:
        # It was withdrawn before, or has acted: the list as it is now says so.
        return go(f"{door.path}/orders")
    except Refusal as error:
        return refused(door, error, orders_page)
    at.wake(DELIVER)
    return go(door.path if outcome.acted else f"{door.path}/orders")
