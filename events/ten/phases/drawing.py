"""Drawing and the end of a turn (rules.md sections 3 and 4; rulings T1, T2, T3)."""

from events import commands as c
from events import errors
from events import types as t
from events.ten import cards
from events.ten.phases import auction
from events.ten.phases.common import Given, next_turn, open_decision, payouts, require, split_row
from events.ten.state import GameState

BUST = 11
"""A total, or a gross sum of currency, that is a bust; one less is safe."""


def may_draw(state: GameState) -> bool:
    return state.draw_pile > 0


def may_take_numbers(state: GameState) -> bool:
    """T2: the row must hold a number card (and so a card, T1)."""
    return any(code in cards.NUMBERS for code in state.row)


def may_take_currency(state: GameState) -> bool:
    """T2: the row must hold a currency card."""
    return any(code in cards.CURRENCY for code in state.row)


def bust_cause(state: GameState, card: str) -> str | None:
    """``numbers`` or ``currency`` if ``card``, laid in the row, is a bust (section 3); else None."""
    value = cards.VALUE.get(card, 0)
    if card in cards.NUMBERS and state.row_numbers + value - state.row_currency >= BUST:
        return "numbers"
    if card in cards.CURRENCY and state.row_currency + value >= BUST:
        return "currency"
    return None


def draw(state: GameState, wish: c.DrawCard, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises, and PileEmpty."""
    require(state, wish.seat, "draw")
    if not may_draw(state):
        raise errors.PileEmpty()
    card = given.chance.next_card(state)
    drawn = t.CardDrawn(wish.seat, card)
    if card in cards.WILDS:
        return [drawn, *auction.open_auction(state, card, given)]
    cause = bust_cause(state, card)
    if cause is None:
        return [drawn]
    return [drawn, *_bust(state, wish.seat, card, cause, given)]


def _bust(state: GameState, seat: int, card: str, cause: str, given: Given) -> list[t.Event]:
    numbers, currency = split_row([*state.row, card])
    paid = payouts(state, seat, state.row_currency) if cause == "numbers" else {}
    # T3: with no bust token left the player gets none.
    bust = t.WentBust(seat, cause, numbers, currency, paid, state.busts > 0)
    after = state.copy()
    after.draw_pile -= 1
    return [bust, *next_turn(after, given)]


def _require_row(state: GameState, seat: int) -> None:
    require(state, seat, "draw")
    if not state.row:
        raise errors.RowEmpty()


def take_numbers(state: GameState, wish: c.TakeNumbers, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises, RowEmpty (T1) and NoNumbersInRow (T2)."""
    _require_row(state, wish.seat)
    if not may_take_numbers(state):
        raise errors.NoNumbersInRow()
    numbers, currency = split_row(state.row)
    paid = payouts(state, wish.seat, state.row_currency)
    return [
        t.NumbersTaken(wish.seat, numbers, currency, paid),
        open_decision(state, wish.seat, "buy", given, state.forfeited),
    ]


def take_currency(state: GameState, wish: c.TakeCurrency, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises, RowEmpty (T1) and NoCurrencyInRow (T2)."""
    _require_row(state, wish.seat)
    if not may_take_currency(state):
        raise errors.NoCurrencyInRow()
    numbers, currency = split_row(state.row)
    tokens = min(state.row_currency, cards.TOKEN_LIMIT - state.seat(wish.seat).tokens)
    taken = t.CurrencyTaken(wish.seat, tokens, numbers, currency)
    return [taken, *next_turn(state, given)]
