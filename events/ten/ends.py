"""What each of the four ends of a turn would bring, for the row as it lies (rules.md section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from events.ten import cards
from events.ten.odds import Odds, limits
from events.ten.phases.common import payouts, split_row
from events.ten.scoring import points
from events.ten.state import GameState

NUMBERS: Final = "numbers"
CURRENCY: Final = "currency"
BUST_NUMBERS: Final = "bust-numbers"
BUST_CURRENCY: Final = "bust-currency"


@dataclass(frozen=True, slots=True)
class End:
    """One end of the turn. The active player gains ``cards``, ``tokens`` and ``busts``; ``lost`` tokens are
    beyond the ten that can be held. ``paid``: seat -> tokens gained. ``market``: the cards of the row
    that go there, for a bust by numbers with the drawn one behind them.

    points: what the collection would score more. ways: of a bust, how many of the cards that could come
    next bring it; None for a stop. possible: False where the row does not hold what a stop needs, or
    no card brings the bust.
    """

    kind: str
    possible: bool
    cards: tuple[str, ...] = ()
    tokens: int = 0
    lost: int = 0
    busts: int = 0
    paid: Mapping[str, int] | None = None
    market: tuple[str, ...] = ()
    points: int = 0
    ways: int | None = None


def ends(state: GameState, odds: Odds) -> list[End]:
    """The four ends for the active seat, in the order of the rules; ``odds`` are the state's own.

    None before the row holds a card: the first has to be drawn (T1).
    """
    if state.active is None or not state.row:
        return []
    seat = state.seat(state.active)
    numbers, currency = split_row(state.row)
    paid = payouts(state, seat.seat, state.row_currency)
    gain = min(state.row_currency, cards.TOKEN_LIMIT - seat.tokens)
    busts = 1 if state.busts > 0 else 0
    by_numbers, by_currency = bust_ways(state, odds)
    return [
        End(
            NUMBERS,
            bool(numbers),
            cards=tuple(numbers),
            paid=paid,
            points=points([*seat.cards, *numbers]) - points(seat.cards),
        ),
        End(
            CURRENCY,
            bool(currency),
            tokens=gain,
            lost=state.row_currency - gain,
            market=tuple(numbers),
        ),
        End(
            BUST_NUMBERS,
            by_numbers > 0,
            busts=busts,
            paid=paid,
            market=tuple(numbers),
            ways=by_numbers,
        ),
        End(BUST_CURRENCY, by_currency > 0, busts=busts, market=tuple(numbers), ways=by_currency),
    ]


def bust_ways(state: GameState, odds: Odds) -> tuple[int, int]:
    """How many of the cards that could come next are a bust by numbers, and by currency."""
    possible = {odds.coming[0]: 1} if odds.coming else odds.remaining
    most_number, most_currency = limits(state)
    numbers = currency = 0
    for code, count in possible.items():
        if code in cards.NUMBERS and cards.VALUE[code] > most_number:
            numbers += count
        elif code in cards.CURRENCY and cards.VALUE[code] > most_currency:
            currency += count
    return numbers, currency
