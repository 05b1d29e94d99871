"""The final score as templates get it: ranking, runs, the course in pictures, luck, the shuffle."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from babel.numbers import format_decimal

from events.ten import cards
from events.ten.state import GameState
from events.types import SeatResult, TurnStarted
from service.course import Luck
from service.extensions import services
from service.views.board import Board
from service.views.chart import Chart, Row, chart, rows
from service.wording import Words
from service.wording.catalogue import locale

FULL_RUN = 9
"""Numbers of a run that earns the point more (rules.md section 8)."""


@dataclass(frozen=True)
class Stands:
    """A card of a run and the number that it stands for; ``wild`` if it is one."""

    code: str
    number: int
    wild: bool


@dataclass(frozen=True)
class Drawn:
    """A colour's run; ``full`` earns the point more of a run from 1 to 9."""

    colour: str
    cards: Sequence[Stands]
    points: int
    full: bool


@dataclass(frozen=True)
class Player:
    """A seat's result: ``runs`` of the colours that have one, ``rest`` the cards that scored nothing, with
    how often each is there."""

    seat: int
    name: str
    rank: int
    winner: bool
    points: int
    tokens: int
    cards: int
    runs: Sequence[Drawn]
    rest: Sequence[tuple[str, int]]

    @property
    def by_colour(self) -> list[int]:
        """Points in R, B, O, G."""
        found = {run.colour: run.points for run in self.runs}
        return [found.get(colour, 0) for colour in cards.COLOURS]


@dataclass(frozen=True)
class Chances:
    """A seat's luck in words: ``expected`` with one decimal."""

    name: str
    draws: int
    expected: str
    met: int


@dataclass(frozen=True)
class Shuffled:
    """All that the shuffle follows from, and what came of it, as plain text for the page and its script.

    ``deck`` is ``R1:3 ...`` in the canonical order; ``drawn`` every card in the order it was drawn."""

    seed: str
    commitment: str
    words: Sequence[tuple[str, str]]
    """Shown name and word of every seat, in seat order."""
    deck: str
    drawn: Sequence[str]
    takers: Sequence[int]
    first_seat: int
    first_name: str

    @property
    def worded(self) -> bool:
        """Whether anybody typed a lucky word."""
        return any(word for _, word in self.words)


@dataclass(frozen=True)
class Score:
    """``title`` is what a solo score earns, else None. ``ties`` are sentences on equal points. ``used`` are
    all cards of the runs, once each."""

    players: Sequence[Player]
    title: str | None
    ties: Sequence[str]
    used: Sequence[str]
    points: Chart
    tokens: Chart
    rows: Sequence[Row]
    luck: Sequence[Chances]
    shuffled: Shuffled | None


def score_of(state: GameState, board: Board, words: Words) -> Score | None:
    """The score of this state; None if it is not scored."""
    if state.results is None:
        return None
    at = services()
    found = at.courses.of(at.handler, state.game)
    players = [_player(state, result, board.names) for result in _by_rank(state.results)]
    names = {player.seat: player.name for player in players}
    seats = sorted(names)
    used = {each.code for player in players for run in player.runs for each in run.cards}
    alone = len(players) == 1
    return Score(
        players,
        words.title(players[0].points) if alone else None,
        _ties(players, words),
        cards.in_order(used),
        chart([each.points for each in found.standings], seats),
        chart([each.tokens for each in found.standings], seats, least=cards.TOKEN_LIMIT),
        rows(found.standings, seats),
        [_chances(each, names, words) for each in found.luck],
        _shuffled(state, board.names),
    )


def _by_rank(results: Sequence[SeatResult]) -> list[SeatResult]:
    return sorted(results, key=lambda each: (each.rank, each.seat))


def _player(state: GameState, result: SeatResult, names: Mapping[int, str]) -> Player:
    spent = Counter(code for run in result.runs.values() for code in run.cards)
    rest = Counter(state.seat(result.seat).cards) - spent
    runs = []
    for colour in cards.COLOURS:
        run = result.runs.get(colour)
        if run is None:
            continue
        standing = [
            Stands(code, run.start + at, code in cards.WILDS) for at, code in enumerate(run.cards)
        ]
        full = run.length == FULL_RUN
        runs.append(Drawn(colour, standing, run.length + full, full))
    return Player(
        result.seat,
        names[result.seat],
        result.rank,
        result.seat in (state.winners or ()),
        result.points,
        result.tokens,
        result.cards,
        runs,
        [(code, rest[code]) for code in cards.in_order(rest)],
    )


def _ties(players: Sequence[Player], words: Words) -> list[str]:
    """What decided between those of equal points (rules.md section 8)."""
    told = []
    for one, other in pairwise(players):
        if one.points != other.points:
            continue
        both = f"{one.name}, {other.name}"
        if one.tokens != other.tokens:
            told.append(
                words.say(
                    "%(names)s: equal on points; more tokens decide, %(more)s to %(fewer)s.",
                    names=both,
                    more=one.tokens,
                    fewer=other.tokens,
                )
            )
        elif one.cards != other.cards:
            told.append(
                words.say(
                    "%(names)s: equal on points and tokens;"
                    " fewer cards decide, %(fewer)s to %(more)s.",
                    names=both,
                    fewer=one.cards,
                    more=other.cards,
                )
            )
        else:
            told.append(
                words.say(
                    "%(names)s: equal on points, tokens and cards; they share the place.",
                    names=both,
                )
            )
    return told


def _chances(luck: Luck, names: Mapping[int, str], words: Words) -> Chances:
    return Chances(names[luck.seat], luck.draws, decimal(luck.expected, words.language), luck.met)


def decimal(number: Fraction, language: str) -> str:
    """The number with one decimal, as the language writes it."""
    return str(format_decimal(round(float(number), 1), "#,##0.0", locale=locale(language)))


def _shuffled(state: GameState, names: Mapping[int, str]) -> Shuffled | None:
    """None as long as the seed is not open."""
    if state.seed is None:
        return None
    log = services().handler.recorded(state.game, 0, state.first_decision)
    first = next(each.event.seat for each in log if isinstance(each.event, TurnStarted))
    return Shuffled(
        state.seed,
        state.commitment,
        [(names[seat.seat], word) for seat, word in zip(state.seats, state.words, strict=True)],
        " ".join(f"{code}:{state.deck[code]}" for code in cards.in_order(state.deck)),
        state.known,
        state.takers,
        first,
        names[first],
    )
