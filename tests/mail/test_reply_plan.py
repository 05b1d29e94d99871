"""A reply is carried out in order, until a line fails or nobody could have planned the next."""

import random

import pytest

from events import commands as c
from events import errors
from events.ten.state import GameState
from events.types import Payment
from tests.events.ten.games import Game, arranged, started
from workers.mail.reply import intents as i
from workers.mail.reply.parse import parse
from workers.mail.reply.plan import Outcome, Result, run_plan
from workers.mail.reply.why import (
    AfterFailure,
    Busted,
    NewAuction,
    TurnOver,
    WildCame,
)
from workers.mail.reply.wishes import Seal


class Desk:
    """Carries out what a reply asks for at a real table, and keeps a note of each errand."""

    def __init__(self, game: Game, seat: int = 1, then: str = "") -> None:
        """then: ``settle`` lets bots and necessity answer after each wish, as the handler does."""
        self.game = game
        self.seat = seat
        self.then = then
        self.errands: list[i.Errand | Seal] = []

    def execute(self, wish: c.Wish) -> Outcome:
        events = self.game.do(wish, via="mail")
        if self.then == "settle":
            self.game.settle()
        return Outcome(self.game.state, events)

    def attend(self, errand: i.Errand | Seal) -> GameState | None:
        if isinstance(errand, i.Vacation):
            raise errors.BadDeadline(due_at=str(errand.until))
        self.errands.append(errand)
        return None

    def run(self, text: str) -> list[Result]:
        lines = parse(text, "en")
        return run_plan(lines, self.game.state, self.seat, self.execute, self.attend)


def whys(results: list[Result]) -> list[object]:
    """Why each line was not done, an error by its class."""
    return [type(r.why) if isinstance(r.why, errors.Refusal) else r.why for r in results]


def test_a_plan_is_carried_out_in_order() -> None:
    desk = Desk(started("hh", "R1 G2 C3"))
    results = desk.run("draw 2\nstop numbers\nno buy\nsay your turn")
    assert [result.done for result in results] == [
        (c.DrawCard(1), c.DrawCard(1)),
        (c.TakeNumbers(1),),
        (c.DeclineBuy(1),),
        (i.Say("your turn"),),
    ]
    assert whys(results) == [None] * 4
    assert desk.errands == [i.Say("your turn")]
    assert [type(event).__name__ for event in results[0].events] == ["CardDrawn", "CardDrawn"]
    assert desk.game.awaited == 2


def test_to_draw_several_stops_at_a_wild_and_says_how_far_it_came() -> None:
    desk = Desk(started("hh", "R1 W7 G2"))
    results = desk.run("draw 3\nstop numbers\nsay oh\nbid 4")
    assert len(results[0].done) == 2
    wild = WildCame("W7")
    assert whys(results) == [wild, wild, None, wild]
    assert desk.errands == [i.Say("oh")]
    assert not any(result.failed for result in results)


def test_a_wild_as_the_last_card_of_a_line_ends_the_plan_too() -> None:
    results = Desk(started("hh", "R1 W7 G2")).run("draw 2\nstop numbers")
    assert len(results[0].done) == 2
    assert whys(results) == [None, WildCame("W7")]


def test_a_wild_ends_the_plan_even_if_its_auction_is_over_at_once() -> None:
    game = arranged("hb", row="R1", pile="W7 G2 G3", tokens={1: 0, 2: 0}, hands={2: ""})
    for seat in game.state.seats:
        seat.busts, seat.cards = 0, []
    desk = Desk(game, then="settle")
    results = desk.run("draw 2\nstop numbers")
    assert len(results[0].done) == 1
    assert whys(results) == [WildCame("W7"), WildCame("W7")]
    assert game.state.awaiting is not None
    assert game.state.awaiting[:2] == (1, "draw")


def test_to_draw_several_stops_at_a_bust() -> None:
    desk = Desk(started("hh", "R9 G9 B1"))
    results = desk.run("draw 3\nstop numbers\nstatus")
    assert len(results[0].done) == 2
    assert whys(results) == [Busted("G9"), Busted("G9"), None]
    assert desk.game.awaited == 2


def test_a_line_that_fails_ends_everything() -> None:
    desk = Desk(started("hh", "R1 G2"))
    results = desk.run("draw\nstop currency\nstop numbers\nsay hello")
    after = AfterFailure("stop currency")
    assert whys(results) == [None, errors.NoCurrencyInRow, after, after]
    assert [result.failed for result in results] == [False, True, False, False]
    assert desk.errands == []
    assert desk.game.state.row == ["R1"]


@pytest.mark.parametrize("line", ["stop if it is low", "xyzzy", "bid", "vacation until 2026-08-14"])
def test_so_does_a_line_that_nobody_understands_and_an_errand_refused(line: str) -> None:
    desk = Desk(started("hh", "R1 G2"))
    results = desk.run(f"draw\n{line}\nstop numbers")
    assert [result.failed for result in results] == [False, True, False]
    assert results[2].why == AfterFailure(line)
    assert len(desk.game.log) == len(Desk(started("hh", "R1 G2")).game.log) + 1


def test_what_two_readings_allow_is_not_done() -> None:
    desk = Desk(started("hh", "R1 C2 G2"))
    results = desk.run("draw 2\nstop")
    assert whys(results) == [None, i.Ambiguous((i.StopNumbers(), i.StopCurrency()))]


def test_what_the_table_makes_clear_is_done() -> None:
    desk = Desk(started("hh", "R1 R2 G2"))
    results = desk.run("draw 2\nstop\nno")
    assert results[1].done == (c.TakeNumbers(1),)
    assert results[2].done == (c.DeclineBuy(1),)


def test_more_cards_than_the_pile_holds_end_with_the_pile() -> None:
    desk = Desk(arranged("hh", row="R1", pile="R2 R3"))
    results = desk.run("draw 99\nstop numbers")
    assert len(results[0].done) == 2
    assert whys(results) == [errors.PileEmpty, AfterFailure("draw 99")]


def test_after_the_own_turn_no_move_is_made() -> None:
    desk = Desk(started("hh", "R1 C2 R2"))
    results = desk.run("draw 2\nstop currency\ndraw\nsay done")
    assert whys(results) == [None, None, TurnOver(), None]


def test_a_turn_that_comes_round_at_once_is_another_turn() -> None:
    game = started("hs", "R1 C1 R2 R3")
    results = Desk(game, then="settle").run("draw 2\nstop currency\ndraw")
    assert whys(results) == [None, None, TurnOver()]
    assert game.awaited == 1


def test_a_plan_for_one_wild_makes_no_bid_for_the_next() -> None:
    game = arranged("hh", auction="W7", row="R1", pile="RW B1 B2")
    desk = Desk(game, seat=2)
    opened: list[c.Wish] = []

    def execute(wish: c.Wish) -> Outcome:
        outcome = desk.execute(wish)
        opened.append(wish)
        # The other one plays on at once, as a bot in that seat would.
        game.skip()
        game.draw()
        return Outcome(game.state, outcome.events)

    lines = parse("bid 2\nbid 3\nsay hm", "en")
    results = run_plan(lines, game.state, 2, execute, desk.attend)
    assert opened == [c.PlaceBid(2, 2, Payment(2))]
    assert whys(results) == [None, NewAuction("RW"), None]


def test_a_seat_that_is_not_awaited_makes_no_move_and_does_its_errands_before() -> None:
    desk = Desk(started("hh", "R1"), seat=2)
    results = desk.run("say hurry up\ndraw")
    assert whys(results) == [None, errors.NotAwaited]
    assert desk.errands == [i.Say("hurry up")]


def test_a_bid_ahead_of_its_turn_is_sealed() -> None:
    game = arranged("hh", auction="W7", pile="R1 R2")
    desk = Desk(game, seat=1)
    results = desk.run("bid 4")
    assert game.state.auction is not None
    seal = Seal(game.state.auction.opened, 4)
    assert results[0].done == (seal,)
    assert desk.errands == [seal]


def test_an_order_that_acts_at_once_is_seen_by_the_next_line() -> None:
    game = arranged("hh", auction="W7", pile="R1 R2")

    def attend(errand: i.Errand | Seal) -> GameState:
        assert errand == i.Order("W7", 3)
        game.do(c.PlaceBid(2, 3, Payment(3)), via="order")
        return game.state

    lines = parse("order W7 3\nbid 4", "en")
    results = run_plan(lines, game.state, 2, Desk(game).execute, attend)
    assert whys(results) == [None, errors.NotAwaited]


def test_asides_are_no_results() -> None:
    results = Desk(started("hh", "R1")).run("Hi all,\ndraw\n\nBest wishes\nAnn")
    assert [result.line.text for result in results] == ["draw"]


def test_other_trouble_than_a_refusal_is_the_callers() -> None:
    def execute(wish: c.Wish) -> Outcome:
        raise ConnectionResetError

    game = started("hh", "R1")
    with pytest.raises(ConnectionResetError):
        run_plan(parse("draw", "en"), game.state, 1, execute, Desk(game).attend)


@pytest.mark.parametrize("number", range(5))
def test_a_whole_game_is_played_by_replies_alone(number: int) -> None:
    chance = random.Random(number)
    game = started("hhh", "")
    texts = [
        "draw",
        "draw 2\nstop numbers\nno buy",
        "draw 3\nstop",
        "stop currency",
        "stop numbers",
        "bid 1",
        "bid 2 with tokens",
        "pass",
        "no",
        "no buy",
        "R1",
        "buy B2",
        "2",
    ]
    for _ in range(5000):
        if game.state.over:
            break
        Desk(game, game.awaited).run(chance.choice(texts))
    assert game.state.phase == "scored"
