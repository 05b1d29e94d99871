"""Payments: what may be handed over for a price (rules.md sections 5 and 6, rulings B1 and A1).

A payment is minimal (B1) when no piece can be taken away. Since tokens and cards are worth 1 and bust
tokens 3, that leaves two shapes: worth exactly the price, or bust tokens alone that exceed it by 1 or 2.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from events import errors
from events.ten import cards
from events.ten.state import Seat
from events.types import Payment

LISTED = 60
"""How many payments are still called a short list; beyond it the form is checked instead."""


def worth(payment: Payment) -> int:
    """Tokens at 1, bust tokens at 3, cards at 1."""
    return payment.tokens + cards.BUST_VALUE * payment.busts + len(payment.cards)


def pay(tokens: int = 0, busts: int = 0, codes: Sequence[str] = ()) -> Payment:
    """A payment with its cards in canonical order. Raises UnknownCard."""
    for code in codes:
        if code not in cards.ORDER:
            raise errors.UnknownCard(card=code)
    return Payment(tokens, busts, tuple(cards.in_order(codes)))


@dataclass(frozen=True)
class Payments:
    """Every legal payment of ``price`` (at least 1) from what one seat holds.

    Iterating yields them all, tokens first; ``listed`` has them if they are few, else None, and then
    ``check`` is the form's rule.
    """

    price: int
    tokens: int
    busts: int
    cards: tuple[str, ...]

    @classmethod
    def of(cls, seat: Seat, price: int) -> "Payments":
        return cls(price, seat.tokens, seat.busts, tuple(cards.in_order(seat.cards)))

    @property
    def most(self) -> int:
        return self.tokens + cards.BUST_VALUE * self.busts + len(self.cards)

    @cached_property
    def listed(self) -> tuple[Payment, ...] | None:
        few = tuple(islice(self, LISTED + 1))
        return few if len(few) <= LISTED else None

    def __iter__(self) -> Iterator[Payment]:
        for busts, tokens, count in self.shapes():
            for chosen in _choices(self.cards, count):
                yield Payment(tokens, busts, chosen)

    def shapes(self) -> Iterator[tuple[int, int, int]]:
        """(bust tokens, tokens, number of cards) of each legal payment, fewest busts and cards first."""
        value, price = cards.BUST_VALUE, self.price
        for busts in range(min(self.busts, price // value) + 1):
            rest = price - value * busts
            for count in range(max(0, rest - self.tokens), min(rest, len(self.cards)) + 1):
                yield busts, rest - count, count
        over = -(-price // value)
        if price % value and over <= self.busts:
            yield over, 0, 0

    def __contains__(self, payment: object) -> bool:
        if not isinstance(payment, Payment):
            return False
        try:
            self.check(payment)
        except errors.Refusal:
            return False
        return True

    def check(self, payment: Payment) -> None:
        """Raises PaymentMalformed, UnknownCard, PaymentNotHeld, PaymentTooSmall or PaymentPadded."""
        _well_formed(payment)
        held = Counter(self.cards)
        offered = Counter(payment.cards)
        pieces = [("tokens", self.tokens, payment.tokens), ("busts", self.busts, payment.busts)]
        pieces += [(code, held[code], count) for code, count in offered.items()]
        for piece, have, want in pieces:
            if want > have:
                raise errors.PaymentNotHeld(piece=piece, held=have, offered=want)
        total = worth(payment)
        if total < self.price:
            raise errors.PaymentTooSmall(price=self.price, worth=total)
        piece, least = "busts", cards.BUST_VALUE
        if payment.tokens or payment.cards:
            piece, least = ("tokens" if payment.tokens else payment.cards[0]), 1
        if total - least >= self.price:
            raise errors.PaymentPadded(price=self.price, worth=total, piece=piece)


def _well_formed(payment: Payment) -> None:
    for piece, count in (("tokens", payment.tokens), ("busts", payment.busts)):
        if type(count) is not int or count < 0:
            raise errors.PaymentMalformed(piece=piece)
    for code in payment.cards:
        if code not in cards.ORDER:
            raise errors.UnknownCard(card=code)
    if list(payment.cards) != cards.in_order(payment.cards):
        raise errors.PaymentMalformed(piece="cards")


def _choices(codes: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """The distinct ways to take ``count`` of the codes, which stand in canonical order."""
    if count == 0:
        yield ()
        return
    for place in range(len(codes) - count + 1):
        if place and codes[place] == codes[place - 1]:
            continue
        for rest in _choices(codes[place + 1 :], count - 1):
            yield (codes[place], *rest)
