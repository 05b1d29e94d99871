"""What the awaited seat may do, laid out for a form, from the core's list of legal answers only."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from events import commands as c
from events.ten import cards
from events.ten.legal import legal_commands
from events.ten.payments import Payments, worth
from events.ten.phases.auction import BidChoice
from events.ten.scoring import points
from events.ten.state import GameState
from events.types import Payment
from service.schemas import payment_text, whole_of
from service.wording import Words

LISTED = 24
"""How many payments a page still lists; with more, any other one is put together by hand."""

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
    """One payment of the list: ``value`` for the form, ``text`` to read, ``chosen`` if preselected; ``loss``
    is how many points fewer the collection would score without its cards."""

    value: str
    text: str
    payment: Payment
    loss: int
    chosen: bool


@dataclass(frozen=True)
class Paying:
    """How a price may be paid: ``offers``, the most sensible first. Unless they are ``all``, another
    way is put together from ``tokens`` and ``busts`` up to what is held and ticked ``cards`` (code,
    ticked); ``own`` is what stands there, and ``filled`` says that it was tried and refused."""

    price: int
    offers: Sequence[Offer]
    all: bool
    tokens: int
    busts: int
    cards: Sequence[tuple[str, bool]]
    own: Payment
    filled: bool

    @property
    def first(self) -> Sequence[Offer]:
        """The offers that are shown at once."""
        return self.offers[:SHOWN]

    @property
    def others(self) -> Sequence[Offer]:
        """The offers that are shown when asked for."""
        return self.offers[SHOWN:]


@dataclass(frozen=True)
class Choices:
    """The decision of a seat. ``plain`` are the moves without a payment, in the order they are offered;
    ``picked`` is the move that the link preselected, the first where none fits. ``amounts`` are the bids
    that are open, ``buys`` the cards and prices; ``amount`` and ``card`` what is picked of them. ``sure`` is
    the least bid that nobody who comes later could outbid, None where they could outbid any."""

    kind: str
    plain: Sequence[str]
    picked: str
    amounts: Sequence[int]
    amount: int | None
    buys: Sequence[tuple[str, int]]
    card: str | None
    paying: Paying | None
    sure: int | None = None


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
        asked = whole_of(pick or "") if move == "bid" else None
        amount = bid.least if asked is None else min(max(asked, bid.least), bid.most)
        return Choices(
            "bid",
            plain,
            "pass" if move == "pass" else "bid",
            range(bid.least, bid.most + 1),
            amount,
            (),
            None,
            paying(bid.payments(amount), words, payment),
            _sure(state, seat, bid),
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


def _sure(state: GameState, seat: int, bid: BidChoice) -> int | None:
    """What everybody can pay is open (rules.md section 11)."""
    later = state.auction.still_to_bid if state.auction is not None else ()
    rivals = [state.seat(each).worth for each in later if each != seat]
    least = max(bid.least, 1 + max(rivals, default=0))
    return least if least <= bid.most else None


def paying(payments: Payments, words: Words, filled: Payment | None = None) -> Paying:
    """The ways to pay, the most sensible first and preselected, or what was filled in before."""
    few = list(islice(payments, LISTED + 1))
    listed = len(few) <= LISTED
    ways = few if listed else sensible(payments)
    costs = {payment_text(way): _cost(payments.cards, way) for way in ways}
    ways = sorted(ways, key=lambda way: costs[payment_text(way)])
    if not listed:
        ways = ways[:SHOWN]
    if filled in ways:
        ways = [filled, *(way for way in ways if way != filled)]
    refused = filled is not None and filled not in ways and not listed
    own = filled if refused and filled is not None else ways[0]
    return Paying(
        payments.price,
        [
            Offer(
                payment_text(way),
                words.pieces(way),
                way,
                costs[payment_text(way)][0],
                way == ways[0],
            )
            for way in ways
        ],
        listed,
        payments.tokens,
        payments.busts,
        _ticks(payments.cards, own.cards),
        own,
        refused,
    )


def sensible(payments: Payments) -> list[Payment]:
    """Of each mix of tokens, bust tokens and so many cards one payment: with the cards that are missed
    least."""
    shapes = list(payments.shapes())
    given = _given_up(payments.cards, max(count for _, _, count in shapes))
    return [
        Payment(tokens, busts, tuple(cards.in_order(given[:count])))
        for busts, tokens, count in shapes
    ]


def _given_up(held: Sequence[str], count: int) -> list[str]:
    """So many cards, each the one that scores least among those that are left; wilds only if need be."""
    kept, given = list(held), []
    for _ in range(count):
        card = min(kept, key=lambda code: (_loss(kept, [code]), code in cards.WILDS))
        kept.remove(card)
        given.append(card)
    return given


def _cost(held: Sequence[str], way: Payment) -> tuple[int, int, int, int]:
    """What orders the ways to pay: points lost, cards given up, what is paid in all, tokens."""
    return _loss(held, way.cards), len(way.cards), worth(way), way.tokens


def _loss(held: Sequence[str], codes: Iterable[str]) -> int:
    """How many points fewer the collection would score without these cards."""
    rest = list(held)
    for code in codes:
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
