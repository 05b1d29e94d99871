"""Dates as people write them in a reply: ``2026-08-14``, ``14.8.2026``, ``14 August 2026``."""

import re
from collections.abc import Sequence
from datetime import date


def days(text: str, language: str) -> tuple[date, ...]:
    """The days that a date in figures may mean, most likely first; none if there is no such day.

    Only in English may ``8/7/2026`` be the seventh of August.
    """
    first, second, third = (int(part) for part in re.split(r"[-/.]\s?", text))
    if first > 31:
        return _day(first, second, third)
    found = _day(third, second, first)
    if language == "en" and "/" in text and first != second:
        found += _day(third, first, second)
    return found


def spelt(numbers: Sequence[int], month: int) -> tuple[date, ...]:
    """The day of two numbers, whichever is the year, and a month's number."""
    day, year = sorted(numbers)
    return _day(year, month, day)


def _day(year: int, month: int, day: int) -> tuple[date, ...]:
    try:
        return (date(year, month, day),)
    except ValueError:
        return ()
