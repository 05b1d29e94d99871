"""When the awaited seat is reminded, and whom it is told (mail.md, "reminder").

A reminder is a row that is written when the mail about the decision has gone out, to become ready at the
player's lead time; whether it is still wanted is decided then. A deadline that is moved is another one:
the append that moves it asks for its reminder.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from events.outbox import Claim, row_of
from events.ten.state import GameState
from service.hours import Known, remind_at
from workers.mail.letter import Row

IDLE: Final = timedelta(days=3)
"""After how long a player is reminded in a game without a clock."""


def reminder(state: GameState, seat: int, who: Known, now: datetime) -> Row | None:
    """The row of the reminder of the open decision, if it is this seat's: once for each deadline.

    None while the game is paused, and where so little time is left that it would come at once.
    """
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat or state.paused is not None:
        return None
    due = awaiting.due_at
    at = now + IDLE if due is None else remind_at(state, who, now)
    if at is None:
        return None
    return row_of(
        "reminder",
        f"reminder:{state.game}:{awaiting.decision}:{due or 'idle'}",
        now,
        game=state.game,
        seat=seat,
        person=state.seat(seat).player,
        decision=awaiting.decision,
        delay=at - now,
        payload={"due": due},
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
