"""A line as commands: cut where one ends, and for each the one meaning that fits, or what is wrong."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import groupby, product
from typing import Final

from workers.mail.reply import intents as i
from workers.mail.reply.lexicon import VERBS, Lexicon
from workers.mail.reply.readings import read
from workers.mail.reply.symbols import Symbol, symbols
from workers.mail.reply.word import Word

MOST_READINGS: Final = 64
"""Ways to read one clause that are tried; a clause with more is no clear command."""
_LONGEST: Final = 300
"""Characters of a line that may be a command."""
_LONGEST_MENDED: Final = 5
"""Words of a clause that may be a mistyped command rather than talk."""
_UNSURE: Final = frozenset({"word", "odd", "question", "no-card"})
_SAYS_NOTHING: Final = frozenset({"filler", "greeting", "one", "comma", "and", "end"})
_ORDER_OF_FAULTS: Final = (
    i.NoSuchCard,
    i.NoSuchDate,
    i.NotWhole,
    i.NotAWild,
    i.Ambiguous,
    i.Incomplete,
)


@dataclass(frozen=True)
class Clause:
    """One command, or what is wrong with it. intent: None for words that ask for nothing. worded: has a
    word of a command in it, or something like one. text: its part of the line. begins: begins with the
    word of a command, but for fillers."""

    intent: i.Intent | i.Fault | None
    worded: bool
    text: str
    begins: bool = False


def clauses(line: str, lexicon: Lexicon) -> list[Clause]:
    """The commands of a line: nearly always one. Two may be joined by "then", ``;`` or a comma."""
    if len(line) > _LONGEST:
        return [Clause(i.Unknown(), False, line)]
    said = _said(line, lexicon)
    if said is not None:
        return [Clause(i.Say(said) if said else i.Incomplete("say"), True, line, True)]
    if "://" in line:
        return [Clause(i.Unknown(), False, line)]
    return [_clause(line, part, lexicon) for part in _parts(symbols(line, lexicon))]


def _said(line: str, lexicon: Lexicon) -> str | None:
    """What stands behind the word for "say" at the beginning of the line; None for another line."""
    first = symbols(line, lexicon)[:1]
    if not first or "say" not in first[0].keys:
        return None
    return line[first[0].end :].strip(" \t:*_")


def _parts(found: Sequence[Symbol]) -> Iterator[list[Symbol]]:
    """Cut at ends of sentences and "then", and at "and" or a comma before another verb."""
    part: list[Symbol] = []
    for place, symbol in enumerate(found):
        cuts = bool(symbol.keys & {"end", "then"})
        if symbol.keys & {"comma", "and"} and any(each.keys & VERBS for each in part):
            ahead = (each for each in found[place + 1 :] if not each.keys <= _SAYS_NOTHING)
            cuts = cuts or bool(next(ahead, symbol).keys & VERBS)
        if cuts and part:
            yield part
            part = []
        elif not cuts:
            part.append(symbol)
    if part:
        yield part


def _clause(line: str, part: Sequence[Symbol], lexicon: Lexicon) -> Clause:
    text = line[part[0].start : part[-1].end].strip(" ,")
    telling = [symbol for symbol in part if not symbol.keys & _SAYS_NOTHING]
    if not telling:
        return Clause(None, False, text)
    intent, worded = _intent(part, lexicon)
    return Clause(intent, worded, text, bool(telling[0].keys & VERBS))


def _intent(part: Sequence[Symbol], lexicon: Lexicon) -> tuple[i.Intent | i.Fault, bool]:
    """The intent or fault, and whether the clause has a word of a command in it."""
    worded = any(symbol.keys & VERBS for symbol in part)
    if not any(symbol.keys & _UNSURE for symbol in part):
        intents, fault = _meaning(part, lexicon)
        if len(intents) > 1:
            return i.Ambiguous(intents), True
        if intents:
            return intents[0], True
        if fault is not None:
            return fault, True
        return i.Unclear() if worded else i.Unknown(), worded
    special = _special(part) if worded else None
    if special is not None:
        return special, True
    mended = _mended(part, lexicon)
    guesses = _guesses(part, lexicon) or _guesses(mended, lexicon)
    if guesses or worded or mended:
        return i.Unclear(guesses), True
    figures = any(symbol.keys & {"number", "card", "no-card", "odd"} for symbol in part)
    return i.Unknown(), figures and len(part) <= 6


def _guesses(part: Sequence[Symbol], lexicon: Lexicon) -> tuple[i.Intent, ...]:
    """What the stretches between words that are not known would mean; only if one holds a verb."""
    if not any(symbol.keys & VERBS for symbol in part):
        return ()
    guesses: dict[i.Intent, None] = {}
    bare: dict[i.Intent, None] = {}
    for unsure, stretch in groupby(part, lambda symbol: bool(symbol.keys & _UNSURE)):
        if not unsure:
            intents, fault = _meaning(list(stretch), lexicon)
            guesses.update(dict.fromkeys(intents))
            if isinstance(fault, i.Ambiguous):
                bare.update(dict.fromkeys(fault.candidates))
    return tuple(guesses or bare)


def _special(part: Sequence[Symbol]) -> i.Fault | None:
    """What can be named about words that fit no command."""
    unsure = [symbol for symbol in part if symbol.keys & _UNSURE]
    first = unsure[0]
    if "no-card" in first.keys:
        return i.NoSuchCard(first.text.upper())
    if len(unsure) == 1 and first.text[:1] in "-0123456789":
        return i.NotWhole(first.text)
    return None


def _mended(part: Sequence[Symbol], lexicon: Lexicon) -> list[Symbol]:
    """The clause with mistyped words put right; [] if nothing is like a word that is known."""
    known = [phrase[0] for phrase in lexicon.phrases if len(phrase) == 1 and len(phrase[0]) > 2]
    if len(part) > _LONGEST_MENDED:
        return []
    mended: list[Symbol] = []
    changed = False
    for symbol in part:
        if "word" in symbol.keys and len(symbol.text) > 2:
            close = get_close_matches(symbol.text, known, 1, 0.75)
            if close and close[0][0] == symbol.text[0]:
                symbol = symbol._replace(keys=lexicon.phrases[(close[0],)])
                changed = changed or bool(symbol.keys & VERBS)
        mended.append(symbol)
    return mended if changed else []


def _meaning(
    part: Sequence[Symbol], lexicon: Lexicon
) -> tuple[tuple[i.Intent, ...], i.Fault | None]:
    """Every intent that the symbols may have, and the most telling of what is wrong."""
    readings = [read(words, lexicon.language) for words in _words(part, lexicon)]
    intents: dict[i.Intent, None] = {}
    faults: list[i.Fault] = []
    for reading in readings:
        if isinstance(reading, tuple):
            intents.update(dict.fromkeys(reading))
        else:
            faults.append(reading)
    faults.sort(key=lambda fault: _ORDER_OF_FAULTS.index(type(fault)))
    return tuple(intents), faults[0] if faults else None


def _words(part: Sequence[Symbol], lexicon: Lexicon) -> Iterable[list[Word]]:
    """Each way to give every symbol one meaning; none if there are too many ways."""
    ways = 1
    for symbol in part:
        ways *= len(symbol.keys)
    if ways > MOST_READINGS:
        return
    for keys in product(*(sorted(symbol.keys) for symbol in part)):
        yield [
            Word(key, _text(key, symbol, lexicon)) for key, symbol in zip(keys, part, strict=True)
        ]


def _text(key: str, symbol: Symbol, lexicon: Lexicon) -> str:
    if key != "month":
        return symbol.text
    return str(lexicon.months[tuple(symbol.text.split(" "))])
