"""What a collection promises: with nothing to come just its points, before that something more."""

import random

from events.ten import cards
from events.ten.promise import BIT, COLOUR, POINT, colour_promise, hand, stage
from events.ten.scoring import points
from tests.events.ten.games import started

NUMBERS = [code for code in cards.CODES if code in cards.NUMBERS]
COLOUR_WILDS = ["RW", "BW", "OW", "GW"]


def some_hand(chance, wilds):
    return chance.sample(NUMBERS, chance.randint(0, 16)) + chance.choices(wilds, k=2)


def test_without_white_wilds_and_with_an_empty_pile_the_promise_is_the_points():
    chance = random.Random(1)
    for _ in range(500):
        codes = some_hand(chance, COLOUR_WILDS)
        assert hand(codes, 0).promise == points(codes) * POINT


def test_white_wilds_are_never_thought_to_be_worth_more_than_they_are():
    chance = random.Random(2)
    for _ in range(500):
        codes = some_hand(chance, COLOUR_WILDS) + chance.sample(["W1", "W5", "W8", "WW"], 2)
        promise = hand(codes, 0).promise
        assert points(codes) - 2 <= promise / POINT <= points(codes)


def test_the_more_is_to_come_the_more_a_hand_promises():
    chance = random.Random(3)
    for _ in range(100):
        codes = some_hand(chance, COLOUR_WILDS)
        promises = [hand(codes, stage).promise for stage in range(9)]
        assert promises == sorted(promises)


def test_a_gain_is_what_the_card_adds():
    chance = random.Random(4)
    for _ in range(100):
        codes = some_hand(chance, COLOUR_WILDS)
        held = hand(codes, 5)
        for code in NUMBERS:
            gain = held.gains[COLOUR[code]][cards.VALUE[code]]
            assert gain == hand([*codes, code], 5).promise - held.promise
            assert gain >= 0


def test_two_numbers_that_can_meet_promise_more_than_two_far_apart():
    near = colour_promise(BIT["R4"] | BIT["R6"], 0, 5)
    far = colour_promise(BIT["R1"] | BIT["R9"], 0, 5)
    assert near > far


def test_the_stage_falls_from_the_deal_to_nothing():
    state = started("hhhhh").state.copy()
    stages = []
    for left in range(state.deck_size, -1, -1):
        state.draw_pile = left
        stages.append(stage(state))
    assert stages == sorted(stages, reverse=True)
    assert stages[-1] == 0
    assert stages[-2] == 1
