"""Load and fold a whole five-player game, cold: ours, the peer, and a bare SELECT with JSON decode."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg

from bench import peer, table
from bench.measure import Row, alternate
from events.engine import make_engine
from events.migrate import migrate
from events.replay import fold
from events.store import Store
from tests.parts.postgres import PostgresServer

REPETITIONS = 40
_SELECT = "SELECT body FROM events WHERE stream = {mark} ORDER BY version"


def rows(server: PostgresServer, folder: Path) -> list[Row]:
    """One row a database."""
    name, theirs = server.create_database(), server.create_database()
    with psycopg.connect(server.dsn(name)) as connection:

        def bare_postgres() -> list[object]:
            found = connection.execute(_SELECT.format(mark="%s"), [table.GAME]).fetchall()
            return [json.loads(body) for (body,) in found]

        out = [
            _row(
                "PostgreSQL",
                server.url(name),
                peer.postgres(str(server.socket_folder), theirs),
                bare_postgres,
            )
        ]
    file = folder / "ours.sqlite3"
    bare = sqlite3.connect(file)

    def bare_sqlite() -> list[object]:
        found = bare.execute(_SELECT.format(mark="?"), [table.GAME]).fetchall()
        return [json.loads(body) for (body,) in found]

    try:
        them = peer.sqlite(str(folder / "peer.sqlite3"))
        out.append(_row("SQLite", f"sqlite:///{file}", them, bare_sqlite))
    finally:
        bare.close()
    return out


def _row(name: str, url: str, them: peer.Tables, bare: Callable[[], object]) -> Row:
    engine = make_engine(url)
    migrate(engine)
    store = Store(engine)
    table.fill(store, 0, whole=True)
    log = table.scripted().whole
    them.fill(log, [table.GAME])

    def ours() -> object:
        with store.glance() as reader:
            return fold(table.GAME, reader.bodies(table.GAME))

    timing = alternate(
        {"ours": ours, "peer": lambda: them.load(table.GAME), "floor": bare}, REPETITIONS
    )
    engine.dispose()
    them.close()
    mine, theirs, floor = (timing[key].median for key in ("ours", "peer", "floor"))
    return Row(
        f"load and fold a game of {len(log)} events, cold, {name}",
        mine * 1e3,
        "ms",
        theirs * 1e3,
        floor * 1e3,
        theirs / mine,
        f"at least 4x the peer; at most 2x the floor (here {mine / floor:.2f}x)",
        theirs / mine >= 4 and mine / floor <= 2,
        timing["ours"].spread,
    )
