"""Games to store: made-up logs for the store, played ones for all that stands on it."""

import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import Any

from sqlalchemy import Engine, select

from events import commands as c
from events import tables
from events import types as t
from events.codec import record
from events.handler import Handler, Outcome
from events.ten.bots import choose
from events.ten.state import GameState

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOST = "00000000-0000-4000-8000-0000000000aa"


def game_id(number: int) -> str:
    return f"00000000-0000-4000-9000-{number:012}"


def command_id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012}"


def player(seat: int) -> str:
    return f"00000000-0000-4000-a000-{seat:012}"


def seeded(number: int) -> Callable[[], bytes]:
    """Seeds that are the same in every run: the first game of a run always has the first seed."""
    numbers = count(1)
    return lambda: sha256(f"{number}/{next(numbers)}".encode()).digest()


def passes(game: str, count: int, after: t.Recorded | None = None, command: int = 1) -> list[Any]:
    """So many events that follow ``after``, all of one command; for tests that look at no rule."""
    log = []
    meta = t.Meta("seat:1", "web", command_id(command))
    for _ in range(count):
        version, prev = (1, t.GENESIS) if after is None else (after.version + 1, after.hash)
        after = record(
            game, version, "2026-03-01T12:00:00.000000Z", t.BidPassed(version % 5 + 1), meta, prev
        )
        log.append(after)
    return log


def everything(engine: Engine) -> dict[str, list[Any]]:
    """All rows of all tables of the log, the read models and the outbox, in order of their keys."""
    found = {}
    with engine.connect() as connection:
        for name in ("streams", "events", "seeds", "games", "seats", "outbox"):
            table = tables.metadata.tables[name]
            rows = connection.execute(select(table).order_by(*table.primary_key)).all()
            found[name] = [tuple(row) for row in rows]
    return found


class Table:
    """A game played through a handler; each command a second after the one before."""

    def __init__(self, handler: Handler, game: str = game_id(1), now: datetime = NOON) -> None:
        self.handler = handler
        self.game = game
        self.now = now
        self._commands = count(1)

    def command(self, wish: c.Wish, by: str, via: str = "web", **more: Any) -> c.Command:
        """The next command, not carried out."""
        self.now += timedelta(seconds=1)
        number = next(self._commands)
        id = str(uuid.uuid5(uuid.UUID(self.game), f"command {number}"))
        return c.Command(id, by, via, self.now, wish, **more)

    def do(self, wish: c.Wish, by: str | None = None, via: str = "web") -> Outcome:
        """Carry out a wish of the seat that it names, or of ``by``."""
        sender = by or f"seat:{wish.seat}"  # type: ignore[attr-defined]
        return self.handler.execute(self.game, self.command(wish, sender, via))

    def open(self, kinds: Iterable[str], **options: Any) -> GameState:
        """Create the game and claim every seat of a person, the last seat last."""
        seats = [t.SeatSpec(seat, kind) for seat, kind in enumerate(kinds, 1)]
        state = self.do(c.CreateGame(HOST, seats, "", options), "host").state
        for spec in seats:
            if spec.kind == "human":
                state = self.do(c.ClaimSeat(spec.seat, player(spec.seat))).state
        return state

    def step(self) -> Outcome:
        """The awaited person answers, as a bot would."""
        state = self.handler.load(self.game)
        assert state.awaiting is not None
        return self.do(choose(state, state.awaiting.seat))

    def play(self, until: Callable[[GameState], bool] = lambda state: state.over) -> GameState:
        """The persons answer until a state is reached."""
        state = self.handler.load(self.game)
        while not until(state):
            state = self.step().state
        return state
