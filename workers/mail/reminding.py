"""When the awaited seat is reminded, and whom it is told (mail.md, "reminder").

A reminder is a row that is written when the mail about the decision has gone out, to become ready at the
player's lead time; whether it is still wanted is decided then.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from events.codec import at_moment
from events.outbox import Claim, row_of
from events.ten.state import GameState
from workers.mail.letter import Row

LEAD: Final = timedelta(days=1)
"""How long before a deadline a player is reminded who has not chosen."""

IDLE: Final = timedelta(days=3)
"""After how long a player is reminded in a game without a clock."""


def reminder(state: GameState, seat: int, lead_s: int | None, now: datetime) -> Row | None:
    """The row of the reminder of the open decision, if it is this seat's; None while paused.

    Once for each deadline: a deadline that moves is another one. Where little time is left it comes
    halfway, for a reminder at once would be no reminder.
    """
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat or state.paused is not None:
        return None
    delay = IDLE
    if awaiting.due_at is not None:
        left = at_moment(awaiting.due_at) - now
        lead = LEAD if lead_s is None else timedelta(seconds=lead_s)
        delay = left - min(lead, left / 2)
        if left <= timedelta(0):
            return None
    return row_of(
        "reminder",
        f"reminder:{state.game}:{awaiting.decision}:{awaiting.due_at or 'idle'}",
        now,
        game=state.game,
        seat=seat,
        person=state.seat(seat).player,
        decision=awaiting.decision,
        delay=delay,
        payload={"due": awaiting.due_at},
    )


def tell_host(taken: Claim, state: GameState, now: datetime) -> Sequence[Row]:
    """Rows that tell the host of a seat that has not moved for long; none where a clock runs, none to
    the host about the host, none for a nudge."""
    if taken.payload.get("due", "") is not None or taken.seat is None:
        return ()
    return host_rows("idle", state, taken.seat, taken.decision or state.version, now)


def host_rows(about: str, state: GameState, of: int, version: int, now: datetime) -> Sequence[Row]:
    """Rows of news to the seats of the host about the seat ``of``, unless that is the host's own."""
    return tuple(
        row_of(
            "news",
            f"news:{about}:{state.game}:{version}:{of}:{seat.seat}",
            now,
            game=state.game,
            seat=seat.seat,
            person=seat.player,
            decision=version,
            payload={"about": about, "of": of},
        )
        for seat in state.seats
        if seat.player == state.host and seat.seat != of
    )
