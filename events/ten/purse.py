"""What a bot's payments cost it, in thousandths of a point, and which payment costs it least.

A price is met by bust tokens at 3 and for the rest by single pieces: tokens, and cards that promise
little. Single pieces are ranked by what giving them up costs, so the first so many are the cheapest.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final

from events.ten import cards
from events.ten.promise import BIT, COLOUR, Hand, colour_promise, hand
from events.types import Payment

TOKEN: Final = (0, 300, 230, 150, 110, 90)
"""Players -> what the sixth of ten tokens is worth kept. The more others there are to pay, the more
tokens come in."""
LAST_TOKEN: Final = 120
"""The same once the pile is empty: tokens then serve one last buy, and break ties."""
SLOPE: Final = 100
"""How much more than the next one a token is worth, in thousandths of TOKEN."""
BUST_TOKEN: Final = 700
TOO_DEAR: Final = 600
"""A card that promises so much more is no means of payment."""


Gain = tuple[tuple[int, ...], ...]
"""Tokens held -> tokens got, 0 to 10 -> what they are worth: those above the limit nothing."""


def token_worth(players: int, stage: int) -> int:
    """What the sixth token is worth now."""
    return TOKEN[players] if stage else LAST_TOKEN


@cache
def token_gain(token: int) -> Gain:
    """What getting tokens is worth if the sixth is worth so much."""
    most = cards.TOKEN_LIMIT
    worth = [0]
    for held in range(most):
        worth.append(worth[-1] + token * (1000 + SLOPE * (5 - held)) // 1000)
    return tuple(
        tuple(worth[min(most, held + got)] - worth[held] for got in range(most + 1))
        for held in range(most + 1)
    )


class Purse:
    """What a seat can pay with. ``most`` is the highest price it can meet without a card it needs."""

    __slots__ = ("_busts", "_costs", "_pieces", "_sums", "most")

    def __init__(
        self, codes: Sequence[str], tokens: int, busts: int, held: Hand, token: int
    ) -> None:
        gain = token_gain(token)
        pieces = [(gain[n][1], "") for n in range(tokens)]
        pieces += spare(codes, held)
        pieces.sort()
        self._pieces = pieces
        self._busts = busts
        self._sums = costs = list(accumulate((cost for cost, _ in pieces), initial=0))
        for _ in range(busts):
            # With one bust token more: paid with it, 3 less remains to be paid; or without it.
            dear = costs + [costs[-1] + BUST_TOKEN] * cards.BUST_VALUE
            cheap = [BUST_TOKEN + cost for cost in (0, 0, *costs)]
            costs = [0, *map(min, dear[1:], cheap)]
        self._costs = costs
        self.most = len(costs) - 1

    def cost(self, price: int) -> int:
        """The least that a payment of ``price``, from 0 to ``most``, costs."""
        return self._costs[price]

    def reach(self, gain: int) -> int:
        """The highest price that costs no more than ``gain``, which is not negative."""
        return bisect_right(self._costs, gain) - 1

    def payment(self, price: int) -> Payment:
        """The payment of ``price``, from 1, that costs least; no piece of it is unneeded (B1)."""
        value, sums = cards.BUST_VALUE, self._sums
        _, busts, singles = min(
            (sums[singles] + busts * BUST_TOKEN, busts, singles)
            for busts in range(min(self._busts, -(-price // value)) + 1)
            if (singles := max(0, price - value * busts)) < len(sums)
        )
        spent = cards.in_order(code for _, code in self._pieces[:singles] if code)
        return Payment(singles - len(spent), busts, tuple(spent))


@lru_cache(maxsize=1 << 10)
def purse(codes: tuple[str, ...], tokens: int, busts: int, stage: int, token: int) -> Purse:
    """The purse of a seat that holds this, when a token is worth so much (``token_worth``)."""
    return Purse(codes, tokens, busts, hand(codes, stage), token)


def spare(codes: Sequence[str], held: Hand) -> list[tuple[int, str]]:
    """(cost, code) of the number cards that may be given up together, copies of others first at 0.

    The cost of each is what the promise loses once those before it are gone, and never less than
    theirs. Wilds are not spared.
    """
    masks = list(held.masks)
    seen: set[str] = set()
    spared: list[tuple[int, str]] = []
    single: list[tuple[int, str]] = []
    for code in codes:
        if code in seen:
            spared.append((0, code))
        elif code in BIT:
            seen.add(code)
            loss = _loss(masks, held, code)
            if loss < TOO_DEAR:
                single.append((loss, code))
    single.sort()
    dearest = 0
    for _, code in single:
        dearest = max(dearest, _loss(masks, held, code))
        if dearest >= TOO_DEAR:
            break
        spared.append((dearest, code))
        masks[COLOUR[code]] &= ~BIT[code]
    return spared


def _loss(masks: Sequence[int], held: Hand, code: str) -> int:
    """What the promise loses with the card."""
    place = COLOUR[code]
    mask, fillers, stage = masks[place], held.fillers[place], held.stage
    less = colour_promise(mask & ~BIT[code], fillers, stage)
    return colour_promise(mask, fillers, stage) - less


def bargains(
    market: Sequence[str], codes: Sequence[str], held: Hand, wallet: Purse
) -> dict[str, int]:
    """What the cards promise that can be bought, beyond what they cost; those that promise nothing
    are left out."""
    worth = {}
    most, gains = wallet.most, held.gains
    for card in market:
        price = cards.VALUE[card]
        gain = gains[COLOUR[card]][price]
        if gain > 0 and price <= most and card not in codes:
            worth[card] = gain - wallet.cost(price)
    return worth
