"""Both databases behind one engine: how units begin, who waits for whom, what errors mean.

SQLite: WAL, every commit synced, and one writer at a time: a lock of this process in front of
``BEGIN IMMEDIATE``, because writers that wait inside SQLite sleep and starve each other. Other
processes wait by ``busy_timeout``. PostgreSQL: psycopg 3, READ COMMITTED for units that write.
"""

import os
import select
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, exc, make_url

from events.errors import TenpostError

WAIT_S = 10
"""How long a unit waits for another before it gives up, in seconds."""


class StorageError(TenpostError):
    """The database cannot do its work now; nothing was stored. Parameters: reason."""

    code = "storage"


class StorageBusy(StorageError):
    """Others held the database for longer than ``WAIT_S``: the same can be tried again.
    Parameters: reason."""

    code = "storage-busy"


class StorageUnavailable(StorageError):
    """The database does not answer, or the connection was lost. Parameters: reason."""

    code = "storage-unavailable"


class StorageUnwritable(StorageError):
    """The data folder or file cannot be opened or written, or the disk is full.
    Parameters: place (the file, or the name of the database), reason."""

    code = "storage-unwritable"


class SchemaMissing(StorageError):
    """The tables are not there or are of another version: migrate. Parameters: reason."""

    code = "schema-missing"


class BadDatabaseUrl(StorageError):
    """The database URL is not one of SQLite (a file) or PostgreSQL. Parameters: reason."""

    code = "bad-database-url"


def make_engine(url: str | URL, *, connections: int = 10, wait_s: int = WAIT_S) -> Engine:
    """The engine for a database URL (``sqlite:///file`` or ``postgresql://...``); opens nothing yet.

    connections: the most that are open at once. wait_s: for a lock or a free connection.
    Raises BadDatabaseUrl.
    """
    target = _target(url)
    settings: dict[str, Any] = {
        # An error is logged with its trace; seeds, sealed orders and addresses are among the parameters.
        "hide_parameters": True,
        "pool_size": min(5, connections),
        "max_overflow": max(0, connections - 5),
        "pool_timeout": wait_s,
    }
    if target.get_backend_name() == "sqlite":
        engine = create_engine(target, connect_args={"timeout": wait_s}, **settings)
        event.listen(engine, "connect", _open_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    session = f"-c lock_timeout={wait_s * 1000} -c timezone=UTC"
    engine = create_engine(
        target,
        isolation_level="READ COMMITTED",
        connect_args={"options": session, "connect_timeout": wait_s},
        **settings,
    )
    event.listen(engine, "checkout", _leave_the_dead)
    return engine


def _target(url: str | URL) -> URL:
    try:
        target = make_url(url)
        backend = target.get_backend_name()
    except exc.SQLAlchemyError:
        raise BadDatabaseUrl(reason="it cannot be read") from None
    if backend == "sqlite":
        if target.database in (None, "", ":memory:"):
            raise BadDatabaseUrl(reason="a database in memory cannot be shared; name a file")
        return target
    if backend in ("postgresql", "postgres"):
        return target.set(drivername="postgresql+psycopg")
    raise BadDatabaseUrl(reason=f"{backend} is neither sqlite nor postgresql")


def _open_sqlite(connection: sqlite3.Connection, record: object) -> None:
    # The driver must not begin anything by itself: ``_begin_sqlite`` does.
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        # So that REPLACE, too, meets the trigger that keeps the log from being rewritten.
        "recursive_triggers = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _leave_the_dead(connection: Any, record: object, proxy: object) -> None:
    """A server that ended an idle connection said so: there is something to read. Looking costs a
    system call, where a statement just to try would cost every unit a round trip."""
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        raise exc.DisconnectionError


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def writing(engine: Engine) -> Engine:
    """The same engine, for units that may write."""
    return engine.execution_options(writes=True)


def reading(engine: Engine) -> Engine:
    """The same engine, for readers: all that one unit reads is of one moment, on both databases."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def glancing(engine: Engine) -> Engine:
    """The same engine, for one statement that reads: no transaction is begun and ended around it, which on
    PostgreSQL would be two more ways to the server and back."""
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="AUTOCOMMIT")


@contextmanager
def together(connection: Connection) -> Iterator[None]:
    """What is written in this block goes to PostgreSQL in one go: its answers are fetched once, at the end,
    where what failed is raised. Nothing can be read in the block, and no row count is known."""
    if connection.dialect.name == "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    base = connection.dialect.loaded_dbapi.Error
    try:
        with driver.pipeline():
            yield
    except base as error:
        # SQLAlchemy has not seen this one: the driver raised it after the last statement.
        raised = exc.DBAPIError.instance(None, None, error, base, dialect=connection.dialect)
        assert isinstance(raised, exc.DBAPIError)
        raise raised from error


_locks: dict[str, threading.Lock] = {}
"""File of a SQLite database -> the lock its writers in this process take first."""
os.register_at_fork(after_in_child=_locks.clear)


def turn_to_write(engine: Engine) -> AbstractContextManager[None]:
    """Waits for this process' turn to write; nothing on PostgreSQL. Raises StorageBusy."""
    if engine.dialect.name != "sqlite":
        return nullcontext()
    lock = _locks.setdefault(os.path.realpath(name_of(engine)), threading.Lock())
    return _held(lock)


@contextmanager
def _held(lock: threading.Lock) -> Iterator[None]:
    if not lock.acquire(timeout=WAIT_S):
        raise StorageBusy(reason="another part of this program is writing")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def told(engine: Engine) -> Iterator[None]:
    """Turns what the database says in this block into ``StorageError``; other errors pass."""
    try:
        yield
    except exc.TimeoutError as error:
        raise StorageBusy(reason="no connection is free") from error
    except exc.DBAPIError as error:
        sqlite = engine.dialect.name == "sqlite"
        meant = (_sqlite_meaning if sqlite else _postgres_meaning)(error, name_of(engine))
        if meant is None:
            raise
        raise meant from error


_SQLITE_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SQLITE_UNWRITABLE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
)
_SQLITE_UNUSABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _sqlite_meaning(error: exc.DBAPIError, place: str) -> StorageError | None:
    reason = str(error.orig)
    # The low byte is the kind of error, the rest its detail.
    code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
    if code in _SQLITE_BUSY:
        return StorageBusy(reason=reason)
    if code in _SQLITE_UNWRITABLE:
        return StorageUnwritable(place=place, reason=reason)
    if code in _SQLITE_UNUSABLE:
        return StorageUnavailable(reason=reason)
    if reason.startswith(("no such table", "no such column")):
        return SchemaMissing(reason=reason)
    return None


_POSTGRES_BUSY = ("55P03", "40001", "40P01", "57014", "53300")
"""Lock time-out, serialization, deadlock, statement time-out, too many connections."""
_POSTGRES_UNWRITABLE = ("53100", "25006")
"""Disk full, read only."""
_POSTGRES_MISSING = ("42P01", "42703")
"""Undefined table, undefined column."""


def _postgres_meaning(error: exc.DBAPIError, place: str) -> StorageError | None:
    reason = str(error.orig).partition("\n")[0]
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state in _POSTGRES_BUSY:
        return StorageBusy(reason=reason)
    if state in _POSTGRES_UNWRITABLE:
        return StorageUnwritable(place=place, reason=reason)
    if state in _POSTGRES_MISSING:
        return SchemaMissing(reason=reason)
    # Without a state the server was not reached or went away; 08, 28, 3D and 57P are its own words for
    # lost connections, refused log-ins, an unknown database and shutting down.
    if state is None:
        gone = isinstance(error, exc.OperationalError | exc.InterfaceError)
    else:
        gone = state.startswith(("08", "28", "3D", "57P"))
    return StorageUnavailable(reason=reason) if gone else None


def name_of(engine: Engine) -> str:
    """What to call the database in a sentence: the file, or the database's name."""
    return engine.url.database or ""
