"""Decides every command of a log once more and compares: the rules say what each must have led to.

What a command was is read from its first event; how many events belong to it is what the rules say,
not what ``meta`` says. Choices (which bid, which card to buy) are taken from the log and must be legal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from events import commands as c
from events import types as t
from events.errors import LogFault, Refusal
from events.ten import bots, consent
from events.ten.decide import decide
from events.ten.fold import carry_out
from events.ten.phases.common import Given
from events.ten.state import GameState
from events.verify_chance import IMPOSSIBLE, NotInPile, Told, fault
from events.verify_walk.compare import apart, difference

_LATEST = "9999-12-31T23:59:59.999999Z"

_MOVES: Mapping[type[t.Event], Callable[[Any, int], c.Wish]] = {
    t.CardDrawn: lambda e, seat: c.DrawCard(seat),
    t.NumbersTaken: lambda e, seat: c.TakeNumbers(seat),
    t.CurrencyTaken: lambda e, seat: c.TakeCurrency(seat),
    t.BidPlaced: lambda e, seat: c.PlaceBid(seat, e.amount, e.payment),
    t.BidPassed: lambda e, seat: c.PassBid(seat),
    t.CardBought: lambda e, seat: c.BuyCard(seat, e.card, e.payment),
    t.BuyDeclined: lambda e, seat: c.DeclineBuy(seat),
}
"""The answers to a decision, whose seat is the awaited one."""

_WISHES: Mapping[type[t.Event], Callable[[Any], c.Wish]] = {
    t.GameCreated: lambda e: c.CreateGame(e.host, e.seats, e.commitment, e.options),
    t.SeatClaimed: lambda e: c.ClaimSeat(e.seat, e.player, e.word),
    t.SeatDeclined: lambda e: c.DeclineSeat(e.seat),
    t.GameStarted: lambda e: c.StartGame(),
    t.SeatHandedToBot: lambda e: c.HandToBot(e.seat, e.reason),
    t.SeatReturned: lambda e: c.ReturnToSeat(e.seat),
    t.SeatReplaced: lambda e: c.ReplacePlayer(e.seat, e.player),
    t.HostChanged: lambda e: c.ChangeHost(e.host),
    t.PauseProposed: lambda e: c.ProposePause(e.seat),
    t.PauseVoted: lambda e: c.VotePause(e.seat, e.agree),
    t.AbandonProposed: lambda e: c.ProposeAbandon(e.seat),
    t.AbandonVoted: lambda e: c.VoteAbandon(e.seat, e.agree),
    t.UndoProposed: lambda e: c.ProposeUndo(e.seat, e.to_version),
    t.UndoVoted: lambda e: c.VoteUndo(e.seat, e.agree),
    t.GamePaused: lambda e: c.PauseGame(e.reason),
    t.GameResumed: lambda e: c.ResumeGame(),
    t.GameAbandoned: lambda e: c.EndGame(e.reason),
}
"""The other events that can be a command's first, and the command."""


class Walk:
    """One pass over a log from its first event; ``state`` is that after the last right command."""

    def __init__(self, log: Sequence[t.Recorded], told: Told) -> None:
        self.log = log
        self.told = told
        self.state = GameState(log[0].stream)
        self.movers: dict[int, int] = {}
        """Version of a move's last event -> the seat that moved."""
        self.kept: dict[int, GameState] = {}
        """The states that an undo of this log leads back to."""
        self._wanted = {e.event.to_version for e in log if isinstance(e.event, t.MovesUndone)}
        self._commands: set[str] = set()
        self._next = 0

    def run(self, end: int) -> tuple[LogFault | None, bool]:
        """The first fault among the first ``end`` events, and whether they end inside a command."""
        while self._next < end:
            first = self.log[self._next]
            try:
                found, inside = self._command(first, end)
            except Refusal as refusal:
                return fault(first, _because(refusal)), False
            except NotInPile as wrong:
                return fault(first, f"card {wrong} cannot be in the draw pile any more"), False
            except IMPOSSIBLE:
                return fault(first, "cannot follow from the events before it"), False
            if found is not None or inside:
                return found, inside
        return None, False

    def _command(self, first: t.Recorded, end: int) -> tuple[LogFault | None, bool]:
        """Check one command and carry it out. Raises Refusal if its first event is not allowed."""
        self.told.event = first.event
        if self.state.seed is not None:
            return fault(first, "comes after DeckRevealed, the last event of a game"), False
        wish = self._wish(first)
        if isinstance(wish, LogFault):
            return wish, False
        expected = self._decided(wish, first)
        last = min(self._next + len(expected), end)
        actual = self.log[self._next : last]
        wrong = next(
            (
                (place, reason)
                for place, (want, got) in enumerate(zip(expected, actual, strict=False))
                if (reason := difference(want, got.event)) is not None
            ),
            None,
        )
        together = actual if wrong is None else actual[: wrong[0]]
        found = self._repeated(together) or apart(together)
        if found is None and wrong is not None:
            found = fault(actual[wrong[0]], wrong[1])
        if found is not None:
            return found, False
        self._commands.add(first.meta.command)
        self._carry_out(actual, wish)
        return None, len(actual) < len(expected)

    def _repeated(self, events: Sequence[t.Recorded]) -> LogFault | None:
        """A fault if these events claim to belong to a command that is complete without them."""
        if events and events[0].meta.command in self._commands:
            return fault(events[0], "meta names a command before, which was complete")
        return None

    def _carry_out(self, events: Sequence[t.Recorded], wish: c.Wish) -> None:
        meta = events[0].meta
        for each in events:
            # Not the command's id: what is one command, the rules have said.
            self.state = carry_out(
                self.state,
                each.event,
                each.version,
                meta.by,
                meta.via,
                str(events[0].version),
                self.kept.__getitem__,
            )
            if each.version in self._wanted:
                self.kept[each.version] = self.state.copy()
        if self.state.moved:
            self.movers[self.state.version] = getattr(wish, "seat", 0)
        self._next += len(events)

    # From the first event to the wish.

    def _wish(self, first: t.Recorded) -> c.Wish | LogFault:
        state, event = self.state, first.event
        if (state.version == 0) != isinstance(event, t.GameCreated):
            return fault(first, "GameCreated is the first event of a game, and comes once")
        awaiting = state.awaiting
        move = _MOVES.get(type(event))
        if move is not None:
            seat = awaiting.seat if awaiting is not None else getattr(event, "seat", 0)
            if awaiting is not None and state.seat(seat).kind == "house":
                # Section 9: what the House does is a rule, not a choice.
                return bots.house(state, seat)
            return move(event, seat)
        if isinstance(event, t.TimedOut):
            if awaiting is None or not _may_have_clock(state):
                return fault(first, "no clock runs for the decision that is open")
            return c.TimeOut(awaiting.seat, awaiting.decision)
        if isinstance(event, t.DeadlineExtended):
            if not _may_have_clock(state):
                return fault(first, "no clock runs for the decision that is open")
            return c.ExtendDeadline(event.seat, _LATEST, event.reason)
        if isinstance(event, t.SeatHandedToBot) and state.phase == "lobby":
            return c.StartGame()
        read = _WISHES.get(type(event))
        if read is None:
            return fault(first, "cannot begin a command" + _awaited(state))
        return read(event)

    def _decided(self, wish: c.Wish, first: t.Recorded) -> list[t.Event]:
        """What the rules make of the wish; of several readings the one that the log goes on with."""
        given = Given(self._due, self.told)
        expected: list[t.Event] = []
        for number, state in enumerate(self._readings(wish)):
            before = None if isinstance(wish, c.CreateGame) else state
            try:
                decided = decide(before, wish, _sender(wish), _LATEST, given, first.stream)
            except Refusal:
                if number == 0:
                    raise
                continue
            follow = self.log[self._next : self._next + len(decided)]
            if number == 0:
                expected = decided
            if all(
                type(want) is type(got.event) for want, got in zip(decided, follow, strict=False)
            ):
                return decided
        return expected

    def _readings(self, wish: c.Wish) -> Iterator[GameState]:
        """The state, with what no rule determines left open."""
        state = self.state
        if isinstance(wish, c.TimeOut | c.ExtendDeadline) and state.awaiting is not None:
            twin = state.copy()
            twin.awaiting = state.awaiting._replace(due_at="")
            yield twin
            return
        yield state
        if isinstance(wish, c.ProposeUndo):
            yield from self._as_own_move(wish.seat, wish.to_version)
        elif isinstance(wish, c.VoteUndo) and state.undo is not None:
            yield from self._as_own_move(state.undo.seat, state.undo.to_version)

    def _as_own_move(self, seat: int, to_version: int) -> Iterator[GameState]:
        """The state if ``meta`` had called the undone answers what their seats say they were."""
        moves = consent.undone_moves(self.state, to_version)
        if not moves or self.movers.get(moves[0].version) != seat:
            return
        twin = self.state.copy()
        theirs = {moves[0].version: ("web", f"seat:{seat}")}
        for mark in moves[1:]:
            mover = self.movers.get(mark.version)
            if mover is None or twin.seat(mover).kind == "human":
                return
            theirs[mark.version] = "bot", f"bot:{mover}"
        twin.marks = [
            mark._replace(via=theirs[mark.version][0], by=theirs[mark.version][1])
            if mark.version in theirs
            else mark
            for mark in twin.marks
        ]
        if twin.version in theirs:
            twin.via, twin.by = theirs[twin.version]
        yield twin

    def _due(self, seat: int, kind: str) -> str | None:
        """Whether a clock runs is not for the rules: after a resumption the log says it."""
        after = self.log[self._next + 1 : self._next + 2]
        first = self.log[self._next]
        told = any(
            isinstance(each.event, t.DeadlineExtended) and each.meta.command == first.meta.command
            for each in after
        )
        return _LATEST if told else None


def _sender(wish: c.Wish) -> str:
    """One who may wish this: who it was is in ``meta``, which no rule determines."""
    host = isinstance(wish, c.HandToBot | c.ReplacePlayer | c.ExtendDeadline | c.ResumeGame)
    seat = getattr(wish, "seat", None)
    return "host" if host or seat is None else f"seat:{seat}"


def _may_have_clock(state: GameState) -> bool:
    """No clock runs in a pause, for bots and the House, and after a timed-out draw (events.md)."""
    awaiting = state.awaiting
    return (
        awaiting is not None
        and state.paused is None
        and state.seat(awaiting.seat).kind == "human"
        and state.forfeited != awaiting.seat
    )


def _awaited(state: GameState) -> str:
    awaiting = state.awaiting
    return "" if awaiting is None else f": seat {awaiting.seat} is awaited for a {awaiting.kind}"


def _because(refusal: Refusal) -> str:
    """A refusal as a phrase: the first sentence of its class's docstring, and its parameters."""
    sentence = " ".join((type(refusal).__doc__ or refusal.code).split()).split(". ")[0]
    told = ", ".join(f"{name} {value}" for name, value in refusal.params.items())
    return f"not allowed: {sentence.rstrip('.')}" + (f" ({told})" if told else "")
