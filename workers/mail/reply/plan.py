"""A reply carried out: its commands in order, until one fails or nobody could have planned the next.

Pure: what it does to the table it does through ``execute``, and errands through ``attend``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from events import commands as c
from events import types as t
from events.errors import Refusal
from events.ten.cards import WILDS
from events.ten.state import GameState
from workers.mail.reply import intents as i
from workers.mail.reply import why as w
from workers.mail.reply.wishes import Seal, to_wish


@dataclass(frozen=True)
class Outcome:
    """What a wish led to: the state after it and everything it set off, and its own events."""

    state: GameState
    events: Sequence[t.Event]


Execute = Callable[[c.Wish], Outcome]
"""Carries out one wish. Raises Refusal; any other exception ends the plan and is the caller's."""

Attend = Callable[[i.Errand | Seal], GameState | None]
"""Does one errand, or seals a bid; the game's state where that may have moved it on, as an order does
that acts at once. Raises Refusal; any other exception is the caller's."""


@dataclass(frozen=True)
class Result:
    """What came of one line. done: the wishes, or the errand or sealed bid, that were carried out.
    events: what the wishes led to.

    why: None when all of the line was done; with ``done`` it says why the rest was not, without it why
    nothing was.
    """

    line: i.Line
    done: tuple[c.Wish | i.Errand | Seal, ...] = ()
    events: tuple[t.Event, ...] = ()
    why: w.Why | None = None

    @property
    def failed(self) -> bool:
        """Whether the line itself failed: not because the plan as a whole had become senseless."""
        return self.why is not None and not isinstance(self.why, w.Halt | w.AfterFailure)


def run_plan(
    lines: Sequence[i.Line],
    state: GameState,
    seat: int,
    execute: Execute,
    attend: Attend,
) -> list[Result]:
    """What came of each line but asides, in order (mail.md, "Reply to play").

    After a failure nothing more is done. After a wild, a bust or the end of the turn or auction that the
    reply answered no move is made any more; errands are done even then.
    """
    plan = _Plan(state, seat, execute, attend)
    return [plan.line(line) for line in lines if not isinstance(line.intent, i.Aside)]


class _Plan:
    def __init__(self, state: GameState, seat: int, execute: Execute, attend: Attend) -> None:
        self._state = state
        self._seat = seat
        self._execute = execute
        self._attend = attend
        self._halt: w.Halt | None = None
        self._failed: i.Line | None = None

    def line(self, line: i.Line) -> Result:
        if self._failed is not None:
            return Result(line, why=w.AfterFailure(self._failed.text))
        result = self._tried(line)
        if result.failed:
            self._failed = line
        return result

    def _tried(self, line: i.Line) -> Result:
        intent = line.intent
        if isinstance(intent, i.Errand):
            return self._attended(line, intent)
        if not isinstance(intent, i.Move | i.Ambiguous):
            return Result(line, why=intent if isinstance(intent, i.Fault) else i.Unknown())
        if self._halt is not None:
            return Result(line, why=self._halt)
        wishes = to_wish(intent, self._state, self._seat)
        if isinstance(wishes, Seal):
            return self._attended(line, wishes)
        if not isinstance(wishes, list):
            return Result(line, why=wishes)
        return self._carried_out(line, wishes)

    def _attended(self, line: i.Line, errand: i.Errand | Seal) -> Result:
        before = self._state
        try:
            state = self._attend(errand)
        except Refusal as refusal:
            return Result(line, why=refusal)
        if state is not None:
            self._state = state
            self._halt = self._halt or _halt(before, Outcome(state, ()))
        return Result(line, (errand,))

    def _carried_out(self, line: i.Line, wishes: Sequence[c.Wish]) -> Result:
        done: list[c.Wish] = []
        events: list[t.Event] = []
        for wish in wishes:
            if self._halt is not None:
                return Result(line, tuple(done), tuple(events), self._halt)
            before = self._state
            try:
                outcome = self._execute(wish)
            except Refusal as refusal:
                return Result(line, tuple(done), tuple(events), refusal)
            done.append(wish)
            events += outcome.events
            self._state = outcome.state
            self._halt = _halt(before, outcome)
        return Result(line, tuple(done), tuple(events))


def _halt(before: GameState, outcome: Outcome) -> w.Halt | None:
    """What came to light with this outcome that nobody could have planned for."""
    after = outcome.state
    drawn = [event.card for event in outcome.events if isinstance(event, t.CardDrawn)]
    if any(isinstance(event, t.WentBust) for event in outcome.events) and drawn:
        return w.Busted(drawn[-1])
    if drawn and drawn[-1] in WILDS:
        return w.WildCame(drawn[-1])
    if after.turn != before.turn:
        return w.TurnOver()
    if after.auction is not None and after.auction.opened != _opened(before):
        return w.NewAuction(after.auction.card)
    return None


def _opened(state: GameState) -> int:
    return 0 if state.auction is None else state.auction.opened
