"""Run as a program: carry out commands, each in a process that is killed at a given moment.

It reads pickled ``Work`` from standard input and answers each with a line, ``killed``, ``lived`` or
``failed``. A fork of this quiet process takes each command, so that what is killed is a whole
process and nothing of it lives on.
"""

import os
import pickle
import signal
import sys
from dataclasses import dataclass

from sqlalchemy import Engine, PoolProxiedConnection, event

from events.commands import Command
from events.engine import make_engine
from events.handler import Handler
from events.store import Store
from tests.events.tables import seeded


@dataclass(frozen=True)
class Work:
    """``moment`` counts from 1: before and after each statement, before and after the commit."""

    url: str
    game: str
    command: Command
    moment: int


def main() -> None:
    while True:
        try:
            work: Work = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        child = os.fork()
        if child == 0:
            carry_out(work)
            os._exit(0)
        _, ended = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(ended) and os.WTERMSIG(ended) == signal.SIGKILL
        sys.stdout.write("killed\n" if killed else "failed\n" if ended else "lived\n")
        sys.stdout.flush()


def carry_out(work: Work) -> None:
    engine = make_engine(work.url)
    kill_at(engine, work.moment)
    Handler(Store(engine), fresh_seed=seeded(1)).execute(work.game, work.command)


def kill_at(engine: Engine, moment: int) -> None:
    """Let this process die, with no chance to clean up, when so many moments have passed."""
    passed = 0

    def tick(*_: object) -> None:
        nonlocal passed
        passed += 1
        if passed == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engine, "before_cursor_execute", tick)
    event.listen(engine, "after_cursor_execute", tick)
    event.listen(engine, "commit", tick)
    commit = engine.dialect.do_commit

    def do_commit(dbapi_connection: PoolProxiedConnection) -> None:
        commit(dbapi_connection)
        tick()

    engine.dialect.do_commit = do_commit  # type: ignore[method-assign]


if __name__ == "__main__":
    main()
