"""The fold: stored events to the state of a game at a version. No rule is consulted on the way.

A whole game is folded on one draft, decoding and carrying out event by event. An undo needs the
state of an earlier version; it is folded again from the nearest state after an undo that was met
before, so that undos of undone undos cost no more than others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import orjson

from events import types as t
from events.codec import thaw
from events.errors import LogFault, NoSuchVersion
from events.ten.fold import Prefix, carry_out, no_prefix
from events.ten.state import GameState
from events.upcast import UPCASTERS, Upcasters

Step = tuple[t.Event, int, str, str, str]
"""An event, its version, and by, via and command of its meta: what the fold takes."""

_FAULTS = (LookupError, ValueError, TypeError, AttributeError, RecursionError)
"""What comes of a stored text that does not hold what its type promises."""


def fold(game: str, bodies: Iterable[str], *, upcasters: Upcasters = UPCASTERS) -> GameState:
    """The state after these stored events of one stream, versions 1, 2, 3 ...

    The bodies are trusted: hashes are not computed. Raises UnknownShape, and LogFault naming the
    first event that cannot be carried out.
    """
    kept = list(bodies)
    earlier = _Earlier(game, lambda first, last: _read(kept[first:last], first, upcasters))
    return _carry(GameState(game), _read(kept, 0, upcasters), earlier, earlier.resumed)


def extend(
    state: GameState,
    bodies: Iterable[str],
    read_prefix: Callable[[int], Sequence[str]],
    *,
    upcasters: Upcasters = UPCASTERS,
) -> GameState:
    """The state after the stored events that follow it; the given state is not changed.

    ``read_prefix(version)`` gives the bodies 1 to version of the stream; it is asked only if an
    undo is among the events. Raises as ``fold`` does.
    """

    def prefix(version: int) -> GameState:
        return fold(state.game, read_prefix(version), upcasters=upcasters)

    return _carry(state.copy(), _read(bodies, state.version, upcasters), prefix, [])


def at(
    game: str, bodies: Iterable[str], version: int, *, upcasters: Upcasters = UPCASTERS
) -> GameState:
    """The state at a version. Raises NoSuchVersion below 1 and after the last, else as ``fold``."""
    kept = list(bodies)
    if not 1 <= version <= len(kept):
        raise NoSuchVersion(game=game, version=version, last=len(kept))
    return fold(game, kept[:version], upcasters=upcasters)


def states(recorded: Iterable[t.Recorded]) -> Iterator[GameState]:
    """The state at every version of one stream, from version 1 on, each independent of the others.

    Raises LogFault, when it gets there, at the first event that cannot be carried out.
    """
    kept: list[t.Recorded] = []
    earlier = _Earlier("", lambda first, last: map(_step, kept[first:last]))
    state: GameState | None = None
    for each in recorded:
        if state is None:
            earlier.game = each.stream
            state = GameState(each.stream)
        kept.append(each)
        state = _carry(state, (_step(each),), earlier, earlier.resumed)
        yield state.copy()


class _Earlier:
    """Answers the fold when an undo asks for the state at an earlier version."""

    def __init__(self, game: str, steps: Callable[[int, int], Iterable[Step]]) -> None:
        self.game = game
        self.steps = steps
        """(first, last) -> the steps after version ``first`` up to ``last``."""
        self.resumed: list[GameState] = []
        """The states right after each undo so far."""

    def __call__(self, version: int) -> GameState:
        near = [state for state in self.resumed if state.version <= version]
        draft = near[-1].copy() if near else GameState(self.game)
        # No undo lies between the nearest state and the version: an undo met here is one that asks
        # for itself or for what comes after it, and ends as a fault.
        return _carry(draft, self.steps(draft.version, max(version, 0)), no_prefix, [])


def _step(each: t.Recorded) -> Step:
    return each.event, each.version, each.meta.by, each.meta.via, each.meta.command


def _read(bodies: Iterable[str], after: int, upcasters: Upcasters) -> Iterator[Step]:
    """Decode the bodies that follow version ``after``."""
    name = ""
    for due, row in enumerate(_rows(list(bodies), after), after + 1):
        try:
            name, version, meta = row["type"], row["version"], row["meta"]
            event = thaw(
                name,
                row["schema"],
                row["data"],
                stream=row["stream"],
                version=version,
                upcasters=upcasters,
            )
            step = event, version, meta["by"], meta["via"], meta["command"]
        except _FAULTS as error:
            raise LogFault(version=due, type=name, reason="cannot be decoded") from error
        yield step


def _rows(bodies: Sequence[str], after: int) -> Iterator[Any]:
    """The bodies as decoded JSON. Decoding them as one array spares a third of the time; only if that
    fails are they taken one by one, to name the first that is wrong."""
    try:
        rows = orjson.loads(f"[{','.join(bodies)}]")
    except (ValueError, RecursionError):
        rows = []
    if len(rows) == len(bodies):
        yield from rows
        return
    for due, body in enumerate(bodies, after + 1):
        try:
            row = orjson.loads(body)
        except (ValueError, RecursionError) as error:
            raise LogFault(version=due, type="", reason="cannot be decoded") from error
        yield row


def _carry(
    state: GameState, steps: Iterable[Step], prefix: Prefix, resumed: list[GameState]
) -> GameState:
    """Carry the steps out on the draft; copies of the states after an undo go into ``resumed``."""
    for event, version, by, via, command in steps:
        try:
            if version != state.version + 1:
                raise ValueError(f"version {version} follows version {state.version}")
            after = carry_out(state, event, version, by, via, command, prefix)
        except _FAULTS as error:
            raise LogFault(
                version=state.version + 1,
                type=type(event).__name__,
                reason=f"does not follow from the events before it ({error})",
            ) from error
        if after is not state:
            resumed.append(after.copy())
            state = after
    return state
