"""Times as people read them: absolute, in the reader's zone, with the zone's name.

Never "in 59 minutes": a mail is read later than it was written.
"""

from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_skeleton, get_datetime_format

from service.wording.catalogue import locale

UTC = ZoneInfo("UTC")


def known_zone(name: str | None) -> ZoneInfo:
    """The zone of that IANA name; UTC for none and for one that no longer exists."""
    if not name:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def moment(language: str, at: datetime | str, zone: str | None) -> str:
    """ "Mon, Nov 30, 2026, 18:30 CET (Europe/Berlin)" for an aware time or the text of one.

    The abbreviation tells apart the two times of one name on the night when clocks go back.
    """
    when = datetime.fromisoformat(at) if isinstance(at, str) else at
    place = known_zone(zone)
    local = when.astimezone(place)
    data = locale(language)
    today = format_skeleton("yMMMEd", local, tzinfo=place, locale=data)
    hour = format_skeleton("Hm", local, tzinfo=place, locale=data)
    both = str(get_datetime_format("medium", locale=data)).replace("'", "")
    told = _plain(both.replace("{0}", hour).replace("{1}", today))
    if place.key == "UTC":
        return f"{told} UTC"
    return f"{told} {_short(local)} ({place.key})"


def _plain(text: str) -> str:
    """Narrow and unbreakable spaces of CLDR are drawn as boxes by some mail clients."""
    return text.replace("\u202f", " ").replace("\xa0", " ")


def day(language: str, on: date) -> str:
    """ "Mon, Nov 30, 2026" for a day of the calendar."""
    return _plain(format_skeleton("yMMMEd", on, locale=locale(language)))


def _short(local: datetime) -> str:
    """ "CET"; where the zone has no letters of its own, "UTC+05:45"."""
    name = local.tzname() or ""
    if name.isalpha():
        return name
    offset = local.strftime("%z")
    return f"UTC{offset[:3]}:{offset[3:5]}"
