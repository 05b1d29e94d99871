"""Whether a mail is still wanted, decided when it is about to be sent (mail.md, "When a mail is sent")."""

from collections.abc import Sequence
from datetime import datetime

from events.outbox import Claim
from events.ten import consent
from events.ten.state import GameState, Proposal
from service.people import Place
from workers.mail.letter import Row


class NotYet(Exception):
    """The mail may be wanted, but not before ``at``. ``reason`` is for the row; ``owed`` are rows that are
    asked for in its place."""

    def __init__(self, at: datetime, reason: str, owed: Sequence[Row] = ()) -> None:
        self.at = at
        self.reason = reason
        self.owed = owed
        super().__init__(reason)


def reachable(place: Place | None) -> bool:
    """Whether the seat's person can be mailed now: has an address that works, and wants mail."""
    return (
        place is not None
        and place.address is not None
        and place.address_state == "ok"
        and not place.muted
        and place.left is None
    )


def still_asked(taken: Claim, state: GameState) -> bool:
    """Whether the table still asks this seat what the mail is about: the very decision, or, for the mail
    at an auction's opening, that auction as long as the seat has not answered."""
    awaiting, auction = state.awaiting, state.auction
    seat = taken.seat
    if seat is None or seat > len(state.seats) or state.seat(seat).kind != "human":
        return False
    if taken.kind != "reminder" and taken.person not in (None, state.seat(seat).player):
        # The seat changed hands: whoever has it now was asked anew.
        return False
    if taken.kind == "auction" and auction is not None and auction.opened == taken.decision:
        return seat in auction.still_to_bid
    return awaiting is not None and (awaiting.seat, awaiting.decision) == (seat, taken.decision)


def still_due(taken: Claim, state: GameState) -> bool:
    """Whether a mail about a deadline is about the one that now holds; others are about none."""
    if "due" not in taken.payload:
        return True
    awaiting = state.awaiting
    return awaiting is not None and (awaiting.decision, awaiting.due_at) == (
        taken.decision,
        taken.payload["due"],
    )


def still_open(taken: Claim, state: GameState) -> Proposal | None:
    """The proposal that the row is about, if it can still carry and this seat has not voted."""
    proposal = consent.proposals(state).get(taken.payload["about"])
    if proposal is None or proposal.version != taken.decision or taken.seat not in state.humans:
        return None
    if taken.person not in (None, state.seat(taken.seat).player):
        return None
    return None if taken.seat in (*proposal.agreed, *proposal.against) else proposal
