"""A bot that fails takes the default action and never costs a person the own move."""

import logging

import pytest

from events import commands as c
from events.handler import Handler
from events.replay import fold
from events.ten import bots
from events.ten.state import GameState
from tests.events.samples import facts
from tests.events.tables import Table, game_id

GAME = game_id(1)


def failing(state: GameState, seat: int) -> c.Wish:
    raise ZeroDivisionError


def dishonest(state: GameState, seat: int) -> c.Wish:
    """What no rule allows."""
    return c.DrawCard(seat + 1)


@pytest.mark.parametrize("broken", [failing, dishonest])
def test_a_bot_that_fails_takes_the_default_action(
    handler: Handler,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    broken: object,
) -> None:
    table = Table(handler)
    table.open(("human", "bot", "human"))
    choose = bots.choose
    monkeypatch.setattr(bots, "choose", broken)
    for _ in range(30):
        state = handler.load(GAME)
        assert state.awaiting is not None
        assert state.awaiting.seat != 2
        outcome = table.do(choose(state, state.awaiting.seat))
        assert outcome.versions
    by_bot = [each for each in handler.recorded(GAME) if each.meta.by == "bot:2"]
    assert {each.type for each in by_bot} >= {"CardDrawn", "DecisionOpened"}
    assert facts(handler.load(GAME)) == facts(fold(GAME, handler.bodies(GAME)))
    told = [record for record in caplog.records if record.name == "events.draft"]
    assert told
    assert {record.levelno for record in told} == {logging.ERROR}
    assert all(record.game == GAME for record in told)  # type: ignore[attr-defined]


def test_if_even_the_default_action_fails_the_persons_move_stands(
    handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(handler)
    table.open(("human", "bot"))
    choose, default = bots.choose, bots.default
    monkeypatch.setattr(bots, "choose", failing)
    monkeypatch.setattr(bots, "default", failing)
    for _ in range(100):
        state = handler.load(GAME)
        assert state.awaiting is not None
        if state.awaiting.seat == 2:
            break
        table.do(choose(state, 1))
    assert state.awaiting is not None
    assert state.awaiting.seat == 2
    assert state.version == handler.head(GAME).version
    # Once the bots are well again the game goes on.
    monkeypatch.setattr(bots, "choose", choose)
    monkeypatch.setattr(bots, "default", default)
    awaiting = handler.settle(GAME, table.now).awaiting
    assert awaiting is not None
    assert awaiting.seat == 1
