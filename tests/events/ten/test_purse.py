"""A bot's payment costs it the least of all the legal ones, as it reckons costs."""

import random

from events.ten import cards
from events.ten.payments import Payments
from events.ten.promise import hand
from events.ten.purse import BUST_TOKEN, TOO_DEAR, purse, spare, token_gain
from tests.events.ten.games import pay

NUMBERS = [code for code in cards.CODES if code in cards.NUMBERS]
TOKEN = 230
STAGE = 4


def some_purse(chance):
    """(collection, tokens, bust tokens) with copies and, now and then, wilds."""
    codes = chance.choices(NUMBERS[:12], k=chance.randint(0, 7))
    codes += chance.sample(["RW", "W5", "WW"], chance.randint(0, 2))
    return tuple(codes), chance.randint(0, 10), chance.randint(0, 4)


def reckoned(payment, codes, tokens):
    """What a payment costs: the last tokens first, cards at the price ``spare`` puts on them."""
    gain = token_gain(TOKEN)
    cost = payment.busts * BUST_TOKEN
    cost += sum(gain[tokens - spent - 1][1] for spent in range(payment.tokens))
    prices = spare(codes, hand(codes, STAGE))
    for code in payment.cards:
        price = min((each for each in prices if each[1] == code), default=None)
        if price is None:
            return None
        prices.remove(price)
        cost += price[0]
    return cost


def test_every_price_up_to_the_most_has_a_legal_payment_that_costs_what_is_said():
    chance = random.Random(1)
    for _ in range(300):
        codes, tokens, busts = some_purse(chance)
        held = purse(codes, tokens, busts, STAGE, TOKEN)
        for price in range(1, held.most + 1):
            payment = held.payment(price)
            legal = Payments(price, tokens, busts, tuple(cards.in_order(codes)))
            assert payment in legal
            assert reckoned(payment, codes, tokens) == held.cost(price)


def test_no_legal_payment_costs_less():
    chance = random.Random(2)
    for _ in range(60):
        codes, tokens, busts = some_purse(chance)
        held = purse(codes, tokens, busts, STAGE, TOKEN)
        for price in range(1, min(9, held.most) + 1):
            legal = Payments(price, tokens, busts, tuple(cards.in_order(codes)))
            costs = [reckoned(payment, codes, tokens) for payment in legal]
            assert min(cost for cost in costs if cost is not None) == held.cost(price)


def test_a_higher_price_never_costs_less_and_reach_finds_the_last_that_is_worth_it():
    chance = random.Random(3)
    for _ in range(100):
        held = purse(*some_purse(chance), STAGE, TOKEN)
        costs = [held.cost(price) for price in range(held.most + 1)]
        assert costs == sorted(costs)
        for gain in (0, 100, 500, 1000, 5000):
            assert held.reach(gain) == max(p for p, cost in enumerate(costs) if cost <= gain)


def test_a_copy_is_spared_for_nothing_and_a_wild_never():
    codes = "R1 R1 R2 R2 R2 RW WW W5".split()
    spared = spare(codes, hand(codes, 0))
    assert spared[:3] == [(0, "R1"), (0, "R2"), (0, "R2")]
    assert not {code for _, code in spared} & cards.WILDS


def test_a_card_of_the_only_run_is_no_means_of_payment():
    codes = "R1 R2 R3".split()
    assert spare(codes, hand(codes, 0)) == []
    assert TOO_DEAR < 1000


def test_a_bust_token_that_is_too_much_is_used_where_it_is_cheapest():
    held = purse((), 0, 2, STAGE, TOKEN)
    assert held.payment(4) == pay("bb")
    assert held.most == 6
