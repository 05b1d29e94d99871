"""Orders to bid: the least that wins for certain, else all of it, else a pass."""

import random

import pytest

from events import commands as c
from events.ten.orders import ANY, Acted, BidOnKind, BidOnLot, Held, Order, act, bid_amount
from events.ten.state import GameState
from events.types import Payment
from tests.events.ten.games import Game, arranged, bids, pay


def auction(
    holds: dict[int, int], *, active: int = 1, card: str = "W5", cards: dict[int, str] | None = None
) -> Game:
    """An auction at the opening; each seat holds so many tokens, and cards."""
    kinds = "h" * len(holds)
    return arranged(
        kinds, auction=card, tokens=holds, hands=cards or {}, active=active, row="R1", market=""
    )


def answers(state: GameState, seat: int, *orders: Order) -> Acted | None:
    return act(state, seat, [Held(order, 1) for order in orders])


def amount(state: GameState, seat: int, *orders: Order) -> int | None:
    """What is bid; 0 for a pass, None if the person is asked."""
    acted = answers(state, seat, *orders)
    if acted is None:
        return None
    return acted.wish.amount if isinstance(acted.wish, c.PlaceBid) else 0


def test_it_bids_just_what_nobody_still_to_bid_could_pay_more_than():
    game = auction({1: 4, 2: 9, 3: 2}, active=1)
    assert amount(game.state, 2, BidOnKind(ANY, 9)) == 4
    assert amount(game.state, 2, BidOnKind(ANY, 4)) == 4


def test_where_others_could_pay_more_it_bids_all_it_may():
    game = auction({1: 8, 2: 9, 3: 2}, active=1)
    assert amount(game.state, 2, BidOnKind(ANY, 7)) == 7


def test_the_last_to_bid_leads_by_one():
    game = auction({1: 8, 2: 5, 3: 5}, active=1)
    game.bid(2)
    game.bid(3)
    assert amount(game.state, 1, BidOnKind(ANY, 8)) == 4
    assert amount(game.state, 1, BidOnKind(ANY, 4)) == 4
    assert amount(game.state, 1, BidOnKind(ANY, 3)) == 0


def test_the_last_to_bid_pays_one_where_nobody_bids():
    game = auction({1: 8, 2: 5}, active=1)
    game.skip()
    assert amount(game.state, 1, BidOnKind(ANY, 8)) == 1


def test_up_to_nothing_is_a_pass():
    game = auction({1: 8, 2: 5})
    acted = answers(game.state, 2, BidOnKind(ANY, 0))
    assert acted == Acted(c.PassBid(2), None)


def test_cards_and_bust_tokens_of_others_count_as_what_they_could_pay():
    game = arranged(
        "hhh", auction="W5", tokens={1: 1, 2: 9, 3: 0}, busts={1: 1}, hands={3: "G1 G2"}, row="R1"
    )
    assert amount(game.state, 2, BidOnKind(ANY, 9)) == 4


def test_those_who_have_answered_do_not_count():
    game = auction({1: 3, 2: 10, 3: 9}, active=1)
    game.skip()
    assert amount(game.state, 3, BidOnKind(ANY, 9)) == 3


def test_what_cannot_be_paid_is_left_to_the_person():
    game = auction({1: 8, 2: 3, 3: 1}, active=1)
    assert amount(game.state, 2, BidOnKind(ANY, 5)) is None
    assert amount(game.state, 2, BidOnKind(ANY, 3)) == 3


def test_a_preference_that_cannot_pay_is_left_to_the_person():
    game = auction({1: 2, 2: 1, 3: 0}, active=1, cards={2: "G1 G3"})
    assert amount(game.state, 2, BidOnKind(ANY, 2, ("tokens",))) is None
    assert amount(game.state, 2, BidOnKind(ANY, 2, ("tokens", "spares"))) == 2


def test_this_auction_goes_before_its_code_and_the_code_before_any():
    game = auction({1: 0, 2: 9, 3: 9}, card="RW")
    opened = game.state.auction
    assert opened is not None
    opened.opened = 7
    lot, kind, any_wild = BidOnLot(7, 6), BidOnKind("RW", 5), BidOnKind(ANY, 4)
    others = (BidOnLot(6, 9), BidOnKind("BW", 9), BidOnKind("W5", 9))
    assert amount(game.state, 2, any_wild, kind, lot, *others) == 6
    assert amount(game.state, 2, any_wild, kind, *others) == 5
    assert amount(game.state, 2, any_wild, *others) == 4
    assert amount(game.state, 2, *others) is None


def test_the_bid_for_one_auction_is_spent_and_a_standing_one_is_not():
    game = auction({1: 1, 2: 9})
    opened = game.state.auction
    assert opened is not None
    opened.opened = 7
    bid = c.PlaceBid(2, 1, Payment(1))
    assert answers(game.state, 2, BidOnLot(7, 3)) == Acted(bid, "lot")
    assert answers(game.state, 2, BidOnLot(7, 0)) == Acted(c.PassBid(2), "lot")
    assert answers(game.state, 2, BidOnKind(ANY, 3)) == Acted(bid, None)


def test_an_order_answers_for_its_own_seat_when_it_is_awaited():
    game = auction({1: 9, 2: 9})
    assert answers(game.state, 1, BidOnKind(ANY, 3)) is None
    assert answers(game.state, 2, BidOnKind(ANY, 3)) is not None


def test_the_bid_is_paid_as_preferred():
    game = auction({1: 0, 2: 3, 3: 0}, cards={2: "G1 G1", 3: "B1 B2"})
    acted = answers(game.state, 2, BidOnKind(ANY, 9, ("spares", "tokens")))
    assert acted is not None
    assert acted.wish == c.PlaceBid(2, 2, pay("1 G1"))


@pytest.mark.parametrize("number", range(20))
def test_the_amount_is_that_of_a_plain_search(number: int):
    chance = random.Random(f"bid {number}")
    players = chance.randint(2, 5)
    holds = {seat: chance.randint(0, 10) for seat in range(1, players + 1)}
    game = auction(holds, active=chance.randint(1, players))
    while game.state.auction is not None:
        state, seat = game.state, game.awaited
        running = state.auction
        assert running is not None
        for most in range(12):
            leads = range(running.highest + 1, most + 1)
            later = [holds[other] for other in running.still_to_bid[1:]]
            safe = [n for n in leads if all(other <= n for other in later)]
            wanted = safe[0] if safe else most if most in leads else None
            assert bid_amount(state, seat, most) == wanted
        if running.highest < holds[seat] and chance.random() < 0.6:
            game.bid(chance.randint(running.highest + 1, holds[seat]))
        else:
            game.skip()


def test_bids_seen_by_an_order_are_those_on_the_table():
    game = auction({1: 9, 2: 9, 3: 9})
    running = game.state.auction
    assert running is not None
    running.bids = bids((2, 6))
    game.state.awaiting = game.state.awaiting._replace(seat=3)
    assert amount(game.state, 3, BidOnKind(ANY, 6)) == 0
    assert amount(game.state, 3, BidOnKind(ANY, 8)) == 8
