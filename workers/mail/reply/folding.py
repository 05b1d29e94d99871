"""One form for what people type differently: case, accents, marks nobody sees, kinds of digits."""

import re
import unicodedata
from typing import Final

_LATIN: Final = str.maketrans(
    {"ø": "o", "æ": "ae", "đ": "d", "ł": "l", "ı": "i", "’": "'", "ʼ": "'"}
)
_SPELT: Final = (("aa", "a"), ("oe", "o"))
"""Danish å and ø as they are typed on other keyboards."""

_DEVANAGARI: Final = str.maketrans(
    {"ँ": "ं", "ी": "ि", "ू": "ु", "ई": "इ", "ऊ": "उ", "श": "स", "ष": "स", "व": "ब", "़": None}
)
"""Letters that Nepali writers often exchange for one another."""
_NASAL: Final = re.compile("[ङञणनम]्(?=[क-ह])")

INVISIBLE: Final = re.compile("[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Signs that take no room: soft hyphens, joiners, direction marks."""


def fold(text: str) -> str:
    """The text without case, accents and invisible signs, its digits as 0-9.

    Only the accents of Latin letters go: the vowels of Devanagari are marks too.
    """
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()
    text = unicodedata.normalize("NFD", text)
    text = "".join(_digit(sign) for sign in text if not "\u0300" <= sign <= "\u036f")
    text = unicodedata.normalize("NFC", text).translate(_LATIN)
    for typed, meant in _SPELT:
        text = text.replace(typed, meant)
    return _NASAL.sub("ं", text.translate(_DEVANAGARI))


def _digit(sign: str) -> str:
    """A decimal digit of any script as 0-9, any other sign as it is."""
    return str(unicodedata.decimal(sign)) if unicodedata.category(sign) == "Nd" else sign
