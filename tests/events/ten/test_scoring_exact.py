"""Points and plan are those of a plain search of every way to lay the wilds."""

import random

import pytest

from events.ten.cards import CURRENCY, WILDS, deck
from events.ten.scoring import points, score
from tests.events.ten.bruteforce import best_plan

DECK = [code for code, copies in deck(5).items() if code not in CURRENCY for _ in range(copies)]
WILD_CARDS = [code for code in DECK if code in WILDS]
NUMBER_CARDS = [code for code in DECK if code not in WILDS]


def told(cards):
    """Points, wilds and runs as the plain search tells them."""
    plan = score(cards)
    runs = {colour: (run.start, list(run.cards)) for colour, run in plan.runs.items()}
    assert all(run.length == len(run.cards) for run in plan.runs.values())
    return plan.points, plan.wilds, runs


@pytest.mark.parametrize(
    ("wilds", "hands"), [(0, 1000), (1, 1000), (2, 1000), (3, 400), (4, 60), (5, 15)]
)
def test_a_random_hand_scores_what_the_plain_search_finds(wilds, hands):
    chance = random.Random(wilds)
    for _ in range(hands):
        cards = chance.sample(NUMBER_CARDS, chance.randint(0, 18)) + chance.sample(
            WILD_CARDS, wilds
        )
        chance.shuffle(cards)
        expected = best_plan(cards)
        assert told(cards) == expected, cards
        assert points(cards) == expected[0], cards


@pytest.mark.parametrize(
    "collection",
    [
        "RW RW BW BW W5",
        "RW RW W5 WW",
        "W1 W2 W3 W4 W5 W6",
        "R1 R9 B1 B9 O1 O9 G1 G9 RW BW W5 W6",
        "R1 R2 R4 R5 B1 B2 B4 B5 O1 O2 O4 O5 G1 G2 G4 G5 W3 WW GW",
        "R4 R5 R6 B4 B5 B6 W3 W7 RW BW",
        "RW W1 W2 W9 R8 B1 B2 B9",
        "R1 R4 R6 R7 R8 R9 B2 B3 B5 O2 O3 O5 G2 G3 G5 RW W2 W3 W5",
    ],
)
def test_a_hand_rich_in_wilds_scores_what_the_plain_search_finds(collection):
    cards = collection.split()
    expected = best_plan(cards)
    assert told(cards) == expected
    assert points(cards) == expected[0]


def test_any_hand_of_the_full_deck_has_a_plan_that_holds_together():
    """Too many wilds for the plain search: the plan is checked card by card instead."""
    chance = random.Random(10)
    for _ in range(100):
        cards = chance.sample(NUMBER_CARDS, chance.randint(0, 20))
        cards += chance.sample(WILD_CARDS, chance.randint(6, len(WILD_CARDS)))
        plan = score(cards)
        left = list(cards)
        for colour, run in plan.runs.items():
            for number, card in enumerate(run.cards, run.start):
                assert card in (f"{colour}{number}", f"{colour}W", f"W{number}", "WW")
                left.remove(card)
        lengths = [run.length for run in plan.runs.values()]
        assert plan.points == points(cards) == sum(lengths) + lengths.count(9)
        assert plan.wilds == sum(c in WILDS for run in plan.runs.values() for c in run.cards)
