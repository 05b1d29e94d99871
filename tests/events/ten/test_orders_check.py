"""Orders that could never act are refused, each with what is wrong with it."""

import pytest

from events import commands as c
from events import errors
from events.ten.orders import (
    ANY,
    BidOnKind,
    BidOnLot,
    BuyIfAble,
    DrawUntil,
    NeverBuy,
    Order,
    key_of,
)
from events.ten.orders_check import check, could_hold, live, wilds_to_come
from tests.events.ten.games import Game, arranged, started


def refuses(
    game: Game, error: type[errors.Refusal], order: Order, by: int = 1, **params: object
) -> None:
    with pytest.raises(errors.Refusal) as caught:
        check(game.state, by, order)
    assert type(caught.value) is error
    assert caught.value.params == params


def takes(game: Game, *orders: Order, seat: int = 1) -> None:
    for order in orders:
        check(game.state, seat, order)


def test_every_kind_of_order_can_be_taken():
    takes(
        started("hh"),
        BidOnKind("RW", 0),
        BidOnKind("W5", 12),
        BidOnKind("WW", 3),
        BidOnKind(ANY, 5),
        BuyIfAble("G9"),
        NeverBuy(),
        DrawUntil(7),
        DrawUntil(percent=0),
        DrawUntil(10, 99),
    )


def test_a_seat_has_one_order_of_each_kind():
    orders = [
        BidOnLot(4, 1),
        BidOnKind("RW", 1),
        BidOnKind("BW", 1),
        BidOnKind(ANY, 1),
        BuyIfAble("R1"),
        BuyIfAble("R2"),
        NeverBuy(),
        DrawUntil(5),
    ]
    assert len({key_of(order) for order in orders}) == len(orders)
    assert key_of(BidOnLot(4, 1)) == key_of(BidOnLot(9, 3))


@pytest.mark.parametrize("phase", ["lobby", "scored"])
def test_there_are_orders_in_a_running_game_only(phase: str):
    game = Game("hh") if phase == "lobby" else started("hh")
    game.state.phase = phase
    refuses(game, errors.WrongPhase, NeverBuy(), phase=phase)


def test_only_a_person_has_orders():
    game = started("hbh")
    refuses(game, errors.NotAPlayer, NeverBuy(), by=2, seat=2)
    refuses(game, errors.UnknownSeat, NeverBuy(), by=4, seat=4, seats=3)
    game.do(c.HandToBot(3, "left"))
    refuses(game, errors.NotAPlayer, NeverBuy(), by=3, seat=3)


@pytest.mark.parametrize(
    "use", [(), ("gold",), ("tokens", "tokens"), ("cards",), ("cards", "spares")]
)
def test_an_order_that_pays_says_with_what(use: tuple[str, ...]):
    game = started("hh")
    refuses(game, errors.OrderPreference, BidOnKind(ANY, 3, use))
    refuses(game, errors.OrderPreference, BuyIfAble("R1", use))


# Bids for a kind.


def test_a_wild_that_is_discarded_or_held_cannot_come_any_more():
    game = arranged("hh", pile="R1 W3", hands={2: "W5"})
    refuses(game, errors.OrderCardGone, BidOnKind("W5", 3), card="W5")
    refuses(game, errors.OrderCardGone, BidOnKind("WW", 3), card="WW")
    takes(game, BidOnKind("W3", 3), BidOnKind(ANY, 3))


def test_without_a_wild_in_the_pile_there_is_nothing_to_bid_for():
    game = arranged("hh", pile="R1 B2")
    refuses(game, errors.OrderCardGone, BidOnKind(ANY, 3), card=ANY)


def test_the_wild_under_the_hammer_counts_for_those_who_may_still_bid():
    game = arranged("hhh", auction="W3", pile="R1 B2", row="G1", active=1)
    takes(game, BidOnKind("W3", 3), BidOnKind(ANY, 3), seat=1)
    game.skip()
    refuses(game, errors.OrderCardGone, BidOnKind("W3", 3), by=2, card="W3")
    takes(game, BidOnKind("W3", 3), seat=3)


def test_a_wild_that_an_undo_put_back_may_come_again():
    game = started("hhh", "R1 W5 R2", undo="consent")
    game.draw()
    before = game.state.version
    game.draw()
    assert wilds_to_come(game.state, 2, "W5") == 1
    game.do(c.ProposeUndo(1, before))
    game.do(c.VoteUndo(2, True))
    game.do(c.VoteUndo(3, True))
    assert game.state.auction is None
    takes(game, BidOnKind("W5", 3))


@pytest.mark.parametrize("card", ["R5", "C3"])
def test_only_wilds_are_bid_for(card: str):
    refuses(started("hh"), errors.OrderNoWild, BidOnKind(card, 3), card=card)


def test_an_unknown_card_is_named():
    refuses(started("hh"), errors.UnknownCard, BidOnKind("XX", 3), card="XX")
    refuses(started("hh"), errors.UnknownCard, BuyIfAble(""), card="")


@pytest.mark.parametrize("most", [-1, 10_000, True, 2.0, "3", None])
def test_an_amount_is_a_whole_number_that_could_be_held(most: object):
    game = started("hh")
    bound = could_hold(game.state, 1) - 1
    refuses(
        game,
        errors.OrderOutOfRange,
        BidOnKind("W5", most),  # type: ignore[arg-type]
        field="amount",
        value=most,
        least=0,
        most=bound,
    )
    takes(game, BidOnKind("W5", bound))


def test_what_could_be_held_is_tokens_busts_and_the_cards_that_may_still_come():
    game = arranged("hh", pile="R1 C5 W3", market="G1", row="B1 C2", hands={1: "O1", 2: "O2 O3"})
    assert could_hold(game.state, 1) == 10 + 45 + 1 + 2 + 2
    assert could_hold(game.state, 2) == 10 + 45 + 2 + 2 + 2


# Bids for one auction.


def lot(game: Game, most: int, opened: int | None = None) -> BidOnLot:
    auction = game.state.auction
    assert auction is not None
    if not auction.opened:
        auction.opened = 7
    return BidOnLot(auction.opened if opened is None else opened, most)


def test_a_sealed_bid_is_at_most_what_the_seat_holds():
    game = arranged("hhh", auction="W3", tokens={3: 4}, busts={3: 1}, hands={3: "G1 G2"}, row="R1")
    takes(game, lot(game, 0), lot(game, 9), seat=3)
    refuses(
        game, errors.OrderOutOfRange, lot(game, 10), 3, field="amount", value=10, least=0, most=9
    )


def test_a_sealed_bid_is_for_the_auction_that_is_on():
    game = arranged("hhh", auction="W3", row="R1")
    order = lot(game, 3)
    refuses(game, errors.OrderAuctionOver, lot(game, 3, opened=3), by=3)
    refuses(game, errors.OrderAuctionOver, lot(game, 3, opened=0), by=3)
    refuses(started("hhh"), errors.OrderAuctionOver, order, by=3)


def test_a_seat_that_has_answered_has_no_more_bid():
    game = arranged("hhh", auction="W3", row="R1", active=1)
    order = lot(game, 3)
    game.skip()
    refuses(game, errors.OrderAuctionOver, order, by=2)
    takes(game, order, seat=3)


def test_a_sealed_bid_lives_as_long_as_its_auction():
    game = arranged("hhh", auction="W3", row="R1", active=1)
    order = lot(game, 3)
    assert live(game.state, order)
    assert not live(game.state, BidOnLot(3, 3))
    for _ in range(3):
        game.skip()
    assert not live(game.state, order)
    assert live(game.state, NeverBuy())


# Buying and drawing.


def test_a_card_to_buy_is_a_number_card_that_may_still_come():
    game = arranged("hh", pile="R1 W3", market="G2", row="B3 C1", hands={1: "O1", 2: "O2"})
    takes(game, *(BuyIfAble(card) for card in ("R1", "G2", "B3")))
    refuses(game, errors.OrderNotForSale, BuyIfAble("W3"), card="W3")
    refuses(game, errors.OrderNotForSale, BuyIfAble("C1"), card="C1")
    refuses(game, errors.OrderCardGone, BuyIfAble("O2"), card="O2")
    refuses(game, errors.TwinHeld, BuyIfAble("O1"), card="O1")


def test_after_the_last_buy_there_is_nothing_to_order():
    game = arranged(
        "hhh", market="R1 R2", pile="", awaiting="buy", final=True, active=3, tokens={1: 5}
    )
    game.state.awaiting = game.state.awaiting._replace(seat=2)
    refuses(game, errors.OrderTooLate, BuyIfAble("R1"), by=1)
    refuses(game, errors.OrderTooLate, NeverBuy(), by=1)
    takes(game, BuyIfAble("R1"), NeverBuy(), seat=2)
    takes(game, BuyIfAble("R1"), NeverBuy(), seat=3)


@pytest.mark.parametrize("total", [0, 11, -3, True, "7"])
def test_a_total_is_from_one_to_ten(total: object):
    order = DrawUntil(total)  # type: ignore[arg-type]
    refuses(
        started("hh"), errors.OrderOutOfRange, order, field="total", value=total, least=1, most=10
    )


@pytest.mark.parametrize("percent", [-1, 100, 0.5])
def test_a_chance_is_below_a_hundred_percent(percent: object):
    order = DrawUntil(7, percent)  # type: ignore[arg-type]
    refuses(
        started("hh"),
        errors.OrderOutOfRange,
        order,
        field="percent",
        value=percent,
        least=0,
        most=99,
    )


def test_an_order_to_draw_says_until_when():
    refuses(started("hh"), errors.OrderEmpty, DrawUntil())


def test_with_an_empty_pile_there_is_nothing_to_draw():
    refuses(arranged("hh", row="R1", pile=""), errors.PileEmpty, DrawUntil(7))
