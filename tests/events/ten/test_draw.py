"""Drawing, and when a row is a bust (rules.md section 3; T1)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import arranged, names, of_type, started


def test_a_number_is_laid_in_the_row_and_the_decision_stays_open():
    game = started(top="R5 C1")
    opened = game.state.awaiting
    assert game.draw() == [t.CardDrawn(1, "R5")]
    assert game.draw() == [t.CardDrawn(1, "C1")]
    assert game.state.row == ["R5", "C1"]
    assert game.state.awaiting == opened


@pytest.mark.parametrize(
    ("row", "card", "cause"),
    [
        ("R5", "B5", None),  # exactly 10 is safe
        ("R5", "B6", "numbers"),
        ("R9", "B1", None),
        ("R9", "B2", "numbers"),
        ("R6 C2", "B6", None),  # currency is taken off: 12 - 2
        ("R6 C1", "B6", "numbers"),
        ("R5 B5 C3", "O3", None),
        ("R5 B5 C3", "O4", "numbers"),
        ("C5", "C5", None),  # exactly 10 is safe here too
        ("C5 C4", "C2", "currency"),
        ("C5 C4", "C1", None),
        ("R9 C5 C4", "C2", "currency"),  # numbers do not help: the sum is gross
        ("C5 C5", "R9", None),  # a total below nothing
        ("R6 B6 C2 C5 C3", "O9", "numbers"),  # 21 - 10
        ("R6 B6 C2 C5 C3", "O8", None),
    ],
)
def test_a_bust_begins_at_11(row, card, cause):
    game = arranged("hhhhh", row=row, pile=f"{card} R1")
    events = game.draw()
    if cause is None:
        assert events == [t.CardDrawn(1, card)]
        assert game.state.row == [*row.split(), card]
        assert game.awaited == 1
    else:
        assert of_type(events, t.WentBust).cause == cause
        assert game.state.row == []
        assert game.awaited == 2


@pytest.mark.parametrize("wild", ["RW", "GW", "W1", "W9", "WW"])
def test_a_wild_stops_the_drawing_counts_for_nothing_and_is_auctioned(wild):
    game = arranged("hhh", row="R9 B1", pile=f"{wild} R1")
    events = game.draw()
    assert names(events) == ["CardDrawn", "AuctionOpened", "DecisionOpened"]
    assert game.state.row == ["R9", "B1"]
    assert game.state.auction.card == wild


def test_after_the_auction_the_turn_goes_on_with_the_row_as_it_was():
    game = arranged("hh", row="R9", pile="RW B1 R2")
    game.draw()
    game.skip()
    events = game.skip()
    assert names(events) == ["BidPassed", "AuctionUnsold", "DecisionOpened"]
    assert (game.awaited, game.state.awaiting.kind) == (1, "draw")
    game.draw()
    assert game.state.row == ["R9", "B1"]


def test_the_first_draw_is_compulsory():
    game = started(top="R5")
    game.refuses(errors.RowEmpty, c.TakeNumbers(1))
    game.refuses(errors.RowEmpty, c.TakeCurrency(1))


def test_a_turn_that_opens_with_wilds_goes_on_until_a_card_lies_in_the_row():
    game = started(top="RW W1 G3")
    for _ in range(2):
        game.draw()
        game.skip()
        game.skip()
        game.refuses(errors.RowEmpty, c.TakeNumbers(1))
    game.draw()
    assert names(game.take_numbers()) == ["NumbersTaken", "DecisionOpened"]


def test_numbers_can_be_taken_only_from_a_row_with_a_number():
    arranged(row="C2").refuses(errors.NoNumbersInRow, c.TakeNumbers(1))


def test_currency_can_be_taken_only_from_a_row_with_currency():
    arranged(row="R2").refuses(errors.NoCurrencyInRow, c.TakeCurrency(1))


def test_an_empty_pile_gives_no_card():
    arranged(row="R2", pile="").refuses(errors.PileEmpty, c.DrawCard(1))


def test_only_the_active_seat_draws():
    started("hhh", first=2).refuses(errors.NotAwaited, c.DrawCard(1), seat=1, awaited=2)


def test_a_bid_is_no_answer_to_a_draw():
    started().refuses(errors.WrongDecision, c.PassBid(1), seat=1, kind="draw")


def test_there_is_no_seventh_seat():
    started("hhh").refuses(errors.UnknownSeat, c.DrawCard(4), "seat:4", seat=4, seats=3)
    started("hhh").refuses(errors.UnknownSeat, c.DrawCard(0), "seat:0", seat=0, seats=3)


def test_each_card_drawn_leaves_the_pile_and_is_known():
    game = started("hhhhh", top="R5 C1 B1")
    game.draw(3)
    assert game.state.draw_pile == 126
    assert game.state.known == ["R5", "C1", "B1"]
