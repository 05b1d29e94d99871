"""What the tasks work with, built once for each process."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from events.engine import make_engine
from events.handler import Handler
from events.store import Store
from service.config import Settings, Smtp
from service.links import Links
from service.playing import playing


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Parts:
    """``smtp`` is where mail goes; ``clock`` gives aware UTC times."""

    store: Store
    handler: Handler
    links: Links
    smtp: Smtp
    mail_from: str
    clock: Callable[[], datetime] = utc_now

    @classmethod
    def from_settings(cls, settings: Settings) -> "Parts":
        """Raises StorageError for a database URL that is none, ValueError without a mail server."""
        if settings.smtp is None:
            raise ValueError("a worker needs a mail server")
        store = Store(make_engine(settings.database_url))
        links = Links(settings.base_url)
        return cls(store, playing(store).handler, links, settings.smtp, settings.mail_from)
