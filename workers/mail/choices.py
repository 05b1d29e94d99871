"""What the awaited seat may do, each choice with its words and its link. Offers only what is legal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from events import commands as c
from events.ten import cards
from events.ten.legal import Legal, legal_commands
from events.ten.phases.common import payouts, split_row
from events.ten.state import GameState
from service.links import Links
from service.wording import Words
from service.wording.recap import tokens
from workers.mail.reply import intents as i
from workers.mail.reply.forms import written

BIDS: Final = 6
"""How many bids a mail offers; the page has them all."""


_REPLIES: Final[Mapping[type[c.Wish], i.Intent]] = {
    c.DrawCard: i.Draw(),
    c.TakeNumbers: i.StopNumbers(),
    c.TakeCurrency: i.StopCurrency(),
}


@dataclass(frozen=True)
class Choice:
    """``label`` is what is done, ``detail`` what comes of it ("" where the label says it all)."""

    label: str
    detail: str
    url: str
    quiet: bool = False
    """Whether it is the way out: to pass, to buy nothing."""


def choices(
    words: Words,
    state: GameState,
    seat: int,
    names: Mapping[int, str],
    links: Links,
    token: str,
) -> list[Choice]:
    """The choices of ``seat`` in the open decision; if it is not awaited, to seal a bid for the auction
    that is on and has not reached it, or none."""
    legal = legal_commands(state, seat)
    if may_seal(state, seat):
        label = words.say("Seal a bid now")
        detail = words.say("it answers for you when the bidding comes to you")
        return [Choice(label, detail, links.play(token))]
    if legal.kind == "bid":
        return _bids(words, legal, links, token)
    if legal.kind == "buy":
        return _buys(words, legal, links, token)
    offer = _Rewards(words, state, seat, names)
    found: list[Choice] = []
    for wish in legal.plain:
        if isinstance(wish, c.DrawCard):
            label, detail = words.say("Draw a card"), offer.draw()
            found.append(Choice(label, detail, links.move(token, "draw")))
        elif isinstance(wish, c.TakeNumbers):
            label, detail = words.say("Stop and take the numbers"), offer.numbers()
            found.append(Choice(label, detail, links.move(token, "numbers")))
        elif isinstance(wish, c.TakeCurrency):
            label, detail = words.say("Stop and take the currency"), offer.currency()
            found.append(Choice(label, detail, links.move(token, "currency")))
    return found


def may_seal(state: GameState, seat: int) -> bool:
    """Whether the auction that is on may be answered before the bidding comes to this seat. Not where a bot
    plays the seat's turn to its end."""
    auction, awaiting = state.auction, state.awaiting
    if auction is None or awaiting is None or awaiting.seat == seat or state.forfeited == seat:
        return False
    return seat in auction.still_to_bid


def by_reply(words: Words, state: GameState, seat: int) -> list[str]:
    """Commands that would do now, as they may be written in a reply: for whoever would rather write."""
    legal = legal_commands(state, seat)
    intents: list[i.Intent] = []
    if may_seal(state, seat) and state.auction is not None:
        highest = max((bid.amount for bid in state.auction.bids), default=0)
        intents = [i.Bid(highest + 1), i.Pass()]
    elif legal.kind == "bid":
        intents = [i.Bid(legal.bid.least)] if legal.bid is not None else []
        intents.append(i.Pass())
    elif legal.kind == "buy":
        intents = [i.Buy(buy.card) for buy in legal.buys[:1]]
        intents.append(i.NoBuy())
    elif legal.kind == "draw":
        intents = [_REPLIES[type(wish)] for wish in legal.plain if type(wish) in _REPLIES]
    return [written(words, intent) for intent in intents]


def _bids(words: Words, legal: Legal, links: Links, token: str) -> list[Choice]:
    found: list[Choice] = []
    if legal.bid is not None:
        last = min(legal.bid.most, legal.bid.least + BIDS - 1)
        for amount in range(legal.bid.least, last + 1):
            label = words.say("Bid %(amount)s", amount=amount)
            found.append(Choice(label, "", links.bid(token, amount)))
        if last < legal.bid.most:
            label = words.say("Bid more, up to %(most)s", most=legal.bid.most)
            found.append(Choice(label, "", links.bid(token, last + 1)))
    return [*found, Choice(words.say("Pass"), "", links.move(token, "pass"), quiet=True)]


def _buys(words: Words, legal: Legal, links: Links, token: str) -> list[Choice]:
    found = [
        Choice(
            words.say("Buy %(card)s for %(price)s", card=buy.card, price=buy.price),
            "",
            links.buy(token, buy.card),
        )
        for buy in legal.buys
    ]
    return [*found, Choice(words.say("Buy nothing"), "", links.move(token, "no"), quiet=True)]


@dataclass(frozen=True)
class _Rewards:
    """What the draw risks and what each reward brings, as the table stands."""

    words: Words
    state: GameState
    seat: int
    names: Mapping[int, str]

    def draw(self) -> str:
        state = self.state
        pile = self.words.count(
            "%(n)s card is left in the pile", "%(n)s cards are left in the pile", state.draw_pile
        )
        if not state.row:
            return pile
        total = self.words.say(
            "the row stands at %(total)s, and 11 is a bust",
            total=state.row_numbers - state.row_currency,
        )
        return f"{pile}; {total}"

    def numbers(self) -> str:
        numbers, _ = split_row(self.state.row)
        gained = self.words.say("you gain %(what)s", what=" ".join(numbers))
        paid = payouts(self.state, self.seat, self.state.row_currency)
        others = [
            f"{self.words.seat(int(seat), self.names)} +{tokens(self.words, n)}"
            for seat, n in paid.items()
        ]
        return "; ".join([gained, ", ".join(others)]) if others else gained

    def currency(self) -> str:
        held = self.state.seat(self.seat).tokens
        gain = min(self.state.row_currency, cards.TOKEN_LIMIT - held)
        gained = self.words.say("you gain %(what)s", what=tokens(self.words, gain))
        numbers, _ = split_row(self.state.row)
        if not numbers:
            return gained
        market = self.words.say("to the market: %(cards)s", cards=" ".join(numbers))
        return f"{gained}; {market}"
