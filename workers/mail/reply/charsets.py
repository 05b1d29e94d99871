"""Bytes of a mail as text, whatever they claim to be. Nothing here raises on any bytes."""

import codecs
from email.errors import MessageError
from email.header import decode_header
from typing import Final

_NOT_FOR_MAIL: Final = frozenset(
    {"unicode-escape", "raw-unicode-escape", "idna", "punycode", "undefined", "mbcs", "oem"}
)
"""Codecs of Python that are no charset anybody sends; some of them are slow or warn."""
_LATIN: Final = frozenset({"ascii", "iso8859-1", "cp1252"})

LONGEST_HEADER: Final = 4000


def decode(data: bytes, declared: str | None) -> str:
    """The text: as declared where that fits; else as UTF-8; else as Windows writes it, gaps marked.

    Valid UTF-8 that calls itself Latin-1 is UTF-8: Latin-1 fits any bytes and hardly ever is so by chance.
    """
    codec = _codec(declared)
    tried = ["utf-8", codec] if codec is None or codec in _LATIN else [codec, "utf-8"]
    for name in tried:
        if name is None:
            continue
        try:
            return data.decode(name)
        except (UnicodeError, ValueError):
            continue
    if codec is not None and codec not in {"utf-8", *_LATIN}:
        return data.decode(codec, "replace")
    text = data.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    right = sum(sign > "\x7f" for sign in text) - wrong
    return text if right >= wrong else data.decode("cp1252", "replace")


def header(value: object) -> str:
    """A header's text on one line, its encoded words decoded; of a very long one the beginning."""
    # On several lines the standard library would lose the space between an encoded word and the next.
    text = " ".join(str(value)[:LONGEST_HEADER].split())
    try:
        parts = decode_header(text)
    except (MessageError, ValueError):
        parts = [(text, None)]
    told = (part if isinstance(part, str) else decode(part, charset) for part, charset in parts)
    return " ".join("".join(told).split())


def _codec(declared: str | None) -> str | None:
    """Python's name for the charset; None if there is none or it is none for mail."""
    try:
        found = codecs.lookup((declared or "").strip("\"' "))
    except (LookupError, ValueError):
        return None
    # Not every codec of Python makes text of bytes: base64 and rot13 are codecs too.
    is_text = getattr(found, "_is_text_encoding", False)
    return found.name if is_text and found.name.replace("_", "-") not in _NOT_FOR_MAIL else None
