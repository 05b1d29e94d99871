"""Tables at points that several tests of pages begin with."""

from typing import Any

from werkzeug.test import TestResponse

from events.ten.state import GameState
from tests.service.world import Form, World, form, forms

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def table(world: World, humans: int = 3, bots: int = 0, **options: Any) -> str:
    """A game of so many persons, each with an address, and bots."""
    persons = [world.person(name, f"{name}@x.org".lower()) for name in NAMES[:humans]]
    return world.game(["human"] * humans + ["bot"] * bots, persons, **options)


def opened(state: GameState) -> bool:
    """An auction has just been opened: nobody has answered."""
    auction = state.auction
    return auction is not None and not auction.bids and not auction.passed


def at_auction(world: World, humans: int = 3, **options: Any) -> str:
    """A game of so many persons at the opening of an auction; the first of its order is awaited."""
    game = table(world, humans, **options)
    world.play(game, opened)
    return game


def awaited(world: World, game: str) -> int:
    awaiting = world.state(game).awaiting
    assert awaiting is not None
    return awaiting.seat


def passes(world: World, game: str) -> int:
    """The awaited bidder passes, behind a link; the seat."""
    seat = awaited(world, game)
    path = f"/p/{world.token(game, seat)}"
    sent = next(f for f in forms(world.client.get(path)) if ("move", "pass") in f.buttons)
    button = sent.buttons.index(("move", "pass"))
    assert world.client.post(path, data=sent.data(button)).status_code == 303
    return seat


def seat_path(world: World, game: str, seat: int) -> str:
    """A fresh link to the seat."""
    return f"/p/{world.token(game, seat)}"


def send(world: World, where: str, action: str, button: int = 0, **changed: Any) -> TestResponse:
    """Sends the form of the page ``where`` that leads to ``action``."""
    sent = form(world.client.get(where), action)
    return world.client.post(action, data=sent.data(button, **changed))


def offered(world: World, where: str, end: str) -> list[Form]:
    """The forms of the page whose action ends like this."""
    return [f for f in forms(world.client.get(where)) if f.action.endswith(end)]
