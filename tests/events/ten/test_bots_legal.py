"""A bot's answer is always legal, whatever position it finds, and always the same."""

import random

import pytest

from events.ten import bots
from events.ten.chance import Dealer
from events.ten.legal import legal_commands
from tests.events.samples import facts
from tests.events.ten.games import Game, arranged, scripts, seed

ANSWERS = {**bots.STYLES, "default": bots.default}


@pytest.mark.parametrize("kinds", [*scripts()])
def test_every_answer_in_games_of_random_play_is_legal(kinds):
    """Random play leads into positions where no bot would have led."""
    for number in range(4):
        chance = random.Random(f"{kinds}{number}")
        game = Game(kinds, chance=Dealer(seed(number))).begin()
        while not game.state.over:
            state = game.state
            seat = game.awaited
            legal = legal_commands(state, seat)
            if state.seat(seat).kind == "house":
                assert bots.house(state, seat) in legal
            else:
                for name, choose in ANSWERS.items():
                    assert choose(state, seat) in legal, (name, number, state.version)
            game.play(chance, 1)


@pytest.mark.parametrize("style", bots.STYLES)
@pytest.mark.parametrize("kinds", [*scripts()])
def test_every_answer_in_games_of_its_own_play_is_legal(kinds, style):
    game = Game(kinds, chance=Dealer(seed(1))).begin()
    while not game.state.over:
        seat = game.awaited
        person = game.state.seat(seat).kind == "human"
        wish = (bots.STYLES[style] if person else bots.house)(game.state, seat)
        assert wish in legal_commands(game.state, seat)
        game.do(wish)


@pytest.mark.parametrize("style", bots.STYLES)
def test_an_answer_is_the_same_each_time_and_leaves_the_table_as_it_was(style):
    game = Game("hhh", chance=Dealer(seed(5))).begin()
    chance = random.Random(5)
    while not game.state.over:
        before = facts(game.state.copy())
        first = bots.STYLES[style](game.state, game.awaited)
        assert bots.STYLES[style](game.state.copy(), game.awaited) == first
        assert facts(game.state) == before
        game.play(chance, 1)


@pytest.mark.parametrize(
    "arrangement",
    [
        {"auction": "WW", "tokens": {2: 0}},
        {"auction": "WW", "tokens": {2: 0}, "busts": {2: 5}},
        {"auction": "RW", "tokens": {2: 0}, "hands": {2: "R1 R1 R1 B9"}},
        {"auction": "W5", "tokens": {2: 10}, "busts": {2: 4}, "hands": {2: "R4 R6 B4 B6 O4 O6"}},
        {"awaiting": "buy", "market": "R9 B8 O7", "busts": {1: 3}, "tokens": {1: 0}},
        {"awaiting": "buy", "market": "R2 B2", "busts": {1: 1}, "tokens": {1: 1}},
        {"awaiting": "buy", "market": "R2", "hands": {1: "R2 RW WW W2"}, "tokens": {1: 0}},
        {
            "awaiting": "buy",
            "market": "R7",
            "hands": {1: "R1 R2 R3 R4 R5 R6 R8 R9"},
            "tokens": {1: 0},
        },
        {"awaiting": "buy", "final": True, "market": "R9 B1", "hands": {1: "R8 W9"}, "pile": ""},
        {"row": "C5 C5", "tokens": {1: 10}},
        {"row": "R9 B1", "pile": ""},
        {"row": "C1", "pile": ""},
        {"row": "R9 C5 C5"},
    ],
)
@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_in_an_awkward_position_is_legal(name, arrangement):
    game = arranged("hhhhh", **arrangement)
    assert ANSWERS[name](game.state, game.awaited) in legal_commands(game.state, game.awaited)
