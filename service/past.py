"""Past states of games: every version is as near as every other.

What happened does not change, so states on the way are kept, one each ``STRIDE`` versions, and a version is
folded from the nearest one before it. A backup brought back under a running process would make them
wrong: the hash at a kept version says whether they are of this very log.
"""

from typing import NamedTuple

from events.cache import Recent
from events.replay import extend, fold
from events.store import Reader
from events.ten.state import GameState

STRIDE = 48
KEPT = 512
"""How many states on the way are kept in a process: some dozen whole games."""


class _Kept(NamedTuple):
    state: GameState
    hash: str


class Past:
    """The states of games at their versions. One for each process; safe between threads."""

    def __init__(self) -> None:
        self._kept: Recent[_Kept] = Recent(KEPT)

    def at(self, reader: Reader, game: str, version: int) -> GameState:
        """The state at a version that the game has. Raises LogFault."""
        state = self._nearest(reader, game, version)
        begun = 0 if state is None else state.version
        for stop in range(begun + STRIDE - begun % STRIDE, version + 1, STRIDE):
            state = _go_on(reader, game, state, stop)
            self._kept.put(f"{game}:{stop}", _Kept(state, _hash(reader, game, stop)))
        return _go_on(reader, game, state, version)

    def _nearest(self, reader: Reader, game: str, version: int) -> GameState | None:
        """The kept state of this version or the last one before it."""
        for stop in range(version - version % STRIDE, 0, -STRIDE):
            kept = self._kept.get(f"{game}:{stop}")
            if kept is not None and kept.hash == _hash(reader, game, stop):
                return kept.state
        return None


def _hash(reader: Reader, game: str, version: int) -> str:
    return reader.recorded(game, version - 1, version)[0].hash


def _go_on(reader: Reader, game: str, state: GameState | None, version: int) -> GameState:
    if state is None:
        return fold(game, reader.bodies(game, upto=version))
    if state.version == version:
        return state
    bodies = reader.bodies(game, after=state.version, upto=version)
    return extend(state, bodies, lambda upto: reader.bodies(game, upto=upto))
