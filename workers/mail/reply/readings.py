"""The commands of mail.md, "Reply to play": what a row of symbols asks for, each with one meaning.

The words may stand in any order that leaves no doubt: Nepali puts the verb last.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Final

from events.ten.cards import WILDS
from workers.mail.reply import intents as i
from workers.mail.reply import paid
from workers.mail.reply.dates import days, spelt
from workers.mail.reply.lexicon import VERBS
from workers.mail.reply.word import NOTHING, Reading, Word


def read(words: Sequence[Word], language: str) -> Reading:
    """What the words ask for; fillers are passed over."""
    words = _counted([word for word in words if word.key not in ("filler", "greeting")])
    verbs = {word.key for word in words if word.key in VERBS}
    if not verbs:
        return _bare(words)
    verb, *others = verbs
    twice = sum(word.key == verb for word in words) > 1
    if others or (twice and verb not in ("stop", "status", "help")):
        return NOTHING
    if verb == "vacation":
        return _vacation([word for word in words if word.key != verb], language)
    if verb == "bid":
        return paid.bid(words)
    if verb == "buy":
        return paid.buy(words)
    return _PLAIN[verb]([word for word in words if word.key != verb and word.key != "comma"])


def _counted(words: Sequence[Word]) -> list[Word]:
    """ "a token" is one token; any other "a" says nothing."""
    counted: list[Word] = []
    for place, word in enumerate(words):
        if word.key != "one":
            counted.append(word)
        elif any(after.key in ("tokens", "busts") for after in words[place + 1 : place + 2]):
            counted.append(Word("number", "1"))
    return counted


def _bare(words: Sequence[Word]) -> Reading:
    """A number alone, a card alone: a bid, a card to buy, where that is what is asked."""
    if len(words) != 1:
        return NOTHING
    key, text = words[0]
    if key == "number":
        return i.Ambiguous((i.Bid(int(text)),))
    if key == "card":
        return i.Ambiguous((i.Buy(text),))
    if key == "numbers":
        return i.Ambiguous((i.StopNumbers(),))
    if key == "currency":
        return i.Ambiguous((i.StopCurrency(),))
    return NOTHING


def _draw(words: Sequence[Word]) -> Reading:
    if not words:
        return (i.Draw(),)
    if [word.key for word in words] == ["number"]:
        count = int(words[0].text)
        return (i.Draw(count),) if count else i.NotWhole("0")
    return NOTHING


def _stop(words: Sequence[Word]) -> Reading:
    keys = [word.key for word in words if word.key != "with"]
    if keys == ["numbers"]:
        return (i.StopNumbers(),)
    if keys == ["currency"]:
        return (i.StopCurrency(),)
    return NOTHING if keys else (i.StopNumbers(), i.StopCurrency())


def _order(words: Sequence[Word]) -> Reading:
    words = [word for word in words if word.key not in ("for", "until", "with")]
    cards = [word.text for word in words if word.key == "card"]
    numbers = [int(word.text) for word in words if word.key == "number"]
    anything = sum(word.key == "any" for word in words)
    if len(words) != len(cards) + len(numbers) + anything:
        return NOTHING
    if len(cards) + anything != 1 or len(numbers) != 1:
        return i.Incomplete("order")
    if cards and cards[0] not in WILDS:
        return i.NotAWild(cards[0])
    return (i.Order(cards[0] if cards else None, numbers[0]),)


def _alone(intent: i.Intent) -> Callable[[Sequence[Word]], Reading]:
    return lambda words: NOTHING if words else (intent,)


def _vacation(words: Sequence[Word], language: str) -> Reading:
    """Until a day, or from one day to another."""
    found: list[tuple[date, ...]] = []
    rest = [word for word in words if word.key not in ("from", "until", "comma", "and", "for")]
    while rest:
        if rest[0].key == "date":
            text, told, rest = rest[0].text, days(rest[0].text, language), rest[1:]
        else:
            spelt_out, rest = rest[:3], rest[3:]
            numbers = [int(word.text) for word in spelt_out if word.key == "number"]
            months = [int(word.text) for word in spelt_out if word.key == "month"]
            if len(numbers) != 2 or len(months) != 1:
                return i.Incomplete("vacation")
            told = spelt(numbers, months[0])
            day, year = sorted(numbers)
            text = f"{year}-{months[0]:02}-{day:02}"
        if not told:
            return i.NoSuchDate(text)
        found.append(told)
    if len(found) == 1:
        return tuple(i.Vacation(until) for until in found[0])
    if len(found) == 2:
        return tuple(i.Vacation(last, first) for first in found[0] for last in found[1])
    return i.Incomplete("vacation")


_PLAIN: Final[Mapping[str, Callable[[Sequence[Word]], Reading]]] = {
    "draw": _draw,
    "stop": _stop,
    "pass": _alone(i.Pass()),
    "no-buy": _alone(i.NoBuy()),
    "order": _order,
    "status": _alone(i.Status()),
    "help": _alone(i.Help()),
    "mute": _alone(i.Mute()),
    "say": _alone(i.Say("")),
}
