"""What people type: names, addresses, zones, languages. Each is taken as it is or refused as ``Unfit``."""

import re
import unicodedata
from zoneinfo import available_timezones

LANGUAGES = ("en", "da", "sq", "ne", "cy")
NAME_LENGTH = 40
"""Characters of a person's or seat's name; a game's has ``GAME_NAME_LENGTH``."""
GAME_NAME_LENGTH = 60
ADDRESS_LENGTH = 254

_HARMFUL = ("Cc", "Cs", "Zl", "Zp")
"""Categories of control characters, lone surrogates and line separators."""
_OVERRIDES = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INKLESS = "\u115f\u1160\u2800\u3164\uffa0"
"""Fillers of Hangul, and the empty cell of Braille."""
_LOCAL = re.compile(r"[^\s@<>()\[\],;:\\\"\x00-\x1f\x7f]{1,64}\Z")
_DOMAIN = re.compile(r"(?!-)[^\s@<>()\[\],;:\\\"./\x00-\x1f\x7f]{1,63}(?<!-)\Z")


_HOST = re.compile(r"[a-z0-9_.-]{1,253}\Z", re.I | re.A)


class Unfit(ValueError):
    """What somebody typed cannot be taken. ``field`` and ``code`` say what and why: ``name`` and
    ``missing``, ``long`` or ``control``; ``address`` and ``invalid``; ``zone``, ``language`` and
    ``unknown``."""

    def __init__(self, field: str, code: str) -> None:
        self.field = field
        self.code = code
        super().__init__(f"{field}: {code}")


def fit_name(text: str, field: str = "name", length: int = NAME_LENGTH) -> str:
    """The name in NFC with its spaces tidied; any script is fine. Raises Unfit."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Unfit(field, "missing")
    if len(name) > length:
        raise Unfit(field, "long")
    # Zero-width joiners belong to names and emoji; controls and direction overrides do not.
    if any(unicodedata.category(c) in _HARMFUL or c in _OVERRIDES for c in name):
        raise Unfit(field, "control")
    if is_blank(name):
        raise Unfit(field, "missing")
    return name


def is_blank(text: str) -> bool:
    """Whether there is nothing to be seen of it: spaces, joiners, and letters without ink."""
    return all(c in _INKLESS or unicodedata.category(c) in ("Cf", "Mn", "Zs") for c in text)


def fit_address(text: str) -> str:
    """The address as typed, without the space around it; a domain of another script that is typed in its
    ASCII form is spelt out, so that one mailbox is one address. Raises Unfit."""
    address = text.strip()
    local, at, domain = address.rpartition("@")
    labels = domain.split(".")
    meant = _meant(domain)
    fine = (
        bool(at)
        and len(address.encode("utf-8", "replace")) <= ADDRESS_LENGTH
        and address.isprintable()
        and bool(_LOCAL.match(local))
        and ".." not in local
        and local[0] != "."
        and local[-1] != "."
        and all(_DOMAIN.match(label) for label in labels)
        # What looks like an encoded word is another address, or another header, to who decodes it.
        and "=?" not in address
    )
    if not fine or meant is None:
        raise Unfit("address", "invalid")
    return f"{local}@{meant}"


def _meant(domain: str) -> str | None:
    """The domain, in its own letters where its ASCII form was typed; None where mail for it would go to a
    domain of another name: to ff.org for one that begins with a ligature (RFC 3490)."""
    try:
        sent = domain.encode("idna").decode("ascii").lower()
        meant = sent.encode("ascii").decode("idna")
    except UnicodeError:
        # An ASCII form that means nothing in this standard may mean something in a newer one.
        return domain if domain.isascii() and _HOST.match(domain) else None
    if not _HOST.match(sent):
        return None
    if domain.isascii():
        return domain if meant.isascii() else meant
    return domain if meant == unicodedata.normalize("NFC", domain).lower() else None


def fit_zone(text: str) -> str:
    """The name of a time zone. Raises Unfit."""
    if text not in available_timezones():
        raise Unfit("zone", "unknown")
    return text


def fit_language(text: str) -> str:
    """One of ``LANGUAGES``. Raises Unfit."""
    if text not in LANGUAGES:
        raise Unfit("language", "unknown")
    return text


def fold(address: str) -> str:
    """What addresses are compared by: without case, composed and decomposed letters alike."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", address.strip()).casefold())
