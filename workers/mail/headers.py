"""How names and subjects of any script are put into headers (RFC 2047).

The standard library parses and checks them; it is not asked to fold them, because in a long text it loses
and adds spaces where one encoded word ends and the next begins.
"""

import unicodedata
from base64 import b64encode
from email.headerregistry import (
    BaseHeader,
    HeaderRegistry,
    UniqueAddressHeader,
    UniqueUnstructuredHeader,
)
from email.policy import SMTP, Policy
from functools import lru_cache
from typing import Any, Final

_WIDEST: Final = 76
"""Signs in a line that has an encoded word in it."""
_KEPT: Final = 512
"""Headers that are kept for the next mail."""
_FRAME: Final = len("=?utf-8?b??=")


# The stubs of these classes do not agree among themselves.
class _Subject(UniqueUnstructuredHeader, BaseHeader):  # type: ignore[misc]
    def fold(self, *, policy: Policy) -> str:
        text = str(self)
        if text.isascii():
            return str(super().fold(policy=policy))
        return f"{self.name}: {encoded(text, policy.linesep, len(self.name))}{policy.linesep}"


class _Addresses(UniqueAddressHeader, BaseHeader):  # type: ignore[misc]
    def fold(self, *, policy: Policy) -> str:
        if all(each.display_name.isascii() for each in self.addresses):
            return str(super().fold(policy=policy))
        # Ours name one address each.
        (only,) = self.addresses
        words = encoded(only.display_name, policy.linesep, len(self.name))
        return f"{self.name}: {words}{policy.linesep} <{only.addr_spec}>{policy.linesep}"


class _Folded(BaseHeader):
    """Kept with what it looks like in the mail, once that was asked for."""

    _looks: tuple[Policy, str] | None = None

    def fold(self, *, policy: Policy) -> str:
        if self._looks is None or self._looks[0] is not policy:
            self._looks = policy, str(super().fold(policy=policy))
        return self._looks[1]


class _Headers(HeaderRegistry):
    """The library makes a new class for each header of each mail; here it is one for each name."""

    def __init__(self) -> None:
        super().__init__(base_class=_Folded)
        self.map_to_type("subject", _Subject)
        self.map_to_type("from", _Addresses)
        self.map_to_type("to", _Addresses)
        self.map_to_type("reply-to", _Addresses)
        self._made: dict[str, Any] = {}
        self._same = lru_cache(_KEPT)(super().__call__)

    def __call__(self, name: str, value: Any) -> Any:
        """The header; the same object for the same words, for it cannot be changed: most headers say the
        same in every mail, and to parse them takes as long as to write the rest."""
        if not isinstance(value, str):
            return super().__call__(name, value)
        return self._same(name, value)

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = super().__getitem__(name)
        return self._made[name]


POLICY: Final = SMTP.clone(header_factory=_Headers())
"""How our mails are written."""


def encoded(text: str, linesep: str, name: int) -> str:
    """The text as encoded words, one a line; spaces between words of the text are in them.

    name: the length of the header's name, which stands before the first.
    """
    words: list[str] = []
    while text:
        room = _WIDEST - (1 if words else name + 2) - _FRAME
        chunk = _chunk(text, room // 4 * 3)
        words.append(f"=?utf-8?b?{b64encode(chunk.encode()).decode('ascii')}?=")
        text = text[len(chunk) :]
    return f"{linesep} ".join(words)


def _chunk(text: str, most: int) -> str:
    """The beginning of the text, of at most so many bytes: cut behind a space where there is one, and not
    within what a reader sees as one sign."""
    if len(text.encode()) <= most:
        return text
    end = size = 0
    while size + len(text[end].encode()) <= most:
        size += len(text[end].encode())
        end += 1
    return text[: text.rfind(" ", 1, end) + 1 or _before_sign(text, end)]


def _before_sign(text: str, end: int) -> int:
    """The last place up to ``end`` at which a sign begins; ``end`` itself if there is none."""
    place = end
    while place > 1 and (
        unicodedata.category(text[place]) in ("Mn", "Mc", "Me", "Cf", "Sk")
        or text[place - 1] == "\u200d"
        or unicodedata.combining(text[place - 1]) == 9
    ):
        place -= 1
    return place if place > 1 else end
