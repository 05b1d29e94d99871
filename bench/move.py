"""One move near the end of a five-player game, on PostgreSQL, from load to commit."""

import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Engine, event, func, select

from bench import peer, table
from bench.measure import Row, Timing
from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from events.tables import events
from tests.parts.postgres import PostgresServer

GAMES = 120
"""How many copies each way of moving gets: one move each."""
BLOCK = 10
"""Moves in a row by one way before it is the next one's turn. A server does not do another's work between
any two of its moves; what a load without a cache leaves in the processor would slow down all the others."""
MANY = 1000
PROCESSES = 4
ROUNDS = 5


def rows(server: PostgresServer) -> list[Row]:
    """A row for one process, and one for four."""
    return [*_single(server), _parallel(server)]


def _ready(server: PostgresServer, games: int) -> tuple[str, list[str]]:
    url = server.url(server.create_database())
    engine = make_engine(url)
    migrate(engine)
    ids = table.fill(Store(engine), games)
    with engine.connect() as connection:
        connection.exec_driver_sql("ANALYZE")
    engine.dispose()
    return url, ids


def _single(server: PostgresServer) -> list[Row]:
    url, games = _ready(server, GAMES + BLOCK)
    engine = make_engine(url)
    handler = Handler(Store(engine), keep=GAMES + BLOCK)
    version = {game: handler.load(game).version for game in games}
    folder = str(server.socket_folder)
    log = table.scripted().recorded
    ways: dict[str, Callable[[str], object]] = {
        "ours": lambda game: handler.execute(game, table.command(game, 0, version[game]))
    }
    apps = []
    for name, cache in (("peer", None), ("peer with cache", GAMES + BLOCK)):
        app = peer.postgres(folder, server.create_database(), cache=cache)
        app.fill(log, games)
        for game in games:
            app.load(game)
        ways[name] = lambda game, app=app: app.move(game, table.command(game, 0, 0))  # type: ignore[misc]
        apps.append(app)
    taken: dict[str, list[float]] = {name: [] for name in ways}
    # The first block warms up the connections and the prepared statements.
    for first in range(0, len(games), BLOCK):
        for name, move in ways.items():
            for game in games[first : first + BLOCK]:
                begun = time.perf_counter()
                move(game)
                if first:
                    taken[name].append(time.perf_counter() - begun)
    timing = {name: Timing(tuple(seconds)) for name, seconds in taken.items()}
    floor = _floor(server, engine, handler, url)
    for app in apps:
        app.close()
    engine.dispose()
    mine = timing["ours"].median
    ratios = {name: timing[name].median / mine for name in ("peer", "peer with cache")}
    marks = (("peer", 8.0, "at least 8x"), ("peer with cache", 1.0, "at least as fast as"))
    return [
        Row(
            f"one move near the end, PostgreSQL, against the {name}",
            mine * 1e3,
            "ms",
            timing[name].median * 1e3,
            floor * 1e3,
            ratios[name],
            f"{words} the {name}; at least 0.3 of pgbench (here {floor / mine:.2f})",
            ratios[name] >= least and floor / mine >= 0.3,
            timing["ours"].spread,
        )
        for name, least, words in marks
    ]


def _floor(server: PostgresServer, engine: Engine, handler: Handler, url: str) -> float:
    """Seconds for a move's very SQL sent by pgbench.

    The statements of second moves are written down with their values as the driver sends them, and then
    said again for the third moves' versions on other copies.
    """
    database, games = _ready(server, 2 * GAMES)
    other = make_engine(database)
    spoken: list[str] = []
    _write_down(other, spoken)
    mover = Handler(Store(other), keep=2 * GAMES)
    scripts: list[str] = []
    for first, second in zip(games[::2], games[1::2], strict=True):
        version = mover.load(first).version
        spoken.clear()
        mover.execute(first, table.command(first, 0, version))
        said = ["BEGIN", *spoken, "COMMIT"]
        scripts.append("".join(line.replace(first, second) + ";\n" for line in said))
    other.dispose()
    return _pgbench(server, make_engine(database).url.database or "", scripts)


def _write_down(engine: Engine, spoken: list[str]) -> None:
    @event.listens_for(engine, "before_cursor_execute")
    def _said(
        connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
    ) -> None:
        raw = connection.connection.driver_connection
        with psycopg.ClientCursor(raw) as client:
            for values in parameters if many else [parameters]:
                spoken.append(" ".join(client.mogrify(statement, values).split("\n")))


def _pgbench(server: PostgresServer, database: str, scripts: Sequence[str]) -> float:
    """Median seconds of one script of each few, all through one connection."""
    taken: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        size = len(scripts) // ROUNDS
        for part in range(ROUNDS):
            file = Path(folder) / f"{part}.sql"
            file.write_text("".join(scripts[part * size : (part + 1) * size]), encoding="utf-8")
            done = subprocess.run(
                [
                    str(server.programs / "pgbench"),
                    *("-n", "-c", "1", "-t", "1", "-f", str(file)),
                    *("-h", str(server.socket_folder), "-U", "postgres", database),
                ],
                capture_output=True,
                text=True,
                check=True,
            )
            line = next(x for x in done.stdout.splitlines() if x.startswith("latency average"))
            taken.append(float(line.split("=")[1].split()[0]) / 1000 / size)
    return Timing(tuple(taken)).median


def _parallel(server: PostgresServer) -> Row:
    """The same by four processes on a thousand games, and by one."""
    url, games = _ready(server, MANY)
    rates: dict[int, list[float]] = {1: [], PROCESSES: []}
    number = 0
    for _ in range(ROUNDS):
        for processes in rates:
            rates[processes].append(_run(url, games, processes, number))
            number += 1
    engine = make_engine(url)
    with engine.connect() as connection:
        stored = connection.execute(
            select(func.count(func.distinct(events.c.stream + events.c.command))).where(
                events.c.stream.in_(games), events.c.version > len(table.scripted().recorded)
            )
        ).scalar_one()
    engine.dispose()
    lost = number * MANY - stored
    one, four = Timing(tuple(rates[1])), Timing(tuple(rates[PROCESSES]))
    ratio = four.median / one.median
    return Row(
        f"moves by {PROCESSES} processes on {MANY} games, PostgreSQL",
        four.median,
        "moves/s",
        None,
        one.median,
        ratio,
        f"at least 1.7x one process; no lost append (here {lost})",
        ratio >= 1.7 and lost <= 0,
        four.spread,
    )


def _run(url: str, games: Sequence[str], processes: int, number: int) -> float:
    """Moves a second: every game gets its move ``number``. What is timed are the moves, from the moment all
    have loaded their games until all have moved, and not how long a process takes to end."""
    context = get_context("spawn")
    barrier = context.Barrier(processes + 1)
    shares = [list(games[part::processes]) for part in range(processes)]
    workers = [
        context.Process(target=_move_all, args=(url, share, number, barrier)) for share in shares
    ]
    for worker in workers:
        worker.start()
    barrier.wait(300)
    begun = time.perf_counter()
    barrier.wait(300)
    seconds = time.perf_counter() - begun
    for worker in workers:
        worker.join(300)
    if any(worker.exitcode for worker in workers):
        raise RuntimeError("a worker failed")
    return len(games) / seconds


def _move_all(url: str, games: Sequence[str], number: int, barrier: Barrier) -> None:
    """Warm up by loading, wait for the others, then move in every game."""
    engine = make_engine(url)
    handler = Handler(Store(engine), keep=len(games))
    versions = {game: handler.load(game).version for game in games}
    commands = {game: table.command(game, number, versions[game]) for game in games}
    barrier.wait(300)
    try:
        for game in games:
            handler.execute(game, commands[game])
    except Exception:
        barrier.abort()
        raise
    barrier.wait(300)
    engine.dispose()
