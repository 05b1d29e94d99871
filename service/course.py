"""How a finished game went: what each seat had after each turn, and its luck with the cards.

Everything follows from the log. What an undo took back is not part of how the game went; but a
card was luck when it was first seen, also where that was undone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from events import types as t
from events.cache import Recent
from events.handler import Handler
from events.replay import states
from events.ten.odds import known_next, odds
from events.ten.scoring import points
from events.ten.state import GameState

KEPT = 64
"""How many games' courses are kept in a process."""


@dataclass(frozen=True)
class Standing:
    """What the seats that are scored had at the end of a turn; turn 0 is the set-up. ``version`` is the last
    of the turn; seat -> what its collection would score, and seat -> tokens."""

    turn: int
    version: int
    points: Mapping[int, int]
    tokens: Mapping[int, int]


@dataclass(frozen=True)
class Luck:
    """A seat's draws of cards that nobody had seen. ``expected`` is the sum of the exact chances of a bust
    before each of them (``events.ten.odds``), ``met`` how many of them were one."""

    seat: int
    draws: int
    expected: Fraction
    met: int


@dataclass(frozen=True)
class Course:
    """``standings``: by turn, and after them the one with which the game ended, final buying included."""

    standings: Sequence[Standing]
    luck: Sequence[Luck]


class Courses:
    """The courses of games that are scored. One for each process; safe between threads."""

    def __init__(self) -> None:
        self._kept: Recent[tuple[str, Course]] = Recent(KEPT)

    def of(self, handler: Handler, game: str) -> Course:
        """The course of a scored game. Raises UnknownGame, LogFault."""
        head = handler.head(game).hash
        kept = self._kept.get(game)
        # A backup brought back under a running process is another log.
        if kept is None or kept[0] != head:
            kept = (head, course(handler.recorded(game)))
            self._kept.put(game, kept)
        return kept[1]


def course(log: Sequence[t.Recorded]) -> Course:
    """How the game of this log went, as far as the log goes. Raises LogFault."""
    standings: dict[int, Standing] = {}
    luck: dict[int, Luck] = {}
    end: Standing | None = None
    following = [*(each.event for each in log[1:]), None]
    before: GameState | None = None
    for each, after, state in zip(log, following, states(log), strict=True):
        event = each.event
        if before is not None and isinstance(event, t.CardDrawn) and not known_next(before):
            bust = isinstance(after, t.WentBust)
            luck[event.seat] = _drawn(luck.get(event.seat), event.seat, before, bust)
        if isinstance(event, t.MovesUndone):
            standings = {turn: kept for turn, kept in standings.items() if turn < state.turn}
        elif before is not None and isinstance(event, t.TurnStarted | t.FinalBuyingStarted):
            standings[before.turn] = _standing(before)
        elif isinstance(event, t.GameScored):
            end = _standing(state)
        before = state
    ended = [] if end is None else [end]
    by_turn = [standings[turn] for turn in sorted(standings)]
    return Course([*by_turn, *ended], [luck[seat] for seat in sorted(luck)])


def _standing(state: GameState) -> Standing:
    scored = [state.seat(number) for number in state.takers]
    return Standing(
        state.turn,
        state.version,
        {seat.seat: points(seat.cards) for seat in scored},
        {seat.seat: seat.tokens for seat in scored},
    )


def _drawn(so_far: Luck | None, seat: int, before: GameState, bust: bool) -> Luck:
    known = so_far or Luck(seat, 0, Fraction(0), 0)
    chance = odds(before).chance("bust")
    return Luck(seat, known.draws + 1, known.expected + chance, known.met + bust)
