"""A mail's bytes as a message, where they can be taken apart in good time.

The standard library's parser takes time by the square of a header's parameters, recurses with nested
parts, and needs far more memory for a part than its few bytes: one mail could keep a worker busy for hours.
No mail program writes what is refused here.
"""

import re
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from typing import Final

LARGEST: Final = 5 * 1024 * 1024
"""Bytes of a message that are looked at all; photos in a signature fit in, a film does not."""
_LONGEST_HEAD: Final = 256 * 1024
"""Bytes of all headers of the message itself."""
_LONGEST_HEADER: Final = 4000
"""Bytes of a header that has parameters."""
_MOST_PARTS: Final = 5000
_MOST_BLOCKS: Final = 50_000

# The parser takes a bare CR for the end of a line, too.
_BLANK: Final = re.compile(rb"(?:\r\n|\r(?!\n)|\n){2}|\A(?:\r\n|\r|\n)")
_PARAMETERS: Final = re.compile(
    rb"(?:\A|[\r\n])content-(?:type|disposition):((?:[^\r\n]|(?:\r\n|\r|\n)[ \t])*)", re.I
)
_DELIMITER: Final = re.compile(rb"(?:\A|[\r\n])--")
_STATUS: Final = re.compile(rb"delivery-status", re.I)


def open_mail(raw: bytes) -> Message | None:
    """The message; of one above ``LARGEST`` the headers alone. None for what no mail program wrote."""
    head = _head(raw)
    if head is None or any(len(found) > _LONGEST_HEADER for found in _PARAMETERS.findall(raw)):
        return None
    if len(raw) > LARGEST:
        raw = head
    if _many(_DELIMITER, raw, _MOST_PARTS):
        return None
    if _STATUS.search(raw) and _many(_BLANK, raw, _MOST_BLOCKS):
        return None
    try:
        return message_from_bytes(raw, policy=compat32)
    except Exception:
        # It raises nearly anything on malformed headers, RecursionError on deep nesting included.
        return None


def _head(raw: bytes) -> bytes | None:
    """The headers of the message itself; None if there are too many of them."""
    ends = _BLANK.search(raw, 0, _LONGEST_HEAD)
    if ends is not None:
        return raw[: ends.end()]
    return raw if len(raw) <= _LONGEST_HEAD else None


def _many(of: re.Pattern[bytes], raw: bytes, most: int) -> bool:
    """Whether there are more than ``most``."""
    return any(number >= most for number, _ in enumerate(of.finditer(raw)))
