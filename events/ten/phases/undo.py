"""Undo by consent (events.md, "Time-outs, pauses, undo")."""

from events import commands as c
from events import errors
from events import types as t
from events.ten import consent
from events.ten.phases.common import Given, open_decision, require_seat
from events.ten.state import GameState


def propose(state: GameState, wish: c.ProposeUndo, given: Given) -> list[t.Event]:
    """Raises UnknownSeat, ProposalOpen and what ``consent.check_undo`` raises."""
    require_seat(state, wish.seat)
    consent.check_undo(state, wish.seat, wish.to_version)
    running = consent.undo_open(state)
    if running is not None:
        raise errors.ProposalOpen(about="undo", seat=running.seat)
    proposed = t.UndoProposed(wish.seat, wish.to_version)
    if not consent.undo_carries(state, wish.seat, wish.to_version, (wish.seat,)):
        return [proposed]
    return [proposed, *_undo(state, wish.to_version, given)]


def vote(state: GameState, wish: c.VoteUndo, given: Given) -> list[t.Event]:
    """Raises UnknownSeat and what ``consent.check_vote`` raises."""
    require_seat(state, wish.seat)
    proposal = consent.check_vote(state, consent.undo_open(state), "undo", wish.seat)
    if wish.seat == proposal.seat and wish.agree:
        raise errors.AlreadyVoted(seat=wish.seat)
    voted = t.UndoVoted(wish.seat, wish.agree)
    agreed = (*proposal.agreed, wish.seat) if wish.agree else proposal.agreed
    carries = wish.agree and consent.undo_carries(state, proposal.seat, proposal.to_version, agreed)
    if not carries:
        return [voted]
    return [voted, *_undo(state, proposal.to_version, given)]


def _undo(state: GameState, to_version: int, given: Given) -> list[t.Event]:
    """``MovesUndone`` and the decision that is open again, with a whole new clock.

    ``from_version`` is the version before ``MovesUndone``: the proposal's or the vote's own.
    """
    mark = next(m for m in consent.undo_points(state) if m.version == to_version)
    assert mark.awaiting is not None  # undo_points lists no other
    seat, kind = mark.awaiting.seat, mark.awaiting.kind
    return [
        t.MovesUndone(state.version + 1, to_version),
        open_decision(state, seat, kind, given, None),
    ]
