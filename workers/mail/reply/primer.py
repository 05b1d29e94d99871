"""All commands with what they do, for the answer to ``help`` and for whoever wrote none."""

from service.wording import Words
from service.wording.catalogue import mark
from workers.mail.reply import intents as i
from workers.mail.reply.forms import until_day, written

_MEANINGS: tuple[tuple[i.Intent, str], ...] = (
    (i.Draw(), mark("draw a card")),
    (i.Draw(3), mark("draw three, but stop at a wild or a bust")),
    (i.StopNumbers(), mark("stop and take the numbers")),
    (i.StopCurrency(), mark("stop and take the currency")),
    (i.Bid(4), mark("bid for the wild, also before you are asked")),
    (i.Bid(4, i.Pay(1, 1)), mark("the same, and say what you pay with")),
    (
        i.Bid(4, i.Pay(cards=("R3", "R3"), rest=("tokens",))),
        mark("cards first, tokens for the rest"),
    ),
    (i.Pass(), mark("do not bid")),
    (i.Buy("G5"), mark("buy that card from the market")),
    (i.NoBuy(), mark("buy nothing")),
    (i.Order("W7", 5), mark("from now on bid up to 5 for W7; 0 is to pass")),
    (i.Order(None, 2), mark("the same for any wild")),
    (i.Status(), mark("be sent the table as it is now")),
    (i.Help(), mark("be sent these commands")),
    (i.Mute(), mark("no more mail about this game")),
)


def primer(words: Words) -> list[tuple[str, str]]:
    """(command as it is written, what it does), in the order of mail.md. Each is understood as printed."""
    told = [(written(words, intent), words.say(meaning)) for intent, meaning in _MEANINGS]
    return [
        *told,
        (until_day(words, words.say("YYYY-MM-DD")), words.say("be away until that day")),
        (written(words, i.Say(words.say("well played"))), words.say("a line to the table")),
    ]
