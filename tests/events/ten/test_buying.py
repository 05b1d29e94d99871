"""The buy phase (rules.md section 5; B1, B2, B3)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from tests.events.ten.games import arranged, names, pay


def buying(market="R4 B7 G2", **table):
    return arranged("hh", market=market, awaiting="buy", **table)


def test_a_card_is_bought_for_its_number_and_the_turn_ends():
    game = buying(tokens={1: 5})
    events = game.buy("R4", "4")
    assert events[0] == t.CardBought(1, "R4", pay("4"))
    assert names(events) == ["CardBought", "TurnStarted", "DecisionOpened"]
    assert (game.state.seat(1).tokens, game.state.seat(1).cards) == (1, ["R4"])
    assert game.state.market == ["B7", "G2"]
    assert game.state.tokens == 50 - 1 - 5


def test_declining_ends_the_turn():
    game = buying()
    assert names(game.skip()) == ["BuyDeclined", "TurnStarted", "DecisionOpened"]
    assert game.awaited == 2


def test_tokens_bust_tokens_and_cards_pay_in_any_mix():
    game = buying(tokens={1: 5}, busts={1: 1}, hands={1: "G1 WW"})
    game.buy("B7", "2 b G1 WW")
    seat = game.state.seat(1)
    assert (seat.tokens, seat.busts, seat.cards) == (3, 0, ["B7"])
    assert game.state.busts == 15
    assert game.state.discarded == ["G1", "WW"]


def test_no_change_is_given():
    game = buying(tokens={1: 0}, busts={1: 2})
    game.buy("R4", "bb")
    assert (game.state.seat(1).tokens, game.state.seat(1).busts) == (0, 0)


def test_four_with_two_bust_tokens_is_fine_and_with_a_token_more_is_not():
    game = buying(tokens={1: 5}, busts={1: 2})
    game.refuses(
        errors.PaymentPadded, c.BuyCard(1, "R4", pay("1 bb")), price=4, worth=7, piece="tokens"
    )
    game.refuses(
        errors.PaymentPadded, c.BuyCard(1, "R4", pay("5")), price=4, worth=5, piece="tokens"
    )
    game.buy("R4", "bb")


def test_a_bust_token_too_many_is_padding():
    game = buying(busts={1: 3})
    game.refuses(
        errors.PaymentPadded, c.BuyCard(1, "R4", pay("bbb")), price=4, worth=9, piece="busts"
    )


def test_the_market_must_hold_the_card():
    game = buying()
    game.refuses(errors.NotInMarket, c.BuyCard(1, "R5", pay("5")), card="R5")
    game.refuses(errors.NotInMarket, c.BuyCard(1, "WW", pay("1")), card="WW")
    game.refuses(errors.UnknownCard, c.BuyCard(1, "X1", pay("1")), card="X1")


def test_a_twin_cannot_be_bought_not_even_by_paying_with_the_twin():
    game = buying(hands={1: "R4 G1"})
    game.refuses(errors.TwinHeld, c.BuyCard(1, "R4", pay("4")), card="R4")
    game.refuses(errors.TwinHeld, c.BuyCard(1, "R4", pay("3 R4")), card="R4")


def test_a_wild_is_nobodys_twin():
    game = buying(hands={1: "RW W4 WW"}, tokens={1: 4})
    game.buy("R4", "4")


def test_a_price_beyond_all_that_is_held():
    game = buying(tokens={1: 2}, busts={1: 1}, hands={1: "R1"})
    game.refuses(
        errors.PriceUnaffordable,
        c.BuyCard(1, "B7", pay("2 b R1")),
        card="B7",
        price=7,
        most=6,
    )


@pytest.mark.parametrize(
    ("payment", "error", "params"),
    [
        (pay("3"), errors.PaymentTooSmall, {"price": 4, "worth": 3}),
        (pay(), errors.PaymentTooSmall, {"price": 4, "worth": 0}),
        (pay("6"), errors.PaymentNotHeld, {"piece": "tokens", "held": 5, "offered": 6}),
        (pay("bbb"), errors.PaymentNotHeld, {"piece": "busts", "held": 2, "offered": 3}),
        (pay("2 G1 G1"), errors.PaymentNotHeld, {"piece": "G1", "held": 1, "offered": 2}),
        (t.Payment(-1, 2), errors.PaymentMalformed, {"piece": "tokens"}),
        (t.Payment(1, -1), errors.PaymentMalformed, {"piece": "busts"}),
        (t.Payment(True, 1), errors.PaymentMalformed, {"piece": "tokens"}),
        (t.Payment(2.0, 1), errors.PaymentMalformed, {"piece": "tokens"}),
        (t.Payment(2, 0, ("WW", "G1")), errors.PaymentMalformed, {"piece": "cards"}),
        (t.Payment(3, 0, ("X9",)), errors.UnknownCard, {"card": "X9"}),
    ],
)
def test_a_payment_must_be_well_formed_held_and_enough(payment, error, params):
    game = buying(tokens={1: 5}, busts={1: 2}, hands={1: "G1 WW"})
    game.refuses(error, c.BuyCard(1, "R4", payment), **params)


def test_cards_just_taken_may_be_spent_at_once():
    game = arranged("hh", row="R5 B1", market="G2", tokens={1: 0})
    game.take_numbers()
    game.buy("G2", "R5 B1")
    assert game.state.seat(1).cards == ["G2"]


def test_taking_the_row_may_bring_duplicates():
    game = arranged("hh", row="R5", hands={1: "R5"})
    game.take_numbers()
    assert game.state.seat(1).cards == ["R5", "R5"]


def test_who_took_the_currency_may_not_buy():
    game = arranged("hh", row="R5 C1", market="G2")
    game.take_currency()
    game.refuses(errors.NotAwaited, c.BuyCard(1, "G2", pay("2")), seat=1, awaited=2)


def test_one_card_at_most():
    game = buying()
    game.buy("G2", "2")
    game.refuses(errors.NotAwaited, c.BuyCard(1, "R4", pay("3")), seat=1, awaited=2)
