"""The tables, for both databases: the log, the seeds apart from it, the read models, the outbox.

Moments are stored as the text of ``at`` (``2026-03-01T09:30:00.123456Z``). It is what the log itself
holds, its order as text is its order in time, it keeps all six decimals, and neither database has a
say in its zone: SQLite would answer a column of its own moments without one.

No foreign key leads to ``streams``: it would cost each appended event a look-up of a row that the
same transaction holds locked anyway. Tables of people are not here; they belong to the service.
"""

from datetime import datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

from events.codec import at_text


class Instant(TypeDecorator[datetime]):
    """An aware moment in Python, the text of ``at`` in the database. ValueError without a zone."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        return None if value is None else at_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value)


metadata = MetaData()

streams = Table(
    "streams",
    metadata,
    Column("stream", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("hash", String, nullable=False),
    Column("at", String, nullable=False),
)
"""The head of each stream: what its last event says. ``kind`` is ``game`` or ``orders``."""

events = Table(
    "events",
    metadata,
    Column("stream", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("type", String, nullable=False),
    Column("command", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String, nullable=False),
    # With the version in it the index alone says which events a command wrote.
    Index("events_by_command", "stream", "command", "version"),
    # A stream's events lie side by side in the file: a game is read from its first page to its last.
    sqlite_with_rowid=False,
)
"""The log. ``body`` is the canonical text as it was hashed. A trigger refuses UPDATE and DELETE."""

seeds = Table(
    "seeds",
    metadata,
    Column("stream", String, primary_key=True),
    Column("seed", String, nullable=False),
)
"""64 hex digits a game, secret until the log reveals them; only ``handler`` reads them. A game
without a seed was imported and is a view only."""

games = Table(
    "games",
    metadata,
    Column("game", String, primary_key=True),
    Column("host", String, nullable=False),
    Column("phase", String, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("awaiting_seat", Integer),
    Column("awaiting_kind", String),
    Column("awaiting_decision", Integer),
    Column("due_at", Instant),
    Column("acts_at", Instant),
    Column("paused", String),
    Column("view_only", Boolean, nullable=False),
    Column("created", Instant, nullable=False),
    Column("moved", Instant, nullable=False),
    Column("finished", Instant),
)
"""Read model, one row a game. ``awaiting_decision`` is the version that opened the decision, ``due_at``
its clock. ``acts_at`` is when the sweep acts on it: null where nothing is to be done, because no
clock runs or the game waits for its host or is a view only. ``moved`` is the last ``at``."""

Index(
    "games_by_acts_at",
    games.c.acts_at,
    sqlite_where=games.c.acts_at.is_not(None),
    postgresql_where=games.c.acts_at.is_not(None),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("player", String, index=True),
)
"""Read model: who sits where now."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("key", String, nullable=False, unique=True),
    Column("message_id", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("game", String),
    Column("seat", Integer),
    Column("person", String),
    Column("decision", Integer),
    Column("payload", JSON, nullable=False),
    Column("status", String, nullable=False),
    Column("not_before", Instant),
    Column("attempts", Integer, nullable=False),
    Column("last_error", String),
    Column("created", Instant, nullable=False),
    Column("closed", Instant),
    sqlite_autoincrement=True,
)
"""One mail to one recipient (see ``outbox.py``). Holds ids, never an address, a name or a token.
``not_before`` is when a worker may next take the row up, and null once the row is closed."""

Index(
    "outbox_by_not_before",
    outbox.c.not_before,
    sqlite_where=outbox.c.not_before.is_not(None),
    postgresql_where=outbox.c.not_before.is_not(None),
)

Index("outbox_by_seat", outbox.c.game, outbox.c.seat, outbox.c.id)
"""For the last mail that went to a seat."""
