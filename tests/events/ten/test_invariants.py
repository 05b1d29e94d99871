"""Cards and tokens are conserved, and what breaks that is named (events.md, "State")."""

from collections.abc import Callable

import pytest

from events.ten.invariants import broken
from events.ten.state import GameState
from tests.events.ten.games import Game, arranged


def test_they_hold_in_the_lobby_and_in_the_middle_of_a_game():
    assert broken(Game("hh").state) is None
    game = arranged("hh", row="R1", market="G2", hands={1: "W5"}, busts={2: 3}, pile="WW B1")
    game.draw()
    assert broken(game.state) is None


def lose_a_token(state: GameState) -> None:
    state.tokens -= 1


def lose_a_bust_token(state: GameState) -> None:
    state.seat(1).busts += 1


def overspend(state: GameState) -> None:
    state.seat(1).tokens, state.tokens = -1, state.tokens + 6


def hoard(state: GameState) -> None:
    state.seat(1).tokens, state.tokens = 11, state.tokens - 6


def overdraw_the_supply(state: GameState) -> None:
    state.seat(1).busts, state.busts = 16, -1


def lose_a_card(state: GameState) -> None:
    state.market.remove("G2")


def copy_a_card(state: GameState) -> None:
    state.row += ["W5"]
    state.draw_pile -= 1


def bring_a_strange_card(state: GameState) -> None:
    state.discarded += ["Z1"]
    state.draw_pile -= 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (lose_a_token, "49 currency tokens instead of 50"),
        (lose_a_bust_token, "16 bust tokens instead of 15"),
        (overspend, "seat 1 holds -1 tokens"),
        (hoard, "seat 1 holds 11 tokens"),
        (overdraw_the_supply, "less than nothing"),
        (lose_a_card, "are not 89"),
        (copy_a_card, "W5 lies on the table 2 times, the deck has 1"),
        (bring_a_strange_card, "Z1 lies on the table 1 times, the deck has 0"),
    ],
)
def test_what_breaks_them_is_named(fault: Callable[[GameState], None], told: str):
    state = arranged("hh", row="R1", market="G2", hands={1: "W5"}).state
    fault(state)
    assert told in str(broken(state))
