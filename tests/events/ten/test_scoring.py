"""What a collection scores, and which wild stands where (rules.md section 8, ruling S1)."""

import pytest

from events.ten.scoring import Plan, points, score
from events.types import Run


def hand(text):
    """The cards of a collection written as on the rules page."""
    return text.split()


def runs(collection):
    """Colour -> the run's cards as text."""
    return {colour: " ".join(run.cards) for colour, run in score(hand(collection)).runs.items()}


@pytest.mark.parametrize(
    ("collection", "expected"),
    [
        ("B1 B2 B3 B5 B7", 3),
        ("R1 R2 R3 R4 R5 G4 G5 G6 B8 B9 O2", 11),
        ("B1 B2 B3 B5 B7 W4", 5),
        ("B1 B2 B3 B5 B7 BW W4", 7),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", 10),
        ("R1 R2 R4 R5 R7 R8 R9 RW WW", 10),
        ("RW RW", 2),
        ("W5", 1),
        ("R4 R4 R4", 1),
        ("R1 R2 B1 B2 W3", 5),
        ("", 0),
    ],
)
def test_the_worked_examples(collection, expected):
    cards = collection.split()
    assert score(cards).points == expected
    assert points(cards) == expected
    assert points(reversed(cards)) == expected


def test_the_most_possible_is_40():
    cards = [f"{colour}{number}" for colour in "RBOG" for number in range(1, 10)]
    assert score(cards).points == points(cards) == 40


def test_a_full_run_of_wilds_has_the_bonus_too():
    cards = hand("RW RW W3 W4 W5 W6 W7 W8 W9")
    assert score(cards).points == points(cards) == 10


def test_the_longest_of_two_runs_of_a_colour_counts_and_of_equals_the_lower():
    assert runs("R1 R2 R5 R6 R7") == {"R": "R5 R6 R7"}
    assert runs("R1 R2 R5 R6") == {"R": "R1 R2"}


def test_a_run_tells_its_start_its_length_and_its_cards_from_the_low_end():
    assert score(["O4", "OW", "O6", "O5"]) == Plan(
        points=4, wilds=1, runs={"O": Run(start=3, length=4, cards=("OW", "O4", "O5", "O6"))}
    )


def test_colours_come_in_their_order_and_those_without_a_run_are_left_out():
    assert list(score(hand("G1 O1 R1")).runs) == ["R", "O", "G"]


def test_an_empty_collection_has_an_empty_plan():
    assert score([]) == Plan(points=0, wilds=0, runs={})


def test_a_wild_that_serves_two_colours_equally_goes_to_the_first():
    assert runs("W5") == {"R": "W5"}
    assert runs("R1 R2 B1 B2 W3") == {"R": "R1 R2 W3", "B": "B1 B2"}


def test_the_longest_run_goes_to_the_first_colour_however_high_it_starts():
    assert runs("R8 R9 B1 B2 WW") == {"R": "WW R8 R9", "B": "B1 B2"}
    assert runs("R1 R2 B1 B2 W3 WW") == {"R": "R1 R2 W3 WW", "B": "B1 B2"}


def test_a_run_starts_as_low_as_it_can():
    assert runs("RW WW") == {"R": "RW WW"}
    assert score(["RW", "WW"]).runs["R"].start == 1
    assert score(["R5", "RW"]).runs["R"].start == 4


def test_wilds_of_a_run_stand_in_the_order_colour_number_full_as_far_as_they_can():
    assert runs("R1 R4 RW W2 W3") == {"R": "R1 W2 W3 R4 RW"}
    assert runs("R1 RW RW WW") == {"R": "R1 RW RW WW"}
    assert runs("R2 R4 R6 RW W3 WW") == {"R": "RW R2 W3 R4 WW R6"}


def test_a_colour_wild_stands_below_the_number_wilds_if_one_of_them_is_not_needed():
    # Three of four wilds complete red, and no other colour has a use for the fourth.
    assert runs("R1 R4 R6 R7 R8 R9 B2 B3 B5 O2 O3 O5 G2 G3 G5 RW W2 W3 W5") == {
        "R": "R1 RW W3 R4 W5 R6 R7 R8 R9",
        "B": "B2 B3",
        "O": "O2 O3",
        "G": "G2 G3",
    }


def test_a_wild_that_adds_nothing_is_not_used():
    plan = score(hand("R1 R2 R3 R4 R5 R6 R7 R8 R9 RW RW W5 WW"))
    assert plan.runs["R"].cards == tuple(f"R{number}" for number in range(1, 10))
    # What is over makes runs elsewhere, two wilds side by side.
    assert (plan.points, plan.wilds) == (12, 2)
    assert plan.runs["B"] == Run(start=4, length=2, cards=("WW", "W5"))


def test_the_plan_with_fewest_wilds_is_taken_even_if_another_starts_lower():
    # R1 W2 R3 is as long as R6-8, and in the other colours a 2 is there already.
    plan = score(hand("R1 R3 R6 R7 R8 B2 O2 G2 W2"))
    assert (plan.points, plan.wilds) == (6, 0)
    assert plan.runs["R"].cards == ("R6", "R7", "R8")


def test_a_colour_wild_stays_in_its_colour():
    assert runs("R1 R3 BW") == {"R": "R1", "B": "BW"}


def test_a_number_wild_stays_at_its_number():
    assert runs("R1 R2 R4 R5 W6") == {"R": "R4 R5 W6"}


def test_the_order_in_which_the_cards_lie_does_not_matter():
    cards = hand("R1 R4 RW W2 W3 B7 B8 WW G5")
    assert score(cards) == score(reversed(cards)) == score(iter(sorted(cards)))


@pytest.mark.parametrize("code", ["C3", "R0", "X1", "", "rw", "W"])
@pytest.mark.parametrize("rate", [score, points])
def test_what_is_neither_a_number_card_nor_a_wild_is_refused_by_its_code(code, rate):
    with pytest.raises(ValueError, match=f"^{code} scores nothing"):
        rate(["R1", code])


@pytest.mark.parametrize("cards", ["RW RW RW", "GW GW GW", "W1 W1", "W9 W9", "WW WW"])
@pytest.mark.parametrize("rate", [score, points])
def test_more_wilds_than_the_whole_deck_has_are_refused(cards, rate):
    with pytest.raises(ValueError, match="more often than in a whole deck"):
        rate(cards.split())


def test_a_plan_that_is_changed_by_its_reader_leaves_the_next_one_alone():
    score(["R1"]).runs.clear()
    assert score(["R1"]).runs == {"R": Run(start=1, length=1, cards=("R1",))}
