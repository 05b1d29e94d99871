"""What a collection scores: the best use of its wilds (rules.md section 8).

Ruling S1 lives here. Of all plans with most points the first is taken by fewest wilds, longest
runs, lowest starts, and then the plainest card from the low end on; `_Rank` is that order. A plan
is one `_Choice` for each colour. All that colours compete for is the white wilds, W1 to W9 and WW:
a mask of them has bit n-1 for `Wn` and `_FULL_BIT` for `WW`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from events.ten.cards import COLOURS, NUMBERS, VALUE, WILD_KIND
from events.types import Run

_FULL_BIT: Final = 1 << 9
_NUMBER_BITS: Final = _FULL_BIT - 1
_SPANS: Final = tuple(
    (start, length, ((1 << length) - 1) << (start - 1))
    for length in range(1, 10)
    for start in range(1, 11 - length)
)
"""All 45 runs: start, length and the mask of their numbers."""

# A collection as one whole number: nine bits of numbers for each colour, two bits for each
# colour's wilds, and the mask of the white wilds. Copies of a number card fall together.
_WILDS_AT: Final = 9 * len(COLOURS)
_WHITE_AT: Final = _WILDS_AT + 2 * len(COLOURS)

# A card's kind in a plan, so that comparing texts is S1's last comparison.
_NUMBER, _COLOUR_WILD, _NUMBER_WILD, _FULL_WILD = "abcd"

_Rank = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[str, ...]]
"""S1's order, the first is the best: points and wilds, then a member a colour: lengths, starts, and
the kinds of the run's cards. Points and lengths are negative; no run is length 0, start 0, ""."""

_Choice = tuple[_Rank, int]
"""What one colour can do: its rank, and the mask of the white wilds it takes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A use of a collection: its points, how many wilds it takes, and each colour's run.

    `runs` is in the order R, B, O, G, without the colours that have no run.
    """

    points: int
    wilds: int
    runs: dict[str, Run]


def score(cards: Iterable[str]) -> Plan:
    """The plan that ruling S1 takes for this collection.

    ValueError, a sentence, if a card is no number card or wild, or a wild is there more often
    than in the whole deck.
    """
    points, wilds, _, starts, kinds = _plan(_packed(cards))
    runs = {
        colour: Run(start, len(kind), _standing(colour, start, kind))
        for colour, start, kind in zip(COLOURS, starts, kinds, strict=True)
        if kind
    }
    return Plan(points=-points, wilds=wilds, runs=runs)


def points(cards: Iterable[str]) -> int:
    """The points of `score`, without the plan: quick enough to try out thousands of collections.

    ValueError as in `score`.
    """
    return _points(_packed(cards))


def _bit(code: str) -> int:
    """The card's bit in a packed collection; of a colour wild the first of its two."""
    kind = WILD_KIND.get(code)
    if kind is None:
        return 1 << (9 * COLOURS.index(code[0]) + VALUE[code] - 1)
    if kind == "colour":
        return 1 << (_WILDS_AT + 2 * COLOURS.index(code[0]))
    return (_FULL_BIT if kind == "full" else 1 << (int(code[1]) - 1)) << _WHITE_AT


_BITS: Final = {code: _bit(code) for code in (*NUMBERS, *WILD_KIND)}
_FIRST_WILD: Final = 1 << _WILDS_AT
_FIRST_WHITE: Final = 1 << _WHITE_AT


def _packed(cards: Iterable[str]) -> int:
    """The collection as one whole number; ValueError as in `score`."""
    packed = 0
    for code in cards:
        bit = _BITS.get(code)
        if bit is None:
            raise ValueError(f"{code} scores nothing: give number cards and wilds only.")
        if packed & bit and bit >= _FIRST_WILD:
            bit <<= 1  # the second wild of a colour
            if packed & bit or bit > _FIRST_WHITE:
                raise ValueError(f"{code} is there more often than in a whole deck of TEN.")
        packed |= bit
    return packed


def _hands(packed: int) -> list[tuple[int, int]]:
    """For each colour the mask of its numbers and the count of its wilds, 0 to 2."""
    return [
        (packed >> 9 * i & _NUMBER_BITS, (packed >> _WILDS_AT + 2 * i & 3).bit_count())
        for i in range(len(COLOURS))
    ]


@cache
def _most(numbers: int, fillers: int) -> int:
    """Most points of a colour with these numbers (a mask) and so many wilds that fit anywhere."""
    lengths = (n for _, n, span in _SPANS if (span & ~numbers).bit_count() <= fillers)
    return _worth(max(lengths, default=0))


def _worth(length: int) -> int:
    """Points of a run: one a card, and one more for a full run."""
    return length + (length == 9)


@lru_cache(maxsize=1 << 14)
def _gains(numbers: int, fillers: int, white: int) -> tuple[tuple[int, int], ...]:
    """What white wilds add to the points of a colour: pairs of the mask taken and the points more.

    A mask that adds no more than a part of it does is left out: it holds a wild nobody needs.
    """
    plain = _most(numbers, fillers)
    gained = {0: 0}
    gains = []
    taken = -white & white
    while taken:
        filled = _most(numbers | taken & _NUMBER_BITS, fillers + (taken >> 9))
        gained[taken] = gain = filled - plain
        if all(gain > gained[taken ^ bit] for bit in _bits(taken)):
            gains.append((taken, gain))
        taken = (taken - white) & white  # the next part of white, rising; 0 after the last
    return tuple(gains)


def _bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, from the lowest."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


@lru_cache(maxsize=1 << 14)
def _points(packed: int) -> int:
    """Most points of a packed collection: colour by colour, the best for each white wilds used."""
    white = packed >> _WHITE_AT
    plain = 0
    best = {0: 0}
    for numbers, fillers in _hands(packed):
        plain += _most(numbers, fillers)
        if not white:
            continue
        so_far = list(best.items())
        for taken, gain in _gains(numbers, fillers, white & ~numbers):
            for used, gained in so_far:
                if not used & taken and gained + gain > best.get(used | taken, 0):
                    best[used | taken] = gained + gain
    return plain + max(best.values())


@lru_cache(maxsize=1 << 12)
def _plan(packed: int) -> _Rank:
    """The rank, which says all of the plan, of the best plan of a packed collection.

    Colour by colour, the best rank for each use of white wilds: of two beginnings that used the
    same wilds, whatever follows the one can follow the other, and leaves their order as it is.
    """
    white = packed >> _WHITE_AT
    choices = [_choices(n, fillers, white & ~n) for n, fillers in _hands(packed)]
    # The best without regard to the other colours bounds what a beginning can still come to.
    to_come = sum(colour[0][0][0] for colour in choices)
    wanted = -_points(packed)
    best: dict[int, _Rank] = {0: (0, 0, (), (), ())}
    for colour in choices:
        to_come -= colour[0][0][0]
        so_far, best = best, {}
        for used, begun in so_far.items():
            for rank, taken in colour:
                if begun[0] + rank[0] + to_come > wanted:
                    break  # too few points, and those that follow have no more
                if used & taken:
                    continue
                longer = _joined(begun, rank)
                known = best.get(used | taken)
                if known is None or longer < known:
                    best[used | taken] = longer
    return min(best.values())


def _joined(begun: _Rank, rank: _Rank) -> _Rank:
    """The rank of a beginning of a plan and the next colour's choice together."""
    return (
        begun[0] + rank[0],
        begun[1] + rank[1],
        begun[2] + rank[2],
        begun[3] + rank[3],
        begun[4] + rank[4],
    )


@lru_cache(maxsize=1 << 12)
def _choices(numbers: int, fillers: int, white: int) -> tuple[_Choice, ...]:
    """What a colour can do with these numbers, wilds of its own and white wilds, best first.

    A choice that takes all the white wilds of a better one is left out: no plan gains by it.
    """
    kept: list[_Choice] = []
    for rank, taken in sorted(_all_choices(numbers, fillers, white)):
        if not any(taken & other == other for _, other in kept):
            kept.append((rank, taken))
    return tuple(kept)


def _all_choices(numbers: int, fillers: int, white: int) -> Iterator[_Choice]:
    """No run, and every run with every set of white wilds that completes it.

    The colour's own wilds come first: nothing else can use them, and S1 puts them before white
    ones. The full wild stands as high as it can, since S1 puts it last.
    """
    yield (0, 0, (0,), (0,), ("",)), 0
    for start, length, span in _SPANS:
        gaps = span & ~numbers
        short = max(0, gaps.bit_count() - fillers)
        fitting = list(_bits(gaps & white))
        for full in range(min(short, white >> 9) + 1):
            for chosen in combinations(fitting, short - full):
                own = sum(chosen)
                kinds = _kinds(start, length, gaps, own, full)
                rank = (-_worth(length), gaps.bit_count(), (-length,), (start,), (kinds,))
                yield rank, own | full << 9


def _kinds(start: int, length: int, gaps: int, number_wilds: int, full: int) -> str:
    """The kinds of the cards of a run, one letter a card, from the low end."""
    kinds = "".join(
        _NUMBER if not gaps >> n & 1 else _NUMBER_WILD if number_wilds >> n & 1 else _COLOUR_WILD
        for n in range(start - 1, start - 1 + length)
    )
    if full:
        before, _, after = kinds.rpartition(_COLOUR_WILD)
        kinds = before + _FULL_WILD + after
    return kinds


def _standing(colour: str, start: int, kinds: str) -> tuple[str, ...]:
    """The codes of a run's cards from the low end."""
    codes = {_COLOUR_WILD: f"{colour}W", _FULL_WILD: "WW"}
    return tuple(
        codes.get(kind) or f"{colour if kind == _NUMBER else 'W'}{n}"
        for n, kind in enumerate(kinds, start)
    )
