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
_LOCAL = re.compile(r"[^\s@<>()\[\],;:\\\"\x00-\x1f\x7f]{1,64}\Z")
_DOMAIN = re.compile(r"(?!-)[^\s@<>()\[\],;:\\\"./\x00-\x1f\x7f]{1,63}(?<!-)\Z")


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
    if all(unicodedata.category(c) in ("Cf", "Mn", "Zs") for c in name):
        raise Unfit(field, "missing")
    return name


def fit_address(text: str) -> str:
    """The address as typed, without the space around it. Raises Unfit."""
    address = text.strip()
    local, at, domain = address.rpartition("@")
    labels = domain.split(".")
    fine = (
        bool(at)
        and len(address.encode("utf-8", "replace")) <= ADDRESS_LENGTH
        and address.isprintable()
        and bool(_LOCAL.match(local))
        and ".." not in local
        and local[0] != "."
        and local[-1] != "."
        and all(_DOMAIN.match(label) for label in labels)
    )
    if not fine:
        raise Unfit("address", "invalid")
    return address


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
