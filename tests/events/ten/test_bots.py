"""The House's rule (P1), the default answer, and how the two bots play."""

import pytest

from events import commands as c
from events.ten import bots
from events.types import Payment
from tests.events.ten.games import arranged


def answer(choose, kinds="hh", **table):
    """What ``choose`` answers for the awaited seat of this table."""
    game = arranged(kinds, **table)
    return choose(game.state, game.awaited)


# The House.


@pytest.mark.parametrize(("tokens", "amount"), [(1, 1), (2, 1), (5, 3), (9, 5), (10, 5)])
def test_the_house_bids_half_its_tokens_rounded_up(tokens, amount):
    wish = answer(bots.house, "hs", auction="W5", tokens={2: tokens})
    assert wish == c.PlaceBid(2, amount, Payment(amount))


def test_the_house_passes_without_a_token():
    assert answer(bots.house, "hs", auction="W5", tokens={2: 0}) == c.PassBid(2)


# The default.


@pytest.mark.parametrize(
    ("table", "wish"),
    [
        ({"auction": "WW"}, c.PassBid(2)),
        ({"awaiting": "buy", "market": "R1"}, c.DeclineBuy(1)),
        ({"row": "R1 C5"}, c.TakeNumbers(1)),
        ({"row": "C5"}, c.TakeCurrency(1)),
        ({}, c.DrawCard(1)),
    ],
)
def test_the_default_answer_risks_and_spends_nothing(table, wish):
    assert answer(bots.default, **table) == wish


# The cautious bot.


def test_the_cautious_bot_stops_when_the_next_card_may_well_bust():
    assert answer(bots.cautious, row="R4 B4") == c.TakeNumbers(1)


def test_the_cautious_bot_draws_while_a_bust_is_unlikely():
    assert answer(bots.cautious, row="R1") == c.DrawCard(1)


def test_the_cautious_bot_takes_the_currency_where_the_numbers_score_less():
    assert answer(bots.cautious, row="R4 C5", hands={1: "R4"}, pile="") == c.TakeCurrency(1)


def test_the_cautious_bot_bids_little_in_tokens_for_a_wild_that_scores():
    assert answer(bots.cautious, auction="WW") == c.PlaceBid(2, 1, Payment(1))


def test_the_cautious_bot_passes_a_bid_above_three():
    game = arranged("hhh", auction="WW", tokens={2: 9, 3: 9})
    game.bid(3)
    assert bots.cautious(game.state, 3) == c.PassBid(3)


def test_the_cautious_bot_buys_the_cheapest_card_that_scores_at_once():
    wish = answer(bots.cautious, awaiting="buy", market="R9 B3 B2", hands={1: "B1"})
    assert wish == c.BuyCard(1, "B2", Payment(2))


def test_the_cautious_bot_declines_what_costs_more_than_three():
    assert answer(bots.cautious, awaiting="buy", market="B4") == c.DeclineBuy(1)


# The bot that plays to win.


def test_the_sharp_bot_draws_on_where_no_card_can_bust():
    assert answer(bots.choose, row="R1") == c.DrawCard(1)


def test_the_sharp_bot_does_not_draw_a_card_that_is_known_to_bust():
    game = arranged("hh", row="R2", pile="R9 R1 B1 O1 C1")
    before = game.state.version
    assert bots.choose(game.state, 1) == c.DrawCard(1)
    game.state.known += ["R9"]  # as after an undo of that draw
    assert bots.choose(game.state, 1) == c.TakeNumbers(1)
    assert game.state.version == before


def test_the_sharp_bot_takes_the_card_that_joins_two_runs():
    hand = "R1 R2 R3 R5 R6 R7"
    assert answer(bots.choose, row="R4 B5", hands={1: hand}) == c.TakeNumbers(1)


def test_the_sharp_bot_bids_what_keeps_the_others_from_bidding_more():
    """Seat 2 is offered what makes its run full; seats 3 and 1 could use the wild for one point."""
    full = "R1 R2 R3 R4 R6 R7 R8 R9"
    wish = answer(bots.choose, "hhh", auction="RW", hands={2: full}, tokens={2: 10})
    assert isinstance(wish, c.PlaceBid)
    assert wish.amount > 1


def test_the_sharp_bot_bids_no_more_than_one_where_nobody_is_left_to_bid():
    game = arranged("hh", auction="RW", hands={1: "R1 R3"}, tokens={1: 10})
    game.do(c.PassBid(2))
    assert bots.choose(game.state, 1) == c.PlaceBid(1, 1, Payment(1))


def test_the_sharp_bot_pays_with_copies_that_score_nothing():
    wish = answer(
        bots.choose,
        "hhhhh",
        awaiting="buy",
        market="R3",
        hands={1: "R1 R2 R2 R4 R4 R4"},
    )
    assert wish == c.BuyCard(1, "R3", Payment(0, 0, ("R2", "R4", "R4")))


def test_the_sharp_bot_buys_at_the_end_what_scores_most_whatever_it_costs():
    wish = answer(
        bots.choose,
        awaiting="buy",
        final=True,
        pile="",
        market="R1 B9",
        hands={1: "B1 B2 B3 B4 B5 B6 B7 B8"},
        tokens={1: 9},
    )
    assert wish == c.BuyCard(1, "B9", Payment(9))


def test_the_sharp_bot_does_not_break_its_own_run_to_pay():
    hand = "R1 R2 R3 R4"
    table = {"awaiting": "buy", "final": True, "pile": "", "market": "R5", "tokens": {1: 0}}
    assert answer(bots.choose, hands={1: hand}, **table) == c.DeclineBuy(1)


def test_equals_are_decided_by_the_game_and_its_version():
    """Of two cards as good, each is taken in some game."""
    game = arranged("hh", awaiting="buy", final=True, pile="", market="R1 B1", tokens={1: 1})
    taken = set()
    for version in range(40):
        game.state.version = version
        wish = bots.choose(game.state, 1)
        assert isinstance(wish, c.BuyCard)
        taken.add(wish.card)
    assert taken == {"R1", "B1"}
