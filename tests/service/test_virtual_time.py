"""Whole games over months: every deadline, reminder and default action to the second, and who is left asleep.

``tests/harness/virtual.py`` plays them, ``tests/harness/oracle.py`` says what is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest

from events import types as t
from events.codec import at_moment
from events.verify import verify
from tests.harness import oracle
from tests.harness.village import Village
from tests.harness.virtual import Character, Virtual, absent, days, due_of, late, prompt, slow
from tests.service.clocks import COPENHAGEN, KATHMANDU, at, habits, utc
from tests.workers.sink import Sink, running_sink

ALMATY = "Asia/Almaty"
NIGHT = "22:00-07:30"
HOUR = 3_600


@dataclass
class Open:
    """A decision that waits for a person; ``due`` as it was last moved."""

    seat: int
    kind: str
    version: int
    due: datetime | None


ANSWERS = (
    t.CardDrawn,
    t.NumbersTaken,
    t.CurrencyTaken,
    t.BidPlaced,
    t.BidPassed,
    t.CardBought,
    t.BuyDeclined,
)


class Checked:
    """One pass over the log of a game, held against the oracle event by event."""

    def __init__(self, game: Virtual) -> None:
        self.game = game
        self.bots: set[int] = set()
        self.forfeited: int | None = None
        self.missed: Counter[int] = Counter()
        self.open: Open | None = None
        self.deadlines: dict[tuple[int, datetime], tuple[datetime, datetime]] = {}
        """(decision, due) -> from when and until when that was the deadline."""
        self.timed_out: list[datetime] = []
        self.seen: Counter[str] = Counter()
        log = game.log
        for place, each in enumerate(log):
            self.event(each, log[place + 1 : place + 3])
        self._set(None, at_moment(log[-1].at))

    def event(self, each: t.Recorded, after: list[t.Recorded]) -> None:
        event, now = each.event, at_moment(each.at)
        if isinstance(event, t.TurnStarted | t.FinalBuyingStarted):
            self.forfeited = None
        elif isinstance(event, t.DecisionOpened):
            self._opened(event, each.version, now)
        elif isinstance(event, t.DeadlineExtended):
            self._extended(event, now)
        elif isinstance(event, t.TimedOut):
            self._timed_out(event, each, after, now)
        elif isinstance(event, t.SeatHandedToBot):
            self.bots.add(event.seat)
        elif isinstance(event, t.SeatReturned):
            self.bots.discard(event.seat)
        elif isinstance(event, ANSWERS):
            self._answered(event, each, now)

    def _opened(self, event: t.DecisionOpened, version: int, now: datetime) -> None:
        person = event.seat not in self.bots and event.seat != self.forfeited
        expected = None
        if person:
            who = self.game.cast[event.seat - 1].at(now)
            expected = oracle.due(now, self.game.limit(event.kind), who)
        assert due_of(event) == expected
        self._set(Open(event.seat, event.kind, version, expected) if person else None, now)

    def _extended(self, event: t.DeadlineExtended, now: datetime) -> None:
        assert self.open is not None
        assert self.open.due is not None
        assert (event.seat, event.reason) == (self.open.seat, "vacation")
        who = self.game.cast[event.seat - 1]
        before, then = who.at(now, included=False), who.at(now)
        moved = oracle.postponed(self.open.due, now, before, then)
        assert due_of(event) == moved > self.open.due
        self._set(replace(self.open, due=moved), now)
        self.seen["extended"] += 1

    def _timed_out(
        self, event: t.TimedOut, each: t.Recorded, after: list[t.Recorded], now: datetime
    ) -> None:
        """Just when it was due, and with the default action in the same command."""
        assert self.open is not None
        assert (event.seat, event.kind) == (self.open.seat, self.open.kind)
        assert now == self.open.due
        assert (each.meta.by, each.meta.via) == ("clock", "sweep")
        self.missed[event.seat] += 1
        assert event.missed == self.missed[event.seat]
        self.timed_out.append(now)
        self.seen[f"{event.kind} timed out"] += 1
        together = [e.type for e in after if e.meta.command == each.meta.command]
        if event.missed >= 3:
            assert together == ["SeatHandedToBot"]
            self.seen["handed over"] += 1
        elif event.kind == "draw":
            self.forfeited = event.seat
            assert together == []
            assert (after[0].meta.by, after[0].meta.via) == (f"bot:{event.seat}", "bot")
        else:
            assert together[0] == {"bid": "BidPassed", "buy": "BuyDeclined"}[event.kind]

    def _answered(self, event: t.Event, each: t.Recorded, now: datetime) -> None:
        seat: int = event.seat  # type: ignore[attr-defined]
        by, via = each.meta.by, each.meta.via
        if via == "web":
            assert by == f"seat:{seat}"
            assert self.open is not None
            assert self.open.due is None or now <= self.open.due
            self.missed[seat] = 0
        else:
            assert by in (f"bot:{seat}", "system", "clock")
        if not isinstance(event, t.CardDrawn):
            self._set(None, now)

    def _set(self, opened: Open | None, now: datetime) -> None:
        """Another decision, or another deadline of the same one, holds from now on."""
        was = self.open
        if was is not None and was.due is not None:
            since, _ = self.deadlines[was.version, was.due]
            self.deadlines[was.version, was.due] = since, now
        if opened is not None and opened.due is not None:
            self.deadlines[opened.version, opened.due] = now, now
        self.open = opened


def reminders(game: Virtual, checked: Checked) -> dict[tuple[int, datetime], datetime]:
    """(decision, due) -> when its one reminder was to go out."""
    decisions = {
        each.version: each.event for each in game.log if isinstance(each.event, t.DecisionOpened)
    }
    wanted = {}
    for (version, due), (since, until) in checked.deadlines.items():
        event = decisions[version]
        who = game.cast[event.seat - 1]
        first = due_of(event)
        if due != first:
            known = since
        else:
            told = [m for m in asked(game, event.seat, version) if since <= m < until]
            if not told:
                continue
            known = told[0]
        start = oracle.first_sendable(known, who.at(known))
        moment = oracle.remind(due, start, game.limit(event.kind), who.lead_s, who.at(known))
        # What happens at one moment happens in this order: mails, moves, the clock.
        if start < moment < due and moment <= until:
            wanted[version, due] = moment
    return wanted


def asked(game: Virtual, seat: int, decision: int) -> list[datetime]:
    """When the mails went out that asked this seat for this decision: about itself, or, where the append
    that opened the auction opened it too, about the auction."""
    opened = game.log[decision - 1].at
    about = {
        each.version
        for each in game.log[: decision - 1]
        if each.type == "AuctionOpened" and each.at == opened
    }
    kinds = ("your-turn", "auction")
    found = [mail for mail in game.mails if mail.kind in kinds and mail.seat == seat]
    return [mail.at for mail in found if mail.decision in {decision, *about}]


def check(game: Virtual) -> Counter[str]:
    """Everything that is said in the issue of clocks; answers how often what happened."""
    state = game.state
    assert state.over
    verify(game.log)
    checked = Checked(game)
    assert checked.timed_out == game.swept
    sent = {
        (mail.decision, at_moment(mail.payload["due"])): mail.at
        for mail in game.mails
        if mail.kind == "reminder"
    }
    assert sent == reminders(game, checked)
    assert len(sent) == sum(mail.kind == "reminder" for mail in game.mails)
    for mail in game.mails:
        who = game.cast[mail.seat - 1].at(mail.at)
        assert oracle.sendable(mail.at, who), mail
        assert mail.at == oracle.first_sendable(mail.at, who)
    checked.seen["reminded"] = len(sent)
    checked.seen["mails"] = len(game.mails)
    checked.seen["days"] = (at_moment(game.log[-1].at) - at_moment(game.log[0].at)).days
    return checked.seen


Stage = tuple[Village, Sink]


@pytest.fixture
def stage(sqlite_url: str) -> Iterator[Stage]:
    village = Village.at(sqlite_url)
    with running_sink() as sink:
        yield village, sink
    village.store.engine.dispose()


SPRING = [("2026-03-25", "2026-03-29"), ("2026-04-15", "2026-04-17"), ("2026-05-06", "2026-05-08")]
AUTUMN = [("2026-10-21", "2026-10-25"), ("2026-11-11", "2026-11-13"), ("2026-12-02", "2026-12-04")]


@pytest.mark.parametrize(
    ("start", "away"),
    [("2026-03-20 18:20:07", SPRING), ("2026-10-16 18:20:07", AUTUMN)],
    ids=["spring", "autumn"],
)
def test_months_across_a_change_of_clocks_in_copenhagen(
    stage: Stage, start: str, away: list[tuple[str, str]]
) -> None:
    village, sink = stage
    cast = [
        Character(habits(COPENHAGEN, NIGHT), slow),
        Character(
            habits(KATHMANDU, "21:30-06:45", weekends=True),
            late,
            lead_s=5 * HOUR,
            returns=timedelta(days=12),
        ),
        Character(
            habits(COPENHAGEN, weekends=True), slow, away=tuple(days(*each) for each in away)
        ),
    ]
    game = Virtual(village, sink, at(start, COPENHAGEN), cast, 1)
    game.play()
    seen = check(game)
    assert seen["days"] > 60
    assert min(seen["extended"], seen["reminded"], seen["handed over"]) > 0
    assert min(seen["bid timed out"], seen["draw timed out"]) > 0


def test_a_rule_of_a_zone_changes_in_the_middle(stage: Stage) -> None:
    """On 1 March 2024 midnight came twice in Almaty."""
    village, sink = stage
    cast = [
        Character(habits(ALMATY, "23:30-07:00"), slow),
        Character(habits(ALMATY, weekends=True), late, lead_s=HOUR),
    ]
    game = Virtual(village, sink, utc("2024-02-26 05:00:30"), cast, 2)
    game.play()
    seen = check(game)
    assert min(seen["reminded"], seen["bid timed out"], seen["draw timed out"]) > 0


def test_who_never_answers_loses_the_seat_and_comes_back(stage: Stage) -> None:
    village, sink = stage
    cast = [
        Character(habits("America/New_York", NIGHT), prompt),
        Character(habits(KATHMANDU, NIGHT), absent, returns=timedelta(hours=30)),
    ]
    game = Virtual(village, sink, utc("2026-10-20 12:00:59"), cast, 3, auction_s=6 * HOUR)
    game.play()
    assert check(game)["handed over"] == 1
    assert "SeatReturned" in {each.type for each in game.log}


def test_clocks_of_an_hour_do_not_run_at_night(stage: Stage) -> None:
    """Whole minutes only: the oracle counts no less than a minute."""
    village, sink = stage
    cast = [
        Character(habits(COPENHAGEN, NIGHT), absent),
        Character(habits(KATHMANDU, "20:00-09:15"), absent),
    ]
    limits = {"turn_s": 7 * HOUR, "auction_s": HOUR}
    game = Virtual(village, sink, utc("2026-10-24 12:00"), cast, 4, **limits)
    game.play()
    seen = check(game)
    assert seen["handed over"] == 2
