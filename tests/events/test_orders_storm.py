"""Undo, orders, time-outs and hand-overs in the mix: the log only grows, and all that is made of it agrees.

Random, and the same for the same number; what may be refused is tried again and again.
"""

import random
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from events import commands as c
from events import projections
from events import types as t
from events.deadlines import due
from events.errors import Refusal
from events.replay import fold
from events.store import Store
from events.tables import games, outbox, seats
from events.ten import consent
from events.ten.invariants import broken
from events.ten.orders import (
    ANY,
    BidOnKind,
    BidOnLot,
    BuyIfAble,
    DrawUntil,
    NeverBuy,
    Order,
)
from events.ten.state import GameState
from events.verify import verify
from tests.events.samples import facts
from tests.events.sealed import Sealed
from tests.events.tables import player
from tests.events.ten.games import any_answer

TABLES = ("hhh", "hh", "hbh", "hhhhh", "hs", "hhhb")
KINDS = {"h": "human", "b": "bot", "s": "house"}
USES = (("tokens",), ("spares", "tokens"), ("tokens", "spares", "busts", "cards"))


class Storm:
    """A game to which everything happens."""

    def __init__(self, store: Store, number: int) -> None:
        self.chance = random.Random(f"storm {number}")
        self.table = Sealed(store, seed=number)
        self.store = store
        undo = self.chance.choice(("consent", "free"))
        kinds = [KINDS[letter] for letter in TABLES[number % len(TABLES)]]
        self.table.open(kinds, undo=undo, turn_s=3_600, auction_s=600)
        self.log: list[str] = []
        self.undone = 0
        self.ordered = 0

    @property
    def state(self) -> GameState:
        return self.table.handler.load(self.table.game)

    def step(self) -> None:
        """One thing happens, or is refused."""
        chance, state = self.chance, self.state
        seat = chance.choice(state.seats).seat
        doing = chance.choices(
            (self.answer, self.order, self.around, self.undo, self.vote, self.sweep),
            (10, 4, 1, 2, 4, 1),
        )[0]
        try:
            doing(state, seat)
        except Refusal:
            self.check()
            return
        self.check()

    def answer(self, state: GameState, seat: int) -> None:
        assert state.awaiting is not None
        seat = state.awaiting.seat
        if state.seat(seat).kind == "human":
            self.table.do(any_answer(state, self.chance))

    def order(self, state: GameState, seat: int) -> None:
        if self.chance.random() < 0.15:
            self.table.withdraw(seat, self.chance.choice(("lot", "buy", "draw", "bid:any")))
            return
        self.table.order(seat, self.an_order(state))
        self.ordered += 1

    def an_order(self, state: GameState) -> Order:
        chance = self.chance
        use, most = chance.choice(USES), chance.randint(0, 8)
        opened = 0 if state.auction is None else state.auction.opened
        return chance.choice(
            (
                BidOnLot(opened, most, use),
                BidOnLot(opened, most, use),
                BidOnKind(ANY, most, use),
                BidOnKind(chance.choice(("RW", "W5", "WW")), most, use),
                BuyIfAble(chance.choice(("R1", "B2", "O3", "G4", "R5")), use),
                NeverBuy(),
                DrawUntil(chance.randint(1, 10), chance.choice((None, 5, 40))),
            )
        )

    def around(self, state: GameState, seat: int) -> None:
        wishes: list[tuple[c.Wish, str]] = [
            (c.HandToBot(seat, "left"), f"seat:{seat}"),
            (c.ReturnToSeat(seat), f"seat:{seat}"),
            (c.ReturnToSeat(seat), f"seat:{seat}"),
            (c.ReplacePlayer(seat, player(seat + 10 * self.chance.randint(0, 2))), "host"),
            (c.PauseGame("host"), "host"),
            (c.ResumeGame(), "host"),
            (c.ProposePause(seat), f"seat:{seat}"),
        ]
        if len(state.humans) == 1:
            wishes = [(c.ReturnToSeat(s.seat), f"seat:{s.seat}") for s in state.seats]
        self.table.do(*self.chance.choice(wishes))

    def undo(self, state: GameState, seat: int) -> None:
        points = [mark.version for mark in consent.undo_points(state)]
        if points and self.undone < 12:
            back = self.chance.choice(points[-self.chance.choice((1, 2, 5, 30)) :])
            self.table.do(c.ProposeUndo(seat, back))

    def vote(self, state: GameState, seat: int) -> None:
        agree = self.chance.random() < 0.9
        about = c.VoteUndo if state.undo is not None else c.VotePause
        self.table.do(about(seat, agree))

    def sweep(self, state: GameState, seat: int) -> None:
        self.table.now += timedelta(minutes=self.chance.choice((1, 20, 90)))
        with self.store.read() as reader:
            found = due(reader, self.table.now)
        for each in found:
            self.table.do(c.TimeOut(each.seat, each.decision), "clock", "sweep")

    def check(self) -> None:
        """What holds after every append."""
        bodies = list(self.table.handler.bodies(self.table.game))
        assert bodies[: len(self.log)] == self.log
        new, self.log = bodies[len(self.log) :], bodies
        self.undone += sum('"type":"MovesUndone"' in body for body in new)
        assert broken(self.state) is None
        if new:
            self.check_mails()

    def check_mails(self) -> None:
        """Whoever is awaited in person has been asked about this very decision."""
        state = self.state
        awaiting, auction = state.awaiting, state.auction
        if awaiting is None or state.seat(awaiting.seat).kind != "human":
            return
        since = self.table.handler.recorded(self.table.game, after=awaiting.decision)
        if _came_or_went(since):
            return
        asked = select(outbox.c.seat, outbox.c.decision, outbox.c.person).where(
            outbox.c.kind.in_(("your-turn", "auction")), outbox.c.seat == awaiting.seat
        )
        with self.store.read() as reader:
            rows = reader.connection.execute(asked).all()
        versions = {row.decision for row in rows}
        opened = auction.opened if auction is not None and awaiting.kind == "bid" else -1
        assert awaiting.decision in versions or opened in versions, (awaiting, versions)


def _came_or_went(since: list[t.Recorded]) -> bool:
    """A seat that was a bot's when its decision opened is asked by no mail: it comes back by a page."""
    changed = (t.SeatReturned, t.SeatReplaced, t.SeatHandedToBot)
    return any(isinstance(each.event, changed) for each in since)


def read_models(store: Store) -> dict[str, list[Any]]:
    with store.read() as reader:
        return {
            table.name: [
                tuple(row)
                for row in reader.connection.execute(
                    select(table).order_by(*table.primary_key.columns)
                )
            ]
            for table in (games, seats)
        }


def blow(store: Store, number: int, steps: int) -> Storm:
    """One storm, and what holds when it is over."""
    storm = Storm(store, number)
    for _ in range(steps):
        if storm.state.over:
            break
        storm.step()
    table = storm.table
    assert facts(fold(table.game, storm.log)) == facts(storm.state)
    before = read_models(store)
    projections.rebuild(store)
    assert read_models(store) == before
    verify(table.handler.recorded(table.game))
    assert not any('"Order' in body for body in storm.log)
    return storm


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_whatever_happens_log_state_read_models_and_mails_agree(store: Store, number: int) -> None:
    storm = blow(store, number, 160)
    assert storm.ordered


def test_in_these_storms_orders_act_moves_are_undone_and_clocks_run_out(store: Store) -> None:
    storm = blow(store, 7, 300)
    log = storm.table.handler.recorded(storm.table.game)
    types = {each.type for each in log}
    assert {"MovesUndone", "TimedOut", "SeatHandedToBot", "SeatReturned"} <= types
    assert sum(each.meta.via == "order" for each in log) > 5


@pytest.mark.fuzz
@pytest.mark.parametrize("number", range(100, 160))
def test_long_storms(store: Store, number: int) -> None:
    blow(store, number, 600)
