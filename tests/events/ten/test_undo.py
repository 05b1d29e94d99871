"""Undo by consent (events.md, "Time-outs, pauses, undo")."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import Game, names, player, started

CARRIED = ["MovesUndone", "DecisionOpened"]


def bidding(kinds="hhh", **options):
    """Seat 1 drew a wild; seat 2 is asked. Answers the game and the version to go back to."""
    game = started(kinds, "W5 R3 R4 C2 C3", **options)
    game.draw()
    return game, game.state.version


# The own last answer, from which nothing was learnt.


def test_the_own_last_answer_needs_one_other():
    game, before = bidding()
    game.skip()
    assert game.do(c.ProposeUndo(2, before)) == [t.UndoProposed(2, before)]
    events = game.do(c.VoteUndo(3, True))
    assert names(events) == ["UndoVoted", *CARRIED]
    assert events[1] == t.MovesUndone(game.state.version - 2, before)
    assert events[2].seat == 2
    assert events[2].due_at > game.states[before].awaiting.due_at
    assert game.state.auction.passed == ()
    assert (game.awaited, game.state.awaiting.kind) == (2, "bid")


def test_or_nobody_where_there_is_no_other_human():
    game = started("hb", "R3 C1 R4")
    game.draw()
    game.take_numbers()
    before = game.state.version
    game.skip()
    assert names(game.do(c.ProposeUndo(1, before))) == ["UndoProposed", *CARRIED]


def test_or_nobody_where_the_game_says_free():
    game, before = bidding(undo="free")
    game.skip()
    assert names(game.do(c.ProposeUndo(2, before))) == ["UndoProposed", *CARRIED]


def test_one_against_does_not_close_it_while_another_may_agree():
    game, before = bidding()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    assert game.do(c.VoteUndo(1, False)) == [t.UndoVoted(1, False)]
    assert names(game.do(c.VoteUndo(3, True))) == ["UndoVoted", *CARRIED]


def test_all_against_close_it():
    game, before = bidding()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    game.do(c.VoteUndo(1, False))
    game.do(c.VoteUndo(3, False))
    game.refuses(errors.NothingProposed, c.VoteUndo(2, False), about="undo")
    game.do(c.ProposeUndo(2, before))


# Further back.


def test_once_a_human_has_followed_all_others_have_to_agree():
    game, before = bidding()
    game.skip()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    assert game.do(c.VoteUndo(1, True)) == [t.UndoVoted(1, True)]
    assert names(game.do(c.VoteUndo(3, True))) == ["UndoVoted", *CARRIED]


def test_a_bots_answer_is_no_human_that_follows():
    game, before = bidding("hhbh")
    game.skip()
    game.skip()
    assert game.log[-1].meta.by == "bot:3"
    game.do(c.ProposeUndo(2, before))
    assert names(game.do(c.VoteUndo(1, True))) == ["UndoVoted", *CARRIED]


@pytest.mark.parametrize("undo", ["consent", "free"])
def test_a_card_that_was_drawn_needs_all_others(undo):
    game = started("hhh", "R3 R4", undo=undo)
    before = game.state.version
    game.draw()
    assert game.do(c.ProposeUndo(1, before)) == [t.UndoProposed(1, before)]
    game.do(c.VoteUndo(2, True))
    assert names(game.do(c.VoteUndo(3, True))) == ["UndoVoted", *CARRIED]


def test_so_does_an_answer_since_which_a_card_was_drawn():
    game = started("hb", "R3 C1 R4 B1 B2 B3")
    game.draw()
    game.take_numbers()
    before = game.state.version
    game.skip()
    game.settle()
    game.refuses(errors.CannotUndo, c.ProposeUndo(1, before), reason="alone", to_version=before)


def test_a_sealed_order_makes_it_far():
    game, before = bidding("hhb")
    game.do(c.PassBid(2), "seat:2", "order")
    game.do(c.ProposeUndo(2, before))
    events = game.do(c.VoteUndo(1, True))
    assert names(events) == ["UndoVoted", *CARRIED]  # all others are one here
    game, before = bidding("hhh")
    game.do(c.PassBid(2), "seat:2", "order")
    game.do(c.ProposeUndo(2, before))
    assert names(game.do(c.VoteUndo(1, True))) == ["UndoVoted"]


def test_so_does_one_that_acted_since():
    game, before = bidding()
    game.skip()
    game.do(c.PassBid(3), "seat:3", "order")
    game.do(c.ProposeUndo(2, before))
    assert names(game.do(c.VoteUndo(1, True))) == ["UndoVoted"]
    assert names(game.do(c.VoteUndo(3, True))) == ["UndoVoted", *CARRIED]


def test_another_seats_answer_is_never_the_own():
    game, before = bidding()
    game.skip()
    game.do(c.ProposeUndo(3, before))
    assert names(game.do(c.VoteUndo(1, True))) == ["UndoVoted"]
    assert names(game.do(c.VoteUndo(2, True))) == ["UndoVoted", *CARRIED]


def test_two_own_answers_are_further_back_than_the_last():
    game = started("hhh", "R3 C1 R4")
    before = game.state.version
    game.draw()
    game.take_numbers()
    game.do(c.ProposeUndo(1, before))
    assert names(game.do(c.VoteUndo(2, True))) == ["UndoVoted"]


def test_one_against_closes_it_when_all_have_to_agree():
    game, before = bidding()
    game.skip()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    game.do(c.VoteUndo(1, False))
    game.refuses(errors.NothingProposed, c.VoteUndo(3, True), about="undo")


def test_it_is_judged_at_each_vote():
    game, before = bidding()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    game.skip()  # now a human has followed
    assert names(game.do(c.VoteUndo(3, True))) == ["UndoVoted"]
    game.refuses(errors.AlreadyVoted, c.VoteUndo(3, True), seat=3)
    game.do(c.HandToBot(1, "left"))
    # Nobody is left to vote, so nothing can carry it any more; it may be proposed anew.
    game.refuses(errors.NothingProposed, c.VoteUndo(3, True), about="undo")
    assert names(game.do(c.ProposeUndo(3, before))) == ["UndoProposed"]


# Where it may lead.


def test_only_to_the_end_of_a_command_that_left_a_decision_open():
    game = started("hh", "R3 C1 W5")
    game.draw(3)
    wild = game.state.version - 2
    for version in (0, 1, 2, 3, wild, wild + 1, game.state.version + 1, -1):
        game.refuses(
            errors.CannotUndo, c.ProposeUndo(1, version), reason="version", to_version=version
        )
    opened = game.states[-1].first_decision
    for version in (opened, opened + 1, opened + 2):
        Game.decide(game, c.ProposeUndo(1, version), "seat:1")


def test_where_no_move_was_made_there_is_nothing_to_undo():
    game = started("hh", "R3")
    game.draw()
    before = game.state.version
    game.do(c.ProposePause(1))
    game.do(c.VotePause(2, False))
    game.refuses(errors.CannotUndo, c.ProposeUndo(1, before), reason="nothing", to_version=before)


def test_not_to_what_is_undone():
    game, before = bidding()
    game.skip()
    middle = game.state.version
    game.skip()
    game.do(c.ProposeUndo(2, before))
    game.do(c.VoteUndo(1, True))
    game.do(c.VoteUndo(3, True))
    game.skip()
    game.refuses(errors.CannotUndo, c.ProposeUndo(2, middle), reason="version", to_version=middle)


def test_not_where_the_game_has_no_undo():
    game, before = bidding(undo="none")
    game.skip()
    game.refuses(errors.CannotUndo, c.ProposeUndo(2, before), reason="option", to_version=before)


def test_not_by_a_bot_and_not_for_another():
    game, before = bidding("hhb")
    game.skip()
    game.refuses(errors.NotAPlayer, c.ProposeUndo(3, before), "seat:3", seat=3)
    game.refuses(errors.NotAPlayer, c.ProposeUndo(2, before), "seat:1", seat=2)
    game.do(c.ProposeUndo(2, before))
    game.refuses(errors.NotAPlayer, c.VoteUndo(3, True), "seat:3", seat=3)
    game.refuses(errors.NotAPlayer, c.VoteUndo(1, True), "host", seat=1)


def test_one_undo_at_a_time():
    game, before = bidding()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    game.refuses(errors.ProposalOpen, c.ProposeUndo(3, before), about="undo", seat=2)


def test_the_proposer_withdraws_and_has_agreed():
    game, before = bidding()
    game.skip()
    game.do(c.ProposeUndo(2, before))
    game.refuses(errors.AlreadyVoted, c.VoteUndo(2, True), seat=2)
    game.do(c.VoteUndo(2, False))
    game.refuses(errors.NothingProposed, c.VoteUndo(3, True), about="undo")


# What it leads to.


def test_cards_drawn_again_come_in_the_same_order_and_stay_known():
    game = started("hh", "R3 C1 B2 W5")
    before = game.state.version
    game.draw(3)
    game.do(c.ProposeUndo(1, before))
    game.do(c.VoteUndo(2, True))
    assert (game.state.row, game.state.draw_pile) == ([], 89)
    assert game.state.known == ["R3", "C1", "B2"]
    game.draw()
    assert game.state.row == ["R3"]
    assert game.state.known == ["R3", "C1", "B2"]
    game.draw(3)
    assert game.state.known == ["R3", "C1", "B2", "W5"]


def test_facts_about_the_table_stay():
    game, before = bidding("hhh")
    game.skip()
    game.do(c.ReplacePlayer(1, player(8)))
    game.do(c.ChangeHost(player(8)))
    game.do(c.ProposeAbandon(1))
    game.do(c.PauseGame("host"))
    game.do(c.HandToBot(3, "left"))
    game.do(c.ProposeUndo(2, before))
    game.do(c.VoteUndo(1, True))
    state = game.state
    assert (state.host, state.paused) == (player(8), "host")
    assert (state.seat(1).player, state.seat(3).kind) == (player(8), "bot")
    assert state.abandon.seat == 1
    assert state.undo is None
    assert state.awaiting.due_at is None  # paused


def test_time_outs_stay_counted():
    game, before = bidding("hh")
    game.time_out()
    game.do(c.ProposeUndo(1, before))
    game.do(c.VoteUndo(2, True))
    assert game.state.seat(2).missed == 1


def test_the_state_is_that_of_the_version_it_leads_to():
    game, before = bidding()
    game.bid(2)
    game.bid(3)
    game.do(c.ProposeUndo(2, before))
    game.do(c.VoteUndo(3, True))
    game.do(c.VoteUndo(1, True))
    then, now = game.states[before], game.state
    assert [seat.tokens for seat in now.seats] == [seat.tokens for seat in then.seats]
    assert (now.auction.order, now.auction.bids) == (then.auction.order, ())
    assert (now.turn, now.active, now.phase) == (then.turn, then.active, then.phase)
    assert game.states[-2].awaiting is None
