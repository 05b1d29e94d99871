"""From a payment as a reply names it, or does not, to one that the rules take (rules.md, B1 and A1)."""

from dataclasses import dataclass
from typing import Final

from events.errors import Refusal
from events.ten.orders_pay import payment_by
from events.ten.payments import Payments, pay, worth
from events.ten.state import Seat
from events.types import Payment
from workers.mail.reply.intents import Pay

UNNAMED: Final = ("tokens", "busts", "spares")
"""What is paid with where a reply does not say: tokens, then bust tokens, then cards that score nothing."""


@dataclass(frozen=True)
class NameCards:
    """The price takes cards that score: nobody but the player says which. price: what is to be paid."""

    price: int


@dataclass(frozen=True)
class NoSuchMix:
    """The pieces named cannot make up the price without one that is not needed. Parameters: price."""

    price: int


def completed(
    named: Pay | None, seat: Seat, price: int, gain: str
) -> Payment | NameCards | NoSuchMix | Refusal:
    """A legal payment of ``price``; what is wrong with the one that was named; or a question.

    Without a payment named: ``UNNAMED``. Kinds named without a number fill up what is missing, each
    with at least one piece where that can be. gain: the card that is bought or bid for.
    """
    held = Payments.of(seat, price)
    if named is None:
        return payment_by(UNNAMED, seat, price, gain) or NameCards(price)
    try:
        payment = pay(named.tokens, named.busts, named.cards)
        if named.rest and worth(payment) < price:
            # Cards that are not held are named before anything is made of them.
            _check_held(held, payment)
            return _filled(named, held, payment) or NoSuchMix(price)
        held.check(payment)
    except Refusal as refusal:
        return refusal
    return payment


def _check_held(held: Payments, payment: Payment) -> None:
    """Raises PaymentNotHeld, whatever the price."""
    Payments(worth(payment), held.tokens, held.busts, held.cards).check(payment)


def _filled(named: Pay, held: Payments, payment: Payment) -> Payment | None:
    fits = []
    for busts, tokens, count in held.shapes():
        more_tokens, more_busts = tokens - payment.tokens, busts - payment.busts
        if count != len(payment.cards) or more_tokens < 0 or more_busts < 0:
            continue
        if (more_tokens and "tokens" not in named.rest) or (
            more_busts and "busts" not in named.rest
        ):
            continue
        missed = ("tokens" in named.rest and not more_tokens) + (
            "busts" in named.rest and not more_busts
        )
        fits.append((missed, busts, tokens))
    if not fits:
        return None
    _, busts, tokens = min(fits)
    return Payment(tokens, busts, payment.cards)
