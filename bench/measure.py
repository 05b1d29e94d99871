"""Fair timing: the ways to be compared take turns, and each is told by its median.

A machine that slows down for a while slows all of them; a single long pause hits one repetition of one.
"""

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One line of the table. ours, peer, floor: in ``unit``; None where there is none.

    ratio: the one that ``mark`` speaks of. spread: (largest - smallest) / median of our repetitions.
    """

    name: str
    ours: float
    unit: str
    peer: float | None
    floor: float | None
    ratio: float
    mark: str
    met: bool
    spread: float

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True)
class Timing:
    """Seconds for one call, over the repetitions."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def spread(self) -> float:
        return (max(self.seconds) - min(self.seconds)) / self.median

    def percentile(self, share: float) -> float:
        """The smallest time that ``share`` (0 to 1) of the repetitions do not exceed."""
        ranked = sorted(self.seconds)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))]


def alternate(ways: Mapping[str, Work], repetitions: int, warm: int = 2) -> dict[str, Timing]:
    """Time each way ``repetitions`` times, one after another in turn, after ``warm`` unmeasured turns.

    Garbage is collected before each call, not in it. What lives already is set aside first: to walk
    through all of it each time would leave nothing of any way in the processor's caches.
    """
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(warm + repetitions):
        if turn == warm:
            gc.freeze()
        for name, work in ways.items():
            gc.collect()
            gc.disable()
            begun = time.perf_counter()
            work()
            seconds = time.perf_counter() - begun
            gc.enable()
            if turn >= warm:
                taken[name].append(seconds)
    gc.unfreeze()
    return {name: Timing(tuple(seconds)) for name, seconds in taken.items()}
