"""Around the table: who sits where, an early end, deadlines moved (events.md)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import arranged, names, player, started

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
