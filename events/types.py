"""The catalogue: one frozen dataclass per event, named in the past tense (events.md, "Catalogue").

Field names and meanings are those of the wire form. Lists stay lists so that an event read from a log
equals the event that was decided; nobody changes them after construction. Cards are codes of rules.md.
Seats count from 1. ``due_at`` is ``2026-03-01T09:30:00.123456Z`` or None (no clock runs).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

RULESET = "ten/1"
SHUFFLE = "tenpost/1"
GENESIS = "0" * 64
"""``prev`` of version 1."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Currency tokens at 1, bust tokens at 3, cards (codes in canonical order) at 1 each."""

    tokens: int = 0
    busts: int = 0
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """A place at the table as it is set up; ``kind`` is ``human``, ``bot`` or ``house``."""

    seat: int
    kind: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """The run of one colour: ``cards`` are the codes that stand in it, from the low end."""

    start: int
    length: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's score; ``cards`` counts the collection, ``rank`` is 1 + seats strictly better."""

    seat: int
    points: int
    runs: Mapping[str, Run]
    tokens: int
    cards: int
    rank: int


class Event:
    """A fact of one game. Subclasses are the catalogue; the class name is the wire name."""

    __slots__ = ()


@dataclass(frozen=True)
class GameCreated(Event):
    ruleset: str
    host: str
    seats: Sequence[SeatSpec]
    options: Mapping[str, Any]
    commitment: str


@dataclass(frozen=True)
class SeatClaimed(Event):
    seat: int
    player: str
    word: str


@dataclass(frozen=True)
class SeatDeclined(Event):
    seat: int


@dataclass(frozen=True)
class GameStarted(Event):
    deck: Mapping[str, int]
    words: Sequence[str]
    first_seat: int
    shuffle: str = SHUFFLE


@dataclass(frozen=True)
class TurnStarted(Event):
    seat: int
    turn: int


@dataclass(frozen=True)
class DecisionOpened(Event):
    seat: int
    kind: str
    due_at: str | None = None


@dataclass(frozen=True)
class CardDrawn(Event):
    seat: int
    card: str


@dataclass(frozen=True)
class WentBust(Event):
    seat: int
    cause: str
    to_market: Sequence[str]
    discarded: Sequence[str]
    payouts: Mapping[str, int]
    bust_token: bool


@dataclass(frozen=True)
class NumbersTaken(Event):
    seat: int
    cards: Sequence[str]
    discarded: Sequence[str]
    payouts: Mapping[str, int]


@dataclass(frozen=True)
class CurrencyTaken(Event):
    seat: int
    tokens: int
    to_market: Sequence[str]
    discarded: Sequence[str]


@dataclass(frozen=True)
class AuctionOpened(Event):
    card: str
    order: Sequence[int]


@dataclass(frozen=True)
class BidPlaced(Event):
    seat: int
    amount: int
    payment: Payment


@dataclass(frozen=True)
class BidPassed(Event):
    seat: int


@dataclass(frozen=True)
class AuctionWon(Event):
    seat: int
    card: str
    amount: int
    payment: Payment


@dataclass(frozen=True)
class AuctionUnsold(Event):
    card: str


@dataclass(frozen=True)
class CardBought(Event):
    seat: int
    card: str
    payment: Payment


@dataclass(frozen=True)
class BuyDeclined(Event):
    seat: int


@dataclass(frozen=True)
class FinalBuyingStarted(Event):
    order: Sequence[int]


@dataclass(frozen=True)
class GameScored(Event):
    results: Sequence[SeatResult]
    winners: Sequence[int]


@dataclass(frozen=True)
class DeckRevealed(Event):
    seed: str


# Around the table.


@dataclass(frozen=True)
class TimedOut(Event):
    seat: int
    kind: str
    missed: int


@dataclass(frozen=True)
class DeadlineExtended(Event):
    seat: int
    due_at: str | None
    reason: str


@dataclass(frozen=True)
class PauseProposed(Event):
    seat: int


@dataclass(frozen=True)
class PauseVoted(Event):
    seat: int
    agree: bool


@dataclass(frozen=True)
class AbandonProposed(Event):
    seat: int


@dataclass(frozen=True)
class AbandonVoted(Event):
    seat: int
    agree: bool


@dataclass(frozen=True)
class GamePaused(Event):
    reason: str


@dataclass(frozen=True)
class GameResumed(Event):
    pass


@dataclass(frozen=True)
class SeatHandedToBot(Event):
    seat: int
    reason: str


@dataclass(frozen=True)
class SeatReturned(Event):
    seat: int


@dataclass(frozen=True)
class SeatReplaced(Event):
    seat: int
    player: str


@dataclass(frozen=True)
class HostChanged(Event):
    host: str


@dataclass(frozen=True)
class UndoProposed(Event):
    seat: int
    to_version: int


@dataclass(frozen=True)
class UndoVoted(Event):
    seat: int
    agree: bool


@dataclass(frozen=True)
class MovesUndone(Event):
    from_version: int
    to_version: int


@dataclass(frozen=True)
class GameAbandoned(Event):
    reason: str


CATALOGUE: Mapping[str, type[Event]] = {cls.__name__: cls for cls in Event.__subclasses__()}
"""Wire name -> class, for every event of schema 1."""

REASONS = ("vacation", "weekend", "host", "timeouts", "left", "consent", "bot")
"""The codes a ``reason`` may hold; free text never enters the log."""


@dataclass(frozen=True, slots=True)
class Meta:
    """Who acted, by which way, in which command: ``by`` is ``seat:2``, ``bot:3``, ``house``, ``host``,
    ``clock`` or ``system``; ``via`` one of web, mail, api, order, sweep, bot, cli; ``command`` a UUID."""

    by: str
    via: str
    command: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event in its envelope, as stored and exported (events.md, "Envelope")."""

    stream: str
    version: int
    type: str
    schema: int
    at: str
    event: Event
    meta: Meta
    prev: str
    hash: str
    body: str = field(repr=False, default="")
    """The canonical JSON of the seven hashed fields, kept as written."""
