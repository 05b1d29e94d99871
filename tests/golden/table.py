"""A table on which a golden game is played command by command, every id and moment fixed by its name."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from events import commands as c
from events import types as t
from events.codec import at_moment, at_text, record
from events.replay import fold
from events.ten import bots
from events.ten.answers import next_answer
from events.ten.chance import Dealer
from events.ten.decide import decide
from events.ten.fold import carry_out
from events.ten.phases.common import Given
from events.ten.phases.lobby import option
from events.ten.shuffle import commitment
from events.ten.state import GameState

Log = list[t.Recorded]

KINDS = {"h": "human", "b": "bot", "s": "house"}
WAYS = ("web", "mail", "api")


class Table:
    """One game: ``log`` is what was written, ``state`` the table after it."""

    def __init__(self, name: str, kinds: str, **options: Any) -> None:
        """``kinds``: a letter a seat, `h`, `b` or `s` (the House). The host creates the game."""
        self._names = uuid.uuid5(uuid.NAMESPACE_OID, f"tenpost golden {name}")
        self._game = self.id("game")
        self._secret = sha256(name.encode()).digest()
        self._given = Given(self._due, Dealer(self._secret.hex()))
        self._state: GameState | None = None
        self.log: Log = []
        self.now = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
        seats = [t.SeatSpec(seat, KINDS[kind]) for seat, kind in enumerate(kinds, 1)]
        create = c.CreateGame(self.id("person 1"), seats, commitment(self._secret), options)
        self.do(create, "host", "web")

    def id(self, of: str) -> str:
        """The UUID of a person, of a command or of the game."""
        return str(uuid.uuid5(self._names, of))

    @property
    def state(self) -> GameState:
        assert self._state is not None
        return self._state

    @property
    def awaited(self) -> int:
        """The seat whose move it is."""
        assert self.state.awaiting is not None
        return self.state.awaiting.seat

    def _due(self, seat: int, kind: str) -> str | None:
        limit = option(self.state.options, "auction_s" if kind == "bid" else "turn_s")
        return None if limit is None else at_text(self.now + timedelta(seconds=limit))

    def _prefix(self, version: int) -> GameState:
        return fold(self._game, [each.body for each in self.log[:version]])

    def do(self, wish: c.Wish, by: str, via: str = "web") -> None:
        """Carry a wish out, a little over a minute after the last. Raises Refusal."""
        self.now += timedelta(seconds=61, microseconds=250_001)
        at = at_text(self.now)
        decided = decide(self._state, wish, by, at, self._given, self._game)
        state = self._state or GameState(self._game)
        command = self.id(f"command after {state.version}")
        meta = t.Meta(by, via, command)
        prev = self.log[-1].hash if self.log else t.GENESIS
        for event in decided:
            each = record(self._game, state.version + 1, at, event, meta, prev)
            state = carry_out(state, event, each.version, by, via, command, self._prefix)
            self.log.append(each)
            prev = each.hash
        self._state = state

    def host(self, wish: c.Wish) -> None:
        self.do(wish, "host")

    def seat(self, wish: Any, way: int | None = None) -> None:
        """Carry out the wish of the person in the seat it names, by one way after another."""
        ways = self.state.version if way is None else way
        self.do(wish, f"seat:{wish.seat}", WAYS[ways % len(WAYS)])

    def claim(self, seat: int, word: str = "") -> None:
        """``word`` is the digest of the lucky word."""
        self.seat(c.ClaimSeat(seat, self.id(f"person {seat}"), word))

    def settle(self) -> None:
        """Bots, the House and necessity answer until a person is awaited."""
        while (answer := next_answer(self.state)) is not None:
            self.do(answer.wish, answer.by, answer.via)

    def move(self) -> None:
        """The awaited person plays as a bot would, seat 1 sharply; then others may answer."""
        seat = self.awaited
        choose = bots.choose if seat == 1 else bots.cautious
        self.seat(choose(self.state, seat))
        self.settle()

    def play(self, until: Callable[[GameState], bool] = lambda state: False) -> None:
        """Persons move until this is so, or to the end. At least one does."""
        self.move()
        while not self.state.over and not until(self.state):
            self.move()

    def time_out(self) -> None:
        """The clock of the open decision runs out, and others may answer."""
        awaiting = self.state.awaiting
        assert awaiting is not None
        assert awaiting.due_at is not None
        self.now = max(self.now, at_moment(awaiting.due_at))
        self.do(c.TimeOut(awaiting.seat, awaiting.decision), "clock", "sweep")
        self.settle()
