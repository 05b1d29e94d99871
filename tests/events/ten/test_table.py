"""Around the table: pauses, who sits where, an early end (events.md)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import arranged, names, player, started

# Pauses.


def test_the_host_pauses_and_no_clock_runs():
    game = started("hh")
    assert game.do(c.PauseGame("vacation")) == [t.GamePaused("vacation")]
    assert (game.state.paused, game.state.awaiting.due_at) == ("vacation", None)


def test_moves_are_accepted_in_a_pause_and_open_decisions_without_a_clock():
    game = arranged("hh", row="R1 C1")
    game.do(c.PauseGame("host"))
    events = game.take_numbers()
    assert events[-1] == t.DecisionOpened(1, "buy", None)


def test_resuming_starts_a_whole_new_clock():
    game = started("hh")
    game.do(c.PauseGame("weekend"))
    game.later(days=30)
    events = game.do(c.ResumeGame())
    assert events[0] == t.GameResumed()
    assert (events[1].seat, events[1].reason) == (1, "weekend")
    assert game.state.awaiting.due_at == events[1].due_at > game.at
    assert game.state.paused is None


def test_resuming_is_all_where_no_clock_runs():
    game = started("hh", turn_s=None)
    game.do(c.PauseGame("host"))
    assert game.do(c.ResumeGame()) == [t.GameResumed()]


def test_one_pause_at_a_time():
    game = started("hh")
    game.refuses(errors.NotPaused, c.ResumeGame())
    game.do(c.PauseGame("host"))
    game.refuses(errors.AlreadyPaused, c.PauseGame("host"))
    game.refuses(errors.AlreadyPaused, c.ProposePause(1))


def test_a_reason_is_one_of_the_codes():
    game = started("hh")
    for wish in (
        c.PauseGame("tired"),
        c.EndGame("tired"),
        c.HandToBot(1, "tired"),
        c.ExtendDeadline(1, "9999", "tired"),
    ):
        game.refuses(errors.BadReason, wish, reason="tired")


def test_a_pause_by_consent_needs_every_human():
    game = started("hhhb")
    assert game.do(c.ProposePause(1)) == [t.PauseProposed(1)]
    assert game.do(c.VotePause(3, True)) == [t.PauseVoted(3, True)]
    assert game.do(c.VotePause(2, True)) == [t.PauseVoted(2, True), t.GamePaused("consent")]
    assert game.state.pause is None


def test_who_is_alone_with_bots_pauses_by_proposing():
    assert started("hbb").do(c.ProposePause(1)) == [t.PauseProposed(1), t.GamePaused("consent")]


def test_any_human_ends_a_pause_by_consent_and_only_the_host_his_own():
    game = started("hh")
    game.do(c.ProposePause(1))
    game.do(c.VotePause(2, True))
    assert game.do(c.ResumeGame(2), "seat:2")[0] == t.GameResumed()
    game.do(c.PauseGame("host"))
    game.refuses(errors.PausedByHost, c.ResumeGame(2), "seat:2")
    game.refuses(errors.NotTheHost, c.ResumeGame(), "system", by="system")
    assert game.do(c.ResumeGame())[0] == t.GameResumed()


# Votes.


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


# An early end.


def test_abandoning_by_consent_reveals_the_seed():
    game = started("hh")
    assert game.do(c.ProposeAbandon(2)) == [t.AbandonProposed(2)]
    events = game.do(c.VoteAbandon(1, True))
    assert names(events) == ["AbandonVoted", "GameAbandoned", "DeckRevealed"]
    assert events[1:] == [t.GameAbandoned("consent"), t.DeckRevealed(game.chance.seed)]
    assert (game.state.phase, game.state.awaiting) == ("abandoned", None)


def test_who_is_alone_with_bots_abandons_by_proposing():
    assert names(started("hb").do(c.ProposeAbandon(1))) == [
        "AbandonProposed",
        "GameAbandoned",
        "DeckRevealed",
    ]


def test_the_host_ends_the_game_at_any_time():
    game = arranged("hh", row="R1", pile="W5")
    game.draw()
    assert names(game.do(c.EndGame("host"))) == ["GameAbandoned", "DeckRevealed"]
    game.refuses(errors.WrongPhase, c.EndGame("host"), phase="abandoned")


# Seats.


def test_a_seat_is_handed_to_a_bot_and_comes_back():
    game = started("hh")
    assert game.do(c.HandToBot(1, "left"), "seat:1") == [t.SeatHandedToBot(1, "left")]
    assert (game.state.seat(1).kind, game.state.seat(1).player) == ("bot", player(1))
    assert game.awaited == 1
    assert game.do(c.ReturnToSeat(1), "seat:1") == [t.SeatReturned(1)]
    assert game.state.seat(1).kind == "human"


def test_only_a_persons_seat_is_handed_over():
    game = started("hb")
    game.refuses(errors.NotAPlayer, c.HandToBot(2, "left"), seat=2)
    game.refuses(errors.NotAPlayer, c.HandToBot(1, "left"), "seat:2", seat=1)


def test_only_who_left_comes_back():
    game = started("hhb")
    game.refuses(errors.NotAPlayer, c.ReturnToSeat(1), seat=1)
    game.refuses(errors.NotAPlayer, c.ReturnToSeat(3), "seat:3", seat=3)
    game.do(c.HandToBot(2, "left"))
    game.refuses(errors.NotAPlayer, c.ReturnToSeat(2), "seat:1", seat=2)


def test_a_player_is_replaced():
    game = started("hh")
    assert game.do(c.ReplacePlayer(2, player(9))) == [t.SeatReplaced(2, player(9))]
    assert (game.state.seat(2).player, game.state.seat(2).kind) == (player(9), "human")


def test_who_replaces_a_bot_plays():
    game = started("hh")
    game.do(c.HandToBot(2, "left"))
    assert game.do(c.ReplacePlayer(2, player(9))) == [
        t.SeatReplaced(2, player(9)),
        t.SeatReturned(2),
    ]
    assert (game.state.seat(2).player, game.state.seat(2).kind) == (player(9), "human")


def test_nobody_replaces_the_house():
    started("hs").refuses(errors.NotAPlayer, c.ReplacePlayer(2, player(9)), seat=2)


def test_the_host_may_change():
    game = started("hh")
    assert game.do(c.ChangeHost(player(2))) == [t.HostChanged(player(2))]
    assert game.state.host == player(2)


@pytest.mark.parametrize(
    "wish",
    [
        c.PauseGame("host"),
        c.EndGame("host"),
        c.ChangeHost(player(2)),
        c.ReplacePlayer(2, player(2)),
        c.ExtendDeadline(2, "9999", "host"),
    ],
)
def test_what_only_the_host_may_wish(wish):
    started("hh").refuses(errors.NotTheHost, wish, "bot:2", by="bot:2")


@pytest.mark.parametrize("kind", [c.DrawCard, c.TakeNumbers, c.PassBid, c.DeclineBuy])
def test_nobody_moves_for_another(kind):
    game = started("hhb")
    for sender in ("seat:2", "bot:2", "host", "clock"):
        game.refuses(errors.NotAPlayer, kind(1), sender, seat=1)


# Deadlines.


def test_a_deadline_is_moved_to_a_later_time():
    game = started("hh")
    later = "2026-12-01T00:00:00.000000Z"
    extended = t.DeadlineExtended(1, later, "vacation")
    assert game.do(c.ExtendDeadline(1, later, "vacation"), "system") == [extended]
    assert game.state.awaiting.due_at == later


@pytest.mark.parametrize(
    "due_at",
    [None, "2026-03-02T00:00:00.000000Z", "2026-12-01T00:00:00Z", "9999", "tomorrow"],
)
def test_and_to_no_other(due_at):
    game = started("hh")
    game.refuses(errors.BadDeadline, c.ExtendDeadline(1, due_at, "host"), due_at=due_at)


def test_a_deadline_that_passed_is_not_moved_to_another_past_time():
    game = started("hh", timeouts="wait")
    game.later(days=9)
    past, later = "2026-03-08T00:00:00.000000Z", "2026-03-20T00:00:00.000000Z"
    game.refuses(errors.BadDeadline, c.ExtendDeadline(1, past, "host"), due_at=past)
    assert game.do(c.ExtendDeadline(1, later, "host")) == [t.DeadlineExtended(1, later, "host")]


def test_a_clock_that_does_not_run_is_not_moved():
    later = "2027-01-01T00:00:00.000000Z"
    game = started("hh", turn_s=None)
    game.refuses(errors.BadDeadline, c.ExtendDeadline(1, later, "host"), due_at=later)
    game = started("hh")
    game.do(c.HandToBot(1, "left"))
    game.refuses(errors.BadDeadline, c.ExtendDeadline(1, later, "host"), due_at=later)
    game = started("hh")
    game.refuses(errors.NotAwaited, c.ExtendDeadline(2, later, "host"), seat=2, awaited=1)
    game.refuses(errors.UnknownSeat, c.ExtendDeadline(3, later, "host"), seat=3, seats=2)
