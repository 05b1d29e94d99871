"""Commands with a payment: ``bid 4 with 1 token, 1 bust``, ``buy G5 with R3 R3 and tokens``.

What is paid stands behind the word for "with", or before it where the verb comes later still, as in
Nepali. Without that word it stands behind the amount or the card.
"""

from collections.abc import Sequence
from typing import Final

from events.ten.cards import NUMBERS, VALUE, WILDS
from workers.mail.reply.intents import Bid, Buy, Incomplete, Pay
from workers.mail.reply.word import NOTHING, Reading, Word

_UNITS: Final = ("tokens", "busts")
_PIECES: Final = (*_UNITS, "card")
_JOINS: Final = ("and", "comma", "with")


def bid(words: Sequence[Word]) -> Reading:
    """A bid of a number; "for W7" names the wild it is for."""
    main, paid = _split(words, "bid")
    main, lot = _without_lot(_without_joins_at_start(main))
    if not main:
        return Incomplete("bid")
    if main[0].key != "number":
        return NOTHING
    amount = int(main[0].text)
    if paid is None and any(word.key not in _JOINS for word in main[1:]):
        if main[1].key in _UNITS:
            # "bid 4 tokens" names a bid and its payment; "bid 4 tokens and 1 bust" could be either.
            alone = len(main) == 2 and main[1].key == "tokens"
            return (Bid(amount, Pay(tokens=amount), lot),) if alone else NOTHING
        paid, main = main[1:], main[:1]
        if any(word.key == "card" and word.text not in NUMBERS for word in paid):
            return NOTHING
    if any(word.key not in _JOINS for word in main[1:]):
        return NOTHING
    if paid is None:
        return (Bid(amount, None, lot),)
    pay = payment(paid)
    return NOTHING if pay is None else (Bid(amount, pay, lot),)


def buy(words: Sequence[Word]) -> Reading:
    """The first card is the one to buy. "for 5" repeats its price, "for 2 tokens" is a payment."""
    main, paid = _split(words, "buy")
    main = _without_joins_at_start(main)
    card = next((word for word in main if word.key == "card"), None)
    if card is None:
        return NOTHING if main else Incomplete("buy")
    place = main.index(card)
    rest = _without_joins_at_start([*main[:place], *main[place + 1 :]])
    if rest and rest[0].key == "for":
        rest = rest[1:]
    if [word.key for word in rest] == ["number"]:
        if int(rest[0].text) != VALUE.get(card.text):
            return NOTHING
        rest = []
    if rest and paid is not None:
        return NOTHING
    if rest:
        paid = rest
    if paid is None:
        return (Buy(card.text),)
    pay = payment(paid)
    return NOTHING if pay is None else (Buy(card.text, pay),)


def payment(words: Sequence[Word]) -> Pay | None:
    """ "2 tokens, 1 bust, R3 R3"; a kind without a number fills up the rest. None for anything else."""
    counts: dict[str, int] = {}
    rest: list[str] = []
    cards: list[str] = []
    number: int | None = None
    for key, text in _numbers_first(words):
        if key in _JOINS:
            continue
        if key == "number" and number is None:
            number = int(text)
            continue
        if key == "card":
            cards += [text] * (1 if number is None else min(number, 99))
        elif key not in _UNITS or key in counts or key in rest:
            return None
        elif number is None:
            rest.append(key)
        else:
            counts[key] = number
        number = None
    if number is not None or not (counts or rest or cards):
        return None
    return Pay(counts.get("tokens", 0), counts.get("busts", 0), tuple(cards), tuple(rest))


def _numbers_first(words: Sequence[Word]) -> list[Word]:
    """ "tokens 2, busts 1" as "2 tokens, 1 busts"."""
    told: list[Word] = []
    for place, word in enumerate(words):
        unit = bool(told) and told[-1].key in _UNITS
        counted = len(told) > 1 and told[-2].key == "number"
        ahead = [after.key for after in words[place + 1 : place + 2]]
        if word.key == "number" and unit and not counted and not {*ahead} & {*_PIECES}:
            told.insert(-1, word)
        else:
            told.append(word)
    return told


def _without_lot(main: Sequence[Word]) -> tuple[Sequence[Word], str | None]:
    for place in range(len(main) - 1):
        if main[place].key == "for" and main[place + 1].text in WILDS:
            return [*main[:place], *main[place + 2 :]], main[place + 1].text
    return main, None


def _split(words: Sequence[Word], verb: str) -> tuple[Sequence[Word], Sequence[Word] | None]:
    """What is bid or bought, and what it is paid with: None without a word for "with"."""
    at = next(place for place, word in enumerate(words) if word.key == verb)
    joined = next((place for place, word in enumerate(words) if word.key == "with"), None)
    if joined is None:
        return [*words[:at], *words[at + 1 :]], None
    before, after = words[:joined], words[joined + 1 :]
    if at < joined:
        return [*before[:at], *before[at + 1 :]], after
    gap = at - joined - 1
    if any(word.key in _PIECES for word in before):
        return [*after[:gap], *after[gap + 1 :]], before
    return after[gap + 1 :], after[:gap]


def _without_joins_at_start(words: Sequence[Word]) -> Sequence[Word]:
    start = next((n for n, word in enumerate(words) if word.key not in _JOINS), len(words))
    return words[start:]
