"""The player's own lines of a message: what was quoted, signed or added by programs is taken away.

Our own marker line cuts first: whatever stands below it, unless it is a quoted line, is our mail.
Then come the traces of mail programs (``traces``). A quote may also come before the reply.
"""

import re
from dataclasses import dataclass
from email.message import Message
from typing import Final

from workers.mail.reply import traces
from workers.mail.reply.body import body_of
from workers.mail.reply.folding import INVISIBLE, fold
from workers.mail.reply.marker import before_marker

MOST_LINES: Final = 400
"""Lines that are looked at, from the top; a reply that is longer is not a list of commands."""
_ATTRIBUTION_LINES: Final = 4
_FULL_LINE: Final = 60
"""A quoted line this long may have been wrapped, so that its rest stands below it without a ``>``."""
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_CLOCK: Final = re.compile(r"(?<!\d)\d{1,2}[:.]\d\d(?!\d)")
_QUOTE: Final = re.compile(r"\s{0,3}[>＞](?!\s*:\s*$)")
"""But a line of ``>:`` is the end of an address and its announcement, wrapped by Gmail."""


@dataclass(frozen=True)
class Reply:
    """text: the player's own lines, "" if there are none. fault: why there is nothing to read in the
    message: ``too-large``, ``unreadable``, ``winmail``, ``no-text`` or ``empty``; else None."""

    text: str
    fault: str | None = None


def text_of(message: bytes | Message) -> str:
    """The player's own lines; "" where there are none. Never raises."""
    return read(message).text


def read(message: bytes | Message) -> Reply:
    """The player's own lines, or why there are none. Never raises."""
    body = body_of(message)
    if body.fault is not None:
        return Reply("", body.fault)
    text = own_lines(body.text, body.subject)
    return Reply(text, None if text else "empty")


def own_lines(text: str, subject: str = "") -> str:
    """The lines of a text that are neither quoted nor added. subject: that of the message, or ""."""
    lines = [INVISIBLE.sub("", line).replace("\xa0", " ").strip() for line in text.split("\n")]
    lines = _above_ours(lines[: 10 * MOST_LINES], subject)
    lines = _unquoted(lines)[:MOST_LINES]
    lines = _above_headers(lines)
    lines = _unsigned(lines)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def is_quoted(line: str) -> bool:
    return _QUOTE.match(line) is not None


def _above_ours(lines: list[str], subject: str) -> list[str]:
    """Cut at our marker, or at our first line, which the reply's subject repeats."""
    news = traces.RE_PREFIX.sub("", fold(subject)).strip()
    for place, line in enumerate(lines):
        if is_quoted(line):
            continue
        before = before_marker(line)
        if before is None and not (": " in news and fold(line).strip(" *#") == news):
            continue
        above = lines[:place] + ([before] if before else [])
        return _without_attribution_at_end(above)
    return lines


def _without_attribution_at_end(lines: list[str]) -> list[str]:
    """Our mail follows unquoted: whoever announces it, in whatever language, did not type that."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    for first in range(max(0, end - _ATTRIBUTION_LINES), end):
        if _announces(lines[first:end], followed_by_quote=True):
            return lines[:first]
    return lines


def _unquoted(lines: list[str]) -> list[str]:
    """Without quoted lines and what announces them. Text after a quote stays: some reply below it."""
    kept: list[str] = []
    place = 0
    while place < len(lines):
        length = _attribution(lines, place)
        if length and not is_quoted(_next(lines, place + length)):
            return kept
        if not length and not is_quoted(lines[place]) and not _is_rest_of_quote(lines, place):
            kept.append(lines[place])
        place += length or 1
    return kept


def _is_rest_of_quote(lines: list[str], place: int) -> bool:
    """Whether a mail program broke a quoted line once more, and lost the ``>`` of its second half."""
    if not 0 < place < len(lines) - 1 or not lines[place].strip():
        return False
    before, after = lines[place - 1], lines[place + 1]
    return is_quoted(before) and len(before) >= _FULL_LINE and is_quoted(after)


def _attribution(lines: list[str], place: int) -> int:
    """How many lines from here on say who wrote what is quoted below them; mostly 0."""
    for length in range(1, _ATTRIBUTION_LINES + 1):
        told = lines[place : place + length]
        if len(told) < length or not told[-1].strip() or is_quoted(told[-1]):
            return 0
        if _announces(told, is_quoted(_next(lines, place + length))):
            return length
    return 0


def _announces(lines: list[str], followed_by_quote: bool) -> bool:
    """``On <date> <name> <address> wrote:``, wrapped or not; in any language where a quote follows.

    Its first line holds the date, so that a command right above it is none of it.
    """
    if not all(line.strip() for line in lines):
        return False
    first, *others = folded = [fold(line).strip() for line in lines]
    told = " ".join(folded)
    if not told.endswith(":") or len(told) > 400:
        return False
    if others and not _dated(first) and any(map(_dated, others)):
        return False
    if any(traces.OPENING.match(other) for other in others):
        return False
    if not (_dated(told) or "@" in told):
        return False
    if followed_by_quote:
        return True
    opens = "@" in told or _dated(first[:12]) or traces.OPENING.match(first) is not None
    return opens and traces.WROTE.search(told) is not None


def _dated(folded: str) -> bool:
    return _YEAR.search(folded) is not None or _CLOCK.search(folded) is not None


def _next(lines: list[str], place: int) -> str:
    """The next line that is not blank, or ""."""
    return next((line for line in lines[place : place + 4] if line.strip()), "")


def _above_headers(lines: list[str]) -> list[str]:
    """Cut at ``-----Original Message-----``, at a long rule, and at a block of From:, Sent:, To:."""
    for place, line in enumerate(lines):
        folded = fold(line)
        if traces.SEPARATOR.match(folded):
            return lines[:place]
        if traces.LABEL.match(folded):
            block = [fold(each) for each in lines[place : place + 7]]
            labelled = sum(traces.LABEL.match(each) is not None for each in block)
            if labelled >= 3 and any(traces.SENDER.match(each) for each in block):
                return lines[:place]
    return lines


def _unsigned(lines: list[str]) -> list[str]:
    """Without signature, disclaimer, and what phones and programs add of themselves."""
    kept: list[str] = []
    for line in lines:
        folded = fold(line)
        if line.strip() == "--":
            break
        if len(folded.split()) >= 5 and traces.DISCLAIMER.search(folded):
            break
        if len(line) > 100 or not traces.SENT_FROM.match(folded):
            kept.append(line)
    return kept
