"""Pauses by the host and by consent (events.md, "around the table")."""

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import arranged, started


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
