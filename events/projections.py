"""The read models ``games`` and ``seats``: what lists, the sweep and the workers ask for by SQL.

They are written in the append's own transaction, one row a game, so two games never wait for each
other. Whatever spans games is computed when it is read.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from events.codec import at_moment
from events.replay import fold
from events.store import Store, Unit
from events.tables import games, seats, seeds, streams
from events.ten.phases.lobby import option
from events.ten.state import GameState
from events.types import Recorded

_NEW_GAME = insert(games)
_MOVE_GAME = (
    update(games)
    .where(games.c.game == bindparam("of_game"))
    .values(
        {
            name: bindparam(name)
            for name in (
                "host",
                "phase",
                "turn",
                "version",
                "awaiting_seat",
                "awaiting_kind",
                "awaiting_decision",
                "due_at",
                "acts_at",
                "paused",
                "moved",
                "finished",
            )
        }
    )
)
_NEW_SEATS = insert(seats)
_MOVE_SEAT = (
    update(seats)
    .where(seats.c.game == bindparam("of_game"), seats.c.seat == bindparam("of_seat"))
    .values(kind=bindparam("kind"), player=bindparam("player"))
)


def project(
    unit: Unit, before: GameState | None, after: GameState, recorded: Sequence[Recorded]
) -> None:
    """Bring the read models from ``before`` to ``after``, the states around one append.

    ``before`` is None for the append that begins the game. Games that can be played only; a game
    that is imported is written by ``write``.
    """
    moved = at_moment(recorded[-1].at)
    if before is None:
        write(unit, after, at_moment(recorded[0].at), moved, view_only=False)
        return
    row = _game_row(after, moved, view_only=False)
    unit.connection.execute(_MOVE_GAME, {**row, "of_game": after.game})
    changed = [
        {"of_game": after.game, "of_seat": now.seat, "kind": now.kind, "player": now.player}
        for was, now in zip(before.seats, after.seats, strict=True)
        if (was.kind, was.player) != (now.kind, now.player)
    ]
    if changed:
        unit.connection.execute(_MOVE_SEAT, changed)


def write(
    unit: Unit, state: GameState, created: datetime, moved: datetime, *, view_only: bool
) -> None:
    """Write the rows of a game that has none."""
    fixed = {"game": state.game, "view_only": view_only, "created": created}
    unit.connection.execute(_NEW_GAME, {**_game_row(state, moved, view_only), **fixed})
    rows = [
        {"game": state.game, "seat": s.seat, "kind": s.kind, "player": s.player}
        for s in state.seats
    ]
    unit.connection.execute(_NEW_SEATS, rows)


def _game_row(state: GameState, moved: datetime, view_only: bool) -> Mapping[str, Any]:
    """The columns that change from append to append."""
    awaiting = state.awaiting
    due_at = at_moment(awaiting.due_at) if awaiting and awaiting.due_at else None
    acts = not view_only and option(state.options, "timeouts") == "autoplay"
    return {
        "host": state.host,
        "phase": state.phase,
        "turn": state.turn,
        "version": state.version,
        "awaiting_seat": awaiting.seat if awaiting else None,
        "awaiting_kind": awaiting.kind if awaiting else None,
        "awaiting_decision": awaiting.decision if awaiting else None,
        "due_at": due_at,
        "acts_at": due_at if acts else None,
        "paused": state.paused,
        "moved": moved,
        # The seed is revealed last of all: nothing follows it (events.md, ``DeckRevealed``).
        "finished": moved if state.over else None,
    }


def rebuild(store: Store) -> int:
    """Empty and refill the read models from the log; answers how many games there are.

    Nothing else happens: no mail is asked for, no event written. Each game is a unit of its own, so
    players go on playing meanwhile. Raises LogFault naming the event that cannot be carried out.
    """
    with store.unit() as unit:
        stored = select(streams.c.stream).where(streams.c.kind == "game")
        unit.connection.execute(delete(seats).where(seats.c.game.not_in(stored)))
        unit.connection.execute(delete(games).where(games.c.game.not_in(stored)))
    count, last = 0, ""
    while True:
        with store.read() as reader:
            page = reader.streams(after=last)
        for game in page:
            with store.unit() as unit:
                _refill(unit, game)
        if not page:
            return count
        count, last = count + len(page), page[-1]


def _refill(unit: Unit, game: str) -> None:
    """Write the rows of one game anew, its head held so that no append comes between."""
    unit.lock(game)
    unit.connection.execute(delete(seats).where(seats.c.game == game))
    unit.connection.execute(delete(games).where(games.c.game == game))
    state = fold(game, unit.bodies(game))
    first, last = unit.recorded(game, upto=1)[0], unit.recorded(game, after=state.version - 1)[0]
    seeded = unit.connection.execute(select(seeds.c.stream).where(seeds.c.stream == game)).first()
    write(unit, state, at_moment(first.at), at_moment(last.at), view_only=seeded is None)
