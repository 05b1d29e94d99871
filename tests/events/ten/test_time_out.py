"""When the clock runs out (events.md, "The order of events" and "Time-outs, pauses, undo")."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from events.ten import bots
from events.ten.answers import next_answer
from tests.events.ten.games import arranged, names, of_type, pay, started


def late(game):
    """The wish of the clock for the open decision."""
    return c.TimeOut(game.state.awaiting.seat, game.state.awaiting.decision)


def auctioned(**more):
    game = arranged("hhh", row="R1", pile="W5 R2 R3", **more)
    game.draw()
    return game


def test_a_bid_that_times_out_passes_in_the_same_command():
    game = auctioned()
    assert names(game.time_out()) == ["TimedOut", "BidPassed", "DecisionOpened"]
    assert game.log[-3].event == t.TimedOut(2, "bid", 1)
    assert game.awaited == 3
    assert game.state.seat(2).missed == 1


def test_a_bid_that_times_out_costs_that_bid_and_no_more_of_the_turn():
    game = auctioned()
    game.skip()
    game.skip()
    game.time_out()  # the active seat's own bid, the last
    assert (game.awaited, game.state.awaiting.kind) == (1, "draw")
    assert game.state.awaiting.due_at is not None
    assert next_answer(game.state) is None


def test_the_last_bid_that_times_out_ends_the_auction():
    game = auctioned()
    game.bid(1)
    game.skip()
    assert names(game.time_out()) == ["TimedOut", "BidPassed", "AuctionWon", "DecisionOpened"]


def test_a_buy_that_times_out_declines_in_the_same_command():
    game = arranged("hh", row="R1", market="B1")
    game.take_numbers()
    events = game.time_out()
    assert names(events) == ["TimedOut", "BuyDeclined", "TurnStarted", "DecisionOpened"]
    assert events[0] == t.TimedOut(1, "buy", 1)


def test_the_last_final_buy_that_times_out_ends_the_game():
    game = arranged("hh", row="C1", pile="", market="B1")
    game.take_currency()
    game.skip()
    assert names(game.time_out()) == ["TimedOut", "BuyDeclined", "GameScored", "DeckRevealed"]


def test_after_a_timed_out_draw_the_cautious_bot_answers_to_the_end_of_the_turn():
    game = arranged("hhh", market="G1", pile="W5 R9 R2")
    opened = game.state.awaiting
    assert game.time_out() == [t.TimedOut(1, "draw", 1)]
    assert game.state.awaiting == opened
    first = next_answer(game.state)
    assert (first.by, first.via, first.wish) == ("bot:1", "bot", c.DrawCard(1))
    game.settle()  # it draws the wild
    assert (game.state.phase, game.awaited) == ("auction", 2)
    assert game.state.awaiting.due_at is not None
    game.skip()
    events = game.skip()  # seats 2 and 3; the last one's answer opens a decision without a clock
    assert events[-1] == t.DecisionOpened(1, "bid", None)
    game.settle()
    assert game.state.active == 2  # the turn was played to its end
    assert game.state.seat(1).kind == "human"
    assert game.state.awaiting.due_at is not None
    clocks = [e.event.due_at for e in game.log if e.type == "DecisionOpened" and e.event.seat == 1]
    assert clocks[0] is not None
    assert clocks[1:] == [None] * len(clocks[1:])
    assert len(clocks) >= 3


def test_it_is_the_cautious_bot_where_another_would_dare_more():
    game = arranged("hhh", row="R5", market="G1")
    assert bots.choose(game.state, 1) == c.DrawCard(1)
    game.time_out()
    assert next_answer(game.state).wish == c.TakeNumbers(1)


def test_the_final_buy_after_the_last_turn_is_its_persons_again():
    game = arranged("hh", row="R5", pile="", market="B1 G1")
    game.time_out()
    game.settle()
    assert (game.state.phase, game.awaited) == ("final_buying", 2)
    game.skip()
    assert (game.awaited, next_answer(game.state)) == (1, None)
    assert game.state.awaiting.due_at is not None


def test_the_next_turn_of_that_seat_is_its_persons_again():
    game = started("hh", "R1 C1 B1 C2 R2")
    game.time_out()
    game.settle()
    assert (game.state.active, game.state.forfeited) == (2, None)
    game.draw()
    if game.state.row_currency:
        game.take_currency()
    else:
        game.take_numbers()
        game.skip()
    assert game.awaited == 1
    assert next_answer(game.state) is None
    assert game.state.awaiting.due_at is not None


def test_an_undo_asks_who_had_timed_out_again_in_person():
    game = started("hh", "R3 B2 C1 O4 G1")
    game.time_out()
    before = game.state.version
    game.settle()
    assert game.awaited == 2
    game.do(c.ProposeUndo(1, before))
    game.do(c.VoteUndo(2, True))
    assert (game.awaited, game.state.awaiting.kind) == (1, "draw")
    assert game.state.awaiting.due_at is not None
    assert next_answer(game.state) is None


def test_the_third_in_a_row_hands_the_seat_to_a_bot():
    game = auctioned()
    game.state.seat(2).missed = 2
    assert game.time_out() == [t.TimedOut(2, "bid", 3), t.SeatHandedToBot(2, "timeouts")]
    state = game.state
    assert (state.seat(2).kind, state.awaiting.seat) == ("bot", 2)
    answer = next_answer(state)
    assert (answer.by, answer.via) == ("bot:2", "bot")


def test_the_third_in_a_row_at_a_draw_too():
    game = started("hh")
    game.state.seat(1).missed = 2
    assert names(game.time_out()) == ["TimedOut", "SeatHandedToBot"]


def test_who_comes_back_and_is_late_again_is_handed_over_at_once():
    game = auctioned()
    game.state.seat(2).missed = 3
    assert game.time_out() == [t.TimedOut(2, "bid", 4), t.SeatHandedToBot(2, "timeouts")]


@pytest.mark.parametrize("via", ["web", "mail", "api"])
def test_a_persons_answer_sets_the_count_back(via):
    game = auctioned()
    game.state.seat(2).missed = 2
    game.do(c.PassBid(2), "seat:2", via)
    assert game.state.seat(2).missed == 0


@pytest.mark.parametrize(("by", "via"), [("seat:2", "order"), ("system", "bot")])
def test_answers_that_no_person_gave_do_not(by, via):
    game = auctioned()
    game.state.seat(2).missed = 2
    game.do(c.PassBid(2), by, via)
    assert game.state.seat(2).missed == 2


def test_another_seats_answer_does_not_either():
    game = auctioned()
    game.state.seat(3).missed = 2
    game.skip()
    assert game.state.seat(3).missed == 2


def test_time_outs_count_up_over_the_kinds_of_decision():
    game = auctioned()
    game.time_out()
    game.skip()
    game.skip()
    game.take_numbers()
    game.skip()
    assert game.awaited == 2
    assert of_type(game.time_out(), t.TimedOut) == t.TimedOut(2, "draw", 2)


def test_not_before_it_is_due():
    game = started("hh")
    game.refuses(errors.NotDue, late(game), due_at=game.state.awaiting.due_at)


def test_on_the_instant_it_is_due():
    game = started("hh", turn_s=60)
    # do() lets a minute pass: now the decision is due to the microsecond
    assert names(game.do(late(game))) == ["TimedOut"]


def test_not_without_a_clock():
    game = started("hh", turn_s=None)
    game.later(days=400)
    game.refuses(errors.NotDue, late(game), due_at=None)


def test_not_in_a_pause():
    game = started("hh")
    game.do(c.PauseGame("vacation"))
    game.later(days=400)
    game.refuses(errors.NotDue, late(game), due_at=None)


def test_not_for_a_decision_that_was_answered():
    game = auctioned()
    wish = late(game)
    game.skip()
    game.later(days=60)
    game.refuses(errors.DecisionOver, wish, decision=wish.decision)


def test_not_for_the_decision_of_another_version():
    game = started("hh")
    game.later(days=60)
    game.refuses(errors.DecisionOver, c.TimeOut(1, 1), decision=1)


def test_not_once_a_bot_has_the_seat_or_answers_for_it():
    game = started("hh")
    game.do(c.HandToBot(1, "left"))
    game.later(days=60)
    game.refuses(errors.NotDue, late(game), due_at=None)
    game = started("hh")
    game.time_out()
    game.refuses(errors.NotDue, late(game), due_at=None)


def test_where_the_game_waits_nothing_happens():
    game = started("hh", timeouts="wait")
    game.later(days=60)
    game.refuses(errors.WaitsForHost, late(game), seat=1)


def test_the_lot_of_a_timed_out_bidder_is_untouched():
    game = auctioned()
    game.bid(2)
    game.time_out()
    assert game.state.auction.highest == 2
    assert game.state.auction.passed == (3,)
    game.bid(3, "3")
    assert pay("3") == game.log[-2].event.payment
