"""The log in a database: append, read, and nothing else.

The key (stream, version) is the check that nobody else got there first. The writer supplies the
version and the insert is a plain one: "on conflict do nothing" would report an append that was
not stored. Head and events are written in one transaction, whole or not at all.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    TextClause,
    bindparam,
    exc,
    func,
    insert,
    select,
    text,
    update,
)

from events import codec
from events.engine import glancing, reading, together, told, turn_to_write, writing
from events.errors import StaleVersion
from events.tables import events, seeds, streams
from events.types import GENESIS, Recorded

Kind = Literal["game", "orders"]
"""What a stream holds: a game, or the sealed orders of a seat, which no export shows."""


class Head(NamedTuple):
    """The last event of a stream."""

    version: int
    hash: str
    at: str


class Locked(NamedTuple):
    """What a unit that has locked a stream knows of it. head: its last event. wrote: the versions of the
    command that was asked about, or None. seed: that of its shuffle; None for a view only."""

    head: Head
    wrote: range | None
    seed: str | None


_of_stream = events.c.stream == bindparam("stream")
_after = events.c.version > bindparam("after")
_upto = events.c.version <= bindparam("upto")
_of_command = events.c.command == bindparam("command")

_BODIES = select(events.c.body).where(_of_stream, _after).order_by(events.c.version)
_BODIES_UPTO = _BODIES.where(_upto)
_ROWS = (
    select(events.c.version, events.c.body, events.c.hash)
    .where(_of_stream, _after, _upto)
    .order_by(events.c.version)
)
_COMMAND = select(func.min(events.c.version), func.max(events.c.version)).where(
    _of_stream, _of_command
)
_HEAD = select(streams.c.version, streams.c.hash, streams.c.at).where(
    streams.c.stream == bindparam("stream")
)
_LOCK = _HEAD.with_for_update()
_LOCK_FOR = (
    select(
        streams.c.version,
        streams.c.hash,
        streams.c.at,
        select(func.min(events.c.version)).where(_of_stream, _of_command).scalar_subquery(),
        select(func.max(events.c.version)).where(_of_stream, _of_command).scalar_subquery(),
        select(func.max(events.c.version)).where(_of_stream).scalar_subquery(),
        select(seeds.c.seed).where(seeds.c.stream == bindparam("stream")).scalar_subquery(),
    )
    .where(streams.c.stream == bindparam("stream"))
    .with_for_update()
)
_STREAMS = (
    select(streams.c.stream)
    .where(streams.c.kind == bindparam("kind"), streams.c.stream > bindparam("after"))
    .order_by(streams.c.stream)
    .limit(bindparam("limit"))
)
_COLUMNS = ("stream", "version", "type", "command", "body", "hash")
_AT_A_TIME = 16
"""Events in one INSERT; an append is rarely longer, a whole game of bots is."""


def _new_events(count: int) -> TextClause:
    """One plain INSERT of so many rows. As text: SQLAlchemy would compile it anew each time, and the
    driver's own way of many rows costs a small append more than the INSERT itself."""
    rows = ", ".join(
        f"({', '.join(f':{name}_{row}' for name in _COLUMNS)})" for row in range(count)
    )
    return text(f"INSERT INTO events ({', '.join(_COLUMNS)}) VALUES {rows}")


_NEW_EVENTS = [_new_events(count) for count in range(1, _AT_A_TIME + 1)]
_NEW_HEAD = insert(streams)
_MOVE_HEAD = (
    update(streams)
    .where(streams.c.stream == bindparam("of_stream"), streams.c.version == bindparam("expected"))
    .values(version=bindparam("version"), hash=bindparam("hash"), at=bindparam("at"))
)
_FAR = 2**31 - 1
"""Above every version."""


class Reader:
    """What can be read of the log; everything that one reader sees is of one moment."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def head(self, stream: str) -> Head | None:
        """The stream's last event, or None if there is no such stream."""
        row = self.connection.execute(_HEAD, {"stream": stream}).one_or_none()
        return None if row is None else Head(*row)

    def bodies(self, stream: str, after: int = 0, upto: int | None = None) -> Sequence[str]:
        """The stored texts of the versions after ``after`` up to ``upto`` (None: the last)."""
        parameters = {"stream": stream, "after": after}
        if upto is None:
            return self.connection.execute(_BODIES, parameters).scalars().all()
        return self.connection.execute(_BODIES_UPTO, {**parameters, "upto": upto}).scalars().all()

    def tail(self, stream: str, version: int) -> tuple[str, Sequence[str]]:
        """The hash of ``version`` ("" if the stream has not got that far) and all bodies after it."""
        rows = self.connection.execute(
            _ROWS, {"stream": stream, "after": version - 1, "upto": _FAR}
        ).all()
        if not rows or rows[0].version != version:
            return "", []
        return rows[0].hash, [row.body for row in rows[1:]]

    def recorded(self, stream: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        """The events after ``after`` up to ``upto`` in their envelopes, as exports need them."""
        first = max(after, 1)
        rows = self.connection.execute(
            _ROWS, {"stream": stream, "after": first - 1, "upto": _FAR if upto is None else upto}
        ).all()
        prev = GENESIS
        found: list[Recorded] = []
        for version, body, hash in rows:
            if version > after:
                found.append(codec.revive(body, prev, hash))
            prev = hash
        return found

    def find_command(self, stream: str, command: str) -> range | None:
        """The versions a command wrote in the stream, or None."""
        first, last = self.connection.execute(
            _COMMAND, {"stream": stream, "command": command}
        ).one()
        return None if first is None else range(first, last + 1)

    def streams(self, kind: Kind = "game", after: str = "", limit: int = 1000) -> Sequence[str]:
        """The next streams of a kind after one, by rising id; for going through all of them."""
        return (
            self.connection.execute(_STREAMS, {"kind": kind, "after": after, "limit": limit})
            .scalars()
            .all()
        )


class Unit(Reader):
    """One transaction that may write. It holds the streams it locked until it ends."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._lost: StaleVersion | None = None

    def lock(self, stream: str) -> Head | None:
        """The stream's head, held until the unit ends; None if there is no such stream."""
        row = self.connection.execute(_LOCK, {"stream": stream}).one_or_none()
        return None if row is None else Head(*row)

    def lock_for(self, stream: str, command: str) -> Locked | None:
        """``lock``, and all that an append has to know, mostly in one statement; None if there is no such
        stream. Of the seed nobody but the handler may know."""
        row = self.connection.execute(
            _LOCK_FOR, {"stream": stream, "command": command}
        ).one_or_none()
        if row is None:
            return None
        version, hash, at, first, last, seen, seed = row
        wrote = None if first is None else range(first, last + 1)
        if seen != version:
            # PostgreSQL had to wait for the lock: the head is the one that was waited for, but the
            # rest is as it was when the statement began. A seed never changes.
            wrote = self.find_command(stream, command)
        return Locked(Head(version, hash, at), wrote, seed)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send the writes of this block to the database in one go; what fails is raised at its end.

        Only for streams that this unit has locked at the version it expects: two that begin one are told
        apart by the answer to each statement. The block reads nothing.
        """
        with together(self.connection):
            yield

    def append(
        self, stream: str, expected: int, recorded: Sequence[Recorded], kind: Kind = "game"
    ) -> None:
        """Append events, versions expected + 1 and on; ``expected`` 0 begins the stream.

        Raises StaleVersion (expected, actual) if the stream is not at ``expected``; then nothing of
        this unit is stored, whatever else it wrote. ValueError if the versions do not follow on.
        """
        if [each.version for each in recorded] != list(
            range(expected + 1, expected + 1 + len(recorded))
        ):
            raise ValueError("versions follow on without a gap")
        last = recorded[-1]
        try:
            for first in range(0, len(recorded), _AT_A_TIME):
                some = recorded[first : first + _AT_A_TIME]
                self.connection.execute(_NEW_EVENTS[len(some) - 1], _parameters(some))
            moved = self._move_head(stream, expected, last, kind)
        except exc.IntegrityError:
            moved = False
        if not moved:
            self._give_up(stream, expected)

    def _move_head(self, stream: str, expected: int, last: Recorded, kind: Kind) -> bool:
        head = {"version": last.version, "hash": last.hash, "at": last.at}
        if expected == 0:
            self.connection.execute(_NEW_HEAD, {**head, "stream": stream, "kind": kind})
            return True
        keys = {"of_stream": stream, "expected": expected}
        # Within ``together`` the count is not known yet (-1); the stream is locked there.
        return self.connection.execute(_MOVE_HEAD, {**head, **keys}).rowcount != 0

    def _give_up(self, stream: str, expected: int) -> None:
        self.connection.rollback()
        head = self.head(stream)
        self._lost = StaleVersion(expected=expected, actual=0 if head is None else head.version)
        raise self._lost

    def commit(self) -> None:
        """Raises StaleVersion again if an append of this unit failed."""
        if self._lost is not None:
            raise self._lost
        self.connection.commit()


def _parameters(recorded: Sequence[Recorded]) -> dict[str, object]:
    found: dict[str, object] = {}
    for row, each in enumerate(recorded):
        values = each.stream, each.version, each.type, each.meta.command, each.body, each.hash
        found.update(zip((f"{name}_{row}" for name in _COLUMNS), values, strict=True))
    return found


class Store:
    """The database that holds the log."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._reading = reading(engine)
        self._glancing = glancing(engine)
        self._writing = writing(engine)

    @contextmanager
    def unit(self) -> Iterator[Unit]:
        """One write transaction: committed at the end of the block, rolled back on any exception.

        Units are not to be nested. Raises StorageError.
        """
        with told(self.engine), turn_to_write(self.engine), self._writing.connect() as connection:
            unit = Unit(connection)
            yield unit
            unit.commit()

    @contextmanager
    def read(self) -> Iterator[Reader]:
        """A reader of one moment. Raises StorageError."""
        with told(self.engine), self._reading.connect() as connection:
            yield Reader(connection)

    @contextmanager
    def glance(self) -> Iterator[Reader]:
        """A reader for one statement: of the next it may not be told the same moment. Raises StorageError."""
        with told(self.engine), self._glancing.connect() as connection:
            yield Reader(connection)
