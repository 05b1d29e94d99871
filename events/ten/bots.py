"""The House and the bots (rules.md sections 9 and 10, ruling P1)."""

from collections.abc import Callable, Mapping

from events import commands as c
from events.ten import cards
from events.ten.odds import odds
from events.ten.promise import POINT, hand
from events.ten.sharp import choose
from events.ten.state import GameState, Seat
from events.types import Payment

__all__ = ["STYLES", "cautious", "choose", "default", "house"]


def house(state: GameState, seat: int) -> c.Wish:
    """P1: half its tokens, rounded up, in tokens; if that is nothing or too little, it passes."""
    amount = (state.seat(seat).tokens + 1) // 2
    if state.auction is None or amount <= state.auction.highest:
        return c.PassBid(seat)
    return c.PlaceBid(seat, amount, Payment(amount))


def default(state: GameState, seat: int) -> c.Wish:
    """Pass, decline, take the numbers, else the currency, else draw: always legal, never clever."""
    kind = state.awaiting.kind if state.awaiting is not None else ""
    if kind == "bid":
        return c.PassBid(seat)
    if kind == "buy":
        return c.DeclineBuy(seat)
    if any(code in cards.NUMBERS for code in state.row):
        return c.TakeNumbers(seat)
    return c.TakeCurrency(seat) if state.row else c.DrawCard(seat)


STEADY = 8
"""The cautious bot draws again while fewer than one card in so many would bust."""
CHEAP = 3
"""The most tokens it gives for a card that scores at once."""


def cautious(state: GameState, seat: int) -> c.Wish:
    """The bot that stops early and spends little: it pays in tokens, for what scores at once."""
    kind = state.awaiting.kind if state.awaiting is not None else ""
    mine = state.seat(seat)
    if kind == "bid" and state.auction is not None:
        amount = state.auction.highest + 1
        if amount <= min(CHEAP, mine.tokens) and _scores(mine, state.auction.card):
            return c.PlaceBid(seat, amount, Payment(amount))
    if kind == "buy":
        # The cheapest; of two as cheap, the first in the canonical order.
        for card in sorted(set(state.market), key=lambda code: (cards.VALUE[code], code)):
            price = cards.VALUE[card]
            if price > min(CHEAP, mine.tokens):
                break
            if card not in mine.cards and _scores(mine, card):
                return c.BuyCard(seat, card, Payment(price))
    if kind == "draw" and state.draw_pile:
        chances = odds(state)
        if not state.row or chances.bust * STEADY < chances.ways:
            return c.DrawCard(seat)
    if kind == "draw" and _scores(mine, *state.row) < state.row_currency > 0:
        return c.TakeCurrency(seat)
    return default(state, seat)


def _scores(seat: Seat, *more: str) -> int:
    """The points that more cards would score at once."""
    numbers = [code for code in more if code not in cards.CURRENCY]
    return (hand((*seat.cards, *numbers), 0).promise - hand(seat.cards, 0).promise) // POINT


STYLES: Mapping[str, Callable[[GameState, int], c.Wish]] = {"sharp": choose, "cautious": cautious}
"""The ways to play that a seat may be given."""
