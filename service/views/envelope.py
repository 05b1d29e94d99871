"""The form of a sealed bid: shown to a seat that is still to bid in the auction and is not asked yet."""

from dataclasses import dataclass
from uuid import uuid4

from events.ten.orders import BidOnLot
from service.extensions import services
from service.schemas import whole_of
from service.views.seat import Door


@dataclass(frozen=True)
class SealedForm:
    """``auction`` is the version that opened it; ``most`` what the seat could pay at all; ``held`` the sealed
    bid that it has given, None without one, and ``picked`` the amount that is preselected."""

    command: str
    auction: int
    most: int
    held: int | None
    picked: int


def sealed_form(door: Door, move: str | None, pick: str | None) -> SealedForm | None:
    """The form, where this seat is still to bid and is not asked yet."""
    state = door.state
    auction, awaiting = state.auction, state.awaiting
    if auction is None or not auction.opened or door.seat not in auction.still_to_bid:
        return None
    if awaiting is None or awaiting.seat == door.seat or state.seat(door.seat).kind != "human":
        return None
    at = services()
    with at.store.read() as reader:
        held = at.orders.held(reader, state, door.seat)
    bids = [each.order for each in held if isinstance(each.order, BidOnLot)]
    bid = next((order.most for order in bids if order.auction == auction.opened), None)
    most = state.seat(door.seat).worth
    asked = auction.highest + 1 if bid is None else bid
    if move == "pass":
        asked = 0
    elif move == "bid" and (picked := whole_of(pick or "")) is not None:
        asked = picked
    return SealedForm(str(uuid4()), auction.opened, most, bid, min(asked, most))
