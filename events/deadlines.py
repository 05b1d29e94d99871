"""Which clocks have run out. A timer only knocks; what happens is decided by a command.

A deadline is the row of its game: a game has one open decision at most, so a table of their own would
say the same twice and cost each move a statement. ``acts_at`` is indexed where it is set: a look
costs the same with a million clocks running as with none.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, select, tuple_

from events.store import Reader
from events.tables import Instant, games
from events.ten.phases.lobby import option
from events.ten.state import GameState


class Due(NamedTuple):
    """A decision whose time is over; ``decision`` is the version that opened it."""

    acts_at: datetime
    game: str
    seat: int
    kind: str
    decision: int


_DUE = (
    select(
        games.c.acts_at,
        games.c.game,
        games.c.awaiting_seat,
        games.c.awaiting_kind,
        games.c.awaiting_decision,
    )
    .where(games.c.acts_at <= bindparam("now"))
    .order_by(games.c.acts_at, games.c.game)
    .limit(bindparam("limit"))
)
_DUE_AFTER = _DUE.where(
    tuple_(games.c.acts_at, games.c.game)
    > tuple_(bindparam("acts_at", type_=Instant), bindparam("game"))
)


def due(reader: Reader, now: datetime, limit: int = 100, after: Due | None = None) -> list[Due]:
    """The decisions that are due at ``now``, longest overdue first, those after ``after`` only.

    Going on from the last one of a page gets past a decision that cannot be resolved.
    """
    parameters: dict[str, object] = {"now": now, "limit": limit}
    if after is None:
        rows = reader.connection.execute(_DUE, parameters)
    else:
        parameters |= {"acts_at": after.acts_at, "game": after.game}
        rows = reader.connection.execute(_DUE_AFTER, parameters)
    return [Due(*row) for row in rows]


def by_options(state: GameState, seat: int, kind: str, now: datetime) -> datetime | None:
    """The clock that the game's options set, for every seat alike: ``auction_s`` for a bid, else
    ``turn_s``; None without one."""
    seconds = option(state.options, "auction_s" if kind == "bid" else "turn_s")
    return None if seconds is None else now + timedelta(seconds=seconds)
