"""From what a reply asks for to wishes at a table: payments completed, doubts settled by what is legal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from events import commands as c
from events import errors
from events.errors import Refusal
from events.ten.cards import VALUE
from events.ten.legal import legal_commands
from events.ten.phases.common import require
from events.ten.state import GameState
from events.types import Payment
from workers.mail.reply import intents as i
from workers.mail.reply.purse import completed
from workers.mail.reply.why import OtherLot, SealedPays, Why


@dataclass(frozen=True)
class Seal:
    """A sealed bid, given before the seat is asked: up to ``most``, 0 to pass, in the auction that opened
    with that version."""

    auction: int
    most: int


Wishes = list[c.Wish] | Seal


def to_wish(intent: i.Move | i.Ambiguous, state: GameState, seat: int) -> Wishes | Why:
    """The wishes to carry out in order, or why there are none. No refusal is raised.

    A draw of several cards is as many wishes. A bid or pass of a seat that is still to answer in this
    auction, but is not asked yet, is sealed (mail.md, ``auction``). A line that can be read in several
    ways is read in the one that is legal now, if it is the only one.
    """
    try:
        if isinstance(intent, i.Ambiguous):
            return _only_legal(intent, state, seat)
        return _WISHES[type(intent)](intent, state, seat)
    except Refusal as refusal:
        return refusal


def _only_legal(intent: i.Ambiguous, state: GameState, seat: int) -> Wishes | Why:
    moves = [each for each in intent.candidates if isinstance(each, i.Move)]
    if len(moves) < len(intent.candidates):
        return intent
    legal = legal_commands(state, seat)
    readings = [to_wish(each, state, seat) for each in moves]
    fitting: list[Wishes] = []
    for wishes in readings:
        if isinstance(wishes, Seal) or (isinstance(wishes, list) and wishes[0] in legal):
            # Both readings of "no" are the same where a card may be bought.
            fitting += [] if wishes in fitting else [wishes]
    if len(fitting) > 1:
        return intent
    # Where none is legal, the table says best what is wrong: "it is not this seat's move".
    return fitting[0] if fitting else readings[0]


def _draw(intent: i.Draw, state: GameState, seat: int) -> list[c.Wish]:
    require(state, seat, "draw")
    # One more than there are, so that the last is refused by the rules.
    return [c.DrawCard(seat)] * min(intent.count, state.draw_pile + 1)


def _numbers(intent: i.StopNumbers, state: GameState, seat: int) -> list[c.Wish]:
    require(state, seat, "draw")
    return [c.TakeNumbers(seat)]


def _currency(intent: i.StopCurrency, state: GameState, seat: int) -> list[c.Wish]:
    require(state, seat, "draw")
    return [c.TakeCurrency(seat)]


def _bid(intent: i.Bid, state: GameState, seat: int) -> Wishes | Why:
    ahead = _asked_later(state, seat)
    if not ahead:
        require(state, seat, "bid")
    auction = state.auction
    if auction is None:
        raise errors.WrongPhase(phase=state.phase)
    if intent.lot is not None and intent.lot != auction.card:
        return OtherLot(intent.lot, auction.card)
    least = auction.highest + 1
    if intent.amount < least:
        raise errors.BidTooLow(amount=intent.amount, least=least)
    bidder = state.seat(seat)
    if intent.amount > bidder.worth:
        raise errors.BidUnaffordable(amount=intent.amount, most=bidder.worth)
    if ahead:
        return Seal(auction.opened, intent.amount) if intent.pay is None else SealedPays()
    paid = completed(intent.pay, bidder, intent.amount, auction.card)
    return [c.PlaceBid(seat, intent.amount, paid)] if isinstance(paid, Payment) else paid


def _pass(intent: i.Pass, state: GameState, seat: int) -> Wishes:
    """Who passes where a card could be bought buys nothing."""
    if state.auction is not None and _asked_later(state, seat):
        return Seal(state.auction.opened, 0)
    if state.awaiting is not None and state.awaiting[:2] == (seat, "buy"):
        return [c.DeclineBuy(seat)]
    require(state, seat, "bid")
    return [c.PassBid(seat)]


def _asked_later(state: GameState, seat: int) -> bool:
    """Whether the seat is still to answer in the auction that is on, and another is asked now."""
    auction, awaiting = state.auction, state.awaiting
    return (
        auction is not None
        and awaiting is not None
        and awaiting.kind == "bid"
        and awaiting.seat != seat
        and seat in auction.still_to_bid
    )


def _buy(intent: i.Buy, state: GameState, seat: int) -> Wishes | Why:
    require(state, seat, "buy")
    buyer = state.seat(seat)
    if intent.card not in state.market:
        raise errors.NotInMarket(card=intent.card)
    if intent.card in buyer.cards:
        raise errors.TwinHeld(card=intent.card)
    price = VALUE[intent.card]
    if price > buyer.worth:
        raise errors.PriceUnaffordable(card=intent.card, price=price, most=buyer.worth)
    paid = completed(intent.pay, buyer, price, intent.card)
    return [c.BuyCard(seat, intent.card, paid)] if isinstance(paid, Payment) else paid


def _no_buy(intent: i.NoBuy, state: GameState, seat: int) -> list[c.Wish]:
    require(state, seat, "buy")
    return [c.DeclineBuy(seat)]


_WISHES: Final[Mapping[type, Callable[[Any, GameState, int], Wishes | Why]]] = {
    i.Draw: _draw,
    i.StopNumbers: _numbers,
    i.StopCurrency: _currency,
    i.Bid: _bid,
    i.Pass: _pass,
    i.Buy: _buy,
    i.NoBuy: _no_buy,
}
