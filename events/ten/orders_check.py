"""Whether an order can be taken: it must be able to act some day, at this table, for this seat.

Raises a refusal that says what is wrong; what is refused is stored nowhere.
"""

from events import errors
from events.ten import cards
from events.ten.odds import known_next, unseen
from events.ten.orders import (
    ANY,
    BidOnKind,
    BidOnLot,
    BuyIfAble,
    DrawUntil,
    NeverBuy,
    Order,
    bid_order,
)
from events.ten.orders_pay import PIECES
from events.ten.phases.common import require_seat
from events.ten.phases.drawing import BUST
from events.ten.state import GameState


def check(state: GameState, seat: int, order: Order) -> None:
    """Raises UnknownSeat, WrongPhase, NotAPlayer, or what is wrong with the order: UnknownCard,
    OrderNoWild, OrderNotForSale, OrderCardGone, TwinHeld, OrderOutOfRange, OrderEmpty,
    OrderAuctionOver, OrderTooLate, OrderPreference or PileEmpty."""
    require_seat(state, seat)
    if state.phase == "lobby" or state.over:
        raise errors.WrongPhase(phase=state.phase)
    if seat not in state.humans:
        raise errors.NotAPlayer(seat=seat)
    if isinstance(order, BidOnLot | BidOnKind | BuyIfAble):
        _check_use(order.use)
    match order:
        case BidOnLot():
            _check_lot(state, seat, order)
        case BidOnKind():
            _check_kind(state, seat, order)
        case BuyIfAble():
            _check_buy(state, seat, order)
        case NeverBuy():
            _check_buys_left(state, seat)
        case DrawUntil():
            _check_draw(state, order)


def live(state: GameState, order: Order) -> bool:
    """Whether an order that was taken may still act: a bid for an auction that is over may not."""
    auction = state.auction
    if isinstance(order, BidOnLot):
        return auction is not None and bid_order(auction, [order]) is not None
    return not state.over


def _check_use(use: tuple[str, ...]) -> None:
    known = bool(use) and set(use) <= set(PIECES) and len(set(use)) == len(use)
    if not known or ("cards" in use and "spares" not in use[: use.index("cards")]):
        raise errors.OrderPreference()


def _check_range(field: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise errors.OrderOutOfRange(field=field, value=value, least=least, most=most)


# Bids.


def _check_lot(state: GameState, seat: int, order: BidOnLot) -> None:
    """What the seat holds does not change before its bid."""
    auction = state.auction
    if auction is None or not auction.opened or auction.opened != order.auction:
        raise errors.OrderAuctionOver()
    if seat not in auction.still_to_bid:
        raise errors.OrderAuctionOver()
    _check_range("amount", order.most, 0, state.seat(seat).worth)


def _check_kind(state: GameState, seat: int, order: BidOnKind) -> None:
    if order.card != ANY:
        _check_card(order.card)
        if order.card not in cards.WILDS:
            raise errors.OrderNoWild(card=order.card)
    if not wilds_to_come(state, seat, order.card):
        raise errors.OrderCardGone(card=order.card)
    _check_range("amount", order.most, 0, could_hold(state, seat) - 1)


def wilds_to_come(state: GameState, seat: int, card: str) -> int:
    """How many wilds of this code, or of any, the seat may still be asked to bid for."""
    coming = _in_pile(state)
    if state.auction is not None and seat in state.auction.still_to_bid:
        code = state.auction.card
        coming[code] = coming.get(code, 0) + 1
    if card == ANY:
        return sum(count for code, count in coming.items() if code in cards.WILDS)
    return coming.get(card, 0)


def could_hold(state: GameState, seat: int) -> int:
    """A bound of what the seat's holding could ever be worth: all tokens it may have, all bust tokens
    there are, its collection, and every card that may still come into it."""
    held = len(state.seat(seat).cards)
    free = [code for code in (*state.row, *state.market) if code in cards.NUMBERS]
    auction = 0 if state.auction is None else 1
    pile = sum(count for code, count in _in_pile(state).items() if code not in cards.CURRENCY)
    tokens = cards.TOKEN_LIMIT + cards.BUST_VALUE * cards.BUSTS
    return tokens + held + len(free) + auction + pile


def _in_pile(state: GameState) -> dict[str, int]:
    """Code -> copies in the draw pile: those nobody has seen, and those an undo put back."""
    left = unseen(state)
    for code in known_next(state):
        left[code] += 1
    return left


# Buying and drawing.


def _check_buy(state: GameState, seat: int, order: BuyIfAble) -> None:
    card = order.card
    _check_card(card)
    if card not in cards.NUMBERS:
        raise errors.OrderNotForSale(card=card)
    _check_buys_left(state, seat)
    if card in state.seat(seat).cards:
        raise errors.TwinHeld(card=card)
    if card not in state.market and card not in state.row and not _in_pile(state).get(card):
        raise errors.OrderCardGone(card=card)


def _check_buys_left(state: GameState, seat: int) -> None:
    """In the final buying each seat is asked once."""
    awaiting = state.awaiting
    if state.phase != "final_buying" or awaiting is None:
        return
    order = [number for number in state.left_of(state.active or 1) if number in state.takers]
    if order.index(seat) < order.index(awaiting.seat):
        raise errors.OrderTooLate()


def _check_draw(state: GameState, order: DrawUntil) -> None:
    if order.total is None and order.percent is None:
        raise errors.OrderEmpty()
    if order.total is not None:
        _check_range("total", order.total, 1, BUST - 1)
    if order.percent is not None:
        _check_range("percent", order.percent, 0, 99)
    if not state.draw_pile:
        raise errors.PileEmpty()


def _check_card(card: object) -> None:
    if card not in cards.ORDER:
        raise errors.UnknownCard(card=card)
