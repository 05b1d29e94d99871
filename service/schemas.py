"""What forms send, made into wishes. Whatever is not of that shape is refused here, in one place.

A move's form has ``move``, ``version`` and ``command``; a bid adds ``amount``, a buy ``card``. A payment is
one of the list (``payment`` = ``2/1/R3.R3``: tokens, bust tokens, cards) or, where ``payment`` is ``own``
or absent, ``tokens``, ``busts`` and any number of ``paycard``.
"""

import re
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from events import commands as c
from events.ten.payments import pay
from events.types import Payment

MOVES = ("draw", "numbers", "currency", "bid", "pass", "buy", "no")

_WHOLE = re.compile(r"[0-9]{1,6}\Z", re.ASCII)
_LISTED = re.compile(
    r"([0-9]{1,3})/([0-9]{1,3})/((?:[A-Z0-9]{2}(?:\.[A-Z0-9]{2}){0,99})?)\Z", re.ASCII
)


class BadForm(ValueError):
    """A form that no page of ours sends. ``field`` is the field that is wrong or missing."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(field)


class Form(Protocol):
    """The fields of a form, as Werkzeug gives them."""

    def get(self, key: str, /) -> str | None: ...

    def getlist(self, key: str, /) -> list[str]: ...


@dataclass(frozen=True)
class Move:
    """A wish with the version its sender saw and the form's one-time id."""

    command: str
    version: int
    wish: c.Wish


def command_id(form: Form) -> str:
    """The one-time id of the form, a random UUID as the log writes it. Raises BadForm.

    Whatever is done without a form has an id that follows from a name (version 5), often from that of the
    game, which everybody knows: a form with such an id would pass for it, or keep it from being done.
    """
    text = id_of(form, "command")
    if UUID(text).version != 4:
        raise BadForm("command")
    return text


def id_of(form: Form, field: str) -> str:
    """The UUID in a field, as the log writes it. Raises BadForm."""
    text = form.get(field) or ""
    try:
        if str(UUID(text)) == text:
            return text
    except ValueError:
        pass
    raise BadForm(field)


def whole(form: Form, field: str, default: int | None = None) -> int:
    """A whole number, not below 0; an empty field counts as ``default``. Raises BadForm."""
    text = (form.get(field) or "").strip()
    if not text and default is not None:
        return default
    number = whole_of(text)
    if number is None:
        raise BadForm(field)
    return number


def whole_of(text: str) -> int | None:
    """The whole number that the text is, not below 0; None for what is none, or one far too large."""
    return int(text) if _WHOLE.match(text) else None


def payment_text(payment: Payment) -> str:
    """A payment as the list of a form writes it."""
    return f"{payment.tokens}/{payment.busts}/{'.'.join(payment.cards)}"


def payment(form: Form) -> Payment:
    """The payment that a form names. Raises BadForm, and UnknownCard for a card that there is not."""
    listed = form.get("payment")
    if listed and listed != "own":
        found = _LISTED.match(listed)
        if found is None:
            raise BadForm("payment")
        codes = found[3].split(".") if found[3] else []
        return pay(int(found[1]), int(found[2]), codes)
    codes = form.getlist("paycard")
    if len(codes) > 100:
        raise BadForm("paycard")
    return pay(whole(form, "tokens", 0), whole(form, "busts", 0), [c[:8] for c in codes])


def move(form: Form, seat: int) -> Move:
    """The move of this seat that the form asks for. Raises BadForm or UnknownCard."""
    command = command_id(form)
    version = whole(form, "version")
    return Move(command, version, _wish(form, seat))


def _wish(form: Form, seat: int) -> c.Wish:
    kind = form.get("move")
    if kind == "bid":
        return c.PlaceBid(seat, whole(form, "amount"), payment(form))
    if kind == "buy":
        card = (form.get("card") or "")[:8]
        return c.BuyCard(seat, card, payment(form))
    plain = {
        "draw": c.DrawCard,
        "numbers": c.TakeNumbers,
        "currency": c.TakeCurrency,
        "pass": c.PassBid,
        "no": c.DeclineBuy,
    }.get(kind or "")
    if plain is None:
        raise BadForm("move")
    return plain(seat)
