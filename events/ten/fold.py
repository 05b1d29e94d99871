"""Events to state. Nothing here knows a rule: an event says what happened, complete, and is carried out.

``carry_out`` changes a draft in place, which is what a long replay wants; ``evolve`` is the pure step.
The handlers are called about 600 times a game: they do plain work on lists and nothing else.
"""

from collections.abc import Callable

from events import types as t
from events.ten.fold_play import PERSON, PLAY
from events.ten.fold_table import TABLE
from events.ten.state import GameState

__all__ = ["PERSON", "Prefix", "carry_out", "evolve", "no_prefix"]

_HANDLERS = {**PLAY, **TABLE}

Prefix = Callable[[int], GameState]
"""Version -> the state of the same stream at that version; needed to fold ``MovesUndone``."""


def no_prefix(version: int) -> GameState:
    """For folds that are known to hold no undo. Raises LookupError."""
    raise LookupError(f"the events up to version {version} are needed to fold an undo")


def carry_out(
    state: GameState,
    event: t.Event,
    version: int,
    by: str,
    via: str,
    command: str,
    prefix: Prefix = no_prefix,
) -> GameState:
    """Carry out one event on a draft and return the draft (another object after ``MovesUndone``).

    Raises LookupError if ``prefix`` cannot answer for an undo.
    """
    if command != state.command:
        if state.command:
            state.marks.append(state.mark)
        state.command, state.by, state.via = command, by, via
        state.moved = state.drew = False
    if type(event) is t.MovesUndone:
        state = _undone(state, event, version, prefix)
    else:
        _HANDLERS[type(event)](state, event, version)
    state.version = version
    return state


def evolve(
    state: GameState,
    event: t.Event,
    version: int,
    meta: t.Meta,
    prefix: Prefix = no_prefix,
) -> GameState:
    """The state after one more event; the given state is not changed."""
    return carry_out(state.copy(), event, version, meta.by, meta.via, meta.command, prefix)


def _undone(state: GameState, event: t.MovesUndone, version: int, prefix: Prefix) -> GameState:
    """The state at ``to_version`` but for the facts about the table (events.md, "undo")."""
    back = prefix(event.to_version).copy()
    back.marks.append(back.mark)
    back.command, back.by, back.via = state.command, state.by, state.via
    back.moved = back.drew = False
    back.awaiting = None
    # Whoever timed out in this turn is asked again, with a whole new clock.
    back.forfeited = None
    back.host, back.paused = state.host, state.paused
    back.pause, back.abandon, back.undo = state.pause, state.abandon, None
    back.known, back.undone = state.known, version
    for seat, now in zip(back.seats, state.seats, strict=True):
        seat.kind, seat.player, seat.missed = now.kind, now.player, now.missed
    return back
