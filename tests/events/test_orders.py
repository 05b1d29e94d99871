"""Sealed orders in the log: set, changed, withdrawn, spent, and acting in the append that asks."""

import logging

import pytest
from sqlalchemy import select

from events import commands as c
from events import errors
from events import types as t
from events.handler import CommandIdMalformed, Handler
from events.orders import SealedOrders, SetOrder
from events.orders_log import OrderSet, stream_of
from events.store import Store
from events.tables import events, streams
from events.ten.cards import VALUE
from events.ten.orders import ANY, BidOnKind, BidOnLot, BuyIfAble, DrawUntil, NeverBuy, Order
from events.ten.state import GameState
from tests.events.sealed import Sealed
from tests.events.tables import everything, game_id, player

THREE = ("human", "human", "human")


def at_auction(table: Sealed) -> GameState:
    """Play until somebody has drawn a wild, and nobody has bid."""
    return table.play(lambda state: state.auction is not None and not state.auction.bids)


def private(store: Store, seat: int) -> list[str]:
    """The types in a seat's private stream."""
    stream = stream_of(game_id(1), seat)
    with store.read() as reader:
        found = reader.connection.execute(
            select(events.c.type).where(events.c.stream == stream).order_by(events.c.version)
        )
        return list(found.scalars())


def via_order(table: Sealed) -> list[t.Recorded]:
    return [each for each in table.handler.recorded(table.game) if each.meta.via == "order"]


def test_an_order_is_held_until_it_is_withdrawn(store: Store) -> None:
    table = Sealed(store)
    state = table.open(THREE)
    order = BidOnKind(ANY, 2, ("tokens",))
    outcome = table.order(3, order)
    assert (outcome.acted, outcome.repeated) == (False, False)
    assert table.held(3) == [(order, state.version)]
    table.withdraw(3, "bid:any")
    assert table.held(3) == []
    assert private(store, 3) == ["OrderSet", "OrderWithdrawn"]
    assert table.handler.load(table.game).version == state.version


def test_a_new_order_takes_the_place_of_the_one_about_the_same_thing(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    table.order(2, BuyIfAble("R1"))
    table.order(2, BuyIfAble("B2"))
    table.order(2, BuyIfAble("R1", ("busts",)))
    assert table.orders(2) == [BuyIfAble("B2"), BuyIfAble("R1", ("busts",))]


@pytest.mark.parametrize(
    "order",
    [
        BidOnKind("W5", 3, ("spares", "cards")),
        BuyIfAble("R1"),
        NeverBuy(),
        DrawUntil(7),
        DrawUntil(percent=0),
        DrawUntil(3, 20),
    ],
)
def test_every_order_comes_back_from_the_log_as_it_was_given(store: Store, order: Order) -> None:
    table = Sealed(store)
    state = table.open(THREE)
    assert state.awaiting is not None
    seat = state.awaiting.seat % 3 + 1
    table.order(seat, order)
    table.sealed = SealedOrders()
    assert table.orders(seat) == [order]


def test_a_sealed_bid_acts_when_its_seat_is_reached_and_is_spent(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    state = at_auction(table)
    assert state.auction is not None
    first, second, _ = state.auction.order
    order = BidOnLot(state.auction.opened, state.seat(second).worth)
    assert not table.order(second, order).acted
    assert table.orders(second) == [order]
    table.do(c.PassBid(first))
    assert [each.meta.by for each in via_order(table)][:1] == [f"seat:{second}"]
    assert private(store, second) == ["OrderSet", "OrderSpent"]
    assert table.orders(second) == []


def test_an_order_of_the_awaited_seat_acts_at_once(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    state = at_auction(table)
    assert state.auction is not None
    first = state.auction.order[0]
    outcome = table.order(first, BidOnLot(state.auction.opened, 0))
    assert outcome.acted
    assert outcome.state.auction is not None
    assert outcome.state.auction.passed == (first,)
    (passed,) = [each for each in via_order(table) if each.type == "BidPassed"]
    assert (passed.meta.by, passed.meta.via) == (f"seat:{first}", "order")
    assert private(store, first) == ["OrderSet", "OrderSpent"]


def test_the_append_of_the_drawn_wild_ends_an_auction_of_five_with_orders(store: Store) -> None:
    table = Sealed(store)
    table.open(("human",) * 5)
    for seat in range(1, 6):
        table.order(seat, BidOnKind(ANY, 2 if seat == 3 else seat % 2, ("tokens",)))
    state = table.handler.load(table.game)
    while not any(each.type == "AuctionWon" for each in table.handler.recorded(table.game)):
        assert state.auction is None
        outcome = table.step()
        state = outcome.state
    types = [each.type for each in table.handler.recorded(table.game)]
    opened = types.index("AuctionOpened")
    bids = [kind for kind in types[opened:] if kind in ("BidPlaced", "BidPassed")]
    assert len(bids) == 5
    assert outcome.versions.start <= opened
    assert state.auction is None
    assert state.awaiting is not None
    assert state.awaiting.kind == "draw"


def test_standing_orders_play_turn_after_turn(store: Store) -> None:
    table = Sealed(store)
    table.open(("human", "bot", "bot"))
    table.order(1, NeverBuy())
    table.order(1, BidOnKind(ANY, 0))
    state = table.order(1, DrawUntil(7, 25)).state
    asked = 0
    while not state.over:
        state = table.step().state
        asked += 1
    assert asked < 10
    assert len(via_order(table)) > 50
    assert private(store, 1) == ["OrderSet"] * 3


def test_a_card_that_was_bought_is_ordered_no_longer(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)

    def offered(state: GameState) -> list[str]:
        awaiting = state.awaiting
        if awaiting is None or awaiting.kind != "buy":
            return []
        seat = state.seat(awaiting.seat)
        return [card for card in state.market if card not in seat.cards and VALUE[card] <= 5]

    state = table.play(lambda state: bool(offered(state)))
    assert state.awaiting is not None
    seat, card = state.awaiting.seat, offered(state)[0]
    absent = next(code for code in ("B9", "R9", "O9", "G9") if code not in state.known)
    table.order(seat, BuyIfAble(absent))
    outcome = table.order(seat, BuyIfAble(card, ("tokens", "busts", "spares", "cards")))
    assert outcome.acted
    assert card in outcome.state.seat(seat).cards
    bought = [each.event for each in via_order(table) if isinstance(each.event, t.CardBought)]
    assert [(event.seat, event.card) for event in bought] == [(seat, card)]
    assert private(store, seat) == ["OrderSet", "OrderSet", "OrderSpent"]
    assert len(table.orders(seat)) == 1


def test_what_an_order_leaves_to_the_person_waits_for_the_person(store: Store) -> None:
    table = Sealed(store)
    table.open(THREE)
    state = at_auction(table)
    assert state.auction is not None
    first = state.auction.order[0]
    most = state.seat(first).worth
    if not state.seat(first).cards:
        most = state.seat(first).tokens
    table.order(first, BidOnLot(state.auction.opened, most, ("busts",)))
    now = table.handler.load(table.game)
    assert now.version == state.version
    assert len(table.orders(first)) == 1


# Once, whoever asks again.


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
