"""What the awaited seat may do, laid out for a form, from the core's list of legal answers only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from events import commands as c
from events.ten import cards
from events.ten.legal import legal_commands
from events.ten.payments import Payments
from events.ten.scoring import points
from events.ten.state import GameState
from events.types import Payment
from service.schemas import payment_text
from service.wording import Words

LISTED = 24
"""How many payments a page still lists; with more there is a form to be filled in and checked."""

SHOWN = 4
"""How many of them are seen without asking for more."""

_PLAIN: Mapping[type[c.Wish], str] = {
    c.DrawCard: "draw",
    c.TakeNumbers: "numbers",
    c.TakeCurrency: "currency",
    c.PassBid: "pass",
    c.DeclineBuy: "no",
}


@dataclass(frozen=True)
class Offer:
    """One payment of the list: ``value`` for the form, ``text`` to read, ``chosen`` if preselected."""

    value: str
    text: str
    payment: Payment
    chosen: bool


@dataclass(frozen=True)
class Paying:
    """How a price may be paid. ``offers`` lists every way, or is None: then the form asks for ``tokens`` and
    ``busts`` up to what is held, and ticks ``cards`` (code, ticked)."""

    price: int
    offers: Sequence[Offer] | None
    tokens: int
    busts: int
    cards: Sequence[tuple[str, bool]]
    chosen: Payment

    @property
    def first(self) -> Sequence[Offer]:
        """The offers that are shown at once, what is chosen in front."""
        return sorted(self.offers or (), key=lambda offer: not offer.chosen)[:SHOWN]

    @property
    def others(self) -> Sequence[Offer]:
        """The offers that are shown when asked for."""
        return sorted(self.offers or (), key=lambda offer: not offer.chosen)[SHOWN:]


@dataclass(frozen=True)
class Choices:
    """The decision of a seat. ``plain`` are the moves without a payment, in the order they are offered;
    ``picked`` is the move that the link preselected, the first where none fits. ``amounts`` are the bids
    that are open, ``buys`` the cards and prices; ``amount`` and ``card`` what is picked of them."""

    kind: str
    plain: Sequence[str]
    picked: str
    amounts: Sequence[int]
    amount: int | None
    buys: Sequence[tuple[str, int]]
    card: str | None
    paying: Paying | None


def choices(
    state: GameState,
    seat: int,
    words: Words,
    move: str | None = None,
    pick: str | None = None,
    payment: Payment | None = None,
) -> Choices | None:
    """The form for this seat, or None when it is not awaited.

    move and pick are what a link or a refused form asked for: ``bid`` and an amount, ``buy`` and a card;
    what is not legal any more is passed over. payment: what was filled in before.
    """
    legal = legal_commands(state, seat)
    if legal.kind is None:
        return None
    plain = [_PLAIN[type(wish)] for wish in legal.plain]
    if legal.kind == "bid" and legal.bid is not None:
        bid = legal.bid
        asked = int(pick) if move == "bid" and pick is not None and pick.isdecimal() else bid.least
        amount = min(max(asked, bid.least), bid.most)
        return Choices(
            "bid",
            plain,
            "pass" if move == "pass" else "bid",
            range(bid.least, bid.most + 1),
            amount,
            (),
            None,
            paying(bid.payments(amount), words, payment),
        )
    if legal.kind == "buy" and legal.buys:
        picked = next((b for b in legal.buys if move == "buy" and b.card == pick), None)
        pays = None if picked is None else paying(picked.payments, words, payment)
        return Choices(
            "buy",
            plain,
            "buy" if picked is not None else "no" if move == "no" else "",
            (),
            None,
            [(b.card, b.price) for b in legal.buys],
            None if picked is None else picked.card,
            pays,
        )
    first = move if move in plain else plain[0] if plain else ""
    ordered = [first, *(m for m in plain if m != first)] if plain else []
    return Choices(legal.kind, ordered, first, (), None, (), None, None)


def paying(payments: Payments, words: Words, filled: Payment | None = None) -> Paying:
    """The ways to pay, the plainest preselected, or what was filled in before."""
    few = list(islice(payments, LISTED + 1))
    listed = few if len(few) <= LISTED else None
    chosen = filled if filled is not None else _plainest(payments)
    offers = None
    if listed is not None:
        if chosen not in listed:
            chosen = listed[0]
        offers = [
            Offer(payment_text(each), words.pieces(each), each, each == chosen) for each in listed
        ]
    return Paying(
        payments.price,
        offers,
        payments.tokens,
        payments.busts,
        _ticks(payments.cards, chosen.cards),
        chosen,
    )


def _plainest(payments: Payments) -> Payment:
    """The payment to preselect: fewest cards, then nothing lost, then fewest tokens; of the cards, those
    that score least."""

    def cost(shape: tuple[int, int, int]) -> tuple[int, int, int]:
        busts, tokens, count = shape
        return count, cards.BUST_VALUE * busts + tokens + count, tokens

    busts, tokens, count = min(payments.shapes(), key=cost)
    kept, paid = list(payments.cards), []
    for _ in range(count):
        card = min(kept, key=lambda code: (_loss(kept, code), code in cards.WILDS))
        kept.remove(card)
        paid.append(card)
    return Payment(tokens, busts, tuple(cards.in_order(paid)))


def _loss(held: Sequence[str], code: str) -> int:
    """How many points fewer the collection would score without the card."""
    rest = list(held)
    rest.remove(code)
    return points(held) - points(rest)


def _ticks(held: Iterable[str], chosen: Iterable[str]) -> list[tuple[str, bool]]:
    """Each card held, in canonical order, with whether it is ticked; copies count one by one."""
    left = list(chosen)
    ticked = []
    for code in cards.in_order(held):
        hit = code in left
        if hit:
            left.remove(code)
        ticked.append((code, hit))
    return ticked
