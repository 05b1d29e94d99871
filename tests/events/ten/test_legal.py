"""What a seat may do, as mails, pages and bots offer it (rules.md sections 3 to 7)."""

import pytest

from events import commands as c
from events import types as t
from events.ten.answers import next_answer
from events.ten.legal import forced, legal_commands
from events.ten.payments import LISTED
from tests.events.ten.games import Game, arranged, pay, started


def offered(game, seat=None):
    return legal_commands(game.state, game.awaited if seat is None else seat)


@pytest.mark.parametrize(
    ("row", "pile", "kinds"),
    [
        ("", "R1", [c.DrawCard]),
        ("R3", "R1", [c.DrawCard, c.TakeNumbers]),
        ("C3", "R1", [c.DrawCard, c.TakeCurrency]),
        ("R3 C3", "R1", [c.DrawCard, c.TakeNumbers, c.TakeCurrency]),
        ("R3 C3", "", [c.TakeNumbers, c.TakeCurrency]),
        ("C3", "", [c.TakeCurrency]),
    ],
)
def test_a_draw_offers_what_row_and_pile_allow(row, pile, kinds):
    legal = offered(arranged(row=row, pile=pile))
    assert legal.plain == tuple(kind(1) for kind in kinds)
    assert legal.kind == "draw"
    assert not legal.forced


def test_who_is_not_awaited_is_offered_nothing():
    game = started("hh")
    assert list(offered(game, 2)) == []
    assert offered(game, 2).kind is None
    assert c.DrawCard(2) not in offered(game, 2)
    assert list(offered(Game("hh"), 1)) == []


def test_a_bid_is_offered_from_one_more_than_the_highest_to_all_that_is_held():
    game = arranged("hhh", pile="W5 R1", tokens={3: 2}, busts={3: 1}, hands={3: "R1"})
    game.draw()
    game.bid(3)
    legal = offered(game)
    assert (legal.bid.card, legal.bid.least, legal.bid.most) == ("W5", 4, 6)
    assert set(legal) == {
        c.PassBid(3),
        c.PlaceBid(3, 4, pay("1 b")),
        c.PlaceBid(3, 4, pay("b R1")),
        c.PlaceBid(3, 5, pay("1 b R1")),
        c.PlaceBid(3, 5, pay("2 b")),
        c.PlaceBid(3, 6, pay("2 b R1")),
    }
    assert c.PlaceBid(3, 3, pay("b")) not in legal
    assert c.PlaceBid(3, 4, pay("2 b")) not in legal
    assert c.PlaceBid(2, 4, pay("1 b")) not in legal
    assert c.PlaceBid(3, True, pay("1")) not in legal


def test_who_cannot_outbid_can_only_pass():
    game = arranged("hhh", pile="W5 R1", tokens={3: 3})
    game.draw()
    game.bid(3)
    legal = offered(game)
    assert (list(legal), legal.bid) == ([c.PassBid(3)], None)
    assert legal.forced
    assert forced(game.state)


def test_a_buy_offers_each_card_once_that_may_be_bought_and_can_be_paid():
    game = arranged(market="R2 R2 G1 B6 O3", hands={1: "O3 GW"}, tokens={1: 2}, awaiting="buy")
    legal = offered(game)
    assert [(choice.card, choice.price) for choice in legal.buys] == [("R2", 2), ("G1", 1)]
    assert set(legal) == {
        c.DeclineBuy(1),
        c.BuyCard(1, "R2", pay("2")),
        c.BuyCard(1, "R2", pay("1 O3")),
        c.BuyCard(1, "R2", pay("1 GW")),
        c.BuyCard(1, "R2", pay("O3 GW")),
        c.BuyCard(1, "G1", pay("1")),
        c.BuyCard(1, "G1", pay("O3")),
        c.BuyCard(1, "G1", pay("GW")),
    }
    assert c.BuyCard(1, "O3", pay("2 GW")) not in legal
    assert c.BuyCard(2, "G1", pay("1")) not in legal


@pytest.mark.parametrize(("market", "hand"), [("", ""), ("R2", "R2"), ("B9", "R1")])
def test_who_can_buy_nothing_can_only_decline(market, hand):
    game = arranged(market=market, hands={1: hand}, tokens={1: 5}, awaiting="buy")
    assert list(offered(game)) == [c.DeclineBuy(1)]
    assert offered(game).forced
    assert forced(game.state)


def test_necessity_answers_for_a_person_but_never_draws():
    game = arranged("hh", row="R3", market="")
    assert next_answer(game.state) is None
    game.take_numbers()
    game.state.market.clear()
    answer = next_answer(game.state)
    assert (answer.by, answer.via, answer.wish) == ("system", "bot", c.DeclineBuy(1))


def test_with_a_choice_a_person_is_awaited():
    game = arranged("hh", market="R1", awaiting="buy")
    assert not forced(game.state)
    assert next_answer(game.state) is None


@pytest.mark.parametrize(
    ("tokens", "busts", "hand", "no_choice"),
    [(4, 0, "", True), (5, 0, "", False), (1, 1, "B1", False), (0, 1, "B1", True)],
)
def test_who_can_just_pay_the_price_has_a_choice(tokens, busts, hand, no_choice):
    game = arranged(
        "hh", market="R5", hands={1: hand}, tokens={1: tokens}, busts={1: busts}, awaiting="buy"
    )
    assert forced(game.state) == offered(game).forced == no_choice


def test_nobody_is_forced_when_nobody_is_awaited():
    assert not forced(Game("hh").state)
    assert next_answer(Game("hh").state) is None


def test_many_payments_are_a_form_that_is_checked():
    hand = "R1 R2 R3 B1 B2 B3 O1 O2 O3 G1 G2 G3"
    game = arranged("hhhhh", market="R5", hands={1: hand}, awaiting="buy")
    (choice,) = offered(game).buys
    assert choice.payments.listed is None
    assert sum(1 for _ in choice.payments) > LISTED
    assert c.BuyCard(1, "R5", pay("2 R1 B2 G3")) in offered(game)
    assert c.BuyCard(1, "R5", pay("2 R1 B2 G4")) not in offered(game)
    assert c.BuyCard(1, "R5", t.Payment(6)) not in offered(game)
