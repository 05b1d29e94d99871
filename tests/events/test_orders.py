"""Sealed orders in the log: set, changed, withdrawn, spent, and acting in the append that asks."""

import pytest

from events import commands as c
from events import types as t
from events.orders import SealedOrders
from events.store import Store
from events.ten.cards import VALUE
from events.ten.orders import ANY, BidOnKind, BidOnLot, BuyIfAble, DrawUntil, NeverBuy, Order
from events.ten.state import GameState
from tests.events.sealed import Sealed, at_auction, private, via_order

THREE = ("human", "human", "human")


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
