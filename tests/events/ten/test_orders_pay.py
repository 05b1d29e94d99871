"""How orders pay: one legal payment, the pieces its owner would part with first."""

import random
from itertools import permutations

import pytest

from events.ten import cards, scoring
from events.ten.orders_pay import FIRST, PIECES, PREFERENCES, payment_by, spare_cards
from events.ten.payments import Payments
from events.ten.state import Seat
from events.types import Payment
from tests.events.ten.games import pay


def seat(tokens: int = 0, busts: int = 0, hand: str = "") -> Seat:
    made = Seat(1, "human", None)
    made.tokens, made.busts, made.cards = tokens, busts, hand.split()
    return made


@pytest.mark.parametrize(
    ("use", "price", "wanted"),
    [
        ("tokens spares busts", 3, "3"),
        ("tokens spares busts", 5, "4 B9"),
        ("tokens busts", 5, "2 b"),
        ("spares tokens", 3, "2 B9"),
        ("busts tokens", 4, "1 b"),
        ("busts", 2, "b"),
        ("tokens spares busts", 8, "4 b B9"),
        ("tokens", 5, None),
        ("tokens spares", 6, None),
        ("tokens spares busts cards", 9, "4 b B1 B9"),
        ("spares cards tokens", 3, "B1 B2 B9"),
    ],
)
def test_each_kind_of_piece_is_used_in_its_turn(use: str, price: int, wanted: str | None):
    found = payment_by(use.split(), seat(4, 1, "B1 B2 B9"), price, "G5")
    assert found == (None if wanted is None else pay(wanted))


def test_a_bust_token_is_not_broken_where_exact_pieces_are_kept():
    assert payment_by(("tokens", "busts", "cards"), seat(2, 1, "B1 B2"), 4, "G5") == pay("1 b")


@pytest.mark.parametrize(
    ("hand", "gain", "spares"),
    [
        ("R1 R1 R2", None, "R1"),
        ("R1 R3", None, "R3"),
        ("R1 R3", "R2", ""),
        ("R1", "R3", "R1"),
        ("R3 R5 B1", "R4", ""),
        ("R1 R2 R3 R7 R8 G4 G4", None, "G4 R7 R8"),
        ("RW", "RW", ""),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 RW", None, "RW"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9", "RW", "R1"),
    ],
)
def test_spare_cards_are_those_whose_loss_costs_nothing(hand: str, gain: str | None, spares: str):
    assert spare_cards(hand.split(), gain) == spares.split()


def test_what_is_used_by_default_costs_no_point():
    assert "cards" not in FIRST
    assert {name for name, use in PREFERENCES.items() if "cards" in use} == {"anything"}
    assert all(set(use) <= set(PIECES) for use in PREFERENCES.values())


def hands(number: int) -> tuple[Seat, int, str]:
    chance = random.Random(f"purse {number}")
    deck = [code for code, count in cards.deck(5).items() if code not in cards.CURRENCY]
    hand = chance.choices([code for code in deck if code in cards.NUMBERS], k=chance.randint(0, 7))
    hand += chance.sample([code for code in deck if code in cards.WILDS], chance.randint(0, 2))
    purse = seat(chance.randint(0, 4), chance.randint(0, 2), " ".join(hand))
    return purse, chance.randint(1, 9), chance.choice(sorted(cards.NUMBERS - set(hand)))


@pytest.mark.parametrize("number", range(60))
def test_all_spare_cards_together_cost_nothing_and_no_further_card_does(number: int):
    purse, _, gain = hands(number)
    left = purse.cards.copy()
    best = scoring.points([*left, gain])
    for code in spare_cards(purse.cards, gain):
        left.remove(code)
    assert scoring.points([*left, gain]) == best
    for code in set(left):
        rest = left.copy()
        rest.remove(code)
        assert scoring.points([*rest, gain]) < best


@pytest.mark.parametrize("number", range(60))
def test_the_payment_is_the_first_of_all_legal_ones_by_its_preference(number: int):
    purse, price, gain = hands(number)
    spares = spare_cards(purse.cards, gain)

    def pieces(payment: Payment) -> dict[str, int]:
        left = list(spares)
        spare = 0
        for code in payment.cards:
            if code in left:
                left.remove(code)
                spare += 1
        others = len(payment.cards) - spare
        return {
            "tokens": payment.tokens,
            "busts": payment.busts,
            "spares": spare,
            "cards": others,
        }

    every = [pieces(payment) for payment in Payments.of(purse, price)]
    for use in (use for length in (1, 2, 4) for use in permutations(PIECES, length)):
        if "cards" in use and "spares" not in use[: use.index("cards")]:
            continue
        allowed = [p for p in every if not any(p[k] and k not in use for k in PIECES)]
        found = payment_by(use, purse, price, gain)
        if not allowed:
            assert found is None
            continue
        assert found is not None
        assert found in Payments.of(purse, price)
        least = min(tuple(p[kind] for kind in reversed(use)) for p in allowed)
        assert tuple(pieces(found)[kind] for kind in reversed(use)) == least
