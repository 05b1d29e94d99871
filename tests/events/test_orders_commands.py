"""A command about orders: carried out once, refused as a whole, and never for the wrong person."""

import pytest

from events import commands as c
from events import errors
from events.handler import CommandIdMalformed, Handler
from events.orders import SealedOrders, SetOrder
from events.orders_log import stream_of
from events.store import Store
from events.ten.orders import ANY, BidOnKind, BidOnLot, BuyIfAble, DrawUntil, NeverBuy
from tests.events.sealed import Sealed, at_auction, via_order
from tests.events.tables import everything, game_id, player

THREE = ("human", "human", "human")


def test_the_same_command_acts_once(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    command = table.wish(SetOrder(2, NeverBuy()))
    assert not table.sealed.execute(table.handler, table.game, command).repeated
    before = everything(store.engine)
    assert table.sealed.execute(table.handler, table.game, command).repeated
    assert everything(store.engine) == before


def test_an_order_set_by_one_process_acts_in_another_and_is_spent_in_both(store: Store) -> None:
    here = Sealed(store)
    here.open(THREE)
    state = at_auction(here)
    assert state.auction is not None
    first, second, _ = state.auction.order
    there = SealedOrders()
    other = Handler(store, orders=there)
    with store.read() as reader:
        assert there.held(reader, state, second) == []
    here.order(second, BidOnLot(state.auction.opened, 0))
    other.execute(here.game, here.command(c.PassBid(first), f"seat:{first}"))
    assert {each.meta.by for each in via_order(here)} == {f"seat:{second}"}
    assert here.orders(second) == []


def test_two_who_saw_the_same_orders_do_not_overwrite_each_other(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    table.order(2, NeverBuy(), expected_version=0)
    with pytest.raises(errors.StaleOrders) as caught:
        table.order(2, BuyIfAble("R1"), expected_version=0)
    assert caught.value.params == {"expected": 0, "actual": 1}
    assert table.orders(2) == [NeverBuy()]
    table.withdraw(2, "buy", expected_version=1)


def test_a_refused_order_stores_nothing(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    before = everything(store.engine)
    for order in (DrawUntil(11), BidOnKind("R1", 1), BidOnKind(ANY, 999), BidOnLot(1, 1)):
        with pytest.raises(errors.Refusal):
            table.order(2, order)
    with pytest.raises(errors.NoSuchOrder):
        table.withdraw(2, "draw")
    with pytest.raises(errors.UnknownSeat):
        table.withdraw(9, "draw")
    assert everything(store.engine) == before


def test_an_order_for_a_game_that_is_not_there_is_refused(store: Store) -> None:
    table = Sealed(store)
    for game in (game_id(9), "no game", stream_of(game_id(1), 1)):
        table.game = game_id(1)
        command = table.wish(SetOrder(1, NeverBuy()))
        with pytest.raises(errors.UnknownGame):
            table.sealed.execute(table.handler, game, command)
    with pytest.raises(CommandIdMalformed):
        table.sealed.execute(
            table.handler, game_id(1), command.__class__("x", "web", table.now, command.wish)
        )


def test_a_game_that_can_only_be_watched_takes_no_order(store: Store) -> None:
    table = Sealed(store)
    table.open(("human", "bot"))
    log = table.handler.recorded(table.game)
    with store.engine.connect() as connection:
        connection.exec_driver_sql("DELETE FROM seeds")
        connection.commit()
    assert log
    fresh = Handler(store, orders=table.sealed)
    with pytest.raises(errors.ViewOnly):
        table.sealed.execute(fresh, table.game, table.wish(SetOrder(1, NeverBuy())))


# Whose orders they are.


def test_orders_do_not_act_while_a_bot_plays_and_act_again_for_who_returns(store: Store) -> None:
    table = Sealed(store)
    state = table.open(THREE)
    assert state.awaiting is not None
    seat = state.awaiting.seat % 3 + 1
    table.order(seat, DrawUntil(9))
    table.do(c.HandToBot(seat, "left"), f"seat:{seat}")
    table.play(lambda state: state.active not in (None, seat) and state.turn > 4)
    assert not via_order(table)
    table.do(c.ReturnToSeat(seat), f"seat:{seat}")
    table.play(lambda state: state.turn > 8 or state.over)
    assert {each.meta.by for each in via_order(table)} == {f"seat:{seat}"}


def test_whoever_takes_over_a_seat_neither_sees_nor_keeps_the_orders_of_the_one_before(
    store: Store,
) -> None:
    table = Sealed(store)
    state = table.open(THREE)
    assert state.awaiting is not None
    seat = state.awaiting.seat % 3 + 1
    table.order(seat, DrawUntil(9))
    table.do(c.ReplacePlayer(seat, player(8)), "host")
    assert table.held(seat) == []
    with pytest.raises(errors.NoSuchOrder):
        table.withdraw(seat, "draw")
    table.play(lambda state: state.turn > 6 or state.over)
    assert not via_order(table)


# Secrecy.
