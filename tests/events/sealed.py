"""Tables at which orders are given."""

import uuid
from itertools import count
from typing import Any

from sqlalchemy import select

from events import types as t
from events.handler import Handler
from events.orders import OrderCommand, OrderOutcome, SealedOrders, SetOrder, WithdrawOrder
from events.orders_log import stream_of
from events.store import Store
from events.tables import events
from events.ten.orders import Held, Order
from events.ten.state import GameState
from tests.events.tables import Table, game_id, seeded


class Sealed(Table):
    """A game whose seats may give orders."""

    def __init__(self, store: Store, seed: int = 1, game: str = game_id(1), **more: Any) -> None:
        self.store = store
        self.sealed = SealedOrders()
        super().__init__(Handler(store, fresh_seed=seeded(seed), orders=self.sealed, **more), game)
        self._orders = count(1)

    def order(self, seat: int, order: Order, **more: Any) -> OrderOutcome:
        return self.sealed.execute(
            self.handler, self.game, self.wish(SetOrder(seat, order), **more)
        )

    def withdraw(self, seat: int, key: str, **more: Any) -> OrderOutcome:
        return self.sealed.execute(
            self.handler, self.game, self.wish(WithdrawOrder(seat, key), **more)
        )

    def wish(self, wish: SetOrder | WithdrawOrder, **more: Any) -> OrderCommand:
        """The next command about orders, not carried out."""
        id = str(uuid.uuid5(uuid.UUID(self.game), f"order {next(self._orders)}"))
        return OrderCommand(id, "web", self.now, wish, **more)

    def held(self, seat: int) -> list[Held]:
        """The seat's orders, as its person may see them."""
        state = self.handler.load(self.game)
        with self.store.read() as reader:
            return self.sealed.held(reader, state, seat)

    def orders(self, seat: int) -> list[Order]:
        return [held.order for held in self.held(seat)]


def at_auction(table: Sealed) -> GameState:
    """Play until somebody has drawn a wild, and nobody has bid."""
    return table.play(lambda state: state.auction is not None and not state.auction.bids)


def private(store: Store, seat: int) -> list[str]:
    """The types in a seat's private stream."""
    stream = stream_of(game_id(1), seat)
    with store.read() as reader:
        found = reader.connection.execute(
            select(events.c.type).where(events.c.stream == stream).order_by(events.c.version)
        )
        return list(found.scalars())


def via_order(table: Sealed) -> list[t.Recorded]:
    return [each for each in table.handler.recorded(table.game) if each.meta.via == "order"]
