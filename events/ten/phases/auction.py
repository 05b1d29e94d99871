"""The auction of a wild (rules.md section 6; rulings A1, A2, E1)."""

from dataclasses import dataclass

from events import commands as c
from events import errors
from events import types as t
from events.ten.payments import Payments
from events.ten.phases.common import Given, next_turn, open_decision, require
from events.ten.state import Auction, GameState


@dataclass(frozen=True)
class BidChoice:
    """What the awaited seat may bid for ``card``: every whole amount from ``least`` to ``most``."""

    card: str
    least: int
    most: int
    purse: Payments

    def payments(self, amount: int) -> Payments:
        """Every legal payment of a bid of ``amount``."""
        return Payments(amount, self.purse.tokens, self.purse.busts, self.purse.cards)


def bid_choice(state: GameState, seat: int) -> BidChoice | None:
    """The bids open to ``seat`` in the running auction; None if it can only pass."""
    auction = running(state)
    least = auction.highest + 1
    most = state.seat(seat).worth
    if most < least:
        return None
    return BidChoice(auction.card, least, most, Payments.of(state.seat(seat), least))


def running(state: GameState) -> Auction:
    """The auction that is on. Raises WrongPhase without one."""
    if state.auction is None:
        raise errors.WrongPhase(phase=state.phase)
    return state.auction


def open_auction(state: GameState, card: str, given: Given) -> list[t.Event]:
    """Once around, from the active player's left to the active player, the House included."""
    order = list(state.left_of(state.active or 1))
    return [
        t.AuctionOpened(card, order),
        open_decision(state, order[0], "bid", given, state.forfeited),
    ]


def bid(state: GameState, wish: c.PlaceBid, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises, BidTooLow, BidUnaffordable and what ``Payments.check`` raises."""
    require(state, wish.seat, "bid")
    auction = running(state)
    if type(wish.amount) is not int or wish.amount <= auction.highest:
        raise errors.BidTooLow(amount=wish.amount, least=auction.highest + 1)
    seat = state.seat(wish.seat)
    if wish.amount > seat.worth:
        raise errors.BidUnaffordable(amount=wish.amount, most=seat.worth)
    Payments.of(seat, wish.amount).check(wish.payment)
    placed = t.BidPlaced(wish.seat, wish.amount, wish.payment)
    return [placed, *after_answer(state, placed, given)]


def pass_bid(state: GameState, wish: c.PassBid, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises."""
    require(state, wish.seat, "bid")
    return [t.BidPassed(wish.seat), *after_answer(state, None, given)]


def after_answer(state: GameState, placed: t.BidPlaced | None, given: Given) -> list[t.Event]:
    """What follows the awaited seat's answer: the next seat's decision, or the hammer."""
    auction = running(state)
    waiting = auction.still_to_bid[1:]
    if waiting:
        return [open_decision(state, waiting[0], "bid", given, state.forfeited)]
    best: t.BidPlaced | None = placed
    if best is None and auction.bids:
        last = auction.bids[-1]
        best = t.BidPlaced(last.seat, last.amount, last.payment)
    sold: t.Event = (
        t.AuctionUnsold(auction.card)
        if best is None
        else t.AuctionWon(best.seat, auction.card, best.amount, best.payment)
    )
    return [sold, *_turn_goes_on(state, given)]


def _turn_goes_on(state: GameState, given: Given) -> list[t.Event]:
    """E1: with pile and row empty the turn just ends."""
    if state.draw_pile == 0 and not state.row:
        return next_turn(state, given)
    active = state.active or 1
    return [open_decision(state, active, "draw", given, state.forfeited)]
