"""Ways to pay, as a page offers them: sensible ones first, every legal one in reach, and what a bid needs."""

from __future__ import annotations

import pytest

from events.ten.payments import Payments, pay
from events.types import Payment
from service.schemas import payment_text
from service.views.choices import LISTED, SHOWN, Paying, choices, paying
from service.wording import Words
from tests.events.ten.games import arranged

WORDS = Words("en")


def ways(price: int, tokens: int = 0, busts: int = 0, codes: str = "") -> Paying:
    return paying(Payments(price, tokens, busts, tuple(codes.split())), WORDS)


def test_every_way_is_offered_where_they_are_few() -> None:
    payments = Payments(4, 5, 1, ("R1", "R2"))
    shown = paying(payments, WORDS)
    assert shown.all
    assert sorted(each.value for each in shown.offers) == sorted(map(payment_text, payments))
    assert [*shown.first, *shown.others] == list(shown.offers)
    assert len(shown.first) == SHOWN


@pytest.mark.parametrize(
    ("held", "first"),
    [
        # Tokens before cards that score, and a bust token before tokens: it has no other use.
        (ways(3, 5, 1, "R1 R2 R3"), pay(0, 1)),
        (ways(2, 5, 0, "R1 R2"), pay(2)),
        # Nothing is lost if that can be helped, but for a card that scores.
        (ways(4, 4, 2), pay(1, 1)),
        (ways(5, 0, 2, "R1 R1"), pay(0, 2)),
        # A card that scores nothing before one that does.
        (ways(1, 0, 0, "R1 R2 R2 R3"), pay(codes=["R2"])),
        # A wild last of all.
        (ways(1, 0, 0, "B5 W7"), pay(codes=["B5"])),
    ],
)
def test_the_most_sensible_stands_first_and_is_chosen(held: Paying, first: Payment) -> None:
    chosen = [each.payment for each in held.offers if each.chosen]
    assert chosen == [held.offers[0].payment]
    assert chosen == [first]


def test_each_way_tells_how_many_points_it_costs() -> None:
    losses = {each.text: each.loss for each in ways(1, 1, 0, "R1 R2 B5 B5").offers}
    assert losses == {"1 token": 0, "B5": 0, "R1": 1, "R2": 1}


def test_of_many_ways_the_sensible_are_offered_and_any_other_is_put_together() -> None:
    payments = Payments(6, 6, 2, tuple("R1 R2 R3 B1 B4 O2 O5 G1 G3".split()))
    shown = paying(payments, WORDS)
    assert sum(1 for _ in payments) > LISTED
    assert not shown.all
    assert len(shown.offers) == SHOWN
    assert all(each.payment in payments for each in shown.offers)
    assert [each.loss for each in shown.offers] == sorted(each.loss for each in shown.offers)
    assert shown.own == shown.offers[0].payment
    assert not shown.filled


def test_what_was_refused_stands_there_to_be_mended() -> None:
    payments = Payments(6, 6, 2, tuple("R1 R2 R3 B1 B4 O2 O5 G1 G3".split()))
    wrong = pay(1, 0, ["R2"])
    shown = paying(payments, WORDS, wrong)
    assert shown.filled
    assert shown.own == wrong
    assert [code for code, ticked in shown.cards if ticked] == ["R2"]
    assert shown.offers[0].payment in payments


@pytest.mark.parametrize(
    ("tokens", "sure"),
    [
        ({1: 4, 2: 9, 3: 2}, 5),  # seats 3 and 1 come after 2
        ({1: 0, 2: 9, 3: 0}, 1),
        ({1: 9, 2: 9, 3: 0}, None),
    ],
)
def test_the_bid_that_nobody_can_outbid_is_told(tokens: dict[int, int], sure: int | None) -> None:
    state = arranged("hhh", row="R1", auction="WW", tokens=tokens).state
    found = choices(state, 2, WORDS)
    assert found is not None
    assert found.sure == sure
