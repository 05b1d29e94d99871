"""The clock once more, the slow way: minute by minute, as somebody with a calendar would look it up.

It shares no line with ``service.clock``. Habits begin and end on whole minutes, so between two of them
nothing changes.
"""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from service.habits import Habits

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def local(moment: datetime, who: Habits) -> datetime:
    """What the person's wall clock shows."""
    return moment.astimezone(ZoneInfo(who.zone)).replace(tzinfo=None)


def sendable(moment: datetime, who: Habits) -> bool:
    """Whether the person wants mail at this moment."""
    shown = local(moment, who)
    if who.weekends_off and shown.isoweekday() in (6, 7):
        return False
    for away in who.vacations:
        if away.first <= shown.date() <= away.last:
            return False
    return not _asleep(moment, who)


def _asleep(moment: datetime, who: Habits) -> bool:
    """By the wall clock; and nobody gets up, or goes to bed later, because it is put back."""
    if _asleep_at(local(moment, who).time(), who):
        return True
    near = [moment + n * MINUTE for n in (-180, 180)]
    if len({each.astimezone(ZoneInfo(who.zone)).utcoffset() for each in near}) == 1:
        return False
    shown = local(moment, who)
    around = [(n, local(moment + n * MINUTE, who)) for n in range(-180, 181)]
    put_back = [each for n, each in around if (n < 0 and each > shown) or (n > 0 and each < shown)]
    return any(_asleep_at(each.time(), who) for each in put_back)


def _asleep_at(at: time, who: Habits) -> bool:
    begin, end = who.quiet_from, who.quiet_to
    if begin is None or end is None:
        return False
    return begin <= at < end if begin < end else not end <= at < begin


@lru_cache(maxsize=100_000)
def first_sendable(moment: datetime, who: Habits) -> datetime:
    """This moment or the next whole minute at which the person may be mailed."""
    while not sendable(moment, who):
        moment = moment.replace(second=0, microsecond=0) + MINUTE
    return moment


@lru_cache(maxsize=100_000)
def due(opened: datetime, limit: int, who: Habits) -> datetime:
    """When a clock of ``limit`` seconds that is set at ``opened`` runs out; whole minutes below a day."""
    start = first_sendable(opened, who)
    days, rest = divmod(limit, 86_400)
    end = _days_on(start, days, who)
    minutes = rest // 60
    while minutes:
        if sendable(end, who):
            minutes -= 1
        end += MINUTE
    return end if not end.microsecond else end.replace(microsecond=0) + SECOND


def _days_on(start: datetime, days: int, who: Habits) -> datetime:
    if not days:
        return start
    shown = local(start, who)
    while days:
        shown += timedelta(days=1)
        if _whole_day(shown, who):
            days -= 1
    return moment_of(shown, who)


def _whole_day(shown: datetime, who: Habits) -> bool:
    """Whether the day counts: it has a time at which the person may be mailed, nights left aside."""
    by_day = Habits("UTC", None, None, who.weekends_off, who.vacations)
    return sendable(shown.replace(tzinfo=UTC), by_day)


def moment_of(shown: datetime, who: Habits) -> datetime:
    """The last moment at which the person's wall clock shows this; if it never does, as long after the
    clock jumped as it would have been."""
    guess = shown.replace(tzinfo=UTC)
    around = [guess + n * 15 * MINUTE for n in range(-4 * 15, 4 * 15 + 1)]
    hits = [each for each in around if local(each, who) == shown]
    if hits:
        return max(hits)
    before = max(each for each in around if local(each, who) < shown)
    return before + (shown - local(before, who))


def remind(due: datetime, known: datetime, limit: int, lead: int | None, who: Habits) -> datetime:
    """When to remind of a deadline that the person was mailed about at ``known``."""
    wanted = due - timedelta(seconds=limit / 4 if lead is None else lead)
    if wanted <= known:
        wanted = known + (due - known) / 2
    if sendable(wanted, who):
        return wanted
    later = first_sendable(wanted, who)
    if later < due:
        return later
    while not sendable(wanted, who):
        wanted = wanted.replace(second=0, microsecond=0) - SECOND
    return wanted


def postponed(due: datetime, now: datetime, before: Habits, then: Habits) -> datetime:
    """A running deadline after a vacation was announced for later days: as many days that count."""
    today, end = local(now, then), local(due, then)
    count = sum(
        _whole_day(today + timedelta(days=n), before)
        for n in range(1, (end.date() - today.date()).days + 1)
    )
    shown = datetime.combine(today.date(), end.time())
    while count:
        shown += timedelta(days=1)
        count -= _whole_day(shown, then)
    return moment_of(shown, then)
