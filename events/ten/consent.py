"""Proposals and votes: who must agree, and whether a proposal can still carry (events.md, issue of undo).

Pausing and abandoning need every human. An undo needs one other human where it takes back only the
proposer's own last answer and nothing was learnt since; further back it needs all the others.
A proposal that can no longer carry counts as closed; no event says so.
"""

from collections.abc import Sequence

from events import errors
from events.ten.fold import PERSON
from events.ten.phases.lobby import option
from events.ten.state import GameState, Mark, Proposal


def plain_open(state: GameState, proposal: Proposal | None) -> Proposal | None:
    """The proposal to pause or abandon if it can still carry: its proposer plays, nobody was against, and
    somebody has still to vote."""
    if proposal is None or state.over or proposal.seat not in state.humans:
        return None
    # A no stays a no when its voter has left; and a proposal is judged when somebody votes.
    if proposal.against or set(state.humans) <= set(proposal.agreed):
        return None
    return proposal


def proposals(state: GameState) -> dict[str, Proposal]:
    """What it is about (undo, pause, abandon) -> the open proposal; what cannot carry any more is closed."""
    found = {
        "undo": undo_open(state),
        "pause": plain_open(state, state.pause),
        "abandon": plain_open(state, state.abandon),
    }
    return {about: each for about, each in found.items() if each is not None}


def undo_points(state: GameState) -> list[Mark]:
    """The commands an undo may lead back to: each left a decision open and is not itself undone.

    The last command is not among them: there would be nothing to undo.
    """
    first = state.first_decision
    return [m for m in state.marks if m.awaiting is not None and first and m.version >= first]


def undone_moves(state: GameState, to_version: int) -> list[Mark]:
    """The answers that an undo to ``to_version`` would take back, oldest first."""
    return [m for m in (*state.marks, state.mark) if m.version > to_version and m.moved]


def check_undo(state: GameState, seat: int, to_version: int) -> None:
    """Raises WrongPhase, NotAPlayer or CannotUndo (reason: option, version, nothing, alone)."""
    if state.phase in ("lobby", "scored", "abandoned"):
        raise errors.WrongPhase(phase=state.phase)
    if seat not in state.humans:
        raise errors.NotAPlayer(seat=seat)
    if option(state.options, "undo") == "none":
        raise errors.CannotUndo(reason="option", to_version=to_version)
    if to_version not in [mark.version for mark in undo_points(state)]:
        raise errors.CannotUndo(reason="version", to_version=to_version)
    if not undone_moves(state, to_version):
        raise errors.CannotUndo(reason="nothing", to_version=to_version)
    if state.humans == [seat] and not own_last_move(state, seat, to_version):
        raise errors.CannotUndo(reason="alone", to_version=to_version)


def own_last_move(state: GameState, seat: int, to_version: int) -> bool:
    """Whether an undo to ``to_version`` takes back just the seat's own last answer, no human has
    followed it, and neither it nor anything since drew a card or let a sealed order act."""
    moves = undone_moves(state, to_version)
    return (
        bool(moves)
        and moves[0].by == f"seat:{seat}"
        and moves[0].via in PERSON
        and not any(move.via in PERSON for move in moves[1:])
        and not any(move.drew or move.via == "order" for move in moves)
    )


def undo_carries(state: GameState, seat: int, to_version: int, agreed: Sequence[int]) -> bool:
    """Judged on the table as it is now, at the proposal and at each vote."""
    others = set(state.humans) - {seat}
    if own_last_move(state, seat, to_version):
        free = option(state.options, "undo") == "free"
        return free or not others or bool(others & set(agreed))
    return bool(others) and others <= set(agreed)


def undo_open(state: GameState) -> Proposal | None:
    """The undo that is being voted on, if it can still carry."""
    proposal = state.undo
    if proposal is None:
        return None
    try:
        check_undo(state, proposal.seat, proposal.to_version)
    except errors.Refusal:
        return None
    to_vote = set(state.humans) - {*proposal.agreed, *proposal.against}
    # As with a pause: where all are needed one no is enough, for good; and somebody has to be left to vote.
    refused = proposal.against and not own_last_move(state, proposal.seat, proposal.to_version)
    return proposal if to_vote and not refused else None


def check_vote(state: GameState, proposal: Proposal | None, about: str, seat: int) -> Proposal:
    """The proposal ``seat`` may vote on. Raises NotAPlayer, NothingProposed or AlreadyVoted.

    The proposer has agreed by proposing and may only withdraw.
    """
    if seat not in state.humans:
        raise errors.NotAPlayer(seat=seat)
    if proposal is None:
        raise errors.NothingProposed(about=about)
    if seat != proposal.seat and seat in (*proposal.agreed, *proposal.against):
        raise errors.AlreadyVoted(seat=seat)
    return proposal
