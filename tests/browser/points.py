"""Points of a game that are worth looking at, and how a game is played on until one is there."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from events import commands as c
from events.ten.bots import choose
from events.ten.legal import Legal, legal_commands
from events.ten.payments import Payments
from events.ten.phases.auction import BidChoice
from events.ten.state import GameState
from service.views.choices import LISTED

Point = Callable[[GameState, Legal], bool]
"""Whether a state is the one looked for, with what the awaited seat may do."""


def few(payments: Payments) -> int:
    """How many ways there are to pay, counted no further than a page lists them."""
    return len(list(islice(payments, LISTED + 1)))


def draws(state: GameState, legal: Legal) -> bool:
    """Whether a draw and both stops are open."""
    return legal.kind == "draw" and len(legal.plain) == 3


def _choosable(bid: BidChoice) -> bool:
    """Whether the second lowest bid can be paid in some ways, all of which a page lists."""
    second = bid.least + 1
    return second <= bid.most and 3 <= few(bid.payments(second)) <= 12


POINTS: Final[dict[str, Point]] = {
    "start": lambda s, legal: s.version < 12 and not s.row,
    "draw": lambda s, legal: draws(s, legal) and len(s.row) >= 4 and len(s.market) >= 4,
    "risk": lambda s, legal: (
        draws(s, legal) and s.row_numbers - s.row_currency >= 7 and s.row_currency >= 3
    ),
    "bid": lambda s, legal: legal.bid is not None and _choosable(legal.bid),
    "bid-long": lambda s, legal: legal.bid is not None and few(legal.bid.payments(8)) > LISTED,
    "buy": lambda s, legal: len(legal.buys) >= 6,
    "buy-long": lambda s, legal: any(few(each.payments) > LISTED for each in legal.buys),
    "market-full": lambda s, legal: legal.kind == "draw" and len(set(s.market)) >= 14,
    "market-empty": lambda s, legal: legal.kind == "draw" and not s.market and s.turn > 2,
    "end": lambda s, legal: s.phase == "final_buying",
    "late": lambda s, legal: legal.kind == "draw" and s.draw_pile < 12,
}
KINDS: Final[dict[str, Sequence[str]]] = {
    "late": ("human",) * 5,
    "bid-long": ("human", "human"),
    "buy-long": ("human", "human"),
}


def whim(state: GameState, seat: int, chance: random.Random) -> c.Wish:
    """What a bot would answer, or now and then another thing that is legal."""
    legal = legal_commands(state, seat)
    if chance.random() < 0.6 or not legal.plain:
        return choose(state, seat)
    if legal.bid is not None and chance.random() < 0.5:
        return c.PlaceBid(seat, legal.bid.least, next(iter(legal.bid.payments(legal.bid.least))))
    return chance.choice(legal.plain)
