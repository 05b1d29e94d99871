"""Orders to buy, never to buy, and to draw until enough lies in the row."""

import random
from fractions import Fraction

import pytest

from events import commands as c
from events.ten.bots import default
from events.ten.odds import odds
from events.ten.orders import Acted, BuyIfAble, DrawUntil, Held, NeverBuy, Order, act
from tests.events.ten.games import Game, arranged, pay, started


def answers(game: Game, *orders: Order, since: int = 1) -> Acted | None:
    return act(game.state, game.awaited, [Held(order, since) for order in orders])


def shop(market: str, hand: str = "", tokens: int = 5) -> Game:
    return arranged("hh", market=market, hands={1: hand}, tokens={1: tokens}, awaiting="buy")


def test_a_card_is_bought_when_it_is_there_and_the_order_is_spent():
    game = shop("G3 R1")
    assert answers(game, BuyIfAble("G3")) == Acted(c.BuyCard(1, "G3", pay("3")), "buy:G3")


def test_a_card_that_is_not_there_is_waited_for():
    assert answers(shop("R1"), BuyIfAble("G3")) is None


def test_of_two_cards_the_one_ordered_first_is_bought():
    game = shop("G3 R1")
    acted = answers(game, BuyIfAble("B2"), BuyIfAble("R1"), BuyIfAble("G3"))
    assert acted is not None
    assert acted.wish == c.BuyCard(1, "R1", pay("1"))


def test_never_to_buy_declines():
    assert answers(shop("G3 R1"), NeverBuy()) == Acted(c.DeclineBuy(1), None)


@pytest.mark.parametrize("first", [True, False])
def test_a_card_to_buy_goes_before_never_to_buy(first: bool):
    both = [NeverBuy(), BuyIfAble("G3")]
    acted = answers(shop("G3"), *(both if first else reversed(both)))
    assert acted is not None
    assert isinstance(acted.wish, c.BuyCard)


@pytest.mark.parametrize(
    ("market", "hand", "tokens"), [("R1", "", 5), ("G3 R1", "", 1), ("G3 R1", "G3", 5)]
)
def test_a_card_that_cannot_be_had_leaves_it_to_the_other_orders(
    market: str, hand: str, tokens: int
):
    game = shop(market, hand, tokens)
    assert answers(game, BuyIfAble("G3")) is None
    assert answers(game, BuyIfAble("G3"), NeverBuy()) == Acted(c.DeclineBuy(1), None)


def test_a_card_that_cannot_be_paid_as_ordered_is_left_to_the_person():
    game = shop("G3", "B1 B2", tokens=2)
    order = BuyIfAble("G3", ("tokens", "spares"))
    assert answers(game, order, NeverBuy()) is None


def test_a_card_that_the_bought_one_joins_is_not_spent_on_it():
    game = shop("R4", "R3 R5 B1", tokens=3)
    acted = answers(game, BuyIfAble("R4", ("spares", "tokens")))
    assert acted is None
    game = shop("R4", "R3 R5 B1 B1", tokens=3)
    acted = answers(game, BuyIfAble("R4", ("spares", "tokens")))
    assert acted is not None
    assert acted.wish == c.BuyCard(1, "R4", pay("3 B1"))


def test_orders_to_buy_say_nothing_of_drawing_and_the_other_way():
    assert answers(started("hh"), NeverBuy(), BuyIfAble("R1")) is None
    assert answers(shop("R1"), DrawUntil(7)) is None


# Drawing.


def test_it_draws_until_the_total_and_takes_the_numbers():
    assert answers(started("hh"), DrawUntil(7)) == Acted(c.DrawCard(1), None)
    assert answers(arranged("hh", row="R3 B3"), DrawUntil(7)) == Acted(c.DrawCard(1), None)
    assert answers(arranged("hh", row="R3 B4"), DrawUntil(7)) == Acted(c.TakeNumbers(1), None)
    assert answers(arranged("hh", row="R3 B6"), DrawUntil(7)) == Acted(c.TakeNumbers(1), None)


def test_currency_in_the_row_lowers_the_total():
    assert answers(arranged("hh", row="R3 B4 C1"), DrawUntil(7)) == Acted(c.DrawCard(1), None)


def test_it_stops_when_the_chance_of_a_bust_exceeds_the_percent():
    game = arranged("hh", row="R9", pile="R1 B2 O1 G5")
    assert odds(game.state).chance("bust") == Fraction(1, 2)
    assert answers(game, DrawUntil(percent=50)) == Acted(c.DrawCard(1), None)
    assert answers(game, DrawUntil(percent=49)) == Acted(c.TakeNumbers(1), None)


def test_whichever_comes_first_stops_it():
    game = arranged("hh", row="R9", pile="R1 B2 O1 G5")
    stop = Acted(c.TakeNumbers(1), None)
    assert answers(game, DrawUntil(9, 99)) == stop
    assert answers(game, DrawUntil(10, 10)) == stop
    assert answers(game, DrawUntil(10, 50)) == Acted(c.DrawCard(1), None)


def test_the_first_draw_is_compulsory():
    game = arranged("hh", row="", pile="R1 B2")
    assert answers(game, DrawUntil(percent=0)) == Acted(c.DrawCard(1), None)


def test_without_numbers_in_the_row_the_person_is_asked():
    game = arranged("hh", row="C5 C5", pile="C5 C4 R1")
    assert answers(game, DrawUntil(percent=10)) is None
    assert answers(arranged("hh", row="C5", pile=""), DrawUntil(9)) is None


def test_with_an_empty_pile_the_numbers_are_taken():
    assert answers(arranged("hh", row="R1", pile=""), DrawUntil(9)) == Acted(c.TakeNumbers(1), None)


def test_a_decision_that_an_undo_opened_again_is_left_to_the_person():
    game = started("hh", "R1 B1 O1", undo="free")
    game.draw()
    before = game.state.version
    game.take_numbers()
    game.do(c.ProposeUndo(1, before))
    assert game.state.awaiting is not None
    assert (game.awaited, game.state.awaiting.kind) == (1, "draw")
    assert answers(game, DrawUntil(9), since=before) is None
    assert answers(game, DrawUntil(9), since=game.state.version) == Acted(c.DrawCard(1), None)


@pytest.mark.parametrize("number", range(6))
def test_whatever_an_order_answers_is_legal(number: int):
    """``Game.do`` would raise a refusal."""
    chance = random.Random(f"orders {number}")
    game = started("hhh"[: chance.randint(2, 3)])
    uses = ("tokens", "spares", "busts", "cards")
    acted = 0
    while not game.state.over:
        seat = game.awaited
        use = tuple(chance.sample(uses, chance.randint(1, 4)))
        orders: list[Order] = [DrawUntil(chance.randint(1, 10), chance.choice([None, 10, 30]))]
        if chance.random() < 0.5:
            orders.append(NeverBuy())
        orders += [BuyIfAble(card, use) for card in chance.sample(["R1", "B2", "O3", "G4"], 2)]
        answer = act(game.state, seat, [Held(order, 1) for order in orders])
        if answer is None:
            game.do(default(game.state, seat))
            continue
        acted += 1
        game.do(answer.wish)
    assert acted > 20
