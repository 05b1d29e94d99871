"""What the next card may be: exact counts, for the row as it lies (rules.md sections 3 and 11)."""

import random
from fractions import Fraction

import pytest

from events import commands as c
from events.ten import cards
from events.ten.chance import Dealer
from events.ten.odds import odds
from events.ten.phases.drawing import bust_cause
from events.ten.state import GameState
from tests.events.ten.games import Game, arranged, seed, started


def test_before_the_first_draw_the_whole_deck_remains_and_nothing_busts():
    told = odds(started("hhhhh").state)
    assert told.coming == ()
    assert told.remaining == cards.deck(5)
    assert (told.bust, told.auction, told.safe) == (0, 18, 111)
    assert told.ways == told.pile == 129


def test_each_card_that_was_seen_is_one_less_and_none_is_told_as_zero():
    game = started("hh", top="R1 R1 C1")
    game.draw(3)
    told = odds(game.state)
    assert "R1" not in told.remaining
    assert told.remaining["C1"] == 2
    assert told.pile == 86


@pytest.mark.parametrize(
    ("row", "pile", "bust", "auction", "safe"),
    [
        ("R5", "B5 B6 C5", 1, 0, 2),  # exactly 10 is safe
        ("R9 C2", "B3 B4 WW RW C5", 1, 2, 2),  # currency is taken off
        ("C5 C4", "C1 C2 C3 R9", 2, 0, 2),  # currency busts by its gross sum
        ("R6 B4", "R1 C1 C2 GW", 1, 1, 2),
    ],
)
def test_a_card_busts_is_safe_or_opens_an_auction(row, pile, bust, auction, safe):
    told = odds(arranged("hhhhh", row=row, pile=pile).state)
    assert (told.bust, told.auction, told.safe) == (bust, auction, safe)
    assert told.chance("bust") == Fraction(bust, bust + auction + safe)


def test_with_an_empty_pile_there_is_no_chance_of_anything():
    told = odds(arranged("hh", row="R5", pile="").state)
    assert (told.pile, told.ways) == (0, 0)
    assert told.chance("bust") == told.chance("safe") == 0


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_over_a_whole_game_the_counts_are_those_of_the_cards_that_are_really_left(players):
    game = Game("hs" if players == 1 else "h" * players, chance=Dealer(seed(players))).begin()
    dealt = [
        game.chance.next_card(_with_pile(game.state, left)) for left in _counts_down(game.state)
    ]
    chance = random.Random(players)
    while not game.state.over:
        state = game.state
        left = dealt[len(dealt) - state.draw_pile :]
        told = odds(state)
        assert dict(told.remaining) == {
            code: left.count(code) for code in cards.in_order(set(left))
        }
        assert told.auction == sum(code in cards.WILDS for code in left)
        assert told.bust == sum(bust_cause(state, code) is not None for code in left)
        assert told.ways == len(left)
        game.play(chance, 1)


def _counts_down(state: GameState) -> range:
    return range(state.draw_pile, 0, -1)


def _with_pile(state: GameState, left: int) -> GameState:
    draft = state.copy()
    draft.draw_pile = left
    return draft


def test_after_an_undo_the_next_cards_are_certain_in_their_order():
    game = started("hh", top="R5 B6 WW C1")
    before = game.state.version
    game.draw(2)  # 11: a bust, and the turn passes on
    game.do(c.ProposeUndo(1, before))
    game.do(c.VoteUndo(2, True))
    told = odds(game.state)
    assert told.coming == ("R5", "B6")
    assert (told.bust, told.auction, told.safe) == (0, 0, 1)
    assert told.pile == game.state.draw_pile == len(told.coming) + sum(told.remaining.values())
    game.draw()
    told = odds(game.state)
    assert told.coming == ("B6",)
    assert told.chance("bust") == 1
    game.draw()
    told = odds(game.state)
    assert told.coming == ()
    assert told.ways == told.pile
