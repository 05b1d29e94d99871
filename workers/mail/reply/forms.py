"""How a command is written in a language: for examples, and to ask "did you mean ...?".

Whatever this writes is understood again when it is copied into a reply.
"""

from service.wording.catalogue import Catalogue
from service.wording.recap import busts, tokens
from workers.mail.reply import intents as i
from workers.mail.reply.catalogue import COMMAND, mark_in, say_in

_PLAIN = {
    i.StopNumbers: mark_in("reply command", "stop numbers"),
    i.StopCurrency: mark_in("reply command", "stop currency"),
    i.Pass: mark_in("reply command", "pass"),
    i.NoBuy: mark_in("reply command", "no buy"),
    i.Status: mark_in("reply command", "status"),
    i.Help: mark_in("reply command", "help"),
    i.Mute: mark_in("reply command", "mute"),
}

EXAMPLES = (
    i.Draw(),
    i.Draw(3),
    i.StopNumbers(),
    i.StopCurrency(),
    i.Bid(4),
    i.Bid(4, i.Pay(1, 1)),
    i.Bid(4, i.Pay(cards=("R3", "R3"), rest=("tokens",))),
    i.Pass(),
    i.Buy("G5"),
    i.Buy("G5", i.Pay(2, 1)),
    i.NoBuy(),
    i.Order("W7", 5),
    i.Order(None, 2),
    i.Status(),
    i.Help(),
    i.Mute(),
)
"""One of each kind that needs no date and no text, in the order of mail.md."""


def written(words: Catalogue, intent: i.Intent) -> str:
    """The command as a player would write it in that language."""
    plain = _PLAIN.get(type(intent))
    if plain is not None:
        return say_in(words, COMMAND, plain)
    match intent:
        case i.Draw(count=1):
            return say_in(words, COMMAND, mark_in("reply command", "draw"))
        case i.Draw(count=count):
            message = mark_in("reply command", "draw %(count)s")
            return say_in(words, COMMAND, message, count=count)
        case i.Bid(amount=amount, pay=None):
            message = mark_in("reply command", "bid %(amount)s")
            return say_in(words, COMMAND, message, amount=amount)
        case i.Bid(amount=amount, pay=pay) if pay is not None:
            message = mark_in("reply command", "bid %(amount)s with %(pieces)s")
            return say_in(words, COMMAND, message, amount=amount, pieces=_pieces(words, pay))
        case i.Buy(card=card, pay=None):
            return say_in(words, COMMAND, mark_in("reply command", "buy %(card)s"), card=card)
        case i.Buy(card=card, pay=pay) if pay is not None:
            message = mark_in("reply command", "buy %(card)s with %(pieces)s")
            return say_in(words, COMMAND, message, card=card, pieces=_pieces(words, pay))
        case i.Order(card=None, most=most):
            return say_in(words, COMMAND, mark_in("reply command", "order any %(most)s"), most=most)
        case i.Order(card=card, most=most):
            message = mark_in("reply command", "order %(card)s %(most)s")
            return say_in(words, COMMAND, message, card=card, most=most)
        case i.Vacation(until=until, since=None):
            return until_day(words, until.isoformat())
        case i.Vacation(until=until, since=since):
            message = mark_in("reply command", "vacation from %(since)s until %(date)s")
            return say_in(words, COMMAND, message, since=since, date=until)
        case i.Say(text=text):
            return say_in(words, COMMAND, mark_in("reply command", "say %(text)s"), text=text)
    raise TypeError(f"{intent!r} is no command")


def until_day(words: Catalogue, day: str) -> str:
    """The command for a vacation until that day, which is written as it stands."""
    message = mark_in("reply command", "vacation until %(date)s")
    return say_in(words, COMMAND, message, date=day)


def _pieces(words: Catalogue, pay: i.Pay) -> str:
    told = []
    if pay.cards:
        told.append(" ".join(pay.cards))
    if pay.tokens:
        told.append(tokens(words, pay.tokens))
    if pay.busts:
        told.append(busts(words, pay.busts))
    if "tokens" in pay.rest:
        told.append(say_in(words, COMMAND, mark_in("reply command", "tokens")))
    if "busts" in pay.rest:
        told.append(say_in(words, COMMAND, mark_in("reply command", "bust tokens")))
    return ", ".join(told)
