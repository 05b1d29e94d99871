"""Loading a game: its state now or at a version, its events, its head. Nothing is decided or written here.

The states of some games stay in memory; the hash of a stream's head tells whether one is still true.
"""

import uuid
from collections.abc import Sequence
from contextlib import nullcontext
from typing import NamedTuple

from events import errors
from events.cache import Recent
from events.replay import extend, fold
from events.store import Head, Reader, Store
from events.ten.state import GameState
from events.types import Recorded


class _Kept(NamedTuple):
    """A state and the hash of its last event, which says whether it is of this very log."""

    state: GameState
    hash: str


class Games:
    """The games of a store, ``keep`` of them remembered. One for each process; safe between threads."""

    def __init__(self, store: Store, keep: int = 256) -> None:
        self._store = store
        self._states: Recent[_Kept] = Recent(keep)

    def _keep(self, game: str, state: GameState, hash: str) -> None:
        """Remember a state that is committed."""
        self._states.put(game, _Kept(state, hash))

    def _current(self, reader: Reader, game: str, head: Head) -> GameState:
        """The state at ``head``: the kept one and the tail after it, or all from the log."""
        kept = self._states.get(game)
        if kept is not None and kept.state.version == head.version and kept.hash == head.hash:
            return kept.state
        state = None
        if kept is not None and kept.state.version < head.version:
            hash, tail = reader.tail(game, kept.state.version)
            # Another hash: a backup was brought back under a running process.
            if hash == kept.hash:
                state = extend(kept.state, tail, lambda upto: reader.bodies(game, upto=upto))
        if state is None:
            state = fold(game, reader.bodies(game, upto=head.version))
        self._keep(game, state, head.hash)
        return state

    def load(
        self,
        game: str,
        version: int | None = None,
        reader: Reader | None = None,
        head: Head | None = None,
    ) -> GameState:
        """The state of a game, now or at a version. Raises UnknownGame, NoSuchVersion, LogFault or
        StorageError. Loading has no effects. reader: where somebody has one open already. head: the
        game's, where somebody has just read it, for its state now."""
        if version is None and reader is None and (state := self._kept(game, head)) is not None:
            return state
        with nullcontext(reader) if reader is not None else self._store.read() as reader:
            head = _head_of(reader, game)
            if version is not None and not 1 <= version <= head.version:
                raise errors.NoSuchVersion(game=game, version=version, last=head.version)
            if version is None or version == head.version:
                return self._current(reader, game, head)
            return fold(game, reader.bodies(game, upto=version))

    def _kept(self, game: str, head: Head | None) -> GameState | None:
        """The kept state, if the game is where it was: its head tells, by one look at it."""
        kept = self._states.get(game)
        if kept is None:
            return None
        if head is None:
            with self._store.glance() as reader:
                head = reader.head(game)
        same = head is not None and (head.version, head.hash) == (kept.state.version, kept.hash)
        return kept.state if same else None

    def head(self, game: str) -> Head:
        """Version, hash and time of the last event. Raises UnknownGame or StorageError."""
        with self._store.read() as reader:
            return _head_of(reader, game)

    def recorded(self, game: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """The events of a game after a version up to another, as exports and recaps need them.

        Raises UnknownGame, UnknownShape or StorageError."""
        with self._store.read() as reader:
            _head_of(reader, game)
            return reader.recorded(game, after, upto)

    def bodies(self, game: str) -> Sequence[str]:
        """All stored texts of a game. Raises UnknownGame or StorageError."""
        with self._store.read() as reader:
            _head_of(reader, game)
            return reader.bodies(game)


def _head_of(reader: Reader, game: str) -> Head:
    """Raises UnknownGame. Streams that are no game have no UUID for a name."""
    head = reader.head(game) if is_uuid(game) else None
    if head is None:
        raise errors.UnknownGame(game=game)
    return head


def is_uuid(text: str) -> bool:
    """Whether this is a UUID as the log writes it: lower case, with hyphens."""
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False
