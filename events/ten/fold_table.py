"""What each event around the table does to a draft: clocks, pauses, who sits where, votes.

An undo is not here: it needs the state of an earlier version (``fold.py``).
"""

from collections.abc import Callable, Mapping
from typing import Any

from events import types as t
from events.ten.state import GameState, Proposal

_PROPOSALS = ("undo", "pause", "abandon")
"""Where a state keeps what is being voted on."""


def _timed_out(s: GameState, e: t.TimedOut, version: int) -> None:
    s.seats[e.seat - 1].missed = e.missed
    if e.kind == "draw":
        s.forfeited = e.seat


def _due(s: GameState, due_at: str | None) -> None:
    if s.awaiting is not None:
        s.awaiting = s.awaiting._replace(due_at=due_at)


def _deadline_extended(s: GameState, e: t.DeadlineExtended, version: int) -> None:
    if s.awaiting is not None and s.awaiting.seat == e.seat:
        _due(s, e.due_at)


def _game_paused(s: GameState, e: t.GamePaused, version: int) -> None:
    s.paused, s.pause = e.reason, None
    _due(s, None)


def _game_resumed(s: GameState, e: t.GameResumed, version: int) -> None:
    s.paused = None


def _seat_handed_to_bot(s: GameState, e: t.SeatHandedToBot, version: int) -> None:
    s.seats[e.seat - 1].kind = "bot"
    for name in _PROPOSALS:
        proposal = getattr(s, name)
        if proposal is not None and proposal.seat == e.seat:
            # Closed for good: whoever comes back may propose again.
            setattr(s, name, None)


def _seat_returned(s: GameState, e: t.SeatReturned, version: int) -> None:
    s.seats[e.seat - 1].kind = "human"


def _seat_replaced(s: GameState, e: t.SeatReplaced, version: int) -> None:
    s.seats[e.seat - 1].player = e.player
    for name in _PROPOSALS:
        setattr(s, name, _without(getattr(s, name), e.seat))


def _without(proposal: Proposal | None, seat: int) -> Proposal | None:
    """The proposal without the vote of one seat, which binds nobody who takes the seat over."""
    if proposal is None or proposal.seat == seat:
        return None
    return proposal._replace(
        agreed=tuple(each for each in proposal.agreed if each != seat),
        against=tuple(each for each in proposal.against if each != seat),
    )


def _host_changed(s: GameState, e: t.HostChanged, version: int) -> None:
    s.host = e.host


def _game_abandoned(s: GameState, e: t.GameAbandoned, version: int) -> None:
    s.phase = "abandoned"
    s.awaiting = None
    s.undo = s.pause = s.abandon = None


def _voted(proposal: Proposal | None, seat: int, agree: bool) -> Proposal | None:
    """The proposal after a vote; the proposer's own no withdraws it."""
    if proposal is None or (seat == proposal.seat and not agree):
        return None
    if agree:
        return proposal._replace(agreed=(*proposal.agreed, seat))
    return proposal._replace(against=(*proposal.against, seat))


def _undo_proposed(s: GameState, e: t.UndoProposed, version: int) -> None:
    s.undo = Proposal(e.seat, version, e.to_version, (e.seat,), ())


def _undo_voted(s: GameState, e: t.UndoVoted, version: int) -> None:
    s.undo = _voted(s.undo, e.seat, e.agree)


def _pause_proposed(s: GameState, e: t.PauseProposed, version: int) -> None:
    s.pause = Proposal(e.seat, version, 0, (e.seat,), ())


def _pause_voted(s: GameState, e: t.PauseVoted, version: int) -> None:
    s.pause = _voted(s.pause, e.seat, e.agree)


def _abandon_proposed(s: GameState, e: t.AbandonProposed, version: int) -> None:
    s.abandon = Proposal(e.seat, version, 0, (e.seat,), ())


def _abandon_voted(s: GameState, e: t.AbandonVoted, version: int) -> None:
    s.abandon = _voted(s.abandon, e.seat, e.agree)


TABLE: Mapping[type[t.Event], Callable[[GameState, Any, int], None]] = {
    t.TimedOut: _timed_out,
    t.DeadlineExtended: _deadline_extended,
    t.PauseProposed: _pause_proposed,
    t.PauseVoted: _pause_voted,
    t.AbandonProposed: _abandon_proposed,
    t.AbandonVoted: _abandon_voted,
    t.GamePaused: _game_paused,
    t.GameResumed: _game_resumed,
    t.SeatHandedToBot: _seat_handed_to_bot,
    t.SeatReturned: _seat_returned,
    t.SeatReplaced: _seat_replaced,
    t.HostChanged: _host_changed,
    t.UndoProposed: _undo_proposed,
    t.UndoVoted: _undo_voted,
    t.GameAbandoned: _game_abandoned,
}
