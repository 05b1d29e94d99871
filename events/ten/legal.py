"""What a seat may do: the one list from which mails, pages and bots offer moves."""

from collections.abc import Iterator
from dataclasses import dataclass

from events import commands as c
from events.ten.phases import auction, buying, drawing
from events.ten.phases.auction import BidChoice
from events.ten.phases.buying import BuyChoice
from events.ten.state import GameState


@dataclass(frozen=True)
class Legal:
    """The legal answers of one seat to the open decision; all empty when it is not awaited.

    plain: the wishes without a payment. bid, buys: the choices with one; their ``Payments`` are listed
    where they are few and otherwise a form to be checked.
    """

    seat: int
    kind: str | None
    plain: tuple[c.Wish, ...] = ()
    bid: BidChoice | None = None
    buys: tuple[BuyChoice, ...] = ()

    def __contains__(self, wish: object) -> bool:
        if wish in self.plain:
            return True
        if isinstance(wish, c.PlaceBid) and self.bid is not None and wish.seat == self.seat:
            whole = type(wish.amount) is int and self.bid.least <= wish.amount <= self.bid.most
            return whole and wish.payment in self.bid.payments(wish.amount)
        if isinstance(wish, c.BuyCard) and wish.seat == self.seat:
            return any(b.card == wish.card and wish.payment in b.payments for b in self.buys)
        return False

    def __iter__(self) -> Iterator[c.Wish]:
        """Every legal wish, payments spelled out; a rich collection makes this long."""
        yield from self.plain
        if self.bid is not None:
            for amount in range(self.bid.least, self.bid.most + 1):
                for payment in self.bid.payments(amount):
                    yield c.PlaceBid(self.seat, amount, payment)
        for choice in self.buys:
            for payment in choice.payments:
                yield c.BuyCard(self.seat, choice.card, payment)

    @property
    def forced(self) -> bool:
        """Whether the only legal answer is to pass or to decline."""
        return self.kind in ("bid", "buy") and self.bid is None and not self.buys


def legal_commands(state: GameState, seat: int) -> Legal:
    """Every legal choice of ``seat`` now (rules.md sections 3 to 7)."""
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat:
        return Legal(seat, None)
    if awaiting.kind == "bid":
        return Legal(seat, "bid", (c.PassBid(seat),), bid=auction.bid_choice(state, seat))
    if awaiting.kind == "buy":
        buys = tuple(buying.buy_choices(state, seat))
        return Legal(seat, "buy", (c.DeclineBuy(seat),), buys=buys)
    plain: list[c.Wish] = []
    if drawing.may_draw(state):
        plain.append(c.DrawCard(seat))
    if drawing.may_take_numbers(state):
        plain.append(c.TakeNumbers(seat))
    if drawing.may_take_currency(state):
        plain.append(c.TakeCurrency(seat))
    return Legal(seat, "draw", tuple(plain))


def forced(state: GameState) -> bool:
    """Whether the awaited seat can only pass or decline; cheaper than listing what is legal."""
    awaiting = state.awaiting
    if awaiting is None:
        return False
    if awaiting.kind == "bid" and state.auction is not None:
        return state.seat(awaiting.seat).worth <= state.auction.highest
    return awaiting.kind == "buy" and not buying.may_buy(state, awaiting.seat)
