"""The state of a game. ``carry_out`` in ``fold.py`` changes a private draft of it; everybody else reads.

A ``GameState`` is treated as a value once it has left the fold: ``evolve`` copies first. It holds nothing
secret: the order of the draw pile and the sealed orders live elsewhere, so a bot may be handed it whole.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from events.ten import cards
from events.types import Payment, SeatResult


class Awaiting(NamedTuple):
    """Whose move it is. ``decision`` is the version of the ``DecisionOpened``."""

    seat: int
    kind: str
    due_at: str | None
    decision: int


class Bid(NamedTuple):
    seat: int
    amount: int
    payment: Payment


class Mark(NamedTuple):
    """One command of the stream, for the rule of undo: its last version, who sent it, whether it answered
    a decision (``moved``), whether it drew a card, and the decision it left open."""

    version: int
    by: str
    via: str
    moved: bool
    drew: bool
    awaiting: Awaiting | None


class Proposal(NamedTuple):
    """A proposal that was made and not withdrawn or carried. Proposing is agreeing.

    ``version`` is that of the proposal's event; ``to_version`` is 0 except for an undo."""

    seat: int
    version: int
    to_version: int
    agreed: tuple[int, ...]
    against: tuple[int, ...]


class Auction:
    """The wild under the hammer; ``order`` is empty between its draw and the opening."""

    __slots__ = ("bids", "card", "opened", "order", "passed")

    def __init__(self, card: str) -> None:
        self.card = card
        self.order: tuple[int, ...] = ()
        self.bids: tuple[Bid, ...] = ()
        self.passed: tuple[int, ...] = ()
        self.opened = 0
        """Version of the ``AuctionOpened``; 0 before."""

    def copy(self) -> "Auction":
        twin = Auction(self.card)
        twin.order, twin.bids, twin.passed = self.order, self.bids, self.passed
        twin.opened = self.opened
        return twin

    @property
    def highest(self) -> int:
        """The highest bid so far, 0 without one. Bids only rise (section 6)."""
        return self.bids[-1].amount if self.bids else 0

    @property
    def still_to_bid(self) -> tuple[int, ...]:
        """The seats that have not answered yet, in bidding order."""
        return self.order[len(self.bids) + len(self.passed) :]


class Seat:
    """A place at the table with what lies before it."""

    __slots__ = ("busts", "cards", "kind", "missed", "player", "seat", "tokens")

    def __init__(self, seat: int, kind: str, player: str | None) -> None:
        self.seat = seat
        self.kind = kind
        self.player = player
        self.tokens = 0
        self.busts = 0
        self.cards: list[str] = []
        self.missed = 0
        """Time-outs in a row (events.md, "Time-outs, pauses, undo")."""

    def copy(self) -> "Seat":
        twin = Seat(self.seat, self.kind, self.player)
        twin.tokens, twin.busts, twin.missed = self.tokens, self.busts, self.missed
        twin.cards = self.cards.copy()
        return twin

    @property
    def worth(self) -> int:
        """The most this seat could pay: tokens 1, bust tokens 3, cards 1 each (section 5)."""
        return self.tokens + cards.BUST_VALUE * self.busts + len(self.cards)


class GameState:
    """All that is known about a game at one version."""

    __slots__ = (
        "abandon",
        "active",
        "auction",
        "awaiting",
        "busts",
        "by",
        "command",
        "commitment",
        "deck",
        "deck_size",
        "discarded",
        "draw_pile",
        "drew",
        "first_decision",
        "forfeited",
        "game",
        "host",
        "known",
        "market",
        "marks",
        "moved",
        "options",
        "pause",
        "paused",
        "phase",
        "results",
        "row",
        "ruleset",
        "seats",
        "seed",
        "tokens",
        "turn",
        "turn_opened",
        "undo",
        "undone",
        "version",
        "via",
        "winners",
        "words",
    )

    def __init__(self, game: str) -> None:
        self.game = game
        self.version = 0
        self.phase = "lobby"
        self.turn = 0
        self.active: int | None = None
        self.awaiting: Awaiting | None = None
        self.draw_pile = 0
        self.row: list[str] = []
        self.market: list[str] = []
        self.discarded: list[str] = []
        self.auction: Auction | None = None
        self.seats: list[Seat] = []
        self.tokens = cards.TOKENS
        """Currency tokens in the supply."""
        self.busts = cards.BUSTS
        """Bust tokens in the supply."""
        self.results: tuple[SeatResult, ...] | None = None
        self.winners: tuple[int, ...] | None = None
        # Set-up.
        self.ruleset = ""
        self.host = ""
        self.options: Mapping[str, Any] = {}
        self.commitment = ""
        self.deck: Mapping[str, int] = {}
        self.deck_size = 0
        self.words: tuple[str, ...] = ()
        self.seed: str | None = None
        # What the rules of the table need.
        self.turn_opened = 0
        """Version of the last ``TurnStarted``; 0 before the first."""
        self.first_decision = 0
        """Version of the first ``DecisionOpened``; undo goes no further back."""
        self.forfeited: int | None = None
        """The seat whose draw timed out in this turn: the cautious bot answers for it to the turn's end."""
        self.paused: str | None = None
        """Reason code of the pause that is on, or None."""
        self.undo: Proposal | None = None
        self.pause: Proposal | None = None
        self.abandon: Proposal | None = None
        self.undone = 0
        """Version of the last ``MovesUndone``; the decision that it opens again is the next version."""
        self.known: list[str] = []
        """Every card ever seen from the pile, in draw order; an undo does not make it unseen."""
        # The commands so far, for undo; the last one is kept apart until the next begins.
        self.marks: list[Mark] = []
        self.command = ""
        self.by = ""
        self.via = ""
        self.moved = False
        self.drew = False

    @property
    def mark(self) -> Mark:
        """The command that wrote the last version."""
        return Mark(self.version, self.by, self.via, self.moved, self.drew, self.awaiting)

    def copy(self) -> "GameState":
        """A draft that can be changed without touching this one."""
        twin = GameState.__new__(GameState)
        for name in GameState.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.row = self.row.copy()
        twin.market = self.market.copy()
        twin.discarded = self.discarded.copy()
        twin.known = self.known.copy()
        twin.marks = self.marks.copy()
        twin.seats = [seat.copy() for seat in self.seats]
        if self.auction is not None:
            twin.auction = self.auction.copy()
        return twin

    def seat(self, number: int) -> Seat:
        """The seat with this number. Raises IndexError if the game has none."""
        if number < 1:
            raise IndexError(number)
        return self.seats[number - 1]

    @property
    def takers(self) -> list[int]:
        """The seats that take turns, rising: all but the House (section 9)."""
        return [seat.seat for seat in self.seats if seat.kind != "house"]

    @property
    def humans(self) -> list[int]:
        """The seats that a person plays now."""
        return [seat.seat for seat in self.seats if seat.kind == "human"]

    @property
    def over(self) -> bool:
        return self.phase in ("scored", "abandoned")

    @property
    def row_numbers(self) -> int:
        value = cards.VALUE
        return sum(value[code] for code in self.row if code in cards.NUMBERS)

    @property
    def row_currency(self) -> int:
        value = cards.VALUE
        return sum(value[code] for code in self.row if code in cards.CURRENCY)

    def left_of(self, number: int) -> Iterator[int]:
        """Every seat once, from the one to the left of ``number`` to ``number`` itself."""
        count = len(self.seats)
        return ((number + step - 1) % count + 1 for step in range(1, count + 1))
