"""The same work done at the same moment, by threads and by processes of their own."""

import multiprocessing
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.synchronize import Barrier
from typing import Any

from events.commands import Command
from events.engine import make_engine
from events.errors import TenpostError
from events.handler import Handler
from events.store import Store
from tests.events.tables import seeded

Attempt = Callable[[str, str, Command], Any]
"""(database URL, game, command) -> what came of it, in values that can cross to another process."""

_barrier: Barrier | None = None


def attempt(url: str, game: str, command: Command) -> Any:
    """Execute a command with an engine and a handler of one's own, and tell what came of it."""
    engine = make_engine(url)
    try:
        return told(Handler(Store(engine), fresh_seed=seeded(1)), game, command)
    finally:
        engine.dispose()


def told(handler: Handler, game: str, command: Command) -> Any:
    """(versions, hashes, repeated), or (code, parameters) of a refusal."""
    try:
        outcome = handler.execute(game, command)
    except TenpostError as refused:
        return refused.code, refused.params
    return outcome.versions, tuple(each.hash for each in outcome.events), outcome.repeated


def by_threads(url: str, game: str, commands: Sequence[Command]) -> list[Any]:
    """Each command by a thread, all with one handler, as in a web server."""
    engine = make_engine(url, connections=len(commands))
    handler = Handler(Store(engine), fresh_seed=seeded(1))
    together = threading.Barrier(len(commands))

    def run(command: Command) -> Any:
        together.wait(60)
        return told(handler, game, command)

    with ThreadPoolExecutor(len(commands)) as pool:
        found = list(pool.map(run, commands))
    engine.dispose()
    return found


def by_processes(url: str, game: str, commands: Sequence[Command]) -> list[Any]:
    """Each command by a process of its own."""
    spawn = multiprocessing.get_context("spawn")
    barrier = spawn.Barrier(len(commands))
    with ProcessPoolExecutor(len(commands), spawn, _enter, (barrier,)) as pool:
        return list(pool.map(_run, [(url, game, command) for command in commands]))


def _enter(barrier: Barrier) -> None:
    global _barrier
    _barrier = barrier


def _run(work: tuple[str, str, Command]) -> Any:
    assert _barrier is not None
    _barrier.wait(60)
    return attempt(*work)
