"""What a person or a host chooses about time: when to be left in peace, and how long a clock runs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Final

from events.errors import Refusal

SHORTEST: Final = 5 * 60
"""The shortest limit of a clock, in seconds."""
LONGEST: Final = 30 * 86_400
"""The longest."""
AHEAD: Final = 366
"""How many days ahead a vacation may begin, and the most days that a seat may have of it."""
QUIET_AT_MOST: Final = 16
"""The most quiet hours of a day: mail has to come through some time."""

DAY: Final = timedelta(days=1)
_HOUR: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]\Z")


class BadLimit(Refusal):
    """A clock runs from 5 minutes to 30 days, or not at all. Parameters: option, value."""

    code = "bad-limit"


class BadQuietHours(Refusal):
    """Quiet hours are two times of day, at most 16 hours apart. Parameters: begin, end."""

    code = "bad-quiet-hours"


class BadLead(Refusal):
    """A reminder comes from 5 minutes to 30 days before its deadline. Parameters: value (seconds)."""

    code = "bad-lead"


class VacationBackwards(Refusal):
    """A vacation ends on its first day or later. Parameters: first, last."""

    code = "vacation-backwards"


class VacationOutOfReach(Refusal):
    """A vacation begins today or later, within a year. Parameters: first."""

    code = "vacation-out-of-reach"


class VacationTooLong(Refusal):
    """The game grants a seat so many days of vacation and no more. Parameters: asked (days that this
    one adds), left, granted."""

    code = "vacation-too-long"


@dataclass(frozen=True, slots=True)
class Vacation:
    """Days off, the first and the last included."""

    first: date
    last: date

    def days(self) -> Iterator[date]:
        for number in range((self.last - self.first).days + 1):
            yield self.first + number * DAY


@dataclass(frozen=True, slots=True)
class Habits:
    """When a person wants no mail. Quiet hours that begin and end at the same time are none; those that
    end earlier than they begin run past midnight."""

    zone: str = "UTC"
    quiet_from: time | None = None
    quiet_to: time | None = None
    weekends_off: bool = False
    vacations: tuple[Vacation, ...] = ()

    def off(self, day: date) -> bool:
        """Whether the whole of this day, in the person's zone, is off."""
        if self.weekends_off and day.weekday() >= 5:
            return True
        return any(each.first <= day <= each.last for each in self.vacations)


def fit_limit(name: str, seconds: int | None) -> int | None:
    """A limit that a host may choose for ``turn_s`` or ``auction_s``. Raises BadLimit."""
    if seconds is not None and not (type(seconds) is int and SHORTEST <= seconds <= LONGEST):
        raise BadLimit(option=name, value=seconds)
    return seconds


def check_vacation(new: Vacation, taken: Sequence[Vacation], granted: int, today: date) -> None:
    """Whether a seat may take this vacation besides those it has taken.

    granted: the game's ``vacation_days``; days that vacations share count once. today: in the person's
    zone. Raises VacationBackwards, VacationOutOfReach or VacationTooLong.
    """
    if new.last < new.first:
        raise VacationBackwards(first=new.first, last=new.last)
    if not today <= new.first <= today + AHEAD * DAY:
        raise VacationOutOfReach(first=new.first)
    used = len({day for each in taken for day in each.days()})
    left = max(0, min(granted, AHEAD) - used)
    asked = (new.last - new.first).days + 1
    if asked <= left + used:
        asked = len({*new.days()} - {day for each in taken for day in each.days()})
    if asked > left:
        raise VacationTooLong(asked=asked, left=left, granted=granted)


def fit_quiet(begin: str, end: str) -> tuple[time, time] | None:
    """Quiet hours as typed, ``22:00`` and ``07:30``; None for none (both empty). Raises BadQuietHours."""
    if not begin and not end:
        return None
    if not _HOUR.match(begin) or not _HOUR.match(end):
        raise BadQuietHours(begin=begin, end=end)
    since, until = time.fromisoformat(begin), time.fromisoformat(end)
    minutes = (until.hour - since.hour) * 60 + until.minute - since.minute
    if not 0 < minutes % 1440 <= QUIET_AT_MOST * 60:
        raise BadQuietHours(begin=begin, end=end)
    return since, until


def fit_lead(seconds: int | None) -> int | None:
    """How long before a deadline somebody is reminded; None for a quarter of the limit. Raises BadLead."""
    if seconds is not None and not (type(seconds) is int and SHORTEST <= seconds <= LONGEST):
        raise BadLead(value=seconds)
    return seconds
