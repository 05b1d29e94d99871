"""Whole games in virtual time: people who answer soon, late or never, sleep and go away, over months.

The real handler, sweep and deliveries run; only the clock is set, from one thing that is to happen to
the next. What the log and the mails say is then held against ``oracle``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from events import commands as c
from events import types as t
from events.codec import at_moment
from events.tables import games, outbox
from events.ten.bots import choose
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service import people
from service.habits import Habits, Vacation
from service.links import Links
from tests.harness import oracle
from tests.harness.village import Village
from tests.workers.sink import Sink
from workers.deliver import Run
from workers.mail.parts import Parts
from workers.sweep import sweep

SECOND = timedelta(seconds=1)

Wait = Callable[[random.Random], timedelta | None]
"""How long somebody takes to answer a mail that came; None for never."""


def prompt(chance: random.Random) -> timedelta:
    return timedelta(seconds=chance.randint(60, 6 * 3_600))


def slow(chance: random.Random) -> timedelta:
    return timedelta(seconds=chance.randint(3_600, 60 * 3_600))


def late(chance: random.Random) -> timedelta | None:
    """Now and then too late for any clock."""
    return slow(chance) if chance.random() < 0.7 else timedelta(days=40)


def absent(chance: random.Random) -> None:
    return None


@dataclass
class Character:
    """A person: habits, how many seconds before a deadline to be reminded, how soon to answer.

    away: vacations to be taken, each on the day before it begins. returns: how long after a bot took
    the seat the person comes back, if ever, and then answers soon.
    """

    habits: Habits
    wait: Wait = prompt
    lead_s: int | None = None
    away: tuple[Vacation, ...] = ()
    returns: timedelta | None = None
    taken: list[tuple[datetime, Vacation]] = field(default_factory=list)
    """(when it was announced, vacation)."""

    def at(self, moment: datetime, *, included: bool = True) -> Habits:
        """The habits as they were known at that moment; ``included``: with what was announced just then."""
        known = [
            vacation
            for announced, vacation in self.taken
            if announced < moment or (included and announced == moment)
        ]
        return replace(self.habits, vacations=tuple(known))


@dataclass(frozen=True)
class Mail:
    """A mail that went out: when, to which seat, its kind, and the version it was about."""

    at: datetime
    seat: int
    kind: str
    decision: int
    payload: dict[str, Any]
    asked: datetime
    """When it was asked for."""


class Virtual:
    """One game and its people, from its start to its end."""

    def __init__(
        self,
        village: Village,
        sink: Sink,
        start: datetime,
        cast: list[Character],
        seed: int,
        **options: Any,
    ) -> None:
        self.village, self.cast, self.options = village, cast, options
        self.chance = random.Random(f"virtual {seed}")
        village.now = start
        self.parts = Parts(
            village.store,
            village.handler,
            Links("https://ten.example"),
            sink.smtp,
            "post@ten.example",
            lambda: village.now,
        )
        persons = [
            village.person(each.habits, each.lead_s, f"seat{seat}@example.org")
            for seat, each in enumerate(cast, 1)
        ]
        self.game = village.game(persons, **options)
        with village.store.unit() as unit:
            people.name_game(unit.connection, self.game, "Months", persons[0], start)
            for seat, person in enumerate(persons, 1):
                people.seat_person(unit.connection, self.game, seat, person)
        self.mails: list[Mail] = []
        self.plans: dict[int, datetime | None] = {}
        """Version of a decision -> when its person means to answer."""
        self.returning: dict[int, datetime] = {}
        self.swept: list[datetime] = []

    @property
    def state(self) -> GameState:
        return self.village.handler.load(self.game)

    @property
    def log(self) -> list[t.Recorded]:
        return self.village.handler.recorded(self.game)

    def play(self, most: int = 20_000) -> None:
        """Until the game is over and no mail is left to be sent."""
        for _ in range(most):
            self._deliver()
            moment, act = self._next()
            if moment is None:
                return
            assert moment >= self.village.now
            self.village.now = moment
            if act is not None:
                act()
        raise AssertionError("the game does not end")

    def _next(self) -> tuple[datetime | None, Callable[[], None] | None]:
        """What happens next, and when; of two at one moment a move goes before the clock."""
        found: list[tuple[datetime, int, Callable[[], None] | None]] = []
        for moment, number, act in self._to_come():
            found.append((max(moment, self.village.now), number, act))
        if not found:
            return None, None
        moment, _, act = min(found, key=lambda each: (each[0], each[1]))
        return moment, act

    def _to_come(self) -> Iterator[tuple[datetime, int, Callable[[], None] | None]]:
        with self.village.store.read() as reader:
            ready = reader.connection.execute(select(func.min(outbox.c.not_before))).scalar()
            acts = reader.connection.execute(select(games.c.acts_at)).scalar()
        if ready is not None:
            yield ready, 0, None
        state = self.state
        if state.over:
            return
        for seat, who in enumerate(self.cast, 1):
            if who.away and seat in state.humans:
                announced = self._day_before(who, who.away[0])
                yield announced, 1, lambda seat=seat: self._leave(seat)  # type: ignore[misc]
            if seat in self.returning:
                yield self.returning[seat], 2, lambda seat=seat: self._return(seat)  # type: ignore[misc]
        plan = self._plan(state)
        if plan is not None:
            yield plan, 3, self._answer
        if acts is not None:
            if acts - SECOND > self.village.now:
                yield acts - SECOND, 4, self._too_early
            yield acts, 5, self._sweep

    def _day_before(self, who: Character, away: Vacation) -> datetime:
        noon = datetime.combine(away.first - timedelta(days=1), time(12), ZoneInfo(who.habits.zone))
        return noon.astimezone(self.village.now.tzinfo)

    def _plan(self, state: GameState) -> datetime | None:
        """When the awaited person means to answer: some time after the mail came, while awake."""
        awaiting = state.awaiting
        if awaiting is None or awaiting.seat not in state.humans:
            return None
        if awaiting.decision not in self.plans:
            who = self.cast[awaiting.seat - 1]
            now = self.village.now
            wait = who.wait(self.chance)
            if self._at_the_page(state):
                wait = timedelta(seconds=self.chance.randint(5, 90)) if wait is not None else None
            came = oracle.first_sendable(now, who.at(now))
            plan = None if wait is None else oracle.first_sendable(came + wait, who.at(now))
            self.plans[awaiting.decision] = plan
        return self.plans[awaiting.decision]

    def _at_the_page(self, state: GameState) -> bool:
        """Whether the decision was opened by the person's own answer just now."""
        return state.awaiting is not None and state.by == f"seat:{state.awaiting.seat}"

    # What happens.

    def _answer(self) -> None:
        state = self.state
        assert state.awaiting is not None
        seat, decision = state.awaiting.seat, state.awaiting.decision
        wish = choose(state, seat)
        state = self.village.do(self.game, wish, f"seat:{seat}").state
        if state.awaiting is not None and state.awaiting.decision == decision:
            # A draw decision stays open over all draws.
            self.plans[decision] = self.village.now + timedelta(seconds=self.chance.randint(5, 90))

    def _leave(self, seat: int) -> None:
        who = self.cast[seat - 1]
        away, who.away = who.away[0], who.away[1:]
        who.taken.append((self.village.now, away))
        self.village.vacation(self.game, seat, away.first.isoformat(), away.last.isoformat())
        state = self.state
        if state.awaiting is not None and state.awaiting.seat == seat:
            plan = self.plans.get(state.awaiting.decision)
            if plan is not None:
                self.plans[state.awaiting.decision] = oracle.first_sendable(
                    plan, who.at(self.village.now)
                )

    def _return(self, seat: int) -> None:
        del self.returning[seat]
        self.cast[seat - 1].wait = prompt
        self.village.do(self.game, c.ReturnToSeat(seat), f"seat:{seat}")

    def _too_early(self) -> None:
        assert sweep(self.village.store, self.village.handler, self.village.now) == 0

    def _sweep(self) -> None:
        assert sweep(self.village.store, self.village.handler, self.village.now) == 1
        self.swept.append(self.village.now)
        state = self.state
        for seat in state.seats:
            returns = self.cast[seat.seat - 1].returns
            if seat.kind == "bot" and returns is not None and seat.seat not in self.returning:
                self.returning[seat.seat] = self.village.now + returns

    def _deliver(self) -> None:
        """Send what is ready now, and note it."""
        with self.village.store.read() as reader:
            seen = set(
                reader.connection.execute(
                    select(outbox.c.id).where(outbox.c.status == "sent")
                ).scalars()
            )
        run = Run(self.parts)
        run.run()
        assert not run.failed
        with self.village.store.read() as reader:
            rows = reader.connection.execute(
                select(outbox).where(outbox.c.status == "sent").order_by(outbox.c.id)
            ).all()
        for row in rows:
            if row.id not in seen:
                self.mails.append(
                    Mail(
                        self.village.now, row.seat, row.kind, row.decision, row.payload, row.created
                    )
                )

    def limit(self, kind: str) -> int:
        return int(option(self.options, "auction_s" if kind == "bid" else "turn_s"))


def days(first: str, last: str) -> Vacation:
    return Vacation(date.fromisoformat(first), date.fromisoformat(last))


def due_of(event: t.Event) -> datetime | None:
    due = getattr(event, "due_at", None)
    return None if due is None else at_moment(due)
