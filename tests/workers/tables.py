"""Games to send mail about, made as the service makes them: by commands, with people in their seats."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from events import commands as c
from events.engine import make_engine
from events.handler import Handler, Outcome
from events.migrate import migrate
from events.orders import SealedOrders
from events.store import Store
from events.ten.legal import legal_commands
from events.ten.state import GameState
from events.types import SeatSpec
from service import people
from service.config import Smtp
from service.links import Links
from service.playing import playing
from workers.mail.parts import Parts

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
NOWHERE = Smtp("127.0.0.1", 9, security="none")


@dataclass
class Clock:
    """Stands still until a test moves it."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, step: timedelta) -> None:
        self.now += step


@dataclass
class Office:
    """A service without pages: one database, its games and its people."""

    store: Store
    handler: Handler
    clock: Clock = field(default_factory=Clock)
    numbers: int = 0
    orders: SealedOrders | None = None

    @classmethod
    def at(cls, url: str, seed: int = 1) -> Office:
        """The service on the empty database at ``url``; ``seed`` deals its first game."""
        engine = make_engine(url)
        migrate(engine)
        return cls.on(Store(engine), seed)

    @classmethod
    def on(cls, store: Store, seed: int = 1) -> Office:
        fresh = iter(range(seed, seed + 10**6))
        handler, orders = playing(store, lambda: next(fresh).to_bytes(32, "big"))
        return cls(store, handler, orders=orders)

    def parts(self, smtp: Smtp = NOWHERE) -> Parts:
        links = Links("https://ten.example")
        return Parts(self.store, self.handler, links, smtp, "post@ten.example", self.clock)

    def replying(self, smtp: Smtp, key: str) -> Parts:
        """The same with a way in for mail."""
        links = Links("https://ten.example")
        at = (self.handler, links, smtp, "post@ten.example", self.clock, self.orders, key)
        return Parts(self.store, *at)

    def new_id(self) -> str:
        self.numbers += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, str(self.numbers)))

    def do(self, game: str, wish: c.Wish, by: str, via: str = "web") -> Outcome:
        return self.handler.execute(game, c.Command(self.new_id(), by, via, self.clock.now, wish))

    def open_game(
        self,
        kinds: Sequence[str] = ("human", "bot"),
        names: Mapping[int, str] | None = None,
        name: str = "Sunday table",
        zone: str = "UTC",
        options: Mapping[str, object] | None = None,
    ) -> str:
        """A game that waits for its people; those of human seats are known, at ``seatN@example.org``."""
        game = self.new_id()
        specs = [SeatSpec(seat, kind) for seat, kind in enumerate(kinds, 1)]
        shown = names or {}
        with self.store.unit() as unit:
            seated = {
                seat: people.add_person(
                    unit.connection,
                    shown.get(seat, f"Player {seat}"),
                    f"seat{seat}.{self.numbers}@example.org",
                    "en",
                    zone,
                    self.clock.now,
                )
                for seat, kind in enumerate(kinds, 1)
                if kind == "human"
            }
            host = next(iter(seated.values())).id
            people.name_game(unit.connection, game, name, host, self.clock.now)
            for seat, person in seated.items():
                people.seat_person(unit.connection, game, seat, person.id)
        self.do(game, c.CreateGame(host, specs, "", dict(options or {})), "host")
        for seat, person in seated.items():
            self.do(game, c.ClaimSeat(seat, person.id), f"seat:{seat}")
        return game

    def address(self, game: str, seat: int) -> str:
        with self.store.read() as reader:
            place = people.place(reader.connection, game, seat)
        assert place is not None
        assert place.address is not None
        return place.address

    def play_until(
        self, game: str, done: Callable[[GameState], bool], bold: bool = False
    ) -> GameState:
        """Answer every decision as ``answer`` does until ``done(state)``."""
        for _ in range(2000):
            state = self.handler.load(game)
            if done(state):
                return state
            self.answer(game, bold)
        raise AssertionError("the game did not get there")

    def answer(self, game: str, bold: bool = False) -> Outcome:
        """The awaited person stops as soon as it may, or, if ``bold``, never; passes and buys nothing."""
        state = self.handler.load(game)
        assert state.awaiting is not None
        seat = state.awaiting.seat
        legal = legal_commands(state, seat)
        wishes = [w for w in legal.plain if bold or not isinstance(w, c.DrawCard)] or legal.plain
        return self.do(game, wishes[0], f"seat:{seat}")
