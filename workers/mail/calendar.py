"""A deadline for the reader's own calendar (RFC 5545): the same entry for as long as it is the same decision.

It names the table that anybody may see, and no link of the seat: calendars are shared.
"""

from datetime import UTC, datetime
from typing import Final

_WIDEST: Final = 75
"""Bytes of a line; a longer one goes on in the next, behind a space."""


def deadline(
    uid: str, sequence: int, due: datetime, now: datetime, summary: str, link: str | None
) -> str:
    """The calendar object, its lines ending in CRLF.

    uid: the same for the same decision, on our own host. sequence: rises whenever the deadline moves; the
    one with the highest counts. link: None where nobody but the players may look.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tenpost//Tenpost//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"SEQUENCE:{sequence}",
        f"DTSTAMP:{_utc(now)}",
        f"DTSTART:{_utc(due)}",
        f"DTEND:{_utc(due)}",
        f"SUMMARY:{_escaped(summary)}",
        *(() if link is None else (f"URL:{link}",)),
        "STATUS:CONFIRMED",
        # Nobody is busy then: it is the end of a time, not an appointment.
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> str:
    """No line is cut within a sign of several bytes."""
    if len(line) <= _WIDEST and line.isascii():
        return line
    parts, width = [""], 0
    for sign in line:
        bytes_of = len(sign.encode())
        if width + bytes_of > _WIDEST:
            parts.append(" ")
            width = 1
        parts[-1] += sign
        width += bytes_of
    return "\r\n".join(parts)
