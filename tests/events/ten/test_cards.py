"""The cards, their order and the deck for a number of players (rules.md section 1, D0, D1)."""

import pytest

from events.ten import cards


def counted(deck, codes):
    """Copies of several cards together."""
    return sum(deck[code] for code in codes.split())


def test_every_card_has_one_place_in_the_canonical_order():
    assert " ".join(cards.CODES) == (
        "R1 R2 R3 R4 R5 R6 R7 R8 R9 RW B1 B2 B3 B4 B5 B6 B7 B8 B9 BW "
        "O1 O2 O3 O4 O5 O6 O7 O8 O9 OW G1 G2 G3 G4 G5 G6 G7 G8 G9 GW "
        "W1 W2 W3 W4 W5 W6 W7 W8 W9 WW C1 C2 C3 C4 C5"
    )
    assert [cards.ORDER[code] for code in cards.CODES] == list(range(55))


def test_cards_are_sorted_by_colour_then_white_then_currency_with_copies_kept():
    mixed = ["C5", "WW", "G1", "W9", "R9", "C1", "RW", "B1", "R1", "O3", "R9"]
    assert " ".join(cards.in_order(mixed)) == "R1 R9 R9 RW B1 O3 G1 W9 WW C1 C5"


def test_a_code_that_is_no_card_cannot_be_put_in_order():
    with pytest.raises(KeyError):
        cards.in_order(["R1", "R0"])


def test_every_card_is_of_exactly_one_kind():
    for code in cards.CODES:
        kinds = [cards.is_number(code), cards.is_currency(code), cards.is_wild(code)]
        assert kinds.count(True) == 1, code
    assert len(cards.NUMBERS) == 36
    assert len(cards.CURRENCY) == 5
    assert len(cards.WILDS) == 14


@pytest.mark.parametrize("code", ["", "r1", "R0", "C6", "CW", "W0", "R10", "X1"])
def test_what_is_no_card_is_of_no_kind(code):
    assert not cards.is_number(code)
    assert not cards.is_currency(code)
    assert not cards.is_wild(code)


def test_number_and_currency_cards_have_a_value_and_wilds_have_none():
    assert cards.VALUE["G7"] == 7
    assert cards.VALUE["C4"] == 4
    assert set(cards.VALUE) == cards.NUMBERS | cards.CURRENCY


def test_number_cards_and_colour_wilds_have_a_colour_and_white_wilds_have_none():
    assert cards.COLOUR["O2"] == "O"
    assert cards.COLOUR["GW"] == "G"
    assert len(cards.COLOUR) == 40
    assert "W5" not in cards.COLOUR
    assert "WW" not in cards.COLOUR


def test_a_wild_stands_for_a_colour_a_number_or_anything():
    assert {code for code, kind in cards.WILD_KIND.items() if kind == "colour"} == {
        "RW",
        "BW",
        "OW",
        "GW",
    }
    assert [code for code, kind in cards.WILD_KIND.items() if kind == "number"] == [
        f"W{number}" for number in range(1, 10)
    ]
    assert [code for code, kind in cards.WILD_KIND.items() if kind == "full"] == ["WW"]


@pytest.mark.parametrize(
    ("players", "total", "low", "middle", "colour_wilds", "currency"),
    [
        (1, 89, 2, 2, 1, (3, 3, 3, 3, 3)),
        (2, 89, 2, 2, 1, (3, 3, 3, 3, 3)),
        (3, 111, 2, 3, 2, (4, 4, 4, 4, 5)),
        (4, 129, 3, 3, 2, (5, 5, 5, 6, 6)),
        (5, 129, 3, 3, 2, (5, 5, 5, 6, 6)),
    ],
)
def test_the_deck_for_each_number_of_players(players, total, low, middle, colour_wilds, currency):
    deck = cards.deck(players)
    assert sum(deck.values()) == total
    for colour in "RBOG":
        assert [deck[f"{colour}{number}"] for number in range(1, 10)] == (
            [low] * 3 + [middle] * 3 + [1] * 3
        )
        assert deck[f"{colour}W"] == colour_wilds
    assert counted(deck, "W1 W2 W3 W4 W5 W6 W7 W8 W9") == 9
    assert deck["WW"] == 1
    assert tuple(deck[f"C{value}"] for value in range(1, 6)) == currency
    assert cards.CURRENCY_SPLIT[players] == currency


def test_the_full_deck_has_ten_white_wilds_and_84_number_cards():
    deck = cards.deck(5)
    assert sum(copies for code, copies in deck.items() if code[0] == "W") == 10
    assert sum(copies for code, copies in deck.items() if code in cards.NUMBERS) == 84


def test_a_deck_names_its_cards_in_the_canonical_order():
    assert list(cards.deck(3)) == list(cards.CODES)


def test_the_host_may_choose_another_currency_split_of_the_same_total():
    deck = cards.deck(4, currency=[27, 0, 0, 0, 0])
    assert deck["C1"] == 27
    assert sum(deck.values()) == 129


def test_a_card_without_copies_is_left_out_of_the_deck():
    deck = cards.deck(2, currency=[0, 15, 0, 0, 0])
    assert [code for code in deck if code in cards.CURRENCY] == ["C2"]
    assert 0 not in deck.values()


@pytest.mark.parametrize(
    "currency",
    [
        [5, 5, 5, 6, 5],
        [5, 5, 5, 6, 7],
        [27],
        [],
        [5, 5, 5, 6, 6, 0],
        [28, -1, 0, 0, 0],
        [5.0, 5, 5, 6, 6],
        [True, 9, 5, 6, 6],
        ["5", 5, 5, 6, 6],
    ],
)
def test_a_currency_split_that_does_not_fit_is_refused_with_the_total_it_needs(currency):
    with pytest.raises(ValueError, match="add up to 27"):
        cards.deck(4, currency=currency)


@pytest.mark.parametrize("players", [0, 6, -1])
def test_a_deck_for_no_or_too_many_players_is_refused(players):
    with pytest.raises(ValueError, match="1 to 5 players"):
        cards.deck(players)


def test_a_changed_deck_does_not_change_the_next_one():
    cards.deck(5).clear()
    assert sum(cards.deck(5).values()) == 129


def test_the_set_up_constants_are_those_of_ruleset_ten_1():
    assert (cards.TOKENS, cards.BUSTS, cards.START_TOKENS) == (50, 15, 5)
    assert (cards.TOKEN_LIMIT, cards.BUST_VALUE) == (10, 3)
