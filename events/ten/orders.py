"""Standing orders: what a seat has decided beforehand, and what it leads to once the seat is awaited.

Pure: ``act`` looks at the open table and one seat's own orders and gives that seat's answer, or None,
and then the person is asked. Orders are secret to all other seats for good (rules.md section 11), so
nothing of them is in the state; they are handed in from the seat's private stream (``events/orders.py``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from events import commands as c
from events.ten import cards
from events.ten.legal import legal_commands
from events.ten.odds import odds
from events.ten.orders_pay import FIRST, payment_by
from events.ten.phases.drawing import may_draw, may_take_numbers
from events.ten.state import Auction, GameState

ANY = "any"
"""In place of a code: any wild."""


@dataclass(frozen=True, slots=True)
class BidOnLot:
    """A sealed bid for one auction: up to ``most``, 0 = pass. Spent once it acts.

    auction: version of the ``AuctionOpened``. use: see ``orders_pay``.
    """

    auction: int
    most: int
    use: tuple[str, ...] = FIRST


@dataclass(frozen=True, slots=True)
class BidOnKind:
    """Bid up to ``most``, 0 = pass, for every wild of this code (``RW``: the red wilds), or for ``any``."""

    card: str
    most: int
    use: tuple[str, ...] = FIRST


@dataclass(frozen=True, slots=True)
class BuyIfAble:
    """Buy this card at the first own chance. Spent once it is bought."""

    card: str
    use: tuple[str, ...] = FIRST


@dataclass(frozen=True, slots=True)
class NeverBuy:
    """Decline every buy that no ``BuyIfAble`` answers."""


@dataclass(frozen=True, slots=True)
class DrawUntil:
    """Draw until the row's total is ``total`` or more, or until the chance that the next card busts
    exceeds ``percent`` in a hundred, whichever comes first; then take the numbers. One may be None."""

    total: int | None = None
    percent: int | None = None


Order = BidOnLot | BidOnKind | BuyIfAble | NeverBuy | DrawUntil


def key_of(order: Order) -> str:
    """What the order is about: a seat has one order a key, a new one takes the old one's place."""
    match order:
        case BidOnLot():
            return "lot"
        case BidOnKind():
            return f"bid:{order.card}"
        case BuyIfAble():
            return f"buy:{order.card}"
        case NeverBuy():
            return "buy"
        case DrawUntil():
            return "draw"


class Held(NamedTuple):
    """An order that was set and is neither withdrawn nor spent. ``since``: the game's version then."""

    order: Order
    since: int


class Acted(NamedTuple):
    """What an order answers, and its key if it is spent by that."""

    wish: c.Wish
    spent: str | None


def act(state: GameState, seat: int, held: Iterable[Held]) -> Acted | None:
    """The answer of the seat's orders to the open decision; None if the person is to be asked.

    A special order goes before a general one: this auction before a code before any wild, a card to buy
    before never to buy; of two cards to buy the one ordered first. A decision that an undo opened again
    is left to the person, unless the order was set since. The wish is legal.
    """
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat:
        return None
    reopened = awaiting.decision == state.undone + 1
    orders = [each.order for each in held if not reopened or each.since > state.undone]
    if not orders:
        return None
    if awaiting.kind == "bid":
        acted = _bid(state, seat, orders)
    elif awaiting.kind == "buy":
        acted = _buy(state, seat, orders)
    else:
        acted = _draw(state, seat, orders)
    if acted is None or acted.wish not in legal_commands(state, seat):
        return None
    return acted


# Bids.


def _bid(state: GameState, seat: int, orders: Sequence[Order]) -> Acted | None:
    auction = state.auction
    order = None if auction is None else bid_order(auction, orders)
    if auction is None or order is None:
        return None
    spent = "lot" if isinstance(order, BidOnLot) else None
    amount = bid_amount(state, seat, order.most)
    if amount is None:
        return Acted(c.PassBid(seat), spent)
    payment = payment_by(order.use, state.seat(seat), amount, auction.card)
    return None if payment is None else Acted(c.PlaceBid(seat, amount, payment), spent)


def bid_order(auction: Auction, orders: Iterable[Order]) -> BidOnLot | BidOnKind | None:
    """The order that answers in this auction, if any."""
    kinds: dict[str, BidOnKind] = {}
    for order in orders:
        if isinstance(order, BidOnLot) and order.auction == auction.opened:
            return order
        if isinstance(order, BidOnKind):
            kinds[order.card] = order
    return kinds.get(auction.card) or kinds.get(ANY)


def bid_amount(state: GameState, seat: int, most: int) -> int | None:
    """The amount to bid for an order of up to ``most``, or None to pass.

    Bidding goes once around, so it is the least that leads and that nobody who is still to bid could
    pay more than. Where that is above ``most``, all of ``most`` if it leads.
    """
    auction = state.auction
    if auction is None or most <= auction.highest:
        return None
    others = (state.seat(other).worth for other in auction.still_to_bid if other != seat)
    return min(most, max(auction.highest + 1, *others, 0))


# Buying.


def _buy(state: GameState, seat: int, orders: Sequence[Order]) -> Acted | None:
    """One that cannot be paid as ordered is left to the person; one that cannot be bought waits."""
    buyer = state.seat(seat)
    for order in orders:
        if not isinstance(order, BuyIfAble):
            continue
        card = order.card
        price = cards.VALUE[card]
        if card not in state.market or card in buyer.cards or price > buyer.worth:
            continue
        payment = payment_by(order.use, buyer, price, card)
        return None if payment is None else Acted(c.BuyCard(seat, card, payment), key_of(order))
    never = any(isinstance(order, NeverBuy) for order in orders)
    return Acted(c.DeclineBuy(seat), None) if never else None


# Drawing.


def _draw(state: GameState, seat: int, orders: Sequence[Order]) -> Acted | None:
    """With numbers to be taken and none in the row, the person is asked."""
    order = next((each for each in orders if isinstance(each, DrawUntil)), None)
    if order is None:
        return None
    if may_draw(state) and (not state.row or not _enough(state, order)):
        return Acted(c.DrawCard(seat), None)
    return Acted(c.TakeNumbers(seat), None) if may_take_numbers(state) else None


def _enough(state: GameState, order: DrawUntil) -> bool:
    """Whether the order says to stop; the chance is exact, in whole cards."""
    if order.total is not None and state.row_numbers - state.row_currency >= order.total:
        return True
    if order.percent is None:
        return False
    chances = odds(state)
    return chances.bust * 100 > order.percent * chances.ways
