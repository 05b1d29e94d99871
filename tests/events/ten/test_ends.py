"""What is told of the four ends of a turn is what the rules then do."""

from typing import Any

import pytest

from events import commands as c
from events import types as t
from events.ten.ends import BUST_CURRENCY, BUST_NUMBERS, CURRENCY, NUMBERS, End, ends
from events.ten.odds import Odds, odds
from events.ten.phases.drawing import bust_cause
from events.ten.scoring import points
from events.ten.state import GameState
from tests.events.ten.games import arranged, started


def told(state: GameState) -> dict[str, End]:
    return {each.kind: each for each in ends(state, odds(state))}


def test_before_the_row_holds_a_card_there_is_no_end():
    state = started("hh").state
    assert ends(state, odds(state)) == []


def test_all_four_are_told_in_the_order_of_the_rules():
    state = arranged("hhh", row="R5 C2", pile="R9 C3 C5").state
    assert [each.kind for each in ends(state, odds(state))] == [
        NUMBERS,
        CURRENCY,
        BUST_NUMBERS,
        BUST_CURRENCY,
    ]


def after(row: str, card: str, wish: Any) -> tuple[GameState, list[t.Event]]:
    """The table before ``wish``, where ``card`` lies on top of the pile, and the events it leads to."""
    game = arranged("hhh", row=row, pile=f"{card} G6")
    before = game.state
    seat = before.active
    assert seat is not None
    return before, game.do(wish(seat))


@pytest.mark.parametrize("row", ["R5 C2", "R1 R2 R3", "C4 R9 B2 C5", "B4"])
def test_taking_the_numbers(row):
    state, events = after(row, "G5", c.TakeNumbers)
    end = told(state)[NUMBERS]
    event = next(e for e in events if isinstance(e, t.NumbersTaken))
    assert (list(end.cards), end.paid) == (list(event.cards), event.payouts)
    held = state.seat(state.active).cards
    assert end.points == points([*held, *event.cards]) - points(held)
    assert end.possible


@pytest.mark.parametrize("row", ["R1", "R5", "R9", "C5", "C1 R9", "R9 R1", "C5 C5", "B8 C4"])
def test_the_two_busts_together_are_all_cards_that_bust(row):
    state = arranged("hh", row=row).state
    chances = odds(state)
    found = told(state)
    assert found[BUST_NUMBERS].ways + found[BUST_CURRENCY].ways == chances.bust


def test_the_points_told_are_those_beyond_what_the_collection_scores():
    game = arranged("hh", row="R2 R3 B9 C1", hands={1: "R1 B4 B5"})
    assert told(game.state)[NUMBERS].points == 2


@pytest.mark.parametrize("row", ["R5 C2", "C4 C5", "C5 R9"])
def test_taking_the_currency(row):
    state, events = after(row, "G5", c.TakeCurrency)
    end = told(state)[CURRENCY]
    event = next(e for e in events if isinstance(e, t.CurrencyTaken))
    assert (end.tokens, list(end.market)) == (event.tokens, list(event.to_market))
    assert end.tokens + end.lost == state.row_currency


@pytest.mark.parametrize(
    ("row", "card", "kind"),
    [
        ("R5 C2 B4", "R9", BUST_NUMBERS),
        ("R6", "R5", BUST_NUMBERS),
        ("C5 C4 R2", "C3", BUST_CURRENCY),
    ],
)
def test_a_bust(row, card, kind):
    state, events = after(row, card, c.DrawCard)
    end = told(state)[kind]
    event = next(e for e in events if isinstance(e, t.WentBust))
    assert kind == f"bust-{event.cause}"
    assert (end.paid or {}) == event.payouts
    drawn = [card] if kind == BUST_NUMBERS else []
    assert [*end.market, *drawn] == list(event.to_market)
    assert end.busts == int(event.bust_token)


def test_what_a_stop_needs_may_not_be_there():
    numbers = told(arranged("hh", row="R5", pile="R1").state)
    currency = told(arranged("hh", row="C2", pile="R1").state)
    assert (numbers[NUMBERS].possible, numbers[CURRENCY].possible) == (True, False)
    assert (currency[NUMBERS].possible, currency[CURRENCY].possible) == (False, True)


def test_each_card_that_busts_counts_for_one_of_the_two():
    state = arranged("hh", row="R9 C5 C4 B5", pile="R7 R8 C2 C3 C1 WW").state
    found, chances = told(state), odds(state)
    by_numbers = sum(
        n for code, n in chances.remaining.items() if bust_cause(state, code) == "numbers"
    )
    by_currency = sum(
        n for code, n in chances.remaining.items() if bust_cause(state, code) == "currency"
    )
    assert (found[BUST_NUMBERS].ways, found[BUST_CURRENCY].ways) == (by_numbers, by_currency)
    assert by_numbers + by_currency == chances.bust > 0


def test_with_the_pile_empty_no_bust_can_come():
    found = told(arranged("hh", row="R9", pile="").state)
    assert not found[BUST_NUMBERS].possible
    assert found[BUST_NUMBERS].ways == 0


def test_a_known_next_card_is_the_only_one_that_can_come():
    state = arranged("hh", row="R5 C2", pile="B9 G1 C3").state
    sure = Odds(("B9",), {"G1": 1, "C3": 1}, 1, 0, 0)
    found = {each.kind: each for each in ends(state, sure)}
    assert (found[BUST_NUMBERS].ways, found[BUST_CURRENCY].ways) == (1, 0)
