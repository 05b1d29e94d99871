"""What every phase needs: who is awaited, the next decision, the next turn, the tokens a row pays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from events import errors
from events import types as t
from events.ten import cards
from events.ten.chance import Chance
from events.ten.state import GameState

Due = Callable[[int, str], str | None]
"""(seat, kind of decision) -> when a decision opened now would be due, in the form of ``at``, or None."""


@dataclass(frozen=True)
class Given:
    """Time and chance, as arguments: the core has neither a clock nor a seed of its own."""

    due: Due
    chance: Chance


def require(state: GameState, seat: int, kind: str) -> None:
    """Raises UnknownSeat, WrongPhase, NotAwaited or WrongDecision unless ``seat`` is asked for ``kind``."""
    require_seat(state, seat)
    if state.phase == "lobby" or state.over:
        raise errors.WrongPhase(phase=state.phase)
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat:
        raise errors.NotAwaited(seat=seat, awaited=awaiting.seat if awaiting else None)
    if awaiting.kind != kind:
        raise errors.WrongDecision(seat=seat, kind=awaiting.kind)


def require_seat(state: GameState, seat: int) -> None:
    """Raises UnknownSeat."""
    if type(seat) is not int or not 1 <= seat <= len(state.seats):
        raise errors.UnknownSeat(seat=seat, seats=len(state.seats))


def open_decision(
    state: GameState, seat: int, kind: str, given: Given, forfeited: int | None
) -> t.DecisionOpened:
    """The decision with its clock: none while paused, for bots and the House, and in a forfeited turn."""
    person = state.seat(seat).kind == "human" and seat != forfeited
    running = person and state.paused is None
    return t.DecisionOpened(seat, kind, given.due(seat, kind) if running else None)


def next_turn(state: GameState, given: Given) -> list[t.Event]:
    """``next`` of events.md: the turn of the next seat, or the final buying when the pile is empty.

    ``state`` is the one before the command; none of the commands that end a turn draws a further card,
    so a draw that ends the turn passes the state after its card.
    """
    takers = state.takers
    order = [seat for seat in state.left_of(state.active or 1) if seat in takers]
    if state.draw_pile == 0:
        return [
            t.FinalBuyingStarted(order),
            open_decision(state, order[0], "buy", given, None),
        ]
    return begin_turn(state, order[0], given)


def begin_turn(state: GameState, seat: int, given: Given) -> list[t.Event]:
    """The next turn, which is ``seat``'s."""
    return [
        t.TurnStarted(seat, state.turn + 1),
        open_decision(state, seat, "draw", given, None),
    ]


def payouts(state: GameState, active: int, currency: int) -> Mapping[str, int]:
    """What each other seat gains: ``currency`` tokens, up to 10 in hand (section 4)."""
    gains: dict[str, int] = {}
    for seat in state.seats:
        gain = min(currency, cards.TOKEN_LIMIT - seat.tokens)
        if seat.seat != active and gain > 0:
            gains[str(seat.seat)] = gain
    return gains


def split_row(row: list[str]) -> tuple[list[str], list[str]]:
    """(number cards, currency cards) of the row, in row order."""
    numbers = [code for code in row if code in cards.NUMBERS]
    return numbers, [code for code in row if code in cards.CURRENCY]
