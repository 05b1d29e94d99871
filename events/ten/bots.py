"""The House and the bots (rules.md sections 9 and 10, ruling P1).

A bot chooses among the legal answers from what a player in its seat may see; the state holds no more.
Its choice follows from the state and the game's id alone.
"""

from collections.abc import Callable, Mapping

from events import commands as c
from events.ten import cards
from events.ten.scoring import points
from events.ten.state import GameState, Seat
from events.types import Payment

LIMIT = 10


def house(state: GameState, seat: int) -> c.Wish:
    """P1: half its tokens, rounded up, paid in tokens; with none, or too few to bid more, it passes."""
    tokens = state.seat(seat).tokens
    amount = (tokens + 1) // 2
    if state.auction is None or amount <= state.auction.highest:
        return c.PassBid(seat)
    return c.PlaceBid(seat, amount, Payment(amount))


def default(state: GameState, seat: int) -> c.Wish:
    """Pass, decline, take the numbers, else the currency, else draw: always legal, never clever."""
    kind = _kind(state)
    if kind == "bid":
        return c.PassBid(seat)
    if kind == "buy":
        return c.DeclineBuy(seat)
    if any(code in cards.NUMBERS for code in state.row):
        return c.TakeNumbers(seat)
    return c.TakeCurrency(seat) if state.row else c.DrawCard(seat)


def choose(state: GameState, seat: int) -> c.Wish:
    """The bot that plays to win."""
    return _play(state, seat, 5, 1)


def cautious(state: GameState, seat: int) -> c.Wish:
    """The bot that stops early and spends little."""
    return _play(state, seat, 1, 3)


STYLES: Mapping[str, Callable[[GameState, int], c.Wish]] = {"sharp": choose, "cautious": cautious}


def _kind(state: GameState) -> str:
    return state.awaiting.kind if state.awaiting is not None else ""


def _play(state: GameState, number: int, reach: int, thrift: int) -> c.Wish:
    seat = state.seat(number)
    kind = _kind(state)
    if kind == "bid" and state.auction is not None:
        amount = state.auction.highest + 1
        gain = points([*seat.cards, state.auction.card]) - points(seat.cards)
        if amount <= seat.tokens and amount * thrift <= gain * 2:
            return c.PlaceBid(number, amount, Payment(amount))
        return c.PassBid(number)
    if kind == "buy":
        return _buy(state, seat, thrift)
    if not state.row:
        return c.DrawCard(number)
    total = state.row_numbers - state.row_currency
    if state.draw_pile and total <= reach and state.row_currency < 5:
        return c.DrawCard(number)
    return default(state, number)


def _buy(state: GameState, seat: Seat, thrift: int) -> c.Wish:
    now = points(seat.cards)
    best: tuple[int, str] | None = None
    for card in state.market:
        price = cards.VALUE[card]
        if card in seat.cards or price > seat.tokens:
            continue
        gain = points([*seat.cards, card]) - now
        if gain and price * thrift <= 10 and (best is None or (gain, card) > best):
            best = gain, card
    if best is None:
        return c.DeclineBuy(seat.seat)
    return c.BuyCard(seat.seat, best[1], Payment(cards.VALUE[best[1]]))
