"""Why something in a reply was not done, beyond what is wrong with its line or refused by the rules."""

from dataclasses import dataclass

from events.errors import TenpostError
from workers.mail.reply.intents import Fault
from workers.mail.reply.purse import NameCards, NoSuchMix


@dataclass(frozen=True)
class OtherLot:
    """The bid names another wild than the one that is under the hammer."""

    named: str
    card: str


@dataclass(frozen=True)
class SealedPays:
    """A bid given before its turn acts later, for an amount that is not known yet: it names no payment."""


@dataclass(frozen=True)
class WildCame:
    """A wild was drawn: whatever was planned was planned without knowing that."""

    card: str


@dataclass(frozen=True)
class Busted:
    """The row went bust, and with it the turn was over. card: what did it."""

    card: str


@dataclass(frozen=True)
class TurnOver:
    """The turn that the plan was made for is over, and another has begun."""


@dataclass(frozen=True)
class NewAuction:
    """The wild that the plan was made for is gone, and another is under the hammer."""

    card: str


@dataclass(frozen=True)
class AfterFailure:
    """A line before it failed, and what follows was not tried. text: that line, as it was written."""

    text: str


Halt = WildCame | Busted | TurnOver | NewAuction
"""What makes a plan senseless; whatever is no move is done all the same."""

Why = Fault | NameCards | NoSuchMix | OtherLot | SealedPays | Halt | AfterFailure | TenpostError
