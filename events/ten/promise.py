"""What a collection promises: points to be hoped for, in thousandths, as the bots reckon them.

An estimate, unlike ``scoring``: a run counts what it scores and what it may still grow by, number after
number, each with a chance that shrinks with the draw pile. With an empty pile nothing is hoped for.
Whole numbers only, so that a bot chooses alike on every machine.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from events.ten.cards import COLOURS, NUMBERS, VALUE, WILD_KIND
from events.ten.state import GameState

POINT: Final = 1000
"""One point of the final score."""

_PER_STAGE: Final = 5
_LAST_STAGE: Final = 8
_COMMON: Final = (0, 110, 200, 270, 330, 380, 420, 450, 480)
_RARE: Final = (0, 60, 110, 150, 185, 215, 240, 260, 280)
"""Stage -> the chance in a thousand to come by a given card of 1-6, or of 7-9, before the end."""

_HOPE: Final = tuple(
    (0, *((common if number <= 6 else rare) for number in range(1, 10)), 0)
    for common, rare in zip(_COMMON, _RARE, strict=True)
)
"""Stage -> that chance by number; 0 and 10, which no card has, are beyond hope."""

COLOUR: Final = {code: COLOURS.index(code[0]) for code in NUMBERS}
"""Number card -> the place of its colour in R, B, O, G."""
BIT: Final = {code: 1 << (VALUE[code] - 1) for code in NUMBERS}
"""Number card -> its bit in a colour's mask of numbers."""


def players(state: GameState) -> int:
    """How many take turns. As ``len(state.takers)``, for a caller who asks before every answer."""
    seats = state.seats
    return len(seats) - (seats[-1].kind == "house")


def stage(state: GameState) -> int:
    """How much is still to come: 0 with an empty pile, then 1 more for each five cards a player."""
    return min(_LAST_STAGE, -(-state.draw_pile // (_PER_STAGE * players(state))))


@cache
def colour_promise(numbers: int, fillers: int, stage: int) -> int:
    """Of one colour: ``numbers`` held, as a mask, and ``fillers`` wilds that fit anywhere."""
    if fillers:
        free = [1 << n for n in range(9) if not numbers >> n & 1]
        filled = [colour_promise(numbers | bit, fillers - 1, stage) for bit in free]
        return max(filled, default=colour_promise(numbers, 0, stage))
    hope = _HOPE[stage]
    sure = [POINT if numbers << 1 >> n & 1 else hope[n] for n in range(11)]
    below, above = [0] * 11, [0] * 11
    for n in range(1, 10):
        below[n] = sure[n] * (POINT + below[n - 1]) // POINT
    for n in range(9, 0, -1):
        above[n] = sure[n] * (POINT + above[n + 1]) // POINT
    # The run around n, should n be there; of the numbers of one run all say the same.
    return max(sure[n] * (POINT + below[n - 1] + above[n + 1]) // POINT for n in range(1, 10)) + (
        POINT if numbers == 511 else 0
    )


@cache
def _gains(numbers: int, fillers: int, stage: int) -> tuple[int, ...]:
    """What each number 1 to 9 would add to the promise of a colour; place 0 is unused."""
    now = colour_promise(numbers, fillers, stage)
    after = (colour_promise(numbers | 1 << n, fillers, stage) for n in range(9))
    return (0, *(more - now for more in after))


class Hand(NamedTuple):
    """A collection, its white wilds given to the colours where they promise most.

    masks, fillers: for each colour the numbers held and the wilds that fit anywhere. gains: for each
    colour and number what one more number card adds to the promise, the wilds staying where they are.
    """

    masks: tuple[int, ...]
    fillers: tuple[int, ...]
    promise: int
    gains: tuple[tuple[int, ...], ...]
    stage: int


def hand(codes: Sequence[str], stage: int) -> Hand:
    """The collection as the bots see it. KeyError if it holds a currency card."""
    return _hand(tuple(codes), stage)


@lru_cache(maxsize=1 << 12)
def _hand(codes: tuple[str, ...], stage: int) -> Hand:
    masks, fillers = [0, 0, 0, 0], [0, 0, 0, 0]
    white = []
    for code in codes:
        bit = BIT.get(code)
        if bit is not None:
            masks[COLOUR[code]] |= bit
        elif WILD_KIND[code] == "colour":
            fillers[COLOURS.index(code[0])] += 1
        else:
            white.append(code)
    for code in sorted(white):  # W1 to W9, the full wild last
        bit, filler = (0, 1) if code == "WW" else (1 << (int(code[1]) - 1), 0)
        gained = [
            colour_promise(m | bit, f + filler, stage) - colour_promise(m, f, stage)
            for m, f in zip(masks, fillers, strict=True)
        ]
        place = gained.index(max(gained))
        masks[place] |= bit
        fillers[place] += filler
    of = [(mask, more, stage) for mask, more in zip(masks, fillers, strict=True)]
    return Hand(
        tuple(masks),
        tuple(fillers),
        sum([colour_promise(*each) for each in of]),
        tuple([_gains(*each) for each in of]),
        stage,
    )
