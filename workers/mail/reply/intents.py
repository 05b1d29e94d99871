"""What a line of a reply asks for, and what can be wrong with a line.

A *move* answers the open decision; an *errand* is everything else that a reply can ask for.
"""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Pay:
    """A payment as it was named. rest: the kinds (``tokens``, ``busts``) named without a number, which
    fill up what is missing to the price."""

    tokens: int = 0
    busts: int = 0
    cards: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draw:
    """count: how many cards, one after another, as long as nothing comes between; at least 1."""

    count: int = 1


@dataclass(frozen=True)
class StopNumbers:
    pass


@dataclass(frozen=True)
class StopCurrency:
    pass


@dataclass(frozen=True)
class Bid:
    """lot: the wild that the bid is for, where the line names it."""

    amount: int
    pay: Pay | None = None
    lot: str | None = None


@dataclass(frozen=True)
class Pass:
    pass


@dataclass(frozen=True)
class Buy:
    card: str
    pay: Pay | None = None


@dataclass(frozen=True)
class NoBuy:
    pass


@dataclass(frozen=True)
class Order:
    """A standing order: bid up to ``most`` (0 = pass) for ``card``; None is any wild."""

    card: str | None
    most: int


@dataclass(frozen=True)
class Status:
    pass


@dataclass(frozen=True)
class Help:
    pass


@dataclass(frozen=True)
class Mute:
    pass


@dataclass(frozen=True)
class Vacation:
    until: date
    since: date | None = None


@dataclass(frozen=True)
class Say:
    text: str


Move = Draw | StopNumbers | StopCurrency | Bid | Pass | Buy | NoBuy
Errand = Order | Status | Help | Mute | Vacation | Say
Intent = Move | Errand


@dataclass(frozen=True)
class Unknown:
    """The line is no command."""


@dataclass(frozen=True)
class Ambiguous:
    """The line can be read in several ways, or in one that is certain only where it is legal."""

    candidates: tuple[Intent, ...]


@dataclass(frozen=True)
class Unclear:
    """The line has a command in it, and words that may change its meaning. candidates: what may be
    meant."""

    candidates: tuple[Intent, ...] = ()


@dataclass(frozen=True)
class Incomplete:
    """A command without what it needs. command: ``bid``, ``buy``, ``order``, ``vacation``, ``say``."""

    command: str


@dataclass(frozen=True)
class NoSuchCard:
    """Written like a card, and no card."""

    card: str


@dataclass(frozen=True)
class NoSuchDate:
    """Written like a date, and no day of the calendar."""

    text: str


@dataclass(frozen=True)
class NotAWild:
    """Standing orders are for wilds."""

    card: str


@dataclass(frozen=True)
class NotWhole:
    """A number that is not whole, below 0 or beyond all bounds; or 0 cards to draw."""

    number: str


@dataclass(frozen=True)
class TooMany:
    """More commands than one reply may hold; those after ``most`` are not read."""

    most: int


@dataclass(frozen=True)
class Aside:
    """No command and not meant as one: a greeting, a name, talk around the commands."""


Fault = (
    Unknown
    | Ambiguous
    | Unclear
    | Incomplete
    | NoSuchCard
    | NoSuchDate
    | NotAWild
    | NotWhole
    | TooMany
)


@dataclass(frozen=True)
class Line:
    """A command of a reply, or what is wrong with it. text: as it was written, on one line."""

    intent: Intent | Fault | Aside
    text: str
