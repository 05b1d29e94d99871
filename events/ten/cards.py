"""The cards of TEN: their codes, their canonical order, and the deck for a number of players.

A card is two ASCII characters (rules.md section 1). Ruling D0 (129 cards: nine number wilds and
one full wild) and ruling D1 (which cards leave the deck with fewer players) live here, D1 as one
table, `_SPLITS`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

WildKind = Literal["colour", "number", "full"]

TOKENS: Final = 50
"""Currency tokens among all players and the supply (rules.md section 1)."""
BUSTS: Final = 15
"""Bust tokens among all players and the supply (rules.md section 1)."""
START_TOKENS: Final = 5
"""Currency tokens of each player at the start (rules.md section 2)."""
TOKEN_LIMIT: Final = 10
"""Most currency tokens a player may hold (rules.md section 4)."""
BUST_VALUE: Final = 3
"""What a bust token is worth in a payment (rules.md section 5)."""

COLOURS: Final = ("R", "B", "O", "G")

_COLOURED: Final = tuple(f"{c}{n}" for c in COLOURS for n in (*range(1, 10), "W"))
_WHITE: Final = tuple(f"W{n}" for n in (*range(1, 10), "W"))
_CURRENCY: Final = tuple(f"C{n}" for n in range(1, 6))

CODES: Final[tuple[str, ...]] = _COLOURED + _WHITE + _CURRENCY
"""Every code once, in the canonical order (events.md, the shuffle)."""

ORDER: Final[Mapping[str, int]] = {code: place for place, code in enumerate(CODES)}
"""Code -> its place in the canonical order."""

WILDS: Final = frozenset(code for code in _COLOURED if code[1] == "W") | frozenset(_WHITE)
NUMBERS: Final = frozenset(_COLOURED) - WILDS
CURRENCY: Final = frozenset(_CURRENCY)

VALUE: Final[Mapping[str, int]] = {
    code: int(code[1]) for code in CODES if code in NUMBERS or code in CURRENCY
}
"""Number or currency card -> its number (1-9) or its worth (1-5)."""

COLOUR: Final[Mapping[str, str]] = {code: code[0] for code in _COLOURED}
"""Number card or colour wild -> one of `COLOURS`."""

WILD_KIND: Final[Mapping[str, WildKind]] = {
    code: "full" if code == "WW" else "number" if code in _WHITE else "colour"
    for code in CODES
    if code in WILDS
}
"""Wild -> what it may stand for: a number of its colour, its number in a colour, or anything."""


@dataclass(frozen=True, slots=True)
class _Split:
    """One row of ruling D1: copies of each card of a kind, and of C1, C2, C3, C4, C5."""

    low: int
    middle: int
    high: int
    colour_wild: int
    currency: tuple[int, int, int, int, int]


_FULL: Final = _Split(low=3, middle=3, high=1, colour_wild=2, currency=(5, 5, 5, 6, 6))
_THREE: Final = _Split(low=2, middle=3, high=1, colour_wild=2, currency=(4, 4, 4, 4, 5))
_SMALL: Final = _Split(low=2, middle=2, high=1, colour_wild=1, currency=(3, 3, 3, 3, 3))

# Ruling D1: number of players -> what the deck holds. low is 1-3, middle 4-6, high 7-9 of each
# colour; of every number wild and of the full wild there is always one (ruling D0).
_SPLITS: Final[Mapping[int, _Split]] = {1: _SMALL, 2: _SMALL, 3: _THREE, 4: _FULL, 5: _FULL}

CURRENCY_SPLIT: Final[Mapping[int, tuple[int, int, int, int, int]]] = {
    players: split.currency for players, split in _SPLITS.items()
}
"""Number of players -> copies of C1, C2, C3, C4, C5 unless the host chooses others."""


def is_number(code: str) -> bool:
    """Whether the code is a number card."""
    return code in NUMBERS


def is_currency(code: str) -> bool:
    """Whether the code is a currency card."""
    return code in CURRENCY


def is_wild(code: str) -> bool:
    """Whether the code is a wild of any kind."""
    return code in WILDS


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards in the canonical order, copies kept. KeyError on an unknown code."""
    return sorted(cards, key=ORDER.__getitem__)


def deck(players: int, currency: Sequence[int] | None = None) -> dict[str, int]:
    """The deck for 1 to 5 players: code -> copies, none zero, in the canonical order.

    `currency`, the host's option, gives the copies of C1 to C5 in place of the table's; their sum
    must be the table's (ruling D1). ValueError, a sentence, if it isn't, or on any other number of
    players.
    """
    split = _SPLITS.get(players)
    if split is None:
        raise ValueError(f"TEN is a game for 1 to 5 players, not {players}.")
    counts = split.currency if currency is None else _checked(currency, sum(split.currency))
    copies: dict[str, int] = {}
    for code in _COLOURED:
        if code in WILDS:
            copies[code] = split.colour_wild
        else:
            copies[code] = (split.low, split.middle, split.high)[(VALUE[code] - 1) // 3]
    copies.update(dict.fromkeys(_WHITE, 1))
    copies.update({code: n for code, n in zip(_CURRENCY, counts, strict=True) if n})
    return copies


def _checked(currency: Sequence[int], total: int) -> Sequence[int]:
    """The five counts as given; ValueError unless they are whole, not negative and add to total."""
    # type() and not isinstance(): a JSON true is an int to Python, but no count of cards.
    whole = all(type(count) is int and count >= 0 for count in currency)
    if len(currency) != len(_CURRENCY) or not whole or sum(currency) != total:
        raise ValueError(
            f"The currency cards need five whole numbers, none below 0, that add up to {total}:"
            f" the copies of {', '.join(_CURRENCY)}."
        )
    return currency
