"""The buy phase, after taking numbers and in the final buying (rules.md sections 5 and 7; B2)."""

from dataclasses import dataclass

from events import commands as c
from events import errors
from events import types as t
from events.ten import cards
from events.ten.payments import Payments
from events.ten.phases import scoring
from events.ten.phases.common import Given, next_turn, open_decision, require
from events.ten.state import GameState


@dataclass(frozen=True)
class BuyChoice:
    """A market card the seat may buy, its price, and every legal payment."""

    card: str
    price: int
    payments: Payments


def buy_choices(state: GameState, seat: int) -> list[BuyChoice]:
    """The distinct market cards that ``seat`` may buy and can pay for, in canonical order."""
    buyer = state.seat(seat)
    held = set(buyer.cards)
    most = buyer.worth
    return [
        BuyChoice(card, cards.VALUE[card], Payments.of(buyer, cards.VALUE[card]))
        for card in cards.in_order(set(state.market))
        if card not in held and cards.VALUE[card] <= most
    ]


def may_buy(state: GameState, seat: int) -> bool:
    """Whether any card can be bought; the short form of ``buy_choices``."""
    buyer = state.seat(seat)
    most = buyer.worth
    return any(cards.VALUE[card] <= most and card not in buyer.cards for card in state.market)


def buy(state: GameState, wish: c.BuyCard, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises, UnknownCard, NotInMarket, TwinHeld (B2: before payment),
    PriceUnaffordable and what ``Payments.check`` raises."""
    require(state, wish.seat, "buy")
    if wish.card not in cards.ORDER:
        raise errors.UnknownCard(card=wish.card)
    if wish.card not in state.market:
        raise errors.NotInMarket(card=wish.card)
    buyer = state.seat(wish.seat)
    if wish.card in buyer.cards:
        raise errors.TwinHeld(card=wish.card)
    price = cards.VALUE[wish.card]
    if price > buyer.worth:
        raise errors.PriceUnaffordable(card=wish.card, price=price, most=buyer.worth)
    Payments.of(buyer, price).check(wish.payment)
    bought = t.CardBought(wish.seat, wish.card, wish.payment)
    return [bought, *after_answer(state, bought, given)]


def decline(state: GameState, wish: c.DeclineBuy, given: Given) -> list[t.Event]:
    """Raises what ``require`` raises."""
    require(state, wish.seat, "buy")
    declined = t.BuyDeclined(wish.seat)
    return [declined, *after_answer(state, declined, given)]


def after_answer(state: GameState, answer: t.Event, given: Given) -> list[t.Event]:
    """The next turn; in the final buying the next seat's decision, after the last the score."""
    if state.phase != "final_buying":
        return next_turn(state, given)
    takers = state.takers
    order = [seat for seat in state.left_of(state.active or 1) if seat in takers]
    asked = state.awaiting.seat if state.awaiting else order[-1]
    waiting = order[order.index(asked) + 1 :]
    if waiting:
        return [open_decision(state, waiting[0], "buy", given, None)]
    return [*scoring.score_game(state, answer), t.DeckRevealed(given.chance.seed)]
