"""A seat's standing orders as its own page shows them: those it has given, and what it may still order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.errors import Refusal
from events.ten import cards
from events.ten.orders import (
    ANY,
    BidOnKind,
    BidOnLot,
    BuyIfAble,
    DrawUntil,
    NeverBuy,
    Order,
    key_of,
)
from events.ten.orders_check import check, could_hold
from events.ten.orders_pay import FIRST, PREFERENCES
from events.ten.phases.drawing import BUST
from events.ten.state import GameState
from service.schemas import BadForm, Form, whole
from service.wording import Words


@dataclass(frozen=True)
class Standing:
    """An order that was given; ``key`` withdraws it, ``text`` says what it does, ``use`` names how it pays
    or is None."""

    key: str
    text: str
    use: str | None


@dataclass(frozen=True)
class Open:
    """What may be ordered now: the wilds that may come (``any`` in front), the most a bid may be, cards that
    may be bought, whether buying may be declined for good, and whether there is a card to draw."""

    wilds: Sequence[str]
    most: int
    buys: Sequence[str]
    never: bool
    draw: bool


def fits(state: GameState, seat: int, order: Order) -> bool:
    """Whether the order would be taken."""
    try:
        check(state, seat, order)
    except Refusal:
        return False
    return True


def may_order(state: GameState, seat: int) -> Open | None:
    """What this seat may order; None where it may order nothing: no person plays it, or no game is on."""
    if state.phase == "lobby" or state.over or seat not in state.humans:
        return None
    return Open(
        [c for c in (ANY, *cards.in_order(cards.WILDS)) if fits(state, seat, BidOnKind(c, 0))],
        could_hold(state, seat) - 1,
        [c for c in cards.in_order(cards.NUMBERS) if fits(state, seat, BuyIfAble(c))],
        fits(state, seat, NeverBuy()),
        fits(state, seat, DrawUntil(BUST - 1)),
    )


def standing(order: Order, words: Words) -> Standing:
    use = getattr(order, "use", None)
    named = next((name for name, each in PREFERENCES.items() if each == use), None)
    return Standing(key_of(order), told(order, words), named)


def told(order: Order, words: Words) -> str:
    """What the order does, in a line."""
    say = words.say
    match order:
        case BidOnLot(most=0):
            return say("The auction that is on: pass")
        case BidOnLot(most=most):
            return say("The auction that is on: bid up to %(amount)s", amount=most)
        case BidOnKind(card="any", most=0):
            return say("Any wild: pass")
        case BidOnKind(card="any", most=most):
            return say("Any wild: bid up to %(amount)s", amount=most)
        case BidOnKind(card=card, most=0):
            return say("%(card)s: pass", card=card)
        case BidOnKind(card=card, most=most):
            return say("%(card)s: bid up to %(amount)s", card=card, amount=most)
        case BuyIfAble(card=card):
            return say("Buy %(card)s at the first own chance", card=card)
        case NeverBuy():
            return say("Buy nothing, but for a card that is ordered")
        case DrawUntil():
            return _drawing(order, words)


def _drawing(order: DrawUntil, words: Words) -> str:
    say, total, percent = words.say, order.total, order.percent
    if percent is None:
        return say("Draw until the total is %(total)s or more, then take the numbers", total=total)
    if total is None:
        return say(
            "Draw until a bust is likelier than %(percent)s in 100, then take the numbers",
            percent=percent,
        )
    return say(
        "Draw until the total is %(total)s or more, or a bust is likelier than %(percent)s in 100,"
        " then take the numbers",
        total=total,
        percent=percent,
    )


# From the form.

KINDS = ("bid", "buy", "never", "draw")


def order_of(form: Form) -> Order:
    """The order that a form asks for. Raises BadForm; whether it can be taken is not looked at."""
    kind = form.get("kind")
    if kind == "bid":
        return BidOnKind((form.get("card") or "")[:8], whole(form, "most"), _use(form))
    if kind == "buy":
        return BuyIfAble((form.get("card") or "")[:8], _use(form))
    if kind == "never":
        return NeverBuy()
    if kind == "draw":
        return DrawUntil(_perhaps(form, "total"), _perhaps(form, "percent"))
    raise BadForm("kind")


def _use(form: Form) -> tuple[str, ...]:
    """The pieces to pay with; one that is not offered is refused with the order."""
    name = form.get("use")
    return FIRST if not name else PREFERENCES.get(name, ())


def _perhaps(form: Form, field: str) -> int | None:
    return whole(form, field) if (form.get(field) or "").strip() else None


def filled(form: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """What was typed into the form of this kind, to be mended; nothing for the other forms."""
    return form if form.get("kind") == kind else {}
