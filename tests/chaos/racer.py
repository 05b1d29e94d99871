"""Run as a program on a database: carry out what is asked at a given instant.

It reads pickled ``Race`` from standard input. With a command it executes it, without one it sweeps; it
answers each with a line: ``moved`` or the code of the refusal, or how many decisions the sweep resolved.
"""

from __future__ import annotations

import pickle
import sys
import time
from dataclasses import dataclass
from datetime import datetime

from events.commands import Command
from events.engine import make_engine
from events.errors import Refusal
from events.handler import Handler
from events.store import Store
from workers.sweep import sweep


@dataclass(frozen=True)
class Race:
    """start: seconds, as ``time.time`` counts them. now: the clock of the game."""

    game: str
    start: float
    now: datetime
    command: Command | None = None


def main() -> None:
    store = Store(make_engine(sys.argv[1]))
    handler = Handler(store)
    while True:
        try:
            race: Race = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        # Loaded before, as by a process that showed the page a moment ago.
        handler.load(race.game)
        while time.time() < race.start:
            pass
        sys.stdout.write(f"{run(store, handler, race)}\n")
        sys.stdout.flush()


def run(store: Store, handler: Handler, race: Race) -> str:
    if race.command is None:
        return str(sweep(store, handler, race.now))
    try:
        handler.execute(race.game, race.command)
    except Refusal as refusal:
        return refusal.code
    return "moved"


if __name__ == "__main__":
    main()
