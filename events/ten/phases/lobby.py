"""The lobby: a game is created, its seats are claimed, it starts (rules.md section 2, events.md)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from events import commands as c
from events import errors
from events import types as t
from events.ten import cards
from events.ten.chance import Chance
from events.ten.phases.common import Given, open_decision, require_seat
from events.ten.state import GameState

DIGEST = re.compile(r"[0-9a-f]{64}\Z")

DEFAULTS: Mapping[str, Any] = {
    "currency": None,
    "turn_s": 259_200,
    "auction_s": 86_400,
    "timeouts": "autoplay",
    "undo": "consent",
    "vacation_days": 14,
    "spectators": "open",
}
"""What an absent option means (events.md); ``currency`` None is D1's split."""

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "timeouts": ("autoplay", "wait"),
    "undo": ("consent", "free", "none"),
    "spectators": ("open", "closed"),
}


def option(options: Mapping[str, Any], name: str) -> Any:
    """The option's value, or what its absence means. Raises KeyError for an unknown name."""
    return options.get(name, DEFAULTS[name])


def _whole(value: object) -> bool:
    return type(value) is int and value >= 0


def _check_options(options: Mapping[str, Any], players: int) -> None:
    for name, value in options.items():
        if name in _CHOICES:
            fine = value in _CHOICES[name]
        elif name in ("turn_s", "auction_s"):
            fine = value is None or (_whole(value) and value > 0)
        elif name == "vacation_days":
            fine = _whole(value)
        elif name == "currency":
            fine = _is_split(value, players)
        else:
            fine = False
        if not fine:
            raise errors.BadOption(option=name, value=value)


def _is_split(value: object, players: int) -> bool:
    wanted = sum(cards.CURRENCY_SPLIT[players])
    return (
        isinstance(value, Sequence)
        and len(value) == len(cards.CURRENCY_SPLIT[players])
        and all(_whole(count) for count in value)
        and sum(value) == wanted
    )


def _check_seats(seats: Sequence[t.SeatSpec]) -> None:
    kinds = [spec.kind for spec in seats]
    if [spec.seat for spec in seats] != list(range(1, len(seats) + 1)):
        raise errors.BadSeats(reason="numbers")
    if not set(kinds) <= {"human", "bot", "house"}:
        raise errors.BadSeats(reason="kinds")
    players = len(seats) - kinds.count("house")
    if not 1 <= players <= 5:
        raise errors.BadSeats(reason="players")
    if (players == 1) != ("house" in kinds) or "house" in kinds[:1] or kinds.count("house") > 1:
        raise errors.BadSeats(reason="house")
    if any(spec.player is not None for spec in seats):
        raise errors.BadSeats(reason="players-claim")


def create(game: str, wish: c.CreateGame, given: Given) -> list[t.Event]:
    """Raises BadSeats or BadOption. Without a human seat the game starts at once."""
    _check_seats(wish.seats)
    players = sum(spec.kind != "house" for spec in wish.seats)
    _check_options(wish.options, players)
    created = t.GameCreated(
        t.RULESET, wish.host, list(wish.seats), dict(wish.options), wish.commitment
    )
    if any(spec.kind == "human" for spec in wish.seats):
        return [created]
    bots = {spec.seat for spec in wish.seats}
    words = [""] * len(wish.seats)
    takers = [spec.seat for spec in wish.seats if spec.kind != "house"]
    return [created, *_start(takers, bots, words, wish.options, None, given)]


def _start(
    takers: list[int],
    bots: set[int],
    words: list[str],
    options: Mapping[str, Any],
    state: GameState | None,
    given: Given,
) -> list[t.Event]:
    deck = cards.deck(len(takers), option(options, "currency"))
    chance: Chance = given.chance
    first = chance.first_seat(words, deck, takers)
    opened: t.Event = t.DecisionOpened(first, "draw", None)
    if state is not None and first not in bots:
        opened = open_decision(state, first, "draw", given, None)
    return [t.GameStarted(deck, words, first), t.TurnStarted(first, 1), opened]


def claim(state: GameState, wish: c.ClaimSeat, given: Given) -> list[t.Event]:
    """Raises WrongPhase, UnknownSeat, SeatTaken or BadOption (a word that is no digest).

    The claim that fills the last human seat starts the game.
    """
    _open_seat(state, wish.seat)
    if wish.word and not DIGEST.match(wish.word):
        raise errors.BadOption(option="word", value=wish.word)
    claimed = t.SeatClaimed(wish.seat, wish.player, wish.word)
    others = [s.seat for s in state.seats if s.kind == "human" and s.player is None]
    if others != [wish.seat]:
        return [claimed]
    words = list(state.words)
    words[wish.seat - 1] = wish.word
    return [claimed, *_start(state.takers, _bots(state), words, state.options, state, given)]


def _bots(state: GameState) -> set[int]:
    return {seat.seat for seat in state.seats if seat.kind != "human"}


def _open_seat(state: GameState, number: int) -> None:
    if state.phase != "lobby":
        raise errors.WrongPhase(phase=state.phase)
    require_seat(state, number)
    seat = state.seat(number)
    if seat.kind != "human" or seat.player is not None:
        raise errors.SeatTaken(seat=number)


def decline(state: GameState, wish: c.DeclineSeat, given: Given) -> list[t.Event]:
    """The seat stays open for another. Raises WrongPhase, UnknownSeat or SeatTaken."""
    _open_seat(state, wish.seat)
    return [t.SeatDeclined(wish.seat)]


def start(state: GameState, wish: c.StartGame, given: Given) -> list[t.Event]:
    """The host starts without the missing, whose seats become bots. Raises WrongPhase."""
    if state.phase != "lobby":
        raise errors.WrongPhase(phase=state.phase)
    missing = [s.seat for s in state.seats if s.kind == "human" and s.player is None]
    handed: list[t.Event] = [t.SeatHandedToBot(seat, "host") for seat in missing]
    bots = _bots(state) | set(missing)
    return [
        *handed,
        *_start(state.takers, bots, list(state.words), state.options, state, given),
    ]
