"""Cards in words for who has them read out, shapes beside colours, titles of solo games."""

from __future__ import annotations

import pytest

from events.ten.cards import CODES
from service.wording import Words
from service.wording.faces import SHAPES

WORDS = Words()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("R5", "red 5"),
        ("B1", "blue 1"),
        ("O9", "orange 9"),
        ("G3", "green 3"),
        ("RW", "red wild, any red number"),
        ("W7", "wild 7 of any colour"),
        ("WW", "full wild, any number of any colour"),
        ("C4", "currency 4"),
    ],
)
def test_a_card_is_told_in_words(code: str, told: str) -> None:
    assert WORDS.card(code) == told


def test_every_card_is_told_differently() -> None:
    assert len({WORDS.card(code) for code in CODES}) == len(CODES)


def test_every_colour_has_a_shape_of_its_own() -> None:
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert {code[0] for code in CODES} == set(SHAPES)


@pytest.mark.parametrize(
    ("points", "title"),
    [
        (0, "apprentice"),
        (11, "apprentice"),
        (12, "clerk"),
        (17, "clerk"),
        (18, "postmaster"),
        (23, "postmaster"),
        (24, "courier royal"),
        (29, "courier royal"),
        (30, "legend"),
        (39, "legend"),
        (40, "perfect ten"),
    ],
)
def test_a_solo_score_earns_a_title(points: int, title: str) -> None:
    assert WORDS.title(points) == title
