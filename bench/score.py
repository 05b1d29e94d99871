"""Scoring: the best runs and wild use of random end-of-game hands, against a plain brute force."""

import random
import time
from collections.abc import Callable, Sequence

from bench.measure import Row, Timing
from events.ten import cards, scoring
from tests.events.ten import bruteforce

HANDS = 100_000
PLAIN = 300
"""How many of the hands the brute force is asked too: it takes seconds for the worst."""


def hands(count: int, seed: int = 2026) -> list[tuple[str, ...]]:
    """Random collections as games end with: 4 to 16 cards, drawn from a full deck without currency."""
    chance = random.Random(seed)
    deck = [
        code
        for code, copies in cards.deck(5).items()
        if code not in cards.CURRENCY
        for _ in range(copies)
    ]
    return [tuple(chance.sample(deck, chance.randint(4, 16))) for _ in range(count)]


def _plain(hand: Sequence[str]) -> int:
    return bruteforce.best_plan(list(hand))[0]


def _time(work: Callable[[Sequence[str]], object], each: Sequence[Sequence[str]]) -> Timing:
    taken = []
    for hand in each:
        begun = time.perf_counter()
        work(hand)
        taken.append(time.perf_counter() - begun)
    return Timing(tuple(taken))


def rows() -> list[Row]:
    """Median and worst. Raises AssertionError if the two ever differ in points."""
    dealt = hands(HANDS)
    ours = _time(scoring.score, dealt)
    few = dealt[:PLAIN]
    plain = _time(_plain, few)
    for hand in few:
        if scoring.score(hand).points != _plain(hand):
            raise AssertionError(f"the brute force scores {hand} differently")
    same = Timing(ours.seconds[:PLAIN])
    out = []
    for name, mine, theirs in (
        ("median", ours.median, plain.median),
        ("worst", max(ours.seconds), max(plain.seconds)),
    ):
        ratio = theirs / mine
        out.append(
            Row(
                f"score a hand, {name} of {HANDS}",
                mine * 1e6,
                "us",
                theirs * 1e6,
                None,
                ratio,
                "at least 100x a plain brute force",
                ratio >= 100,
                same.spread if name == "median" else 0.0,
            )
        )
    return out
