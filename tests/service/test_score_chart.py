"""The charts of the score: every value in its place, no label upon another, nothing outside the picture."""

import random
from itertools import pairwise

import pytest

from service.views.chart import BOTTOM, HEIGHT, LABEL, TOP, WIDTH, chart


def lines_of(values: list[dict[int, int]], seats: list[int]) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in (each.split(",") for each in line.points.split())]
        for line in chart(values, seats).lines
    ]


@pytest.mark.parametrize("seed", range(30))
def test_nothing_lies_outside_and_no_label_upon_another(seed: int) -> None:
    chance = random.Random(seed)
    seats = list(range(1, 1 + chance.randint(1, 5)))
    turns = chance.randint(1, 90)
    values = [{seat: chance.randint(0, 40) for seat in seats} for _ in range(turns)]
    found = chart(values, seats)
    for points in lines_of(values, seats):
        assert len(points) == turns
        assert all(0 <= x <= WIDTH and TOP <= y <= HEIGHT - BOTTOM for x, y in points)
    labels = sorted(line.label for line in found.lines)
    assert all(low + LABEL <= high + 0.1 for low, high in pairwise(labels))
    assert all(TOP <= label <= HEIGHT - BOTTOM for label in labels)
    assert len(found.ups) <= 8
    assert len(found.overs) <= 10


def test_higher_values_lie_higher_and_later_turns_farther_right() -> None:
    ((one, two, three),) = lines_of([{1: 0}, {1: 10}, {1: 5}], [1])
    assert one[1] > three[1] > two[1]
    assert one[0] < two[0] < three[0]
    assert (one[1] + two[1]) / 2 == three[1]


def test_the_scale_begins_at_nothing_and_holds_the_highest() -> None:
    found = chart([{1: 3}, {1: 33}], [1])
    assert found.ups[0].text == 0
    assert found.ups[-1].text >= 33
