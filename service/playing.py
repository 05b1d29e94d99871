"""The way into games for pages and workers: a handler that knows people's hours and sealed orders."""

from collections.abc import Callable
from typing import NamedTuple

from events.handler import Handler
from events.orders import SealedOrders
from events.store import Store
from service.hours import hours


class Playing(NamedTuple):
    """What one process plays with: ``handler`` asks ``orders``, and pages and replies set them there."""

    handler: Handler
    orders: SealedOrders


def playing(store: Store, fresh_seed: Callable[[], bytes] | None = None) -> Playing:
    """For this store. ``fresh_seed``: in place of the system's own chance, for tests."""
    orders = SealedOrders()
    if fresh_seed is None:
        return Playing(Handler(store, hours=hours, orders=orders), orders)
    return Playing(Handler(store, hours=hours, orders=orders, fresh_seed=fresh_seed), orders)
