"""Wishes, in the imperative: what somebody wants to happen. A wish may be refused; an event may not.

``Command`` is the wish with who sent it, which way, when, and what the sender saw.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from events.types import Payment, SeatSpec


class Wish:
    """What is asked for. Subclasses that concern a seat carry ``seat``."""

    __slots__ = ()


@dataclass(frozen=True)
class CreateGame(Wish):
    host: str
    seats: Sequence[SeatSpec]
    commitment: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ClaimSeat(Wish):
    """``word`` is the digest of the lucky word (``shuffle.lucky_word``), or empty."""

    seat: int
    player: str
    word: str = ""


@dataclass(frozen=True)
class DeclineSeat(Wish):
    seat: int


@dataclass(frozen=True)
class StartGame(Wish):
    """The host starts without the missing: their seats become bots."""


@dataclass(frozen=True)
class DrawCard(Wish):
    seat: int


@dataclass(frozen=True)
class TakeNumbers(Wish):
    seat: int


@dataclass(frozen=True)
class TakeCurrency(Wish):
    seat: int


@dataclass(frozen=True)
class PlaceBid(Wish):
    seat: int
    amount: int
    payment: Payment


@dataclass(frozen=True)
class PassBid(Wish):
    seat: int


@dataclass(frozen=True)
class BuyCard(Wish):
    seat: int
    card: str
    payment: Payment


@dataclass(frozen=True)
class DeclineBuy(Wish):
    seat: int


@dataclass(frozen=True)
class TimeOut(Wish):
    """The clock of the open decision ran out; ``decision`` is the version that opened it."""

    seat: int
    decision: int


@dataclass(frozen=True)
class ExtendDeadline(Wish):
    seat: int
    due_at: str | None
    reason: str


@dataclass(frozen=True)
class ProposePause(Wish):
    seat: int


@dataclass(frozen=True)
class VotePause(Wish):
    seat: int
    agree: bool


@dataclass(frozen=True)
class ProposeAbandon(Wish):
    seat: int


@dataclass(frozen=True)
class VoteAbandon(Wish):
    seat: int
    agree: bool


@dataclass(frozen=True)
class PauseGame(Wish):
    reason: str


@dataclass(frozen=True)
class ResumeGame(Wish):
    """``seat`` is the human who ends the pause; None for the host."""

    seat: int | None = None


@dataclass(frozen=True)
class HandToBot(Wish):
    seat: int
    reason: str


@dataclass(frozen=True)
class ReturnToSeat(Wish):
    seat: int


@dataclass(frozen=True)
class ReplacePlayer(Wish):
    seat: int
    player: str


@dataclass(frozen=True)
class ChangeHost(Wish):
    host: str


@dataclass(frozen=True)
class ProposeUndo(Wish):
    seat: int
    to_version: int


@dataclass(frozen=True)
class VoteUndo(Wish):
    seat: int
    agree: bool


@dataclass(frozen=True)
class EndGame(Wish):
    reason: str


@dataclass(frozen=True)
class Command:
    """One wish, issued.

    id: UUID, chosen by the sender; the same id is answered with the first result for ever.
    by, via: as in ``Meta``. now: aware UTC time at which it was received.
    expected_version: the version of the game the sender saw, or None where the wish itself names what
    it is about (a time-out names its decision).
    """

    id: str
    by: str
    via: str
    now: datetime
    wish: Wish
    expected_version: int | None = None
