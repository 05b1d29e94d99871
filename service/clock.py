"""When somebody may be mailed, and when their clock runs out. Pure: moments in, moments out.

A decision's clock starts when its mail may be sent, and nothing that keeps a person away eats it:

- Whole days are counted on the calendar of the person's zone and keep the time of day, so 72 hours end
  an hour earlier or later in UTC when clocks change. Days off (weekends, vacations) are not counted.
- What is left below a day runs only while mail may be sent: not in quiet hours, not on days off. (A whole
  day holds its night; its end has the time of day of its start, which is outside the quiet hours.)

A time of day that the clocks skip is moved on by what they skip. One that comes twice means the later
one where something ends, and the earlier where quiet hours begin: the person has the longer time.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from events.draft import Clock
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service.habits import DAY, Habits
from service.wording.moments import known_zone

_SECOND: Final = timedelta(seconds=1)

# Wall clocks.


def instant(day: date, at: time, zone: ZoneInfo, *, late: bool = True) -> datetime:
    """The moment, in UTC, at which wall clocks of the zone show this.

    Of two such moments the later (``late``) or the earlier; for one that is skipped, that much after
    the skip.
    """
    shown = datetime.combine(day, at.replace(fold=0))
    first = shown.replace(tzinfo=zone).astimezone(UTC)
    second = shown.replace(tzinfo=zone, fold=1).astimezone(UTC)
    if first.astimezone(zone).replace(tzinfo=None, fold=0) != shown:
        return first
    return max(first, second) if late else min(first, second)


def _blocks(day: date, who: Habits, zone: ZoneInfo) -> Iterator[tuple[datetime, datetime]]:
    """The times without mail that begin on this day: from, and up to but not including."""
    if who.off(day):
        yield instant(day, time(), zone, late=False), instant(day + DAY, time(), zone)
    begin, end = who.quiet_from, who.quiet_to
    if begin is not None and end is not None and begin != end:
        until = day if begin < end else day + DAY
        yield instant(day, begin, zone, late=False), instant(until, end, zone)


def _covering(moment: datetime, who: Habits) -> tuple[datetime, datetime] | None:
    """A time without mail that holds the moment, or None."""
    zone = known_zone(who.zone)
    day = moment.astimezone(zone).date()
    around = [*_blocks(day - DAY, who, zone), *_blocks(day, who, zone)]
    holding = [block for block in around if block[0] <= moment < block[1]]
    if not holding:
        return None
    return min(block[0] for block in holding), max(block[1] for block in holding)


def may_send(now: datetime, who: Habits) -> datetime:
    """The next moment at which this person may be mailed; ``now`` itself if that is fine."""
    while (block := _covering(now, who)) is not None:
        now = block[1]
    return now


def _could_send(moment: datetime, who: Habits) -> datetime:
    """The last moment, this one or before, at which this person may be mailed, to the second."""
    while (block := _covering(moment, who)) is not None:
        moment = block[0] - _SECOND
    return moment


# Clocks.


def limit_of(options: Mapping[str, Any], kind: str) -> int | None:
    """The seconds that the game's options give for a decision of this kind; None without a clock."""
    limit: int | None = option(options, "auction_s" if kind == "bid" else "turn_s")
    return limit


def due_at(options: Mapping[str, Any], kind: str, now: datetime, who: Habits) -> datetime | None:
    """When a decision that opens now is due: whole seconds, in UTC; None without a clock."""
    limit = limit_of(options, kind)
    return None if limit is None else after(limit, now, who)


def after(limit: int, now: datetime, who: Habits) -> datetime:
    """The end of a clock of ``limit`` seconds that is set now; a fraction of a second counts whole."""
    days, rest = divmod(limit, 86_400)
    start = may_send(now, who)
    end = _run(_count_days(start, days, who), timedelta(seconds=rest), who)
    return end if end.microsecond == 0 else end.replace(microsecond=0) + _SECOND


def _count_days(start: datetime, days: int, who: Habits) -> datetime:
    if not days:
        return start
    zone = known_zone(who.zone)
    local = start.astimezone(zone)
    day = local.date()
    for _ in range(days):
        day += DAY
        while who.off(day):
            day += DAY
    return instant(day, local.time(), zone)


def _run(moment: datetime, rest: timedelta, who: Habits) -> datetime:
    """So much later, counting only the time in which this person may be mailed."""
    zone = known_zone(who.zone)
    while rest:
        moment = may_send(moment, who)
        day = moment.astimezone(zone).date()
        blocks = [block for n in range(3) for block in _blocks(day + n * DAY, who, zone)]
        stop = min((begin for begin, _ in blocks if begin > moment), default=moment + rest)
        stop = min(stop, moment + rest)
        rest -= stop - moment
        moment = stop
    return moment


def remind_at(
    due: datetime, now: datetime, limit: int, lead: int | None, who: Habits
) -> datetime | None:
    """When to remind of a deadline that is known from now on, or None if there is no time for it.

    limit: of the clock, in seconds. lead: seconds before the deadline, as the person wishes; None is a
    quarter of the limit. Where that is past, halfway. Where it falls into a time without mail: after that,
    or, if that is too late, before it.
    """
    start = may_send(now, who)
    left = due - start
    ahead = timedelta(seconds=limit / 4 if lead is None else lead)
    wanted = due - (ahead if ahead < left else left / 2)
    moment = may_send(wanted, who)
    if moment >= due:
        moment = _could_send(wanted, who)
    return moment if start < moment < due else None


def postponed(due: datetime, now: datetime, before: Habits, then: Habits) -> datetime:
    """A running deadline once its person's days off are no longer ``before`` but ``then``.

    Each day from today on that is newly off moves it on by a day, time of day kept; it is never earlier.
    """
    zone = known_zone(then.zone)
    local = due.astimezone(zone)
    day, end = now.astimezone(zone).date(), local.date()
    while day <= end:
        # Beyond the old deadline no day off was reckoned with.
        if then.off(day) and (day > local.date() or not before.off(day)):
            end += DAY
        day += DAY
    return due if end == local.date() else max(due, instant(end, local.time(), zone))


Lookup = Callable[[GameState, int], Habits]
"""(state, seat) -> the habits of the person who sits there."""


def clock_for(habits: Lookup) -> Clock:
    """The clock that ``Handler`` and ``Draft`` ask, for people with these habits."""

    def clock(state: GameState, seat: int, kind: str, now: datetime) -> datetime | None:
        return due_at(state.options, kind, now, habits(state, seat))

    return clock
