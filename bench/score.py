"""Scoring: the best runs and wild use of random end-of-game hands, against a plain brute force.

The hands are as large, and as rich in wilds, as those that bot games end with; their cards are random.
"""

import random
import signal
import time
from collections.abc import Callable, Sequence

from bench.measure import Row, Timing
from events import simulate
from events.replay import fold
from events.ten import cards, scoring
from tests.events.ten import bruteforce

HANDS = 100_000
PLAIN = 60
"""How many of the hands the brute force is asked too: it takes minutes for the richest."""
LIMIT_S = 2.0
MARK = 100
CANDIDATES = 200


def hands(count: int, seed: int = 2026) -> list[tuple[str, ...]]:
    """Random collections with the numbers of cards and of wilds of finished games of 1 to 5 players."""
    chance = random.Random(seed)
    sizes = [size for players in range(1, 6) for n in range(1, 21) for size in _sizes(players, n)]
    deck = cards.deck(5)
    copies = [code for code in deck for _ in range(deck[code])]
    numbers = [code for code in copies if code in cards.NUMBERS]
    wilds = [code for code in copies if code in cards.WILDS]
    dealt = []
    for _ in range(count):
        plain, wild = chance.choice(sizes)
        dealt.append((*chance.sample(numbers, plain), *chance.sample(wilds, wild)))
    return dealt


def _sizes(players: int, number: int) -> list[tuple[int, int]]:
    """(number cards, wilds) of each collection at the end of one bot game."""
    log = simulate.play(players, "hands", number)
    state = fold(log[0].stream, [each.body for each in log])
    wild = [sum(code in cards.WILDS for code in seat.cards) for seat in state.seats]
    return [
        (len(seat.cards) - many, many)
        for seat, many in zip(state.seats, wild, strict=True)
        if seat.kind != "house"
    ]


def _plain(hand: Sequence[str]) -> int:
    return bruteforce.best_plan(list(hand))[0]


class _TooLong(Exception):
    pass


def _seconds(work: Callable[[Sequence[str]], object], hand: Sequence[str], most: float) -> float:
    """Seconds for one hand, or ``most`` if it takes longer than that."""

    def stop(number: int, frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, most)
    begun = time.perf_counter()
    try:
        work(hand)
        return time.perf_counter() - begun
    except _TooLong:
        return most
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def rows() -> list[Row]:
    """Median and worst. Raises AssertionError if the two ever differ in points.

    The brute force is asked about the first few hands for the median, for at most ``LIMIT_S`` each,
    and about our worst hand until the mark is met: what it takes beyond that is not waited for.
    """
    dealt = hands(HANDS)
    ours = Timing(tuple(_seconds(scoring.score, hand, 60) for hand in dealt))
    few = dealt[:PLAIN]
    plain = Timing(tuple(_seconds(_plain, hand, LIMIT_S) for hand in few))
    for hand, seconds in zip(few, plain.seconds, strict=True):
        if seconds < LIMIT_S and scoring.score(hand).points != _plain(hand):
            raise AssertionError(f"the brute force scores {hand} differently")
    hardest, worst = _worst(dealt, ours)
    beaten = _seconds(_plain, hardest, MARK * worst + 0.1)
    spread = Timing(ours.seconds[:PLAIN]).spread
    return [
        _row(f"score a hand, median of {HANDS}", ours.median, plain.median, spread),
        _row(
            f"score a hand, worst of {HANDS} (the brute force stopped at the mark)",
            worst,
            beaten,
            0,
        ),
    ]


def _worst(dealt: Sequence[Sequence[str]], ours: Timing) -> tuple[Sequence[str], float]:
    """The hand that takes us longest, and how long: the slowest few are timed again, caches empty, since
    a single long time may be the machine's."""
    ranked = sorted(range(len(dealt)), key=ours.seconds.__getitem__)[-CANDIDATES:]
    again = {}
    for place in ranked:
        taken = []
        for _ in range(3):
            for cached in vars(scoring).values():
                if hasattr(cached, "cache_clear"):
                    cached.cache_clear()
            taken.append(_seconds(scoring.score, dealt[place], 60))
        again[place] = min(taken)
    place = max(again, key=again.__getitem__)
    return dealt[place], again[place]


def _row(name: str, mine: float, theirs: float, spread: float) -> Row:
    ratio = theirs / mine
    mark = f"at least {MARK}x a plain brute force, same points"
    return Row(name, mine * 1e6, "us", theirs * 1e6, None, ratio, mark, ratio >= MARK, spread)
