"""Whole games by bots, with every hash, on one core."""

from bench.measure import Row, alternate
from events import simulate

GAMES = 50


def rows() -> list[Row]:
    def play() -> None:
        for number in range(1, GAMES + 1):
            simulate.play(5, "bench", number)

    timing = alternate({"ours": play}, repetitions=5, warm=1)["ours"]
    rate = GAMES / timing.median
    return [
        Row(
            "five-player games by bots, hashes and all, one core",
            rate,
            "games/s",
            None,
            None,
            rate,
            "at least 50 a second",
            rate >= 50,
            timing.spread,
        )
    ]
