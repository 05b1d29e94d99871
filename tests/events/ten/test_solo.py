"""One player and the House (rules.md section 9; P1)."""

import pytest

from events import errors
from events import types as t
from events.commands import DrawCard
from events.ten import bots
from tests.events.ten.games import Game, arranged, names, of_type, pay


def test_the_house_sits_to_the_left_and_starts_with_five_tokens():
    game = Game("hs").begin()
    assert [seat.tokens for seat in game.state.seats] == [5, 5]
    assert game.state.deck_size == 89
    assert (game.state.active, game.awaited) == (1, 1)


def test_the_house_takes_no_turn():
    game = arranged("hs", row="C1")
    assert game.take_currency()[1:] == [
        t.TurnStarted(1, 2),
        t.DecisionOpened(1, "draw", game.state.awaiting.due_at),
    ]


def test_it_gains_the_currency_when_another_player_would():
    game = arranged("hs", row="R5 C3")
    assert of_type(game.take_numbers(), t.NumbersTaken).payouts == {"2": 3}
    game = arranged("hs", row="R9 C3", pile="B5 R1", tokens={2: 8})
    assert of_type(game.draw(), t.WentBust).payouts == {"2": 2}
    game = arranged("hs", row="C5 C3", pile="C5 R1")
    assert of_type(game.draw(), t.WentBust).payouts == {}


@pytest.mark.parametrize(
    ("tokens", "bid"), [(0, None), (1, 1), (2, 1), (3, 2), (5, 3), (9, 5), (10, 5)]
)
def test_it_bids_first_half_its_tokens_rounded_up(tokens, bid):
    game = arranged("hs", pile="W5 R1", tokens={1: 10, 2: tokens})
    assert of_type(game.draw(), t.AuctionOpened).order == [2, 1]
    assert (game.awaited, game.state.awaiting.due_at) == (2, None)
    game.settle()
    auction = game.state.auction
    if bid is None:
        assert (auction.bids, auction.passed) == ((), (2,))
    else:
        assert [(b.seat, b.amount, b.payment) for b in auction.bids] == [(2, bid, pay(str(bid)))]


def test_if_the_player_does_not_bid_more_the_house_pays_and_keeps_the_wild():
    game = arranged("hs", pile="W5 R1")
    game.draw()
    game.settle()
    assert of_type(game.skip(), t.AuctionWon) == t.AuctionWon(2, "W5", 3, pay("3"))
    house = game.state.seat(2)
    assert (house.tokens, house.cards) == (2, ["W5"])


def test_the_player_takes_the_wild_by_bidding_more():
    game = arranged("hs", pile="W5 R1")
    game.draw()
    game.settle()
    assert of_type(game.bid(4), t.AuctionWon).seat == 1
    assert [seat.tokens for seat in game.state.seats] == [1, 5]


def test_nobody_acts_for_the_house():
    game = arranged("hs", pile="W5 R1")
    game.draw()
    wish = bots.house(game.state, 2)
    game.refuses(errors.NotAPlayer, wish, "seat:1", seat=2)
    game.refuses(errors.NotAPlayer, wish, "host", seat=2)
    game.refuses(errors.NotAwaited, DrawCard(1), seat=1, awaited=2)


def test_final_buying_and_results_hold_the_player_alone():
    game = arranged("hs", row="C1", pile="", hands={2: "W1 W2 W3 W4"})
    events = game.take_currency()
    assert events[1] == t.FinalBuyingStarted([1])
    assert game.awaited == 1
    events = game.skip()
    assert names(events) == ["BuyDeclined", "GameScored", "DeckRevealed"]
    assert [result.seat for result in events[1].results] == [1]
    assert events[1].winners == [1]


def test_a_bot_plays_alone_too():
    game = Game("bs").settle()
    assert game.state.phase == "scored"
    assert [result.seat for result in game.state.results] == [1]
