"""The order of events for each command, held against a machine written from the page's table alone."""

import random

import pytest

from events import types as t
from events.simulate import play
from tests.events.order_machine import COMMANDS, Machine, OutOfOrder
from tests.events.samples import NAMES, sample
from tests.events.ten.games import Game
from tests.events.ten.storms import TABLES, storm


def accepted(log) -> bool:
    try:
        Machine(log).run()
    except OutOfOrder:
        return False
    return True


@pytest.fixture(scope="module")
def storms() -> list[Game]:
    return [storm(number, endings=number % 3 == 0) for number in range(4 * len(TABLES))]


def test_random_games_with_all_that_happens_around_the_table(storms):
    for game in storms:
        Machine(game.log).run()
    begun = {
        each.type
        for game in storms
        for before, each in zip([None, *game.log], game.log, strict=False)
        if before is None or before.meta.command != each.meta.command
    }
    assert begun == set(COMMANDS), "every row of the table is among them"


@pytest.mark.parametrize("players", range(1, 6))
def test_simulated_games(players):
    for number in range(1, 4):
        Machine(play(players, "order", number)).run()


@pytest.mark.parametrize("name", NAMES)
def test_recorded_games(name):
    Machine(sample(name)).run()


AS_IT_MAY_BE = {"WentBust", "MovesUndone", "GamePaused", "GameAbandoned", "DeadlineExtended"}
"""What follows in a command only if it busts, carries or a clock runs: the machine does not know."""


def test_a_game_may_stop_after_any_command_and_inside_none(storms):
    chance = random.Random(2)
    for game in storms:
        for place in chance.sample(range(1, len(game.log)), min(12, len(game.log) - 1)):
            before, each = game.log[place - 1 : place + 1]
            whole = before.meta.command != each.meta.command
            if whole or each.type not in AS_IT_MAY_BE:
                assert accepted(game.log[: before.version]) == whole


def test_the_machine_is_no_yes_man(storms):
    """It refuses a log with an event of the play left out, doubled or swapped with the next."""
    chance = random.Random(1)
    free = {t.CardDrawn, t.HostChanged, t.DeadlineExtended, t.SeatDeclined}
    tried = refused = 0
    for game in storms:
        log = game.log
        for place in chance.sample(range(1, len(log) - 1), min(8, len(log) - 2)):
            if type(log[place].event) in free:
                continue
            tried += 3
            refused += not accepted(log[:place] + log[place + 1 :])
            refused += not accepted(log[: place + 1] + log[place:])
            refused += not accepted([*log[:place], log[place + 1], log[place], *log[place + 2 :]])
    # Votes, hand-overs and the like may come in other orders too.
    assert refused > 0.9 * tried
