"""Standing orders act in a person's stead before the person is awaited; any of them may fail."""

import pytest

from events import commands as c
from events.errors import UnknownGame
from events.handler import Handler
from events.store import Store, Unit
from events.ten.answers import Answer
from events.ten.legal import forced
from events.ten.state import GameState
from tests.events.tables import Table, command_id, game_id, passes, seeded

GAME = game_id(1)
SEALED = f"{GAME}/orders/2"


def draw(unit: Unit, state: GameState, at: str) -> Answer | None:
    """Seat 2 has ordered to draw a first card in every turn."""
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != 2 or awaiting.kind != "draw" or state.row:
        return None
    return Answer("seat:2", c.DrawCard(2), via="order")


def test_an_order_answers_before_the_person_is_awaited(store: Store) -> None:
    handler = Handler(store, fresh_seed=seeded(1), orders=draw)
    table = Table(handler)
    state = table.open(("human", "human"))
    while state.turn < 6 and not state.over:
        awaiting = state.awaiting
        assert awaiting is not None
        assert (awaiting.seat, awaiting.kind, bool(state.row)) != (2, "draw", False)
        state = table.step().state
    ordered = [each for each in handler.recorded(GAME) if each.meta.via == "order"]
    assert {each.meta.by for each in ordered} == {"seat:2"}
    assert "CardDrawn" in {each.type for each in ordered}


def test_where_no_is_the_only_answer_no_order_is_asked(store: Store) -> None:
    """Else the log would show that there is one."""

    def never(unit: Unit, state: GameState, at: str) -> Answer | None:
        awaiting = state.awaiting
        if awaiting is None or awaiting.kind != "buy":
            return None
        return Answer(f"seat:{awaiting.seat}", c.DeclineBuy(awaiting.seat), via="order")

    handler = Handler(store, fresh_seed=seeded(2), orders=never)
    table = Table(handler)
    table.open(("human", "human"))
    table.play(lambda state: state.turn > 8)
    declined = {
        (forced(handler.load(GAME, each.version - 1)), each.meta.by == "system", each.meta.via)
        for each in handler.recorded(GAME)
        if each.type == "BuyDeclined"
    }
    assert declined == {(True, True, "bot"), (False, False, "order")}


def test_an_order_that_no_rule_allows_is_left_and_the_person_awaited(store: Store) -> None:
    handler = Handler(
        store, fresh_seed=seeded(1), orders=lambda unit, state, at: Answer("seat:2", c.PassBid(1))
    )
    table = Table(handler)
    state = table.open(("human", "human"))
    assert state.awaiting is not None
    assert table.step().versions


def test_an_order_is_spent_in_the_append_that_it_acts_in_or_not_at_all(store: Store) -> None:
    def spend(unit: Unit, state: GameState, at: str) -> Answer | None:
        answer = draw(unit, state, at)
        if answer is not None and unit.lock(SEALED) is None:
            unit.append(SEALED, 0, passes(SEALED, 1, command=7), kind="orders")
            return answer
        return None

    handler = Handler(store, fresh_seed=seeded(1), orders=spend)
    table = Table(handler)
    table.open(("human", "human"))
    table.play(lambda state: state.turn > 3)
    with store.read() as reader:
        assert reader.find_command(SEALED, command_id(7)) == range(1, 2)
    ordered = {each.meta.command for each in handler.recorded(GAME) if each.meta.via == "order"}
    assert len(ordered) == 1


def test_a_private_stream_is_no_game(store: Store, handler: Handler) -> None:
    with store.unit() as unit:
        unit.append(SEALED, 0, passes(SEALED, 1), kind="orders")
    for read in (handler.load, handler.bodies, handler.recorded, handler.head):
        with pytest.raises(UnknownGame):
            read(SEALED)
