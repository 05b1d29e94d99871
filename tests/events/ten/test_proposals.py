"""Proposals to pause and to abandon: who votes, what closes them (events.md, "around the table")."""

import pytest

from events import commands as c
from events import errors
from tests.events.ten.games import player, started


def propose(game, about, seat=1):
    wish = {"pause": c.ProposePause, "abandon": c.ProposeAbandon}[about]
    return game.do(wish(seat))


def vote(about, seat, agree=True):
    return {"pause": c.VotePause, "abandon": c.VoteAbandon}[about](seat, agree)


BOTH = pytest.mark.parametrize("about", ["pause", "abandon"])


@BOTH
def test_there_must_be_a_proposal_to_vote_on(about):
    started("hh").refuses(errors.NothingProposed, vote(about, 1), about=about)


@BOTH
def test_one_proposal_of_a_kind_at_a_time(about):
    game = started("hhh")
    propose(game, about)
    wish = {"pause": c.ProposePause(2), "abandon": c.ProposeAbandon(2)}[about]
    game.refuses(errors.ProposalOpen, wish, about=about, seat=1)


@BOTH
def test_everybody_votes_once_and_the_proposer_has(about):
    game = started("hhh")
    propose(game, about)
    game.refuses(errors.AlreadyVoted, vote(about, 1), seat=1)
    game.do(vote(about, 2))
    game.refuses(errors.AlreadyVoted, vote(about, 2, False), seat=2)


@BOTH
def test_one_no_closes_it(about):
    game = started("hhh")
    propose(game, about)
    game.do(vote(about, 2, False))
    game.refuses(errors.NothingProposed, vote(about, 3), about=about)
    propose(game, about, 3)


@BOTH
def test_the_proposers_own_no_withdraws_it(about):
    game = started("hhh")
    propose(game, about)
    game.do(vote(about, 1, False))
    game.refuses(errors.NothingProposed, vote(about, 2), about=about)


@BOTH
def test_it_closes_when_its_proposer_no_longer_plays(about):
    game = started("hhh")
    propose(game, about)
    game.do(c.HandToBot(1, "left"))
    game.refuses(errors.NothingProposed, vote(about, 2), about=about)


@BOTH
def test_only_those_who_play_now_have_to_agree(about):
    game = started("hhh")
    propose(game, about)
    game.do(c.HandToBot(3, "left"))
    assert len(game.do(vote(about, 2))) > 1


@BOTH
def test_a_no_stays_when_its_voter_leaves(about):
    game = started("hhhh")
    propose(game, about)
    game.do(vote(about, 2, False))
    game.do(c.HandToBot(2, "left"))
    game.refuses(errors.NothingProposed, vote(about, 3), about=about)


@BOTH
def test_it_is_closed_when_nobody_is_left_to_vote(about):
    game = started("hhh")
    propose(game, about)
    game.do(vote(about, 2))
    game.do(c.HandToBot(3, "left"))
    assert len(propose(game, about, 2)) == 1
    assert len(game.do(vote(about, 1))) > 1


@BOTH
def test_it_stays_closed_when_its_proposer_comes_back(about):
    game = started("hhh")
    propose(game, about)
    game.do(c.HandToBot(1, "left"))
    game.do(c.ReturnToSeat(1), "seat:1")
    game.refuses(errors.NothingProposed, vote(about, 2), about=about)


@BOTH
def test_whoever_takes_a_seat_over_has_not_voted(about):
    game = started("hhh")
    propose(game, about)
    game.do(vote(about, 2))
    game.do(c.ReplacePlayer(2, player(8)))
    assert len(game.do(vote(about, 3))) == 1
    assert len(game.do(vote(about, 2))) > 1


@BOTH
def test_nor_proposed(about):
    game = started("hhh")
    propose(game, about)
    game.do(c.ReplacePlayer(1, player(8)))
    game.refuses(errors.NothingProposed, vote(about, 2), about=about)


@BOTH
def test_a_bot_neither_proposes_nor_votes(about):
    game = started("hhb")
    wish = {"pause": c.ProposePause(3), "abandon": c.ProposeAbandon(3)}[about]
    game.refuses(errors.NotAPlayer, wish, "seat:3", seat=3)
    propose(game, about)
    game.refuses(errors.NotAPlayer, vote(about, 3), "seat:3", seat=3)


@BOTH
def test_nobody_proposes_or_votes_for_another(about):
    game = started("hhh")
    wish = {"pause": c.ProposePause(2), "abandon": c.ProposeAbandon(2)}[about]
    for sender in ("seat:1", "host", "bot:2", "system"):
        game.refuses(errors.NotAPlayer, wish, sender, seat=2)
    propose(game, about)
    for sender in ("seat:1", "host", "bot:2", "system"):
        game.refuses(errors.NotAPlayer, vote(about, 2), sender, seat=2)


def test_a_host_s_pause_closes_a_proposal_to_pause():
    game = started("hh")
    game.do(c.ProposePause(1))
    game.do(c.PauseGame("host"))
    game.refuses(errors.NothingProposed, c.VotePause(2, True), about="pause")
