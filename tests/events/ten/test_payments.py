"""Every legal payment and no other (rules.md sections 5 and 6; B1, A1)."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import errors
from events.ten.cards import in_order
from events.ten.payments import LISTED, Payments, pay, worth
from events.types import Payment

SEEDED = settings(derandomize=True, deadline=None, max_examples=150)

purses = st.tuples(
    st.integers(0, 4),
    st.integers(0, 3),
    st.lists(st.sampled_from(["R1", "R2", "GW", "WW", "B9"]), max_size=4).map(
        lambda codes: tuple(in_order(codes))
    ),
)


def handed_over(tokens: int, busts: int, codes: tuple[str, ...]) -> Iterator[Payment]:
    """Every choice of pieces from a purse, equal ones once."""
    for some in range(tokens + 1):
        for few in range(busts + 1):
            for size in range(len(codes) + 1):
                for chosen in sorted(set(combinations(codes, size))):
                    yield Payment(some, few, chosen)


def pieces(payment: Payment) -> list[int]:
    return [1] * payment.tokens + [3] * payment.busts + [1] * len(payment.cards)


def is_minimal(payment: Payment, price: int) -> bool:
    """B1, word for word: enough, and taking away any one piece leaves less than the price."""
    held = pieces(payment)
    return sum(held) >= price and all(sum(held) - piece < price for piece in held)


@SEEDED
@given(purses, st.integers(1, 12))
def test_the_list_is_what_trying_every_choice_of_pieces_finds(purse, price):
    tried = [each for each in handed_over(*purse) if is_minimal(each, price)]
    listed = list(Payments(price, *purse))
    assert len(listed) == len(set(listed))
    assert set(listed) == set(tried)


@SEEDED
@given(purses, st.integers(1, 12))
def test_the_check_accepts_exactly_the_list(purse, price):
    payments = Payments(price, *purse)
    listed = set(payments)
    for each in handed_over(*purse):
        assert (each in payments) == (each in listed)


@SEEDED
@given(purses, purses, st.integers(1, 12))
def test_pieces_that_are_not_held_are_never_accepted(purse, other, price):
    held = set(handed_over(*purse))
    payments = Payments(price, *purse)
    for each in handed_over(*other):
        assert each in held or each not in payments


@SEEDED
@given(purses, st.integers(1, 25))
def test_there_is_a_payment_just_when_all_that_is_held_is_worth_the_price(purse, price):
    payments = Payments(price, *purse)
    assert (next(iter(payments), None) is not None) == (payments.most >= price)


def test_a_short_list_is_given_and_a_long_one_is_a_form():
    many = tuple(in_order(f"{colour}{n}" for colour in "RBOG" for n in range(1, 5)))
    assert Payments(2, 10, 0, many[:3]).listed == tuple(Payments(2, 10, 0, many[:3]))
    assert sum(1 for _ in Payments(5, 10, 0, many)) > LISTED
    assert Payments(5, 10, 0, many).listed is None


def test_tokens_come_first():
    assert next(iter(Payments(3, 5, 1, ("R1", "R2", "R3")))) == Payment(3)


@pytest.mark.parametrize(
    ("price", "payment", "fine"),
    [
        (4, Payment(0, 2), True),
        (4, Payment(1, 2), False),
        (4, Payment(1, 1), True),
        (5, Payment(0, 2), True),
        (6, Payment(0, 2), True),
        (7, Payment(0, 3), True),
        (7, Payment(1, 2), True),
        (7, Payment(1, 3), False),
        (1, Payment(0, 1), True),
        (1, Payment(0, 0, ("WW",)), True),
        (3, Payment(0, 1, ("R1",)), False),
    ],
)
def test_worked_by_hand(price, payment, fine):
    assert (payment in Payments(price, 10, 5, ("R1", "WW"))) is fine
    assert is_minimal(payment, price) is fine


def test_what_is_no_payment_is_in_no_list():
    assert None not in Payments(1, 1, 0, ())


def test_a_payment_is_written_with_its_cards_in_canonical_order():
    assert pay(1, 2, ["WW", "B1", "R9", "RW"]) == Payment(1, 2, ("R9", "RW", "B1", "WW"))
    assert worth(pay(1, 2, ["WW", "B1"])) == 9
    with pytest.raises(errors.UnknownCard):
        pay(codes=["R0"])
