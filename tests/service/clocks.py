"""Moments and habits, written short."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from service.habits import Habits, Vacation

COPENHAGEN = "Europe/Copenhagen"
KATHMANDU = "Asia/Kathmandu"


def utc(text: str) -> datetime:
    """``2026-03-01 12:00`` in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def at(text: str, zone: str, fold: int = 0) -> datetime:
    """``2026-03-01 12:00`` as wall clocks of the zone show it, for the ``fold``-th time, in UTC."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return local.astimezone(UTC)


def shown(moment: datetime, zone: str) -> str:
    """What wall clocks of the zone show."""
    return moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S")


def habits(zone: str = "UTC", quiet: str = "", *, weekends: bool = False, away: str = "") -> Habits:
    """quiet: ``22:00-07:30``; away: ``2026-08-01..2026-08-14 2026-12-24..2026-12-26``."""
    begin, end = (time.fromisoformat(part) for part in quiet.split("-")) if quiet else (None, None)
    vacations = tuple(vacation(each) for each in away.split())
    return Habits(zone, begin, end, weekends, vacations)


def vacation(text: str) -> Vacation:
    first, last = text.split("..")
    return Vacation(date.fromisoformat(first), date.fromisoformat(last))
