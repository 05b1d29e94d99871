"""The tables of people: who plays, where mail reaches them, and what opens which door.

They stand on the same metadata as the log's tables. Events know the ids in here and nothing else of a
person, so that a person can be erased without touching an event. Moments are ``Instant``, as there.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from events.tables import Instant, metadata

persons = Table(
    "persons",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("language", String, nullable=False, server_default="en"),
    Column("zone", String, nullable=False, server_default="UTC"),
    Column("quiet_from", String),
    Column("quiet_to", String),
    Column("weekends_off", Boolean, nullable=False),
    Column("lead_s", Integer),
    Column("digest", Boolean, nullable=False),
    Column("muted", Boolean, nullable=False),
    Column("created", Instant, nullable=False),
    Column("erased", Instant),
)
"""A player; ``id`` is the player UUID of the events. ``quiet_from`` and ``quiet_to`` are ``22:00`` in the
person's zone; ``lead_s`` is how long before a deadline a reminder comes; ``muted`` stops all mail but
sign-in and confirmation."""

addresses = Table(
    "addresses",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey("persons.id"), index=True),
    Column("address", String, nullable=False),
    Column("folded", String, nullable=False, unique=True),
    Column("confirmed", Instant),
    Column("state", String, nullable=False),
    Column("never", Boolean, nullable=False),
    Column("created", Instant, nullable=False),
)
"""Kept as typed, compared without case. ``person`` is null while nobody has shown that the address is
theirs. ``state`` is ``ok``, ``bouncing`` or ``refused``; ``never`` is "never mail me again from here"."""

game_names = Table(
    "game_names",
    metadata,
    Column("game", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("host", ForeignKey("persons.id"), nullable=False, index=True),
    Column("created", Instant, nullable=False),
    Column("demo", Boolean, nullable=False),
)

places = Table(
    "places",
    metadata,
    Column("game", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("address", ForeignKey("addresses.id"), index=True),
    Column("name", String),
    Column("muted", Boolean, nullable=False),
    Column("left", Instant),
    Column("nudged", Instant),
)
"""A person's seat in a game. ``address`` is the seat's own, null for the person's; ``name`` is the
seat's own name, null for the person's; ``nudged`` is when another player last nudged this seat."""

tokens = Table(
    "tokens",
    metadata,
    Column("digest", String, primary_key=True),
    Column("purpose", String, nullable=False),
    Column("game", String),
    Column("seat", Integer),
    Column("person", ForeignKey("persons.id")),
    Column("anchor", Integer),
    Column("subject", String),
    Column("created", Instant, nullable=False),
    Column("expires", Instant),
    Column("revoked", Instant),
    Index("tokens_by_seat", "game", "seat"),
)
"""What a link may do (``tokens.py``); only the SHA-256 of a token is kept. ``subject`` is the id of the
invitation, address or draft that a token of those purposes is about."""

invitations = Table(
    "invitations",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("address", ForeignKey("addresses.id"), index=True),
    Column("state", String, nullable=False),
    Column("command", String),
    Column("created", Instant, nullable=False),
    Column("expires", Instant, nullable=False),
)
"""A seat offered, to an address or (``address`` null) to whoever has the link. ``state`` is ``open``,
``accepted``, ``declined``, ``expired`` or ``withdrawn``; ``command`` is the form that accepted it."""

drafts = Table(
    "drafts",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("address", ForeignKey("addresses.id"), nullable=False),
    Column("content", JSON, nullable=False),
    Column("created", Instant, nullable=False),
    Column("expires", Instant, nullable=False),
    Column("command", String),
)
"""What waits until somebody confirms an address: a ``game`` to be created, or a ``seat`` whose mail is to
go there. Nothing of it is in the log before. ``command`` is the id of the form that used it."""

vacations = Table(
    "vacations",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("first", String, nullable=False),
    Column("last", String, nullable=False),
    Column("created", Instant, nullable=False),
    Index("vacations_by_seat", "game", "seat"),
)
"""Days off that a person took for a seat, ``2026-08-01`` to ``2026-08-14``, both included; ``id`` is that of
the command that took them. They count for the seat's budget, and keep mail from that person only."""

talk = Table(
    "talk",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", ForeignKey("persons.id"), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", Instant, nullable=False),
    Index("talk_by_game", "game", "created"),
)
"""Lines said to a table. ``version`` is the game's then; ``id`` that of the command that said it."""

inbound = Table(
    "inbound",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("received", Instant, nullable=False),
    Column("sender", String),
    Column("recipient", String),
    Column("raw", LargeBinary, nullable=False),
    Column("size", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("not_before", Instant),
    Column("attempts", Integer, nullable=False),
    Column("key", String),
    Column("game", String),
    Column("seat", Integer),
    Column("version", Integer),
    Column("result", String),
    Column("told", JSON),
    Column("closed", Instant),
    Index("inbound_by_seat", "game", "seat", "received"),
    Index("inbound_by_key", "key"),
    sqlite_autoincrement=True,
)
"""A mail that came in. ``sender`` and ``recipient`` are the envelope's, null where nobody knows it. ``raw``
is emptied once the mail is ``done``. ``key`` is the same for copies of one message to one seat; ``version``
the game's when it was first looked at; ``told`` is what the answer says."""

Index(
    "inbound_by_not_before",
    inbound.c.not_before,
    sqlite_where=inbound.c.not_before.is_not(None),
    postgresql_where=inbound.c.not_before.is_not(None),
)
