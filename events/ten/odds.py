"""What the next card may be, reckoned from what every player has seen (rules.md sections 3 and 11).

Exact: whole numbers of cards, no estimate. Cards that an undo put back on the pile are known in their
order (events.md, "undo"), so the next of them is certain.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from events.ten import cards
from events.ten.phases.drawing import BUST
from events.ten.state import GameState


@dataclass(frozen=True, slots=True)
class Odds:
    """The pile as the table knows it, and in how many of ``ways`` the next card does what.

    coming: the cards known to lie on top, the next first; empty but after an undo.
    remaining: code -> copies among the other cards of the pile, none zero, in the canonical order.
    bust, auction, safe: cards that could come next and would bust, open an auction, or do neither;
    all 0 with an empty pile, and one of them 1 when the next card is known.
    """

    coming: tuple[str, ...]
    remaining: Mapping[str, int]
    bust: int
    auction: int
    safe: int

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return len(self.coming) + sum(self.remaining.values())

    @property
    def ways(self) -> int:
        """Cards that could be the next, each as likely as any other."""
        return self.bust + self.auction + self.safe

    def chance(self, outcome: str) -> Fraction:
        """The exact chance of ``bust``, ``auction`` or ``safe``; 0 with an empty pile."""
        among = {"bust": self.bust, "auction": self.auction, "safe": self.safe}
        return Fraction(among[outcome], self.ways or 1)


def odds(state: GameState) -> Odds:
    """The odds of the next card for the row as it lies; in the lobby all 0."""
    coming = known_next(state)
    remaining = {code: count for code, count in unseen(state).items() if count}
    possible = {coming[0]: 1} if coming else remaining
    bust = auction = 0
    numbers, currency = limits(state)
    for code, count in possible.items():
        if code in cards.WILDS:
            auction += count
        elif cards.VALUE[code] > (numbers if code in cards.NUMBERS else currency):
            bust += count
    safe = sum(possible.values()) - bust - auction
    return Odds(coming, remaining, bust, auction, safe)


def known_next(state: GameState) -> tuple[str, ...]:
    """The cards on top of the pile that an undo put back, the next first."""
    return tuple(state.known[state.deck_size - state.draw_pile :])


def unseen(state: GameState) -> dict[str, int]:
    """Code -> copies that nobody has seen yet, zeros included, in the deck's order."""
    left = dict(state.deck)
    for code in state.known:
        left[code] -= 1
    return left


def limits(state: GameState) -> tuple[int, int]:
    """The highest number card, and the highest currency card, that would not bust now (section 3)."""
    numbers, currency = state.row_numbers, state.row_currency
    return BUST - 1 - numbers + currency, BUST - 1 - currency
