"""How an order pays: one payment, chosen by which pieces its owner would part with first.

``use`` names kinds of pieces, those to be given first in front; a kind that is not named is kept:

- ``tokens``: currency tokens
- ``busts``: bust tokens
- ``spares``: cards whose loss costs no point: those that stand in no run of the best use (ruling S1),
  reckoned with the card that the payment is for
- ``cards``: the other cards of the collection; named after ``spares`` only
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.ten import cards, scoring
from events.ten.payments import Payments, pay
from events.ten.state import Seat
from events.types import Payment

PIECES: Final = ("tokens", "busts", "spares", "cards")
"""What ``use`` may name, each once."""

FIRST: Final = ("tokens", "spares", "busts")
"""What is used where nothing is said: it costs no point."""

PREFERENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "tokens-first": FIRST,
    "spares-first": ("spares", "tokens", "busts"),
    "busts-first": ("busts", "tokens", "spares"),
    "keep-busts": ("tokens", "spares"),
    "keep-cards": ("tokens", "busts"),
    "only-tokens": ("tokens",),
    "anything": ("tokens", "spares", "busts", "cards"),
}
"""The preferences that pages and mails offer by name; ``anything`` alone may cost points."""


def payment_by(use: Sequence[str], seat: Seat, price: int, gain: str) -> Payment | None:
    """The legal payment of ``price`` (at least 1) that touches the kinds at the end of ``use`` least.

    That is: as few pieces as can be of the last kind, then of the last but one, and so on to the
    first; no piece of a kind that is not named. None if there is no such payment. gain: the card that
    is bought or bid for, which may give cards of the collection a run to stand in.
    """
    spares = spare_cards(seat.cards, gain)
    found = [
        (tuple(pieces[kind] for kind in reversed(use)), pieces)
        for pieces in _shapes(seat, price, len(spares))
        if not any(number and kind not in use for kind, number in pieces.items())
    ]
    if not found:
        return None
    pieces = min(found, key=lambda each: each[0])[1]
    given = [
        *spares[: pieces["spares"]],
        *_cheapest(seat.cards, spares, pieces["cards"], gain),
    ]
    return pay(pieces["tokens"], pieces["busts"], given)


def _shapes(seat: Seat, price: int, spares: int) -> Iterator[dict[str, int]]:
    """How many pieces of each kind each legal payment takes; ``spares``: so many there are."""
    others = len(seat.cards) - spares
    for busts, tokens, count in Payments.of(seat, price).shapes():
        for spare in range(max(0, count - others), min(count, spares) + 1):
            yield {"tokens": tokens, "busts": busts, "spares": spare, "cards": count - spare}


def spare_cards(collection: Sequence[str], gain: str | None = None) -> list[str]:
    """The cards that can all be given away without losing a point, the least useful first.

    Second copies come first, then numbers before wilds, each in the canonical order. gain: a card
    that is about to be added.
    """
    held = Counter(collection)
    more = [gain] if gain else []
    best = scoring.score([*collection, *more])
    left = Counter([*collection, *more])
    for run in best.runs.values():
        left.subtract(run.cards)
    spares = left & held
    kept = list((held - spares).elements())
    for code in kept.copy():
        # The plan may stand on a card that the new one could stand in for.
        rest = kept.copy()
        rest.remove(code)
        if scoring.points([*rest, *more]) == best.points:
            kept = rest
            spares[code] += 1
    return sorted(
        spares.elements(),
        key=lambda code: (held[code] < 2, code in cards.WILDS, cards.ORDER[code]),
    )


def _cheapest(collection: Sequence[str], spares: Sequence[str], count: int, gain: str) -> list[str]:
    """So many cards that are not spare, one by one the one whose loss leaves most points."""
    left = list((Counter(collection) - Counter(spares)).elements())
    given: list[str] = []
    for _ in range(count):

        def worth_without(code: str) -> tuple[int, int]:
            rest = left.copy()
            rest.remove(code)
            return -scoring.points([*rest, gain]), cards.ORDER[code]

        card = min(set(left), key=worth_without)
        left.remove(card)
        given.append(card)
    return given
