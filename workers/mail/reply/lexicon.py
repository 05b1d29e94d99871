"""The words of the commands, from the reader's catalogue; English is understood besides.

Each message lists synonyms between bars, the first being the one we print. A word may stand in several
lists: what it means then follows from the rest of the line, or from what is asked at the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from babel.dates import get_month_names

from service.wording.catalogue import SOURCE, Catalogue, languages, locale
from workers.mail.reply.catalogue import KEYWORD, mark_in, say_in
from workers.mail.reply.tokens import words_of

Phrase = tuple[str, ...]
"""Folded words in a row."""

KEYWORDS: Final[Mapping[str, str]] = {
    # What is asked for.
    "draw": mark_in("reply keyword", "draw|draws|flip|turn over|hit|hit me"),
    "stop": mark_in("reply keyword", "stop|take|stop and take|stop with|stop and keep|keep"),
    "bid": mark_in("reply keyword", "bid|bids|offer"),
    "pass": mark_in("reply keyword", "pass|no bid|no|skip|nothing"),
    "buy": mark_in("reply keyword", "buy|buys|purchase"),
    "no-buy": mark_in(
        "reply keyword",
        "no buy|buy nothing|buy none|buy no|do not buy|don't buy|no purchase|no|skip|nothing",
    ),
    "order": mark_in("reply keyword", "order|standing order|bid up to"),
    "status": mark_in("reply keyword", "status|table|show"),
    "help": mark_in("reply keyword", "help|commands"),
    "mute": mark_in("reply keyword", "mute|unsubscribe|no more mail|no more mails|stop mail"),
    "vacation": mark_in("reply keyword", "vacation|on vacation|holiday|on holiday|holidays|away"),
    "say": mark_in("reply keyword", "say|tell"),
    # What it is about.
    "numbers": mark_in("reply keyword", "numbers|number|number cards"),
    "currency": mark_in("reply keyword", "currency|money|cash|coins"),
    "tokens": mark_in("reply keyword", "tokens|token|currency tokens|currency token|coins"),
    "busts": mark_in("reply keyword", "bust tokens|bust token|busts|bust"),
    "any": mark_in("reply keyword", "any|any wild|every wild"),
    "R": mark_in("reply keyword", "red"),
    "B": mark_in("reply keyword", "blue"),
    "O": mark_in("reply keyword", "orange"),
    "G": mark_in("reply keyword", "green"),
    "W": mark_in("reply keyword", "white|wild"),
    # What joins it.
    "with": mark_in("reply keyword", "with|pay|pay with|paying|paying with|paid with|using"),
    "for": mark_in("reply keyword", "for"),
    "and": mark_in("reply keyword", "and|plus"),
    "then": mark_in("reply keyword", "then|and then|after that"),
    "until": mark_in("reply keyword", "until|till|to|up to"),
    "from": mark_in("reply keyword", "from|since"),
    "one": mark_in("reply keyword", "a|an|one"),
    # What may be said besides without changing anything.
    "filler": mark_in(
        "reply keyword",
        "please|i|i'd|i'll|i will|i would|i want|like|want|will|would|to|me|for me|my|my move|the|it"
        "|this|ok|okay|yes|well|so|now|just|go|let's|let us|again|another|another one|more|card|cards"
        "|the rest|rest|of|in|on|thanks|thank you|hi|hello",
    ),
    "greeting": mark_in(
        "reply keyword",
        "hi|hello|hey|dear|good morning|good evening|good luck|thanks|thank you|thx|cheers|regards"
        "|best|best wishes|kind regards|greetings|bye|see you|sorry|yours|sincerely",
    ),
}
"""Key of a word -> its synonyms in English."""

VERBS: Final = frozenset(
    "draw stop bid pass buy no-buy order status help mute vacation say".split()
)


@dataclass(frozen=True)
class Lexicon:
    """phrases: what each phrase may mean (keys of ``KEYWORDS``). months: phrase -> 1 to 12. longest:
    words of the longest phrase. first: key -> the synonym that we print."""

    language: str
    phrases: Mapping[Phrase, frozenset[str]]
    months: Mapping[Phrase, int]
    longest: int
    first: Mapping[str, str]


@cache
def lexicon(language: str) -> Lexicon:
    """The words of that language and of English; English alone for a language without catalogue."""
    known = language if language in languages() else SOURCE
    phrases = _phrases(SOURCE)
    # A word of the language itself is not also taken for the English word of that spelling.
    phrases.update(_phrases(known))
    months = {**_months(SOURCE), **_months(known)}
    first = {key: synonyms[0] for key, synonyms in _synonyms(known).items()}
    longest = max(map(len, [*phrases, *months]))
    return Lexicon(known, phrases, months, longest, first)


def _synonyms(language: str) -> dict[str, list[str]]:
    catalogue = Catalogue(language)
    found = {}
    for key, message in KEYWORDS.items():
        told = say_in(catalogue, KEYWORD, message)
        found[key] = [synonym.strip() for synonym in told.split("|") if synonym.strip()]
    return found


def _phrases(language: str) -> dict[Phrase, frozenset[str]]:
    found: dict[Phrase, frozenset[str]] = {}
    for key, synonyms in _synonyms(language).items():
        for synonym in synonyms:
            phrase = words_of(synonym)
            found[phrase] = found.get(phrase, frozenset()) | {key}
    return found


def _months(language: str) -> dict[Phrase, int]:
    found: dict[Phrase, int] = {}
    for width in ("wide", "abbreviated"):
        for use in ("format", "stand-alone"):
            for number, name in get_month_names(width, use, locale(language)).items():
                found.setdefault(words_of(name), number)
    return found
