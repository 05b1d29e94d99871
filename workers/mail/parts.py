"""What the tasks work with, built once for each process."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from events.engine import make_engine
from events.handler import Handler
from events.orders import SealedOrders
from events.store import Store
from service.config import Settings, Smtp
from service.links import Links
from service.playing import playing


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Parts:
    """``smtp`` is where mail goes; ``clock`` gives aware UTC times. orders: those that ``handler`` asks. key:
    the secret that signs the addresses which bounces come back to; None where no mail can come back.
    own_addresses: whether each game writes from an address of its own."""

    store: Store
    handler: Handler
    links: Links
    smtp: Smtp
    mail_from: str
    clock: Callable[[], datetime] = utc_now
    orders: SealedOrders | None = None
    key: str | None = None
    own_addresses: bool = False

    @classmethod
    def from_settings(cls, settings: Settings) -> "Parts":
        """Raises StorageError for a database URL that is none, ValueError without a mail server."""
        if settings.smtp is None:
            raise ValueError("a worker needs a mail server")
        store = Store(make_engine(settings.database_url))
        links = Links(settings.base_url)
        handler, orders = playing(store)
        key = settings.secret_key if settings.replies else None
        at = (store, handler, links, settings.smtp, settings.mail_from, utc_now, orders, key)
        return cls(*at, settings.own_addresses)
