"""The last card, the final buying and the score (rules.md sections 7 and 8; E1)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from events.ten.phases.scoring import score_game
from tests.events.ten.games import Rigged, arranged, names, of_type, pay

FINAL = ["FinalBuyingStarted", "DecisionOpened"]


def test_a_bust_on_the_last_card_leads_to_the_final_buying():
    game = arranged("hhh", row="R9", pile="B2")
    events = game.draw()
    assert names(events) == ["CardDrawn", "WentBust", *FINAL]
    assert events[2] == t.FinalBuyingStarted([2, 3, 1])
    assert (game.awaited, game.state.awaiting.kind) == (2, "buy")


def test_after_the_last_card_the_currency_leads_to_the_final_buying():
    game = arranged("hhh", row="C1", pile="B2", active=3)
    game.draw()
    events = game.take_currency()
    assert names(events) == ["CurrencyTaken", *FINAL]
    assert events[1] == t.FinalBuyingStarted([1, 2, 3])


def test_after_the_last_card_the_numbers_still_bring_the_usual_buy_phase():
    game = arranged("hh", row="R1", pile="B2", active=2)
    game.draw()
    assert names(game.take_numbers()) == ["NumbersTaken", "DecisionOpened"]
    assert (game.awaited, game.state.phase) == (2, "buying")
    assert names(game.skip()) == ["BuyDeclined", *FINAL]
    assert game.state.phase == "final_buying"


def test_each_seat_buys_once_the_last_active_one_last_and_then_the_game_is_scored():
    game = arranged("hhh", row="C1", pile="", market="R1 B2", active=2)
    game.take_currency()
    assert game.awaited == 3
    assert names(game.buy("R1", "1")) == ["CardBought", "DecisionOpened"]
    assert game.awaited == 1
    assert names(game.skip()) == ["BuyDeclined", "DecisionOpened"]
    assert game.awaited == 2
    events = game.buy("B2", "2")
    assert names(events) == ["CardBought", "GameScored", "DeckRevealed"]
    assert events[2].seed == Rigged.seed
    state = game.state
    assert (state.phase, state.awaiting, state.active) == ("scored", None, 2)
    assert state.winners == (2, 3)  # a point, four tokens and a card each


def test_the_last_card_bought_counts_and_what_paid_for_it_does_not():
    game = arranged("hh", row="C1", pile="", market="R3", hands={1: "R1 R2 G9", 2: "O1"}, active=1)
    game.take_currency()
    game.skip()
    scored = of_type(game.buy("R3", "2 G9"), t.GameScored)
    assert scored.results[0] == t.SeatResult(1, 3, {"R": t.Run(1, 3, ("R1", "R2", "R3"))}, 4, 3, 1)
    assert scored.winners == [1]


def test_when_the_game_is_over_nothing_can_be_done():
    game = arranged("hh", row="C1", pile="")
    game.take_currency()
    game.skip()
    game.skip()
    for wish in (c.DrawCard(1), c.TakeNumbers(1), c.PassBid(2), c.DeclineBuy(1)):
        game.refuses(errors.WrongPhase, wish, f"seat:{wish.seat}", phase="scored")
    game.refuses(errors.WrongPhase, c.BuyCard(1, "R1", pay("1")), phase="scored")
    game.refuses(errors.WrongPhase, c.EndGame("host"), phase="scored")
    game.refuses(errors.WrongPhase, c.ChangeHost("x"), phase="scored")
    game.refuses(errors.WrongPhase, c.ProposeUndo(1, 4), phase="scored")
    game.refuses(errors.WrongPhase, c.ProposePause(1), phase="scored")


def ranked(*seats, answer=None):
    """The results of a table: (collection, tokens) of each seat."""
    hands = {number: hand for number, (hand, _) in enumerate(seats, 1)}
    tokens = {number: held for number, (_, held) in enumerate(seats, 1)}
    state = arranged("hhhhh"[: len(seats)], hands=hands, tokens=tokens).state
    (scored,) = score_game(state, answer or t.BuyDeclined(1))
    return [result.rank for result in scored.results], scored.winners


@pytest.mark.parametrize(
    ("seats", "ranks", "winners"),
    [
        ([("R1 R2", 0), ("R1", 9)], [1, 2], [1]),  # points
        ([("R1 R2", 3), ("B1 B2", 4)], [2, 1], [2]),  # then tokens
        ([("R1 R2 G2", 4), ("B1 B2 G3 B9", 4)], [1, 2], [1]),  # 3 points both, fewer cards
        ([("R1 R2", 4), ("B1 B2", 4)], [1, 1], [1, 2]),  # then it is shared
        ([("R1", 1), ("B1 B2", 4), ("O1 O2", 4), ("G1", 1)], [3, 1, 1, 3], [2, 3]),
        ([("", 0), ("", 0)], [1, 1], [1, 2]),
    ],
)
def test_most_points_then_most_tokens_then_fewest_cards_then_shared(seats, ranks, winners):
    assert ranked(*seats) == (ranks, winners)


def test_bust_tokens_break_no_tie():
    state = arranged("hh", hands={1: "R1", 2: "B1"}, busts={1: 3}).state
    (scored,) = score_game(state, t.BuyDeclined(1))
    assert scored.winners == [1, 2]


def test_results_come_by_rising_seat_with_tokens_and_number_of_cards():
    state = arranged("hhh", hands={2: "R1 G5"}, tokens={1: 3}).state
    (scored,) = score_game(state, t.BuyDeclined(3))
    assert [(r.seat, r.points, r.tokens, r.cards) for r in scored.results] == [
        (1, 0, 3, 0),
        (2, 2, 5, 2),
        (3, 0, 5, 0),
    ]
