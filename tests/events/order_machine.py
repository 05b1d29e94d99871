"""Accepts a log if its events stand in the order that events.md's table gives, command by command.

Written from that table alone: it knows which event may follow which and of which seat, and counts
cards in pile and row. It knows no other rule, and nothing of the code under test.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from events.types import Recorded

WILDS = {f"{colour}W" for colour in "RBOGW"} | {f"W{n}" for n in range(1, 10)}


class OutOfOrder(Exception):
    """The event at this version is not the one that is due."""

    def __init__(self, version: int, due: str) -> None:
        super().__init__(f"version {version}: {due}")
        self.version = version


@dataclass
class Play:
    """What an undo takes back."""

    pile: int = 0
    row: int = 0
    turn: int = 0
    active: int = 0
    open: tuple[int, str] | None = None
    """Seat and kind of the decision that is open."""
    bidders: list[int] = field(default_factory=list)
    """Still to answer, the awaited one first."""
    leader: int | None = None
    buyers: list[int] | None = None
    """In the final buying, still to answer."""


class Machine:
    """One pass over a log. ``run`` raises OutOfOrder; a log may end anywhere, but in no command."""

    def __init__(self, log: Sequence[Recorded]) -> None:
        self.log = log
        self.place = 0
        self.kinds: dict[int, str] = {}
        self.unclaimed: set[int] = set()
        self.paused = False
        self.over = False
        self.play = Play()
        self.kept: dict[int, Play] = {}
        self.commands: set[str] = set()
        self.first: Recorded | None = None

    def run(self) -> None:
        while self.place < len(self.log):
            self.first = self.log[self.place]
            command = self.first.meta.command
            if self.over:
                raise OutOfOrder(self.place + 1, "nothing follows DeckRevealed")
            if command in self.commands:
                raise OutOfOrder(self.place + 1, "this command was complete")
            if (self.place == 0) != (self.first.type == "GameCreated"):
                raise OutOfOrder(self.place + 1, "GameCreated is the first event")
            begin = COMMANDS.get(self.first.type)
            if begin is None:
                raise OutOfOrder(self.place + 1, f"no command begins with {self.first.type}")
            begin(self)
            self.commands.add(command)
            self.kept[self.place] = deepcopy(self.play)

    # The single event.

    def peek(self, *types: str) -> bool:
        """Whether the command goes on with one of these."""
        return (
            self.place < len(self.log)
            and self.log[self.place].type in types
            and self.first is not None
            and self.log[self.place].meta.command == self.first.meta.command
        )

    def take(self, type: str, **data: Any) -> Any:
        """The next event, which must be of this type and hold these data."""
        if self.place == len(self.log):
            raise OutOfOrder(self.place + 1, f"{type} is missing")
        each, self.place = self.log[self.place], self.place + 1
        if each.type != type:
            raise OutOfOrder(self.place, f"{type} is due, not {each.type}")
        for name, value in data.items():
            if getattr(each.event, name) != value:
                raise OutOfOrder(self.place, f"{name} of {type} is due to be {value}")
        assert self.first is not None
        if (each.meta, each.at) != (self.first.meta, self.first.at):
            raise OutOfOrder(self.place, "meta or at is not that of the command")
        return each.event

    def opened(self, seat: int, kind: str) -> None:
        event = self.take("DecisionOpened", seat=seat, kind=kind)
        if self.play.open is not None:
            raise OutOfOrder(self.place, "a decision is skipped")
        if event.due_at is not None and (self.paused or self.kinds[seat] != "human"):
            raise OutOfOrder(self.place, "no clock runs here")
        self.play.open = seat, kind

    def answered(self, type: str, kind: str) -> Any:
        """An answer of the seat whose decision is open; it closes the decision, but for a draw."""
        if self.play.open is None or self.play.open[1] != kind:
            raise OutOfOrder(self.place + 1, f"no {kind} is open")
        event = self.take(type, seat=self.play.open[0])
        if type != "CardDrawn":
            self.play.open = None
        return event

    # The rows of the table.

    def around(self) -> list[int]:
        """All seats from the left of the active one on, the active one last."""
        seats = sorted(self.kinds)
        at = seats.index(self.play.active) + 1
        return seats[at:] + seats[:at]

    def takers(self) -> list[int]:
        return [seat for seat in self.around() if self.kinds[seat] != "house"]

    def next(self) -> None:
        if self.play.pile == 0:
            order = self.takers()
            self.take("FinalBuyingStarted", order=order)
            self.play.buyers = order
            self.opened(order[0], "buy")
        else:
            self.begin_turn(self.takers()[0])

    def begin_turn(self, seat: int) -> None:
        self.take("TurnStarted", seat=seat, turn=self.play.turn + 1)
        self.play.turn, self.play.active = self.play.turn + 1, seat
        self.opened(seat, "draw")

    def started(self) -> None:
        event = self.take("GameStarted")
        self.play.pile = sum(event.deck.values())
        self.unclaimed = set()
        self.begin_turn(event.first_seat)

    def created(self) -> None:
        event = self.take("GameCreated")
        self.kinds = {spec.seat: spec.kind for spec in event.seats}
        self.unclaimed = {seat for seat, kind in self.kinds.items() if kind == "human"}
        if not self.unclaimed:
            self.started()

    def claimed(self) -> None:
        seat = self.take("SeatClaimed").seat
        if seat not in self.unclaimed:
            raise OutOfOrder(self.place, "the seat is not open")
        self.unclaimed.remove(seat)
        if not self.unclaimed:
            self.started()

    def declined_seat(self) -> None:
        if self.take("SeatDeclined").seat not in self.unclaimed:
            raise OutOfOrder(self.place, "the seat is not open")

    def handed(self) -> None:
        if not self.unclaimed:
            self.hand(self.take("SeatHandedToBot").seat)
            return
        for seat in sorted(self.unclaimed):
            self.hand(self.take("SeatHandedToBot", seat=seat).seat)
        self.started()

    def hand(self, seat: int) -> None:
        if self.kinds[seat] != "human":
            raise OutOfOrder(self.place, "only a human seat is handed over")
        self.kinds[seat] = "bot"

    def drew(self) -> None:
        event = self.answered("CardDrawn", "draw")
        self.play.pile -= 1
        if event.card in WILDS:
            self.play.open = None
            order = self.around()
            self.take("AuctionOpened", card=event.card, order=order)
            self.play.bidders, self.play.leader = order.copy(), None
            self.opened(order[0], "bid")
            return
        self.play.row += 1
        if self.peek("WentBust"):
            self.take("WentBust", seat=self.play.active)
            self.play.open, self.play.row = None, 0
            self.next()

    def bid(self) -> None:
        self.play.leader = self.answered("BidPlaced", "bid").seat
        self.bidding_goes_on()

    def passed(self) -> None:
        self.answered("BidPassed", "bid")
        self.bidding_goes_on()

    def bidding_goes_on(self) -> None:
        self.play.bidders.pop(0)
        if self.play.bidders:
            self.opened(self.play.bidders[0], "bid")
            return
        if self.play.leader is None:
            self.take("AuctionUnsold")
        else:
            self.take("AuctionWon", seat=self.play.leader)
        if self.play.pile or self.play.row:
            self.opened(self.play.active, "draw")
        else:
            self.next()

    def took_numbers(self) -> None:
        self.answered("NumbersTaken", "draw")
        self.play.row = 0
        self.opened(self.play.active, "buy")

    def took_currency(self) -> None:
        self.answered("CurrencyTaken", "draw")
        self.play.row = 0
        self.next()

    def bought(self) -> None:
        self.answered("CardBought", "buy")
        self.buying_goes_on()

    def declined(self) -> None:
        self.answered("BuyDeclined", "buy")
        self.buying_goes_on()

    def buying_goes_on(self) -> None:
        if self.play.buyers is None:
            self.next()
            return
        self.play.buyers = self.play.buyers[1:]
        if self.play.buyers:
            self.opened(self.play.buyers[0], "buy")
            return
        self.take("GameScored")
        self.revealed()

    def revealed(self) -> None:
        self.take("DeckRevealed")
        self.over = True

    def timed_out(self) -> None:
        if self.play.open is None:
            raise OutOfOrder(self.place + 1, "no decision is open")
        seat, kind = self.play.open
        event = self.take("TimedOut", seat=seat, kind=kind)
        if event.missed >= 3:  # more, if its player came back and was late again
            self.hand(self.take("SeatHandedToBot", seat=seat).seat)
        elif kind == "bid":
            self.passed()
        elif kind == "buy":
            self.declined()

    def alone(self) -> None:
        assert self.first is not None
        self.take(self.first.type)

    def proposal(self) -> None:
        """A proposal or a vote, and what it leads to if it carries."""
        assert self.first is not None
        self.take(self.first.type)
        about = self.first.type.removesuffix("Proposed").removesuffix("Voted")
        if about == "Undo" and self.peek("MovesUndone"):
            event = self.take("MovesUndone", from_version=self.place)
            back = self.kept.get(event.to_version)
            if back is None or back.open is None:
                raise OutOfOrder(self.place, "to_version left no decision open")
            self.play = deepcopy(back)
            seat, kind = back.open
            self.play.open = None
            # What lies between is undone and can be led back to no more.
            for version in [v for v in self.kept if v > event.to_version]:
                del self.kept[version]
            self.opened(seat, kind)
        elif about == "Pause" and self.peek("GamePaused"):
            self.take("GamePaused")
            self.paused = True
        elif about == "Abandon" and self.peek("GameAbandoned"):
            self.take("GameAbandoned")
            self.revealed()

    def pauses(self) -> None:
        self.take("GamePaused")
        self.paused = True

    def resumed(self) -> None:
        if not self.paused:
            raise OutOfOrder(self.place + 1, "the game is not paused")
        self.take("GameResumed")
        self.paused = False
        if self.peek("DeadlineExtended") and self.play.open is not None:
            self.take("DeadlineExtended", seat=self.play.open[0])

    def abandoned(self) -> None:
        self.take("GameAbandoned")
        self.revealed()

    def returned(self) -> None:
        seat = self.take("SeatReturned").seat
        if self.kinds[seat] != "bot":
            raise OutOfOrder(self.place, "only a bot's seat is given back")
        self.kinds[seat] = "human"

    def replaced(self) -> None:
        seat = self.take("SeatReplaced").seat
        if self.kinds[seat] == "bot":
            self.take("SeatReturned", seat=seat)
            self.kinds[seat] = "human"


COMMANDS: Mapping[str, Callable[[Machine], None]] = {
    "GameCreated": Machine.created,
    "SeatClaimed": Machine.claimed,
    "SeatDeclined": Machine.declined_seat,
    "SeatHandedToBot": Machine.handed,
    "CardDrawn": Machine.drew,
    "BidPlaced": Machine.bid,
    "BidPassed": Machine.passed,
    "NumbersTaken": Machine.took_numbers,
    "CurrencyTaken": Machine.took_currency,
    "CardBought": Machine.bought,
    "BuyDeclined": Machine.declined,
    "TimedOut": Machine.timed_out,
    "PauseProposed": Machine.proposal,
    "PauseVoted": Machine.proposal,
    "AbandonProposed": Machine.proposal,
    "AbandonVoted": Machine.proposal,
    "UndoProposed": Machine.proposal,
    "UndoVoted": Machine.proposal,
    "GamePaused": Machine.pauses,
    "GameResumed": Machine.resumed,
    "GameAbandoned": Machine.abandoned,
    "SeatReturned": Machine.returned,
    "SeatReplaced": Machine.replaced,
    "DeadlineExtended": Machine.alone,
    "HostChanged": Machine.alone,
}
"""The type of a command's first event -> its row of the table."""
