"""What a look costs every few seconds when nothing is to be done: with a hundred rows, with a million.

The rows are made by the database; what looks at them is what the workers call.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from sqlalchemy import TextClause, text

from bench.measure import Row, Work, alternate
from events import outbox
from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from tests.parts.postgres import PostgresServer
from workers.deliver import LEASE
from workers.sweep import sweep

FEW, MANY = 100, 1_000_000
MOST = 3.0
REPETITIONS = 100
NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
"""When it is looked. The first row's time comes a minute later, the others' each a second after that."""

_ID = "'00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0')"
_LATER = (
    "to_char(timestamp '2026-03-01 09:31:00' + n * interval '1 second', "
    """'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"""
)
_BEFORE = "'2026-02-27T09:31:00.000000Z'"

_GAMES = text(
    "INSERT INTO games (game, host, phase, turn, version, awaiting_seat, awaiting_kind, "
    "awaiting_decision, due_at, acts_at, view_only, created, moved) "
    f"SELECT {_ID}, {_ID}, 'drawing', 9, 99, 2, 'draw', 98, {_LATER}, {_LATER}, false, "
    f"{_BEFORE}, {_BEFORE} FROM generate_series(1, CAST(:rows AS integer)) AS n"
)
_OUTBOX = text(
    "INSERT INTO outbox (key, message_id, kind, game, seat, person, decision, payload, status, "
    "not_before, attempts, created) "
    f"SELECT 'reminder:' || n, md5(CAST(n AS text)), 'reminder', {_ID}, 2, {_ID}, 98, '{{}}', "
    f"'pending', {_LATER}, 0, {_BEFORE} FROM generate_series(1, CAST(:rows AS integer)) AS n"
)


def rows(server: PostgresServer) -> Iterator[Row]:
    """A row for the sweep and one for the outbox."""
    few, many = _store(server), _store(server)
    try:
        _fill(few, many, _GAMES, "games")
        yield _row(
            f"a sweep that finds nothing due among {MANY:,} running clocks",
            _sweeping(few),
            _sweeping(many),
        )
        _fill(few, many, _OUTBOX, "outbox")
        yield _row(
            f"a claim that finds nothing ready among {MANY:,} mails not yet due",
            _claiming(few),
            _claiming(many),
        )
    finally:
        few.engine.dispose()
        many.engine.dispose()


def _store(server: PostgresServer) -> Store:
    engine = make_engine(server.url(server.create_database()))
    migrate(engine)
    return Store(engine)


def _fill(few: Store, many: Store, made: TextClause, table: str) -> None:
    """Both are left as a server leaves them some minutes later: vacuumed, analysed and written out."""
    for store, count in ((few, FEW), (many, MANY)):
        with store.unit() as unit:
            unit.connection.execute(made, {"rows": count})
        with store.engine.connect() as connection:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            alone.exec_driver_sql(f"VACUUM ANALYZE {table}")
            alone.exec_driver_sql("CHECKPOINT")


def _sweeping(store: Store) -> Work:
    handler = Handler(store)

    def tick() -> None:
        if sweep(store, handler, NOW):
            raise RuntimeError("something was due")

    return tick


def _claiming(store: Store) -> Work:
    """The two looks of a delivery: whether a row is ready, and the claim itself."""

    def tick() -> None:
        with store.read() as reader:
            waiting = outbox.ready(reader, NOW)
        if waiting or outbox.claim(store, NOW, LEASE):
            raise RuntimeError("a mail was ready")

    return tick


def _row(name: str, few: Work, many: Work) -> Row:
    timing = alternate({"few": few, "many": many}, REPETITIONS, warm=20)
    mine, small = timing["many"], timing["few"]
    ratio = mine.median / small.median
    return Row(
        f"{name}, PostgreSQL",
        mine.median * 1e3,
        "ms",
        None,
        small.median * 1e3,
        ratio,
        f"below {MOST:g}x the same with {FEW} (spread there {small.spread:.2f}; 95 in 100 ticks "
        f"within {mine.percentile(0.95) * 1e3:.3g} and {small.percentile(0.95) * 1e3:.3g} ms)",
        ratio < MOST,
        mine.spread,
    )
