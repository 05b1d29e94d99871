"""The one way to change a game: ``execute`` a command, in one transaction, or refuse it.

Lock the game's head, load its state, decide, let bots, the House, orders and necessity answer until
a person is awaited; then append, project and enqueue, and commit. No other module may know a seed.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import insert

from events import errors, outbox, projections
from events.cache import Recent
from events.codec import at_moment
from events.commands import Command, CreateGame
from events.deadlines import by_options
from events.draft import Clock, Draft
from events.engine import StorageUnavailable
from events.loading import Games, is_uuid
from events.notices import notices
from events.replay import fold
from events.store import Locked, Reader, Store, Unit
from events.tables import seeds
from events.ten.answers import Answer
from events.ten.chance import Dealer
from events.ten.shuffle import SEED_BYTES, commitment
from events.ten.state import GameState
from events.types import Recorded

Orders = Callable[[Unit, GameState, str], Answer | None]
"""The standing order of the person who is awaited in this state, read (and spent) in this unit, whose
events are of this moment, in the form of ``at``."""

First = Callable[[Unit, GameState, str], Command | None]
"""What is to be written in a unit before it answers for anybody, and the command that follows from it;
state and ``at`` as for ``Orders``."""

Hours = Callable[[Reader], Clock]
"""The clock of the people whose decisions are opened in a unit, from what the unit can read of them."""


class CommandIdMalformed(errors.Refusal):
    """A command's id is a UUID in lower case. Parameters: command."""

    code = "command-id-malformed"


@dataclass(frozen=True)
class Outcome:
    """What a command led to.

    versions: those of the command's own events; events: these events. Both are the same however
    often the command is sent. state, version, hash: the game after the append, or as it is now if
    ``repeated``, which says that the command had been carried out before.
    """

    versions: range
    events: Sequence[Recorded]
    state: GameState
    hash: str
    repeated: bool = False

    @property
    def version(self) -> int:
        return self.state.version


_NEW_SEED = insert(seeds)
_NONE = ""
"""No command's id."""


def no_orders(unit: Unit, state: GameState, at: str) -> Answer | None:
    """Nobody has a standing order."""
    return None


class Handler(Games):
    """Executes commands and loads games. One for each process; safe between threads."""

    def __init__(
        self,
        store: Store,
        clock: Clock = by_options,
        *,
        hours: Hours | None = None,
        fresh_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
        orders: Orders = no_orders,
        keep: int = 256,
        most: int = 2000,
    ) -> None:
        """hours: in place of ``clock``, where it has to be read in each unit. keep: how many games'
        states stay in memory. most: commands in one append; what is left to answer after that goes into
        the next."""
        super().__init__(store, keep)
        self._hours = hours or (lambda reader: clock)
        self._fresh_seed = fresh_seed
        self._orders = orders
        self._most = most
        self._dealers: Recent[Dealer] = Recent(keep)

    def execute(self, game: str, command: Command) -> Outcome:
        """Carry out a command, once: the same id is answered with the first result for ever.

        Raises Refusal (StaleVersion names the version the game has now), UnknownGame or
        StorageError; then nothing was stored.
        """
        if not is_uuid(game):
            raise errors.UnknownGame(game=game)
        if not is_uuid(command.id):
            raise CommandIdMalformed(command=command.id)
        try:
            outcome, more = self._append(game, command.now, command)
        except StorageUnavailable:
            # A connection may have died while nobody used it, or at the commit: the id tells.
            outcome, more = self._append(game, command.now, command)
        except errors.StaleVersion:
            # Two began the game at once. The winner may have been this very command.
            with self._store.read() as reader:
                wrote = reader.find_command(game, command.id)
            if wrote is None:
                raise
            outcome, more = self._append(game, command.now, command)
        while more:
            rest, more = self._append(game, command.now, None)
            outcome = replace(outcome, state=rest.state, hash=rest.hash)
        return outcome

    def settle(self, game: str, now: datetime, first: First | None = None) -> GameState:
        """Carry out whatever can be answered without a person: what an append of ``most`` commands
        left when the process died, or what ``first`` brings about.

        ``first`` runs once in the same unit, with the game locked, and perhaps again if the connection
        failed: it looks for what it wrote. Whatever it raises leaves all as it was. Raises as ``execute``
        does.
        """
        if not is_uuid(game):
            raise errors.UnknownGame(game=game)
        try:
            outcome, more = self._append(game, now, None, first)
        except StorageUnavailable:
            outcome, more = self._append(game, now, None, first)
        while more:
            outcome, more = self._append(game, now, None)
        return outcome.state

    def _append(
        self, game: str, now: datetime, command: Command | None, first: First | None = None
    ) -> tuple[Outcome, bool]:
        """One append, and whether there is more to answer."""
        with self._store.unit() as unit:
            locked = unit.lock_for(game, _NONE if command is None else command.id)
            head = before = None
            if locked is not None:
                head, wrote, _ = locked
                before = self._current(unit, game, head)
                if wrote is not None:
                    own = unit.recorded(game, wrote.start - 1, wrote.stop - 1)
                    return Outcome(wrote, own, before, head.hash, repeated=True), False
            draft = Draft(
                game,
                before,
                head,
                now,
                self._dealer(game, locked, command),
                self._hours(unit),
                lambda version: fold(game, unit.bodies(game, upto=version)),
            )
            if first is not None:
                command = first(unit, draft.state, draft.at)
            if command is not None:
                self._carry(draft, command)
            own = draft.recorded.copy()
            more = draft.answer(self._most, lambda state: self._orders(unit, state, draft.at))
            if draft.recorded:
                with nullcontext() if locked is None else unit.together():
                    self._write(unit, draft)
        # Only what is committed may be seen by the next command.
        self._keep(game, draft.state, draft.hash)
        start = 1 if before is None else before.version + 1
        return Outcome(range(start, start + len(own)), own, draft.state, draft.hash), more

    def _carry(self, draft: Draft, command: Command) -> None:
        """Raises Refusal."""
        actual = 0 if draft.before is None else draft.before.version
        if command.expected_version not in (None, actual):
            raise errors.StaleVersion(expected=command.expected_version, actual=actual)
        wish = command.wish
        if isinstance(wish, CreateGame):
            wish = replace(wish, commitment=commitment(bytes.fromhex(draft.chance.seed)))
        draft.carry(wish, command.by, command.via, command.id)

    def _write(self, unit: Unit, draft: Draft) -> None:
        before, after = draft.before, draft.state
        unit.append(draft.game, 0 if before is None else before.version, draft.recorded)
        if before is None:
            seed = {"stream": draft.game, "seed": draft.chance.seed}
            unit.connection.execute(_NEW_SEED, seed)
        projections.project(unit, before, after, draft.recorded)
        owed = notices(before, after, draft.recorded)
        outbox.enqueue(unit, owed, at_moment(draft.at))

    def _dealer(self, game: str, locked: Locked | None, command: Command | None) -> Dealer:
        """Raises UnknownGame or ViewOnly."""
        if locked is None:
            if command is None or not isinstance(command.wish, CreateGame):
                raise errors.UnknownGame(game=game)
            return Dealer(self._fresh_seed().hex())
        if locked.seed is None:
            raise errors.ViewOnly()
        dealer = self._dealers.get(game)
        if dealer is None:
            dealer = Dealer(locked.seed)
            self._dealers.put(game, dealer)
        return dealer

    def adopt(self, recorded: Sequence[Recorded]) -> GameState:
        """Take in a whole log that was verified, as a view only: its seed is not here.

        Raises GameExists, LogFault or StorageError; then nothing was stored.
        """
        game = recorded[0].stream
        state = fold(game, [each.body for each in recorded])
        try:
            with self._store.unit() as unit:
                unit.append(game, 0, recorded)
                first, last = at_moment(recorded[0].at), at_moment(recorded[-1].at)
                projections.write(unit, state, first, last, view_only=True)
        except errors.StaleVersion:
            raise errors.GameExists(game=game) from None
        return state
