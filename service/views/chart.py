"""A chart of a value over the turns, laid out for an inline SVG, and the same as rows to read.

Lengths are units of the picture's own box, ``WIDTH`` by ``HEIGHT``, y downwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from service.course import Standing

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, BOTTOM = 24, 32, 10, 24
LABEL = 12
"""The least distance between two labels at the right edge."""
STEPS = (1, 2, 5, 10, 20, 50)


@dataclass(frozen=True)
class Tick:
    """A line of the grid, where it lies and what stands beside it."""

    at: float
    text: int


@dataclass(frozen=True)
class Line:
    """A seat's line: ``style`` counts from 1 by rising seat, ``points`` is what a polyline takes; ``end``
    is its last value, at (``x``, ``y``), and its label stands at ``label``."""

    seat: int
    style: int
    points: str
    end: int
    x: float
    y: float
    label: float


@dataclass(frozen=True)
class Chart:
    lines: Sequence[Line]
    ups: Sequence[Tick]
    overs: Sequence[Tick]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


@dataclass(frozen=True)
class Row:
    """A turn of the table beside the charts; None is the end, after the final buying. (points, tokens) of
    each seat, by rising seat."""

    turn: int | None
    values: Sequence[tuple[int, int]]


def chart(values: Sequence[Mapping[int, int]], seats: Sequence[int], least: int = 5) -> Chart:
    """One step over for each of ``values`` (seat -> value); the scale ends at ``least`` or above."""
    top = max(least, *(value for each in values for value in each.values()))
    step = next((each for each in STEPS if top / each <= 6), STEPS[-1])
    top = -(-top // step) * step
    count = max(1, len(values) - 1)

    def over(place: float) -> float:
        return round(LEFT + place / count * (WIDTH - LEFT - RIGHT), 1)

    def up(value: float) -> float:
        return round(HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM), 1)

    lines = []
    labels = _apart({seat: up(values[-1][seat]) for seat in seats})
    for style, seat in enumerate(seats, 1):
        points = " ".join(f"{over(at):g},{up(each[seat]):g}" for at, each in enumerate(values))
        end = values[-1][seat]
        lines.append(Line(seat, style, points, end, over(len(values) - 1), up(end), labels[seat]))
    wide = next((each for each in STEPS if count / each <= 8), STEPS[-1])
    return Chart(
        lines,
        [Tick(up(value), value) for value in range(0, top + 1, step)],
        [Tick(over(turn), turn) for turn in range(0, count + 1, wide)],
    )


def _apart(wanted: Mapping[int, float]) -> dict[int, float]:
    """The labels' places, moved so that none lies upon another: first upwards from below, then back down
    where the top is in the way."""
    order = sorted(wanted, key=lambda seat: -wanted[seat])
    places: dict[int, float] = {}
    limit = float(HEIGHT - BOTTOM)
    for seat in order:
        places[seat] = min(wanted[seat], limit)
        limit = places[seat] - LABEL
    limit = float(TOP)
    for seat in reversed(order):
        places[seat] = round(max(places[seat], limit), 1)
        limit = places[seat] + LABEL
    return places


def rows(standings: Sequence[Standing], seats: Sequence[int]) -> list[Row]:
    """The same values turn by turn."""
    last = len(standings) - 1
    return [
        Row(
            None if at == last else each.turn,
            [(each.points[seat], each.tokens[seat]) for seat in seats],
        )
        for at, each in enumerate(standings)
    ]
