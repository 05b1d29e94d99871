"""Sealed orders: set, withdrawn, and answering for their seat when it is awaited.

All that reads them for an answer, or writes them, holds the lock of the game's head: an order is set
before a move or after it, never during. What they say is for their own seat's person alone: nothing
here logs it, and a game's events show the move they made and nothing else.
"""

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from events import types as t
from events.cache import Recent
from events.errors import NoSuchOrder, StaleOrders
from events.handler import CommandIdMalformed, Handler
from events.loading import is_uuid
from events.orders_log import (
    EMPTY,
    Kept,
    OrderEvent,
    OrderSet,
    OrderSpent,
    OrderWithdrawn,
    data_of,
    fold,
    record,
    stream_of,
)
from events.store import Reader, Unit
from events.ten.answers import Answer
from events.ten.orders import Held, Order, act
from events.ten.orders_check import check, live
from events.ten.phases.common import require_seat
from events.ten.state import GameState

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class SetOrder:
    seat: int
    order: Order


@dataclass(frozen=True)
class WithdrawOrder:
    """key: as ``key_of`` gives it."""

    seat: int
    key: str


@dataclass(frozen=True)
class OrderCommand:
    """A wish of the person in the seat, as ``Command`` is one about the game.

    id: UUID; the same id acts once. via: web, mail or api. expected_version: of the private stream
    (``SealedOrders.version``), or None where the last one to speak wins.
    """

    id: str
    via: str
    now: datetime
    wish: SetOrder | WithdrawOrder
    expected_version: int | None = None


class OrderOutcome(NamedTuple):
    """state: the game now. acted: whether the order, or what followed, moved it on. repeated: the command
    had been carried out before."""

    state: GameState
    acted: bool
    repeated: bool


class SealedOrders:
    """The orders of all seats. One for each process, given to its ``Handler`` as ``orders``."""

    def __init__(self, keep: int = 1024) -> None:
        """keep: how many seats' orders stay in memory; the stream's head says whether they are current."""
        self._streams: Recent[Kept] = Recent(keep)

    def __call__(self, unit: Unit, state: GameState, at: str) -> Answer | None:
        """The awaited seat's order, if one answers; what is spent by it is written in this unit."""
        awaiting = state.awaiting
        if awaiting is None:
            return None
        seat = awaiting.seat
        try:
            kept = self._current(unit, state.game, seat)
            acted = act(state, seat, kept.of(state.seat(seat).player))
        except SQLAlchemyError:
            raise
        except Exception as trouble:
            # It must not cost anybody the own move; the person is asked. What the order says stays
            # out of the log, and so does whatever the error might say of it.
            about = {"game": state.game, "version": state.version}
            logger.error("an order failed: %s", type(trouble).__name__, extra=about)
            acted = None
        if acted is None:
            return None
        by = f"seat:{seat}"
        if acted.spent is not None:
            command = uuid.uuid5(uuid.UUID(state.game), f"{state.version}:{by}:spent")
            spent = OrderSpent(acted.spent, state.version)
            self._append(unit, state.game, seat, spent, t.Meta(by, "order", str(command)), at)
        return Answer(by, acted.wish, "order")

    def held(self, reader: Reader, state: GameState, seat: int) -> list[Held]:
        """The orders of the person in this seat that may still act, the oldest first. For that
        person's eyes only."""
        kept = self._current(reader, state.game, seat)
        return [each for each in kept.of(state.seat(seat).player) if live(state, each.order)]

    def version(self, reader: Reader, game: str, seat: int) -> int:
        """The version of the seat's private stream, 0 before its first order."""
        return self._current(reader, game, seat).head.version

    def execute(self, handler: Handler, game: str, command: OrderCommand) -> OrderOutcome:
        """Carry out a command, once; a seat that is awaited is answered for at once.

        ``handler`` is the one that asks this object. Raises what ``check`` raises, NoSuchOrder,
        StaleOrders, CommandIdMalformed, UnknownGame, ViewOnly or StorageError; then nothing was stored.
        """
        if not is_uuid(command.id):
            raise CommandIdMalformed(command=command.id)
        before = 0
        repeated = False

        def first(unit: Unit, state: GameState, at: str) -> None:
            nonlocal before, repeated
            before = state.version
            stream = stream_of(game, command.wish.seat)
            repeated = unit.find_command(stream, command.id) is not None
            if not repeated:
                self._carry(unit, state, command, at)

        state = handler.settle(game, command.now, first)
        return OrderOutcome(state, state.version > before, repeated)

    def _carry(self, unit: Unit, state: GameState, command: OrderCommand, at: str) -> None:
        wish, game = command.wish, state.game
        if isinstance(wish, SetOrder):
            check(state, wish.seat, wish.order)
        else:
            require_seat(state, wish.seat)
        kept = self._current(unit, game, wish.seat)
        if command.expected_version not in (None, kept.head.version):
            raise StaleOrders(expected=command.expected_version, actual=kept.head.version)
        player = state.seat(wish.seat).player or ""
        event: OrderEvent
        if isinstance(wish, SetOrder):
            event = OrderSet(data_of(wish.order), player, state.version)
        else:
            if kept.orders.get(wish.key, (None, None))[1] != player:
                raise NoSuchOrder(order=wish.key)
            event = OrderWithdrawn(wish.key)
        meta = t.Meta(f"seat:{wish.seat}", command.via, command.id)
        self._append(unit, game, wish.seat, event, meta, at)

    def _current(self, reader: Reader, game: str, seat: int) -> Kept:
        stream = stream_of(game, seat)
        head = reader.head(stream)
        if head is None:
            return EMPTY
        kept = self._streams.get(stream)
        # Another hash at the same version: that append was rolled back.
        if kept is None or kept.head != head:
            kept = fold(head, reader.bodies(stream, upto=head.version))
            self._streams.put(stream, kept)
        return kept

    def _append(
        self, unit: Unit, game: str, seat: int, event: OrderEvent, meta: t.Meta, at: str
    ) -> None:
        stream = stream_of(game, seat)
        after = self._current(unit, game, seat).head
        unit.append(stream, after.version, [record(stream, after, at, event, meta)], kind="orders")
