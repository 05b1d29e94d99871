"""Who answers an open decision without a person: bots, the House, the clock's bot, and necessity."""

from dataclasses import dataclass

from events import commands as c
from events.ten import bots
from events.ten.legal import forced
from events.ten.state import GameState


@dataclass(frozen=True)
class Answer:
    """A wish and in whose name it goes into the log (events.md, ``meta``)."""

    by: str
    wish: c.Wish
    via: str = "bot"


def next_answer(state: GameState) -> Answer | None:
    """The answer to the open decision, or None while a person is awaited or the game does not run."""
    awaiting = state.awaiting
    if awaiting is None:
        return None
    seat = awaiting.seat
    kind = state.seat(seat).kind
    if kind == "house":
        return Answer("house", bots.house(state, seat))
    if kind == "bot":
        return Answer(f"bot:{seat}", bots.choose(state, seat))
    if state.forfeited == seat:
        return Answer(f"bot:{seat}", bots.cautious(state, seat))
    if forced(state):
        return Answer("system", refusal(state))
    return None


def fallback(state: GameState) -> Answer | None:
    """The default action for the awaited seat, for when a bot fails: pass, decline, take the numbers,
    else the currency, else draw."""
    awaiting = state.awaiting
    if awaiting is None:
        return None
    seat = awaiting.seat
    by = "house" if state.seat(seat).kind == "house" else f"bot:{seat}"
    return Answer(by, bots.default(state, seat))


def refusal(state: GameState) -> c.Wish:
    """The no to the open bid or buy."""
    assert state.awaiting is not None
    seat = state.awaiting.seat
    return c.PassBid(seat) if state.awaiting.kind == "bid" else c.DeclineBuy(seat)
