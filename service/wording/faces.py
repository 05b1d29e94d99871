"""Cards, colours and titles in words, and the shape that stands beside each colour."""

from collections.abc import Mapping
from typing import Final

from events.ten import cards
from service.wording.catalogue import Catalogue, mark

SHAPES: Final[Mapping[str, str]] = {"R": "●", "B": "■", "O": "▲", "G": "◆", "W": "★", "C": "¤"}
"""First letter of a code -> its shape: nobody has to tell colours apart (rules.md section 1)."""

_COLOURS: Final[Mapping[str, str]] = {
    "R": mark("red"),
    "B": mark("blue"),
    "O": mark("orange"),
    "G": mark("green"),
    "W": mark("white"),
}

_TITLES: Final = (
    (12, mark("apprentice")),
    (18, mark("clerk")),
    (24, mark("postmaster")),
    (30, mark("courier royal")),
    (40, mark("legend")),
)
"""Below how many points which title is earned (rules.md section 9, P1)."""


def colour(words: Catalogue, letter: str) -> str:
    """The colour's name; "white" for W. KeyError for another letter."""
    return words.say(_COLOURS[letter])


def card(words: Catalogue, code: str) -> str:
    """The card in words. KeyError for a code that is no card's."""
    if code in cards.CURRENCY:
        return words.say("currency %(value)s", value=cards.VALUE[code])
    if code in cards.NUMBERS:
        return words.say(
            "%(colour)s %(number)s", colour=colour(words, code[0]), number=cards.VALUE[code]
        )
    kind = cards.WILD_KIND[code]
    if kind == "full":
        return words.say("full wild, any number of any colour")
    if kind == "number":
        return words.say("wild %(number)s of any colour", number=code[1])
    name = colour(words, code[0])
    return words.say("%(colour)s wild, any %(colour)s number", colour=name)


def title(words: Catalogue, points: int) -> str:
    """From "apprentice" to "perfect ten"."""
    for limit, name in _TITLES:
        if points < limit:
            return words.say(name)
    return words.say("perfect ten")
