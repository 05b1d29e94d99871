"""A message's text: the part that its writer saw, decoded, with lines as they were typed.

Bytes of any kind are read; what cannot be read is a fault with a name, never an exception.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from typing import Final

from workers.mail.reply import charsets
from workers.mail.reply.flowed import unfold
from workers.mail.reply.markup import text_of_html
from workers.mail.reply.opening import LARGEST, open_mail

LONGEST: Final = 200_000
"""Characters of a text that are looked at, from the top and from the end."""
DEEPEST: Final = 20
"""Levels of multipart within multipart."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class Body:
    """text: lines end in LF, quoted ones begin with ``>``. subject: on one line. fault: ``too-large``,
    ``unreadable``, ``winmail``, ``no-text``, ``empty``, or None."""

    text: str = ""
    subject: str = ""
    fault: str | None = None


@dataclass(frozen=True)
class _Shown:
    text: str
    html: bool


def body_of(message: bytes | Message) -> Body:
    """The text of a message, given as it came or already parsed. Never raises."""
    if isinstance(message, bytes) and len(message) > LARGEST:
        return Body(fault="too-large")
    opened = open_mail(message) if isinstance(message, bytes) else message
    if opened is None:
        return Body(fault="unreadable")
    try:
        return _body_of(opened)
    except Exception:
        # As in ``opening``: a mail that breaks the standard library is one that nobody can read.
        return Body(fault="unreadable")


def _body_of(message: Message) -> Body:
    subject = charsets.header(message.get("Subject", ""))
    shown = _shown(message, 0)
    if shown is None:
        return Body("", subject, _why_nothing(message))
    text = _CONTROL.sub("", shown.text)
    return Body(text, subject, None if text.strip() else "empty")


def _why_nothing(message: Message) -> str:
    kinds = [part.get_content_type() for part in message.walk()]
    names = [str(part.get_filename() or "").lower() for part in message.walk()]
    if "application/ms-tnef" in kinds or "winmail.dat" in names:
        return "winmail"
    return "empty" if any(kind in ("text/plain", "text/html") for kind in kinds) else "no-text"


def _shown(part: Message, depth: int) -> _Shown | None:
    """The text a reader would be shown of this part, or None for one without."""
    if depth > DEEPEST or part.get_content_disposition() == "attachment":
        return None
    kind = part.get_content_type()
    if part.is_multipart():
        if part.get_content_maintype() != "multipart":
            return None
        parts = [each for each in _parts(part) if isinstance(each, Message)]
        found = [each for each in (_shown(each, depth + 1) for each in parts) if each is not None]
        if kind == "multipart/alternative":
            # The last is said to be the best; the plain one is what we can read best.
            found.sort(key=lambda each: each.html)
        return found[0] if found else None
    if kind not in ("text/plain", "text/html"):
        return None
    html = kind == "text/html"
    text = text_of_html(_decoded(part)) if html else _decoded(part)
    return _Shown(text, html) if text.strip("\ufeff\u200b\xa0 \t\n") else None


def _parts(part: Message) -> Sequence[object]:
    payload = part.get_payload()
    return payload if isinstance(payload, list) else ()


def _decoded(part: Message) -> str:
    data = part.get_payload(decode=True)
    declared = part.get_param("charset")
    if isinstance(declared, tuple):
        declared = declared[2]
    if not isinstance(data, bytes):
        data = str(part.get_payload()).encode("utf-8", "surrogateescape")
    text = charsets.decode(data, declared)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n{text[-LONGEST // 2 :]}"
    if part.get_content_type() == "text/plain" and _param(part, "format") == "flowed":
        return unfold(text, _param(part, "delsp") == "yes")
    return text


def _param(part: Message, name: str) -> str:
    value = part.get_param(name)
    return value.strip().lower() if isinstance(value, str) else ""
