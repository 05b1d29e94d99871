"""The words of a line as symbols: what each of them may mean in a command."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.ten.cards import ORDER
from workers.mail.reply.lexicon import Lexicon
from workers.mail.reply.tokens import Token, tokens

_SIGNS: Final = {",": "comma", ";": "end", ".": "end", "।": "end", "?": "question"}
_SIGNS_OF_AND: Final = "+&"
_PASSED_OVER: Final = "!:…"


class Symbol(NamedTuple):
    """keys: keys of the lexicon, or one of ``number``, ``card``, ``no-card``, ``date``, ``month``,
    ``comma``, ``end``, ``question``, ``odd`` and ``word`` (unknown). text: folded; of a card its code.
    start, end: where it stands in the line."""

    keys: frozenset[str]
    text: str
    start: int
    end: int


def symbols(line: str, lexicon: Lexicon) -> list[Symbol]:
    """The symbols of a line, longest phrases first; ``red 5`` is a card, as ``R5`` is."""
    cut = tokens(line)
    found: list[Symbol] = []
    place = 0
    while place < len(cut):
        symbol, taken = _phrase(cut, place, lexicon)
        place += taken
        if symbol is not None:
            found.append(symbol)
    return _cards_in_words(_without_points_in_dates(found))


def _phrase(cut: Sequence[Token], place: int, lexicon: Lexicon) -> tuple[Symbol | None, int]:
    """The symbol that begins at this token, and how many tokens it takes."""
    token = cut[place]
    if token.kind == "sign":
        return _sign(token), 1
    if token.kind != "word":
        return Symbol(frozenset({token.kind}), token.text, token.start, token.end), 1
    for length in range(min(lexicon.longest, len(cut) - place), 0, -1):
        several = cut[place : place + length]
        if any(each.kind != "word" for each in several):
            continue
        phrase = tuple(each.text for each in several)
        keys = lexicon.phrases.get(phrase, frozenset())
        if phrase in lexicon.months:
            keys |= {"month"}
        if keys:
            return Symbol(keys, " ".join(phrase), token.start, several[-1].end), length
    return Symbol(frozenset({"word"}), token.text, token.start, token.end), 1


def _sign(token: Token) -> Symbol | None:
    if token.text in _PASSED_OVER:
        return None
    key = "and" if token.text in _SIGNS_OF_AND else _SIGNS.get(token.text, "odd")
    return Symbol(frozenset({key}), token.text, token.start, token.end)


def _without_points_in_dates(found: Sequence[Symbol]) -> list[Symbol]:
    """The point in ``14. august`` ends no sentence, nor does that in ``d. 14``."""
    kept: list[Symbol] = []
    for place, symbol in enumerate(found):
        before = kept[-1] if symbol.text == "." and kept else None
        if before is not None and "number" in before.keys and _is_month(found, place + 1):
            continue
        if before is not None and "number" not in before.keys and len(before.text) == 1:
            continue
        kept.append(symbol)
    return kept


def _is_month(found: Sequence[Symbol], place: int) -> bool:
    return any("month" in symbol.keys for symbol in found[place : place + 1])


def _cards_in_words(found: Sequence[Symbol]) -> list[Symbol]:
    """``red 5`` is R5, ``red wild`` RW and ``wild 7`` W7."""
    told: list[Symbol] = []
    for symbol in found:
        before = told[-1] if told else None
        colours = [] if before is None else [key for key in before.keys if key in "RBOGW"]
        if before is not None and colours:
            sign = symbol.text if "number" in symbol.keys else "W" if "W" in symbol.keys else ""
            code = colours[0] + sign
            if code in ORDER:
                told[-1] = Symbol(frozenset({"card"}), code, before.start, symbol.end)
                continue
        told.append(symbol)
    return told
