"""The end of a turn: rewards and busts, and who gains what (rules.md section 4; T2, T3)."""

import pytest

from events import types as t
from tests.events.ten.games import arranged, names, of_type


def test_taking_numbers_pays_the_others_and_asks_the_taker_to_buy():
    game = arranged("hhh", row="R5 C3 B2 C1", market="G1", tokens={1: 5, 2: 2, 3: 5})
    taken, decision = game.take_numbers()
    assert taken == t.NumbersTaken(1, ["R5", "B2"], ["C3", "C1"], {"2": 4, "3": 4})
    assert (decision.seat, decision.kind) == (1, "buy")
    state = game.state
    assert [seat.tokens for seat in state.seats] == [5, 6, 9]
    assert state.seat(1).cards == ["R5", "B2"]
    assert (state.row, state.market, state.phase) == ([], ["G1"], "buying")
    assert state.discarded == ["C3", "C1"]


def test_nobody_collects_beyond_ten_tokens_and_who_gains_none_is_left_out():
    game = arranged("hhhh", row="R5 C5", tokens={2: 10, 3: 8, 4: 5})
    assert of_type(game.take_numbers(), t.NumbersTaken).payouts == {"3": 2, "4": 5}
    assert [seat.tokens for seat in game.state.seats] == [5, 10, 10, 10]


def test_a_row_without_currency_pays_nobody():
    game = arranged("hhh", row="R5 B2")
    assert of_type(game.take_numbers(), t.NumbersTaken).payouts == {}


def test_bust_tokens_do_not_count_towards_the_ten():
    game = arranged("hh", row="R5 C5", tokens={2: 4}, busts={2: 7})
    assert of_type(game.take_numbers(), t.NumbersTaken).payouts == {"2": 5}


def test_taking_currency_sends_the_numbers_to_the_market_and_buys_nothing():
    game = arranged("hhh", row="R5 C3 B2 C1", market="G1")
    events = game.take_currency()
    assert events[0] == t.CurrencyTaken(1, 4, ["R5", "B2"], ["C3", "C1"])
    assert names(events) == ["CurrencyTaken", "TurnStarted", "DecisionOpened"]
    assert [seat.tokens for seat in game.state.seats] == [9, 5, 5]
    assert game.state.market == ["G1", "R5", "B2"]
    assert (game.awaited, game.state.awaiting.kind, game.state.turn) == (2, "draw", 2)


@pytest.mark.parametrize(("held", "gained"), [(5, 5), (6, 4), (9, 1), (10, 0)])
def test_the_taker_too_holds_ten_at_most(held, gained):
    game = arranged("hh", row="C4 C3", tokens={1: held})
    assert of_type(game.take_currency(), t.CurrencyTaken).tokens == gained


def test_a_bust_by_numbers_pays_the_others_and_gives_a_bust_token():
    game = arranged("hhh", row="R9 C2", pile="B4 R1", tokens={3: 9})
    events = game.draw()
    assert events[1] == t.WentBust(1, "numbers", ["R9", "B4"], ["C2"], {"2": 2, "3": 1}, True)
    assert names(events) == ["CardDrawn", "WentBust", "TurnStarted", "DecisionOpened"]
    assert game.state.market == ["R9", "B4"]
    assert game.state.seat(1).busts == 1
    assert game.awaited == 2


def test_a_bust_by_currency_pays_nobody_and_gives_a_bust_token():
    game = arranged("hhh", row="C5 R9 C4", pile="C2 R1")
    events = game.draw()
    assert events[1] == t.WentBust(1, "currency", ["R9"], ["C5", "C4", "C2"], {}, True)
    assert [seat.tokens for seat in game.state.seats] == [5, 5, 5]
    assert game.state.seat(1).busts == 1


@pytest.mark.parametrize(("left", "given"), [(1, True), (0, False)])
def test_who_goes_bust_gets_no_token_from_an_empty_supply(left, given):
    game = arranged("hhh", row="R9", pile="B4 R1", busts={2: 8, 3: 7 - left})
    assert game.state.busts == left
    assert of_type(game.draw(), t.WentBust).bust_token is given
    assert game.state.seat(1).busts == int(given)
    assert game.state.busts == 0


def test_play_passes_to_the_left_round_and_round():
    game = arranged("hhh", row="R1 C1", active=2)
    game.take_currency()
    assert (game.state.active, game.awaited) == (3, 3)
    game = arranged("hhh", row="R1 C1", active=3)
    game.take_currency()
    assert (game.state.active, game.awaited) == (1, 1)


def test_to_market_and_discarded_keep_the_order_of_the_row():
    game = arranged("hhhhh", row="G6 C1 B1 C5 R3", pile="O9 R1")
    bust = of_type(game.draw(), t.WentBust)
    assert bust.to_market == ["G6", "B1", "R3", "O9"]
    assert bust.discarded == ["C1", "C5"]
