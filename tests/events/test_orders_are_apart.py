"""The private stream of orders is apart from the games, and as lasting as they are."""

import logging

import pytest
from sqlalchemy import select

from events import commands as c
from events.handler import Handler
from events.orders_log import OrderSet, stream_of
from events.store import Store
from events.tables import streams
from events.ten.orders import BidOnKind, BidOnLot, DrawUntil, NeverBuy
from tests.events.sealed import Sealed, at_auction, private, via_order
from tests.events.tables import everything, game_id

THREE = ("human", "human", "human")


def test_no_read_of_games_meets_an_order(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    table.order(2, BidOnKind("W7", 4))
    with store.read() as reader:
        assert reader.streams() == [game_id(1)]
        assert reader.streams(kind="orders") == [stream_of(game_id(1), 2)]
    assert "Order" not in "".join(table.handler.bodies(table.game))


def test_what_an_order_says_is_in_no_log_line(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)
    table = Sealed(store)
    table.open(THREE)
    state = at_auction(table)
    assert state.auction is not None
    first, second, _ = state.auction.order
    table.order(second, BidOnLot(state.auction.opened, 3, ("busts",)))
    table.order(second, BidOnKind("W7", 3, ("busts",)))
    table.do(c.PassBid(first))
    said = " ".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert "busts" not in said
    assert "W7" not in said


def test_an_order_that_cannot_be_read_costs_nobody_the_own_move(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = Sealed(store)
    state = table.open(THREE)
    assert state.awaiting is not None
    seat = state.awaiting.seat % 3 + 1
    table.order(seat, DrawUntil(9))
    table.sealed._streams.drop(stream_of(table.game, seat))
    newer = {"OrderSet": OrderSet}
    monkeypatch.setattr("events.orders_log.CATALOGUE", {"OrderGiven": newer})
    table.play(lambda state: state.turn > 3)
    assert not via_order(table)
    assert "an order failed: UnknownShape" in caplog.text


def test_orders_of_the_same_seat_number_in_another_game_are_others(store: Store) -> None:
    one, two = Sealed(store), Sealed(store, game=game_id(2))
    one.open(THREE)
    two.open(THREE)
    one.order(2, NeverBuy())
    assert (one.orders(2), two.orders(2)) == ([NeverBuy()], [])
    with store.read() as reader:
        kinds = reader.connection.execute(select(streams.c.kind)).scalars().all()
    assert sorted(kinds) == ["game", "game", "orders"]


def test_a_spent_order_is_as_much_in_the_log_as_the_move_it_made(store: Store) -> None:
    """If the append fails, neither is stored."""
    table = Sealed(store)
    table.open(THREE)
    state = at_auction(table)
    assert state.auction is not None
    first, second, _ = state.auction.order
    table.order(second, BidOnLot(state.auction.opened, 0))
    before = everything(store.engine)
    broken = Handler(
        store,
        orders=lambda unit, state, at: table.sealed(unit, state, at) or _fail(),
    )
    with pytest.raises(ZeroDivisionError):
        broken.execute(table.game, table.command(c.PassBid(first), f"seat:{first}"))
    assert everything(store.engine) == before
    assert table.orders(second) == [BidOnLot(state.auction.opened, 0)]
    table.do(c.PassBid(first))
    assert private(store, second) == ["OrderSet", "OrderSpent"]


def _fail() -> None:
    raise ZeroDivisionError
