"""The rules as people read them: every ruling, figures from the code that plays, in every language."""

import re
from pathlib import Path

import pytest

from events.ten import cards, scoring
from service.wording import Words
from service.wording.faces import title
from service.wording.rules import Chapter, Grid, Passage, rules
from service.wording.rules_text import RULINGS

LANGUAGES = ("en", "da", "sq", "ne", "cy")


def chapter(anchor: str, language: str = "en") -> Chapter:
    return next(each for each in rules(Words(language)) if each.anchor == anchor)


def grids(anchor: str) -> list[Grid]:
    return [block for block in chapter(anchor).blocks if isinstance(block, Grid)]


def test_every_ruling_that_is_written_down_is_told_in_its_place_and_in_the_list() -> None:
    listed = Path(__file__).parents[2] / "docs" / "rulings.md"
    known = re.findall(r"^\| ([A-Z]\d) \|", listed.read_text(encoding="utf-8"), re.MULTILINE)
    assert list(RULINGS) == known
    told = [
        block.ruling
        for each in rules(Words("en"))[:-1]
        for block in each.blocks
        if isinstance(block, Passage) and block.ruling
    ]
    assert sorted(told) == sorted(known)
    listing = chapter("rulings").blocks
    assert [block.ruling for block in listing if isinstance(block, Passage)] == known


def test_the_table_of_decks_is_the_decks() -> None:
    for row in grids("cards")[1].rows:
        deck = cards.deck(int(row[0][0]))
        assert deck == cards.deck(int(row[0][-1]))
        assert [int(cell) for cell in row[1:5]] == [deck[code] for code in ("R1", "R4", "R7", "RW")]
        assert row[5:7] == ("9", "1")
        assert [int(cell) for cell in row[7].split(", ")] == [deck[f"C{n}"] for n in range(1, 6)]
        assert row[8] == str(sum(deck.values()))


def test_the_points_of_the_examples_are_what_the_service_scores() -> None:
    (examples,) = grids("scoring")
    assert [row[1] for row in examples.rows] == [
        "3",
        "11",
        "5",
        "7",
        "10",
        "10",
        "2",
        "1",
        "1",
        "5",
    ]
    for hand, points in examples.rows:
        assert scoring.points(hand.split()) == int(points)


def test_the_titles_cover_every_score_once() -> None:
    (grid,) = grids("alone")
    words = Words("en")
    scores = []
    for span, name in grid.rows:
        first, _, last = span.partition("-")
        for points in range(int(first), int(last or first) + 1):
            assert title(words, points) == name
            scores.append(points)
    assert scores == list(range(41))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_alike_in_shape_in_every_language(language: str) -> None:
    told, english = rules(Words(language)), rules(Words("en"))
    assert [each.anchor for each in told] == [each.anchor for each in english]
    for ours, theirs in zip(told, english, strict=True):
        assert ours.title
        assert len(ours.blocks) == len(theirs.blocks)
        for block, other in zip(ours.blocks, theirs.blocks, strict=True):
            assert type(block) is type(other)
            if isinstance(block, Grid) and isinstance(other, Grid):
                assert [len(row) for row in block.rows] == [len(block.head)] * len(other.rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_figures_survive_translation(language: str) -> None:
    """Which cards and numbers a passage names is the same in every language."""
    for ours, theirs in zip(rules(Words(language)), rules(Words("en")), strict=True):
        for block, other in zip(ours.blocks, theirs.blocks, strict=True):
            if isinstance(block, Passage) and isinstance(other, Passage):
                assert figures(block.text) == figures(other.text), block.text


def figures(text: str) -> list[str]:
    return sorted(re.findall(r"\b[A-Z]\d\b|\d+", text))
