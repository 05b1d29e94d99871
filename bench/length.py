"""How long a game of five takes people who live apart: without orders, sealed bids, standing orders.

Virtual time and no database: the drafts, rules, clocks and orders are those of the service. What is made
up is the people, from a seed:

- Three live in Copenhagen, one in New York, one in Kathmandu; who sits where is drawn for each game.
- Each sleeps from 23:00 to 07:00 and looks at the mail two to five times a day (drawn for each person),
  at moments spread evenly over the day awake, drawn anew for each day.
- A mail that was seen is answered after a lognormal delay: median 45 minutes, sigma 1 (two in three
  answer within 17 minutes to 2 hours, one in a hundred after more than 7 hours); who has gone to bed by
  then answers in the morning.
  All in all half the mails are answered within 7 hours, and one in twenty after more than 19.
- Whoever has just moved and is awaited again is at the page still: 5 to 90 seconds.

The game's clocks run as by default (72 and 24 hours). ``bots.choose`` is everybody's judgement; what a
sealed bid may cost at most is judged as the same bot does.
"""

import random
import uuid
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from statistics import median

from bench.measure import Row, Timing
from events import commands as c
from events import types as t
from events.codec import at_moment
from events.draft import Draft
from events.store import Head
from events.ten import bots
from events.ten.answers import Answer
from events.ten.chance import Dealer
from events.ten.orders import ANY, BidOnKind, BidOnLot, DrawUntil, Held, Order, act, key_of
from events.ten.orders_check import check
from events.ten.orders_pay import PREFERENCES
from events.ten.promise import players, stage
from events.ten.purse import token_worth
from events.ten.sharp import most_for
from events.ten.state import GameState
from service.clock import clock_for, instant, may_send
from service.habits import DAY, Habits
from service.wording.moments import known_zone

GAMES = 12
ZONES = (*["Europe/Copenhagen"] * 3, "America/New_York", "Asia/Kathmandu")
UP, BED = time(7), time(23)
LOOKS = (2, 5)
"""Looks at the mail a day, the fewest and the most that a person is given."""
MEDIAN_H, SIGMA = 0.75, 1.0
START = datetime(2026, 9, 7, 18, tzinfo=UTC)
"""When the first game begins; each further one begins 31 hours later."""

WAYS = ("without orders", "early sealed bids", "standing bids", "standing bids and draws")
_MOST_COMMANDS = 100


class Person:
    """Somebody with a zone, nights, and a number of looks at the mail a day."""

    def __init__(self, zone: str, name: str) -> None:
        self.habits = Habits(zone, BED, UP)
        self.chance = random.Random(name)
        self.looks_a_day = self.chance.randint(*LOOKS)
        self.bids_up_to = self.chance.randint(3, 6)
        self.risks = self.chance.randint(15, 35)
        """Percent: the chance of a bust from which this person stops drawing."""
        self._name = name

    def looks(self, day: date) -> list[datetime]:
        """When the mail is looked at on that day of the own zone."""
        chance = random.Random(f"{self._name} {day}")
        begin = instant(day, UP, known_zone(self.habits.zone))
        awake = (BED.hour - UP.hour) * 3600
        return sorted(
            begin + timedelta(seconds=chance.randrange(awake)) for _ in range(self.looks_a_day)
        )

    def answers(self, came: datetime) -> datetime:
        """When a mail that came at this moment is answered."""
        day = came.astimezone(known_zone(self.habits.zone)).date()
        seen = self.looks(day)
        while bisect_left(seen, came) == len(seen):
            day += DAY
            seen = self.looks(day)
        takes = timedelta(hours=MEDIAN_H * self.chance.lognormvariate(0, SIGMA))
        return may_send(seen[bisect_left(seen, came)] + takes, self.habits)

    def stays(self, now: datetime) -> datetime:
        """When an answer comes from whoever is at the page."""
        return now + timedelta(seconds=self.chance.randint(5, 90))


class Game:
    """One game in one of the ``WAYS``, from the claim of the last seat to its end."""

    def __init__(self, number: int, way: str) -> None:
        name = f"length {number}"
        zones = list(ZONES)
        random.Random(name).shuffle(zones)
        self.people = {
            seat: Person(zone, f"{name} {seat}") for seat, zone in enumerate(zones, start=1)
        }
        self.way = way
        self.log: list[t.Recorded] = []
        self.orders: dict[int, dict[str, Held]] = {seat: {} for seat in self.people}
        self.plans: dict[tuple[int, str, int], datetime] = {}
        """(seat, what the mail is about, its version) -> when it will be answered."""
        self.now = START + number * timedelta(hours=31)
        self._id = str(uuid.uuid5(uuid.NAMESPACE_OID, name))
        self._dealer = Dealer(random.Random(name).randbytes(32).hex())
        self._clock = clock_for(lambda state, seat: self.people[seat].habits)
        self._state: GameState | None = None
        self._mover: int | None = None

    @property
    def state(self) -> GameState:
        assert self._state is not None
        return self._state

    def play(self) -> timedelta:
        """How long the game takes, by the clock on the wall."""
        seats = [t.SeatSpec(seat, "human") for seat in self.people]
        self._do(c.CreateGame(self._new_id(), seats, self._dealer.seed), "host")
        for seat in self.people:
            self._do(c.ClaimSeat(seat, self._new_id()), f"seat:{seat}")
        begun = self.now
        if self.way.startswith("standing"):
            for seat, person in self.people.items():
                self._order(seat, BidOnKind(ANY, person.bids_up_to))
                if self.way.endswith("draws"):
                    self._order(seat, DrawUntil(percent=person.risks))
            self._do(None, "")
        while not self.state.over:
            self._step()
        return self.now - begun

    # What happens next.

    def _step(self) -> None:
        awaiting = self.state.awaiting
        assert awaiting is not None
        moment, (seat, about, _) = min((self._plan(mail), mail) for mail in self._mails())
        due = None if awaiting.due_at is None else at_moment(awaiting.due_at)
        if due is not None and due < moment:
            self.now, self._mover = due, None
            self._do(c.TimeOut(awaiting.seat, awaiting.decision), "clock")
            return
        self.now, self._mover = moment, seat
        if seat == awaiting.seat:
            self.plans.pop((seat, "decision", awaiting.decision), None)
            self._do(bots.choose(self.state, seat), f"seat:{seat}")
        else:
            assert about == "auction"
            self._seal(seat)

    def _mails(self) -> Iterator[tuple[int, str, int]]:
        """What may be answered now: the open decision, and with sealed bids the auction by all who are
        still to bid and have sealed none."""
        awaiting, auction = self.state.awaiting, self.state.auction
        assert awaiting is not None
        asked = (awaiting.seat, "decision", awaiting.decision)
        if self.way != "early sealed bids" or auction is None:
            yield asked
            return
        for seat in auction.still_to_bid:
            sealed = "lot" in self.orders[seat]
            if not sealed:
                yield seat, "auction", auction.opened
            elif seat == awaiting.seat:
                # What was sealed could not be paid that way.
                yield asked

    def _plan(self, mail: tuple[int, str, int]) -> datetime:
        if mail not in self.plans:
            person = self.people[mail[0]]
            there = self._mover == mail[0]
            self.plans[mail] = person.stays(self.now) if there else person.answers(self.now)
        return self.plans[mail]

    # What is done.

    def _seal(self, seat: int) -> None:
        state = self.state
        assert state.auction is not None
        now = stage(state)
        worth = token_worth(players(state), now)
        most = most_for(state.seat(seat), state.auction.card, now, worth)
        use = PREFERENCES["anything"]
        self._order(seat, BidOnLot(state.auction.opened, min(most, state.seat(seat).worth), use))

    def _order(self, seat: int, order: Order) -> None:
        check(self.state, seat, order)
        self.orders[seat][key_of(order)] = Held(order, self.state.version)

    def _answer(self, state: GameState) -> Answer | None:
        assert state.awaiting is not None
        seat = state.awaiting.seat
        acted = act(state, seat, self.orders[seat].values())
        if acted is None:
            return None
        if acted.spent is not None:
            del self.orders[seat][acted.spent]
        return Answer(f"seat:{seat}", acted.wish, "order")

    def _do(self, wish: c.Wish | None, by: str) -> None:
        """One append: a command if there is one, and what is answered without a person."""
        head = None
        if self.log:
            last = self.log[-1]
            head = Head(last.version, last.hash, last.at)
        draft = Draft(
            self._id, self._state, head, self.now, self._dealer, self._clock, self._prefix
        )
        if wish is not None:
            draft.carry(wish, by, "web", self._new_id())
        while draft.answer(_MOST_COMMANDS, self._answer):
            pass
        self._state = draft.state
        self.log += draft.recorded
        if self.state.auction is None:
            for kept in self.orders.values():
                kept.pop("lot", None)

    def _prefix(self, version: int) -> GameState:
        raise AssertionError("nobody undoes anything here")

    def _new_id(self) -> str:
        return str(uuid.uuid5(uuid.UUID(self._id), f"{len(self.log)}"))


def lengths(way: str, games: int = GAMES) -> list[float]:
    """Days that each game takes."""
    return [Game(number, way).play() / DAY for number in range(games)]


def rows() -> Iterator[Row]:
    """A row for each way to play; each must be shorter than the one before."""
    before: tuple[str, float] | None = None
    for way in WAYS:
        days = lengths(way)
        yield _row(way, days, before)
        before = way, median(days)


def _row(way: str, days: Sequence[float], before: tuple[str, float] | None) -> Row:
    mine = median(days)
    mark = "for the others to be held against" if before is None else f"shorter than {before[0]}"
    return Row(
        f"a game of five people apart, median of {len(days)}, {way}",
        mine,
        "days",
        None,
        None,
        1.0 if before is None else before[1] / mine,
        f"{mark}; here {min(days):.3g} to {max(days):.3g} days",
        before is None or mine < before[1],
        Timing(tuple(days)).spread,
    )
