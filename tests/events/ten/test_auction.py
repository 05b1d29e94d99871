"""The auction of a wild (rules.md section 6; A1, A2, E1)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import arranged, names, of_type, pay


def auctioned(kinds="hhh", wild="W5", **table):
    """The wild has been drawn; the seat to the left of the active one is asked."""
    game = arranged(kinds, pile=f"{wild} R1 R2", **table)
    game.draw()
    return game


@pytest.mark.parametrize(
    ("active", "order"), [(1, [2, 3, 4, 1]), (2, [3, 4, 1, 2]), (4, [1, 2, 3, 4])]
)
def test_bidding_goes_once_around_from_the_left_to_the_active_player(active, order):
    game = arranged("hhhh", pile="W5 R1", active=active)
    assert of_type(game.draw(), t.AuctionOpened) == t.AuctionOpened("W5", order)
    asked = []
    for _ in order:
        asked.append(game.awaited)
        game.skip()
    assert asked == order
    assert (game.awaited, game.state.awaiting.kind) == (active, "draw")


def test_each_bid_is_higher_than_the_highest_so_far():
    game = auctioned()
    game.bid(2)
    game.refuses(errors.BidTooLow, c.PlaceBid(3, 2, pay("2")), amount=2, least=3)
    game.refuses(errors.BidTooLow, c.PlaceBid(3, 1, pay("1")), amount=1, least=3)
    game.bid(3)
    assert game.state.auction.highest == 3


@pytest.mark.parametrize("amount", [0, -1, True, 1.5])
def test_a_bid_is_a_whole_number_and_at_least_1(amount):
    auctioned().refuses(errors.BidTooLow, c.PlaceBid(2, amount, pay("1")), amount=amount, least=1)


def test_a_bid_cannot_exceed_all_that_the_seat_holds():
    game = auctioned(tokens={2: 2}, busts={2: 1}, hands={2: "R1 RW"})
    game.refuses(errors.BidUnaffordable, c.PlaceBid(2, 8, pay("2 b R1 RW")), amount=8, most=7)
    game.bid(7, "2 b R1 RW")


def test_the_payment_is_named_with_the_bid_and_checked_like_any_other():
    game = auctioned(tokens={2: 5}, busts={2: 2}, hands={2: "R1"})
    game.refuses(errors.PaymentTooSmall, c.PlaceBid(2, 4, pay("2 R1")), price=4, worth=3)
    game.refuses(
        errors.PaymentNotHeld, c.PlaceBid(2, 2, pay("1 R2")), piece="R2", held=0, offered=1
    )
    game.refuses(
        errors.PaymentPadded, c.PlaceBid(2, 4, pay("1 bb")), price=4, worth=7, piece="tokens"
    )
    game.bid(4, "bb")


def test_the_highest_bidder_pays_at_once_and_takes_the_wild():
    game = auctioned(row="R3", busts={3: 2}, hands={3: "G1 G2"}, tokens={3: 4})
    game.bid(2)
    game.bid(5, "bb")
    events = game.skip()
    assert events[1] == t.AuctionWon(3, "W5", 5, pay("bb"))
    assert names(events) == ["BidPassed", "AuctionWon", "DecisionOpened"]
    seat = game.state.seat(3)
    assert (seat.tokens, seat.busts, seat.cards) == (4, 0, ["G1", "G2", "W5"])
    assert game.state.seat(2).tokens == 5
    assert (game.state.phase, game.state.auction) == ("drawing", None)


def test_the_active_player_bids_last_and_may_win():
    game = auctioned(hands={1: "G1 G1 WW"})
    game.bid(1)
    game.skip()
    events = game.bid(2, "G1 WW")
    assert names(events) == ["BidPlaced", "AuctionWon", "DecisionOpened"]
    assert events[1] == t.AuctionWon(1, "W5", 2, pay("G1 WW"))
    assert game.state.seat(1).cards == ["G1", "W5"]
    assert game.state.discarded[-2:] == ["G1", "WW"]


def test_an_unsold_wild_is_discarded():
    game = auctioned()
    game.skip()
    game.skip()
    events = game.skip()
    assert events[1] == t.AuctionUnsold("W5")
    assert game.state.discarded[-1] == "W5"


def test_the_currency_of_the_row_cannot_pay():
    game = auctioned("hh", row="C5", tokens={1: 1, 2: 0})
    assert game.awaited == 2
    game.skip()
    game.refuses(errors.BidUnaffordable, c.PlaceBid(1, 2, pay("2")), amount=2, most=1)


def test_nobody_bids_out_of_turn_or_twice():
    game = auctioned()
    game.refuses(errors.NotAwaited, c.PlaceBid(3, 1, pay("1")), seat=3, awaited=2)
    game.bid(1)
    game.refuses(errors.NotAwaited, c.PassBid(2), seat=2, awaited=3)
    game.refuses(errors.WrongDecision, c.DrawCard(3), seat=3, kind="bid")


def test_after_the_last_card_with_a_row_the_active_player_takes_a_reward():
    game = arranged("hh", row="R3 C1", pile="W5")
    game.draw()
    game.skip()
    events = game.skip()
    assert names(events) == ["BidPassed", "AuctionUnsold", "DecisionOpened"]
    assert (game.awaited, game.state.awaiting.kind) == (1, "draw")
    game.refuses(errors.PileEmpty, c.DrawCard(1))
    assert names(game.take_numbers()) == ["NumbersTaken", "DecisionOpened"]


def test_after_the_last_card_without_a_row_the_turn_just_ends():
    game = arranged("hhh", pile="W5", active=2)
    game.draw()
    game.bid(1)
    game.skip()
    events = game.skip()
    assert names(events) == ["BidPassed", "AuctionWon", "FinalBuyingStarted", "DecisionOpened"]
    assert events[2] == t.FinalBuyingStarted([3, 1, 2])
    assert (game.awaited, game.state.awaiting.kind) == (3, "buy")
