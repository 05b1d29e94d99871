"""A line cut into words, numbers, cards, dates and signs, each with its place in the line."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from events.ten.cards import ORDER
from workers.mail.reply.folding import fold

MOST_DIGITS: Final = 6
"""A longer number is a slip of the hand."""

_SIGNS: Final = r"\s,;:!?.()\[\]{}\"“”„«»<>|/\\*_=+&…।–—@#~^`-"
_TOKEN: Final = re.compile(
    rf"""
    (?P<date>\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?!\d) | \d{{1,2}}[-/.]\ ?\d{{1,2}}[-/.]\ ?\d{{4}}(?!\d))
  | (?P<odd>\d+[.,/]\d+ | (?<!\S)-\d+)
  | (?P<word>[^{_SIGNS}]+)
  | (?P<sign>[,;:!?./+&।…=@/\\~^])
    """,
    re.VERBOSE,
)
_CARDS: Final = re.compile(r"(?:[rbogwc][1-9w])+\Z")
_RUN_TOGETHER: Final = re.compile(r"([^\W\d_]{3,})(\d{1,3})\Z")
_LIKE_A_CARD: Final = re.compile(r"[rbogwc]\d+\Z")


class Token(NamedTuple):
    """kind: ``word``, ``number``, ``card``, ``no-card``, ``date``, ``odd`` or ``sign``. text: folded; of a
    card its code. start, end: where it stands in the line."""

    kind: str
    text: str
    start: int
    end: int


def tokens(line: str) -> list[Token]:
    """The tokens of a line. Marks of emphasis, brackets and hyphens are none."""
    return [token for found in _TOKEN.finditer(line) for token in _tokens(found)]


def words_of(phrase: str) -> tuple[str, ...]:
    """The folded words of a phrase, as ``tokens`` would cut them."""
    return tuple(token.text for token in tokens(phrase) if token.kind != "sign")


def _tokens(found: re.Match[str]) -> Iterator[Token]:
    start, end = found.span()
    kind = found.lastgroup or "word"
    text = fold(found.group())
    if kind != "word":
        yield Token(kind, text, start, end)
        return
    text = text.strip("'")
    if text.isascii() and text.isdigit():
        kind = "number" if len(text) <= MOST_DIGITS else "odd"
    elif _CARDS.match(text):
        codes = [text[place : place + 2].upper() for place in range(0, len(text), 2)]
        if all(code in ORDER for code in codes):
            for code in codes:
                yield Token("card", code, start, end)
            return
        kind = "no-card"
    elif _LIKE_A_CARD.match(text):
        kind = "no-card"
    elif joined := _RUN_TOGETHER.match(text):
        yield Token("word", joined[1], start, end)
        yield Token("number", joined[2], start, end)
        return
    if text:
        yield Token(kind, text, start, end)
