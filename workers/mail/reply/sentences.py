"""What the answer to a reply says: why a line was not done, and what to write instead."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from events.errors import TenpostError
from service.wording import Words
from service.wording.catalogue import mark
from workers.mail.reply import intents as i
from workers.mail.reply import purse, why
from workers.mail.reply.forms import until_day, written

UNREADABLE: Final[Mapping[str, str]] = {
    "too-large": mark(
        "Your mail was too large to be read. Reply without attachments, with a command on the first line."
    ),
    "unreadable": mark(
        "Your mail could not be read. Reply in plain text, with a command on the first line."
    ),
    "winmail": mark(
        "Your mail program sent a file winmail.dat and no text. Set it to plain text and reply again."
    ),
    "no-text": mark("There was no text in your mail. Write a command on its first line."),
    "empty": mark("There was no command in your mail. Write one on its first line."),
}
"""The fault of a message (``own.Reply``) -> sentence."""

_INCOMPLETE: Final[Mapping[str, tuple[str, i.Intent | None]]] = {
    "bid": (mark("Say how much you bid: %(example)s"), i.Bid(4)),
    "buy": (mark("Say which card you buy: %(example)s"), i.Buy("G5")),
    "order": (mark("Say for which wild and up to how much: %(example)s"), i.Order("W7", 5)),
    "say": (mark("Write your line behind the word: %(example)s"), None),
    "vacation": (mark("Say until which day, with its year: %(example)s"), None),
}
_LISTED: Final = 4
"""Candidates that are named; a line with more of them is no help."""


def unreadable(words: Words, fault: str) -> str:
    """For a message of which nothing could be read. KeyError for a fault that is none."""
    return words.say(UNREADABLE[fault])


def reason(words: Words, cause: why.Why, names: Mapping[int, str]) -> str:
    """Why a line was not done, or not wholly, in one or two sentences. names: seat -> shown name."""
    if isinstance(cause, TenpostError):
        return words.refusal(cause, names)
    return _SENTENCES[type(cause)](words, cause)


def _or(words: Words, candidates: Sequence[i.Intent]) -> str:
    told = [f'"{written(words, each)}"' for each in candidates[:_LISTED]]
    if len(told) == 1:
        return told[0]
    return words.say("%(some)s or %(last)s", some=", ".join(told[:-1]), last=told[-1])


def _unknown(words: Words, cause: i.Unknown) -> str:
    asked = written(words, i.Help())
    return words.say('This is no command. Write "%(help)s" to be sent all of them.', help=asked)


def _ambiguous(words: Words, cause: i.Ambiguous) -> str:
    return words.say(
        "This can mean more than one thing. Write %(commands)s.",
        commands=_or(words, cause.candidates),
    )


def _unclear(words: Words, cause: i.Unclear) -> str:
    if not cause.candidates:
        return words.say(
            'It is not clear what this asks for. Write one command a line, and nothing else, or "%(help)s".',
            help=written(words, i.Help()),
        )
    return words.say(
        "It is not clear what this asks for. If you mean it, write %(commands)s and nothing else.",
        commands=_or(words, cause.candidates),
    )


def _incomplete(words: Words, cause: i.Incomplete) -> str:
    message, example = _INCOMPLETE[cause.command]
    if example is not None:
        told = written(words, example)
    elif cause.command == "vacation":
        told = until_day(words, words.say("YYYY-MM-DD"))
    else:
        told = written(words, i.Say(words.say("well played")))
    return words.say(message, example=told)


def _no_such_card(words: Words, cause: i.NoSuchCard) -> str:
    return words.say(
        "There is no card %(card)s. A card is two signs, such as R5, BW, W7, WW or C3.",
        card=cause.card,
    )


def _no_such_date(words: Words, cause: i.NoSuchDate) -> str:
    return words.say(
        "There is no such day: %(date)s. Write the year, the month and the day: %(example)s",
        date=cause.text,
        example=until_day(words, words.say("YYYY-MM-DD")),
    )


def _not_a_wild(words: Words, cause: i.NotAWild) -> str:
    return words.say(
        "%(card)s is no wild, and only wilds are auctioned. Write %(commands)s.",
        card=cause.card,
        commands=_or(words, [i.Order("W7", 5), i.Order(None, 2)]),
    )


def _not_whole(words: Words, cause: i.NotWhole) -> str:
    return words.say(
        "%(number)s cannot be taken. Write a whole number from 1.", number=cause.number
    )


def _too_many(words: Words, cause: i.TooMany) -> str:
    return words.count(
        "A reply may hold %(n)s command; what follows was not read.",
        "A reply may hold %(n)s commands; what follows was not read.",
        cause.most,
    )


def _name_cards(words: Words, cause: purse.NameCards) -> str:
    return words.say(
        "To pay %(price)s you would have to give cards that score. Name what you pay with: %(example)s",
        price=cause.price,
        example=written(words, i.Bid(4, i.Pay(cards=("R3", "R3"), rest=("tokens",)))),
    )


def _no_such_mix(words: Words, cause: purse.NoSuchMix) -> str:
    return words.say(
        "What you name cannot make up %(price)s with no piece too many. Name other pieces, or none.",
        price=cause.price,
    )


def _other_lot(words: Words, cause: why.OtherLot) -> str:
    return words.say(
        "The auction is of %(card)s, not of %(named)s. Look at the table, and bid again.",
        card=cause.card,
        named=cause.named,
    )


def _sealed_pays(words: Words, cause: why.SealedPays) -> str:
    return words.say(
        "It is not your bid yet, and a bid given ahead names no payment. Write %(commands)s.",
        commands=_or(words, [i.Bid(4), i.Pass()]),
    )


def _wild_came(words: Words, cause: why.WildCame) -> str:
    return words.say("Not done: %(card)s came up, a wild. Look first.", card=cause.card)


def _busted(words: Words, cause: why.Busted) -> str:
    return words.say("Not done: %(card)s was a bust, and your turn is over.", card=cause.card)


def _turn_over(words: Words, cause: why.TurnOver) -> str:
    return words.say("Not done: your turn is over, and another has begun.")


def _new_auction(words: Words, cause: why.NewAuction) -> str:
    return words.say(
        "Not done: another auction has begun, of %(card)s. Look first.", card=cause.card
    )


def _after_failure(words: Words, cause: why.AfterFailure) -> str:
    return words.say('Not tried, because this was not done: "%(line)s"', line=cause.text[:80])


_SENTENCES: Final[Mapping[type, Callable[[Words, Any], str]]] = {
    i.Unknown: _unknown,
    i.Ambiguous: _ambiguous,
    i.Unclear: _unclear,
    i.Incomplete: _incomplete,
    i.NoSuchCard: _no_such_card,
    i.NoSuchDate: _no_such_date,
    i.NotAWild: _not_a_wild,
    i.NotWhole: _not_whole,
    i.TooMany: _too_many,
    purse.NameCards: _name_cards,
    purse.NoSuchMix: _no_such_mix,
    why.OtherLot: _other_lot,
    why.SealedPays: _sealed_pays,
    why.WildCame: _wild_came,
    why.Busted: _busted,
    why.TurnOver: _turn_over,
    why.NewAuction: _new_auction,
    why.AfterFailure: _after_failure,
}
