"""The recap: an event as one short line, who first and then what (mail.md, "The recap")."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from events import types as t
from service.wording import faces, moments
from service.wording.catalogue import Catalogue, mark

_CAUSES: Final[Mapping[str, str]] = {
    "numbers": mark("%(name)s: bust by numbers"),
    "currency": mark("%(name)s: bust by currency"),
}

_FORCED: Final[Mapping[type[t.Event], str]] = {
    t.BidPassed: mark("%(name)s: passes, cannot bid more"),
    t.BuyDeclined: mark("%(name)s: buys nothing, no card can be bought"),
}

_WHY: Final[Mapping[str, str]] = {
    "vacation": mark("vacation"),
    "weekend": mark("weekend"),
    "host": mark("the host's wish"),
    "timeouts": mark("time ran out too often"),
    "left": mark("left the game"),
    "consent": mark("by consent"),
    "bot": mark("a bot took over"),
}


@dataclass(frozen=True)
class _Teller:
    """One language, the names of one table, one reader's zone."""

    words: Catalogue
    names: Mapping[int, str]
    zone: str | None

    def name(self, seat: int) -> str:
        return self.names.get(seat) or self.words.say("seat %(number)s", number=seat)

    def who(self, message: str, seat: int, **params: object) -> str:
        return self.words.say(message, name=self.name(seat), **params)

    def why(self, reason: str) -> str:
        return self.words.say(_WHY.get(reason, reason))

    def also(self, *parts: str) -> str:
        """The parts that are not empty, one after another."""
        return "; ".join(part for part in parts if part)

    def gains(self, payouts: Mapping[str, int]) -> str:
        """ "Bob +2, Cy +1"."""
        return ", ".join(f"{self.name(int(seat))} +{gain}" for seat, gain in payouts.items())

    def to_market(self, codes: Sequence[str]) -> str:
        if not codes:
            return ""
        return self.words.say("to the market: %(cards)s", cards=" ".join(codes))


def happened(
    words: Catalogue, event: t.Event, names: Mapping[int, str], zone: str | None, by: str = ""
) -> str | None:
    """The line for one event; None where there is nothing to tell. KeyError for an unknown type.

    ``by`` is who acted, as in the event's ``meta``: a no that the rules gave for a person is told as one.
    """
    say = _Teller(words, names, zone)
    if by == "system" and isinstance(event, t.BidPassed | t.BuyDeclined):
        return say.who(_FORCED[type(event)], event.seat)
    return _TOLD[type(event)](say, event)


def pieces(words: Catalogue, payment: t.Payment) -> str:
    """The pieces of a payment, tokens first."""
    told = []
    if payment.tokens:
        told.append(tokens(words, payment.tokens))
    if payment.busts:
        told.append(busts(words, payment.busts))
    if payment.cards:
        told.append(" ".join(payment.cards))
    return ", ".join(told)


def tokens(words: Catalogue, number: int) -> str:
    """ "1 token", "5 tokens"."""
    return words.count("%(n)s token", "%(n)s tokens", number)


def busts(words: Catalogue, number: int) -> str:
    """ "1 bust token", "2 bust tokens"."""
    return words.count("%(n)s bust token", "%(n)s bust tokens", number)


def _nothing(say: _Teller, event: t.Event) -> None:
    return None


def _created(say: _Teller, e: t.GameCreated) -> str:
    players = sum(spec.kind != "house" for spec in e.seats)
    return say.words.count(
        "A game for %(n)s player is set up", "A game for %(n)s players is set up", players
    )


def _declined(say: _Teller, e: t.SeatDeclined) -> str:
    # Who was asked never sat here, and whoever does by now declined nothing: the number it is.
    number = say.words.say("seat %(number)s", number=e.seat)
    return say.words.say("%(name)s: declined, the place is open", name=number)


def _started(say: _Teller, e: t.GameStarted) -> str:
    return say.who("The game starts; first player: %(name)s", e.first_seat)


def _turn(say: _Teller, e: t.TurnStarted) -> str:
    return say.who("%(name)s: turn %(turn)s", e.seat, turn=e.turn)


def _bust(say: _Teller, e: t.WentBust) -> str:
    token = "" if e.bust_token else say.words.say("no bust token left to take")
    told = say.who(_CAUSES[e.cause], e.seat)
    return say.also(told, say.to_market(e.to_market), say.gains(e.payouts), token)


def _numbers(say: _Teller, e: t.NumbersTaken) -> str:
    taken = say.who("%(name)s: takes %(cards)s", e.seat, cards=" ".join(e.cards))
    return say.also(taken, say.gains(e.payouts))


def _currency(say: _Teller, e: t.CurrencyTaken) -> str:
    taken = say.who(
        "%(name)s: takes the currency, gains %(tokens)s",
        e.seat,
        tokens=tokens(say.words, e.tokens),
    )
    return say.also(taken, say.to_market(e.to_market))


def _auction(say: _Teller, e: t.AuctionOpened) -> str:
    return say.words.say("Auction of %(card)s", card=e.card)


def _unsold(say: _Teller, e: t.AuctionUnsold) -> str:
    return say.words.say("Nobody bids: %(card)s is discarded", card=e.card)


def _won(say: _Teller, e: t.AuctionWon) -> str:
    paid = pieces(say.words, e.payment)
    message = mark("%(name)s: wins %(card)s for %(amount)s (pays %(payment)s)")
    return say.who(message, e.seat, card=e.card, amount=e.amount, payment=paid)


def _bought(say: _Teller, e: t.CardBought) -> str:
    paid = pieces(say.words, e.payment)
    return say.who("%(name)s: buys %(card)s for %(payment)s", e.seat, card=e.card, payment=paid)


def _last_buys(say: _Teller, e: t.FinalBuyingStarted) -> str:
    return say.words.say("The draw pile is empty: everybody may buy one last card")


def _scored(say: _Teller, e: t.GameScored) -> str:
    best = ", ".join(say.name(seat) for seat in e.winners)
    points = max((r.points for r in e.results if r.seat in e.winners), default=0)
    if len(e.results) == 1:
        title = faces.title(say.words, points)
        return say.words.count(
            "The game is over: %(n)s point, %(title)s",
            "The game is over: %(n)s points, %(title)s",
            points,
            title=title,
        )
    return say.words.count(
        "The game is over. First, with %(n)s point: %(names)s",
        "The game is over. First, with %(n)s points: %(names)s",
        points,
        names=best,
    )


def _revealed(say: _Teller, e: t.DeckRevealed) -> str:
    return say.words.say("The seed of the shuffle is open now")


def _extended(say: _Teller, e: t.DeadlineExtended) -> str:
    if e.due_at is None:
        return say.who("%(name)s: no clock runs any more", e.seat)
    until = moments.moment(say.words.language, e.due_at, say.zone)
    return say.who(
        "%(name)s: has time until %(moment)s (%(reason)s)",
        e.seat,
        moment=until,
        reason=say.why(e.reason),
    )


def _vote(yes: str, no: str) -> Callable[[_Teller, Any], str]:
    return lambda say, e: say.who(yes if e.agree else no, e.seat)


def _seat(message: str) -> Callable[[_Teller, Any], str]:
    """A line that needs the seat's name and the event's own plain fields."""
    return lambda say, e: say.who(
        message, e.seat, **{k: v for k, v in vars(e).items() if k != "seat"}
    )


def _reason(message: str) -> Callable[[_Teller, Any], str]:
    return lambda say, e: say.words.say(message, reason=say.why(e.reason))


_TOLD: Final[Mapping[type[t.Event], Callable[[_Teller, Any], str | None]]] = {
    t.GameCreated: _created,
    t.SeatClaimed: _seat(mark("%(name)s: sits down")),
    t.SeatDeclined: _declined,
    t.GameStarted: _started,
    t.TurnStarted: _turn,
    t.DecisionOpened: _nothing,
    t.CardDrawn: _seat(mark("%(name)s: draws %(card)s")),
    t.WentBust: _bust,
    t.NumbersTaken: _numbers,
    t.CurrencyTaken: _currency,
    t.AuctionOpened: _auction,
    t.BidPlaced: _seat(mark("%(name)s: bids %(amount)s")),
    t.BidPassed: _seat(mark("%(name)s: passes")),
    t.AuctionWon: _won,
    t.AuctionUnsold: _unsold,
    t.CardBought: _bought,
    t.BuyDeclined: _seat(mark("%(name)s: buys nothing")),
    t.FinalBuyingStarted: _last_buys,
    t.GameScored: _scored,
    t.DeckRevealed: _revealed,
    t.TimedOut: _seat(mark("%(name)s: time ran out")),
    t.DeadlineExtended: _extended,
    t.PauseProposed: _seat(mark("%(name)s: proposes a pause")),
    t.PauseVoted: _vote(mark("%(name)s: agrees to the pause"), mark("%(name)s: wants no pause")),
    t.AbandonProposed: _seat(mark("%(name)s: proposes to end the game here")),
    t.AbandonVoted: _vote(
        mark("%(name)s: agrees to end the game"), mark("%(name)s: wants to play on")
    ),
    t.GamePaused: _reason(mark("The game is paused (%(reason)s)")),
    t.GameResumed: lambda say, e: say.words.say("The game goes on"),
    t.SeatHandedToBot: lambda say, e: say.who(
        "%(name)s: a bot plays on (%(reason)s)", e.seat, reason=say.why(e.reason)
    ),
    t.SeatReturned: _seat(mark("%(name)s: a person plays again")),
    t.SeatReplaced: _seat(mark("%(name)s: takes the place over")),
    t.HostChanged: lambda say, e: say.words.say("The table has a new host"),
    t.UndoProposed: _seat(mark("%(name)s: proposes to go back to version %(to_version)s")),
    t.UndoVoted: _vote(mark("%(name)s: agrees to the undo"), mark("%(name)s: wants no undo")),
    t.MovesUndone: lambda say, e: say.words.say(
        "Undone: the table is again as at version %(version)s", version=e.to_version
    ),
    t.GameAbandoned: _reason(mark("The game ends without a score (%(reason)s)")),
}
