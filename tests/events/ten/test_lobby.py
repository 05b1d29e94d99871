"""Creating a game, claiming its seats, beginning it (rules.md section 2; events.md)."""

import pytest

from events import commands as c
from events import errors
from events import types as t
from events.ten.cards import deck
from events.ten.decide import decide
from events.ten.phases.common import Given
from events.ten.shuffle import lucky_word
from tests.events.ten.games import GAME, HOST, Game, Rigged, names, of_type, player, started


def create(kinds, options=None, numbers=None):
    """What creating a game of these kinds leads to."""
    seats = [
        t.SeatSpec(number, kind)
        for number, kind in zip(numbers or range(1, len(kinds) + 1), kinds, strict=True)
    ]
    wish = c.CreateGame(HOST, seats, "0" * 64, options or {})
    return decide(None, wish, "host", "", Given(lambda seat, kind: None, Rigged()), GAME)


def test_a_game_with_people_waits_for_them():
    game = Game("hbh", undo="free")
    (created,) = [each.event for each in game.log]
    assert (created.ruleset, created.host, created.options) == ("ten/1", HOST, {"undo": "free"})
    assert created.seats == [t.SeatSpec(1, "human"), t.SeatSpec(2, "bot"), t.SeatSpec(3, "human")]
    state = game.state
    assert (state.phase, state.draw_pile, state.turn, state.active) == ("lobby", 0, 0, None)
    assert (state.tokens, state.busts, state.awaiting) == (50, 15, None)


def test_the_claim_that_fills_the_last_seat_begins_the_game():
    game = Game("hbh", chance=Rigged(first=3))
    assert game.claim(3, lucky_word("late")) == [t.SeatClaimed(3, player(3), lucky_word("late"))]
    events = game.claim(1)
    assert events == [
        t.SeatClaimed(1, player(1), ""),
        t.GameStarted(deck(3), ["", "", lucky_word("late")], 3),
        t.TurnStarted(3, 1),
        t.DecisionOpened(3, "draw", "2026-03-04T12:03:00.000000Z"),
    ]
    assert [seat.tokens for seat in game.state.seats] == [5, 5, 5]
    assert game.state.tokens == 35


def test_a_game_of_bots_begins_with_its_creation():
    game = Game("bbbb", chance=Rigged(first=2))
    assert [each.type for each in game.log] == [
        "GameCreated",
        "GameStarted",
        "TurnStarted",
        "DecisionOpened",
    ]
    assert game.log[1].event.words == ["", "", "", ""]
    assert game.state.awaiting.due_at is None
    assert len({each.meta.command for each in game.log}) == 1


def test_the_clock_of_a_bots_decision_does_not_run():
    assert started("hb", first=2).state.awaiting.due_at is None


@pytest.mark.parametrize(("players", "size"), [(1, 89), (2, 89), (3, 111), (4, 129), (5, 129)])
def test_the_deck_is_that_of_the_number_of_players(players, size):
    game = Game("bs" if players == 1 else "b" * players)
    assert game.state.deck == deck(players)
    assert game.state.draw_pile == size


def test_the_host_may_choose_the_currency_cards():
    game = Game("bb", currency=[15, 0, 0, 0, 0])
    assert game.state.deck["C1"] == 15
    assert "C2" not in game.state.deck
    assert game.state.draw_pile == 89


def test_the_host_begins_without_the_missing_whose_seats_become_bots():
    game = Game("hhh", chance=Rigged(first=2))
    game.claim(3, lucky_word("here"))
    events = game.do(c.StartGame())
    assert events[:2] == [t.SeatHandedToBot(1, "host"), t.SeatHandedToBot(2, "host")]
    assert names(events[2:]) == ["GameStarted", "TurnStarted", "DecisionOpened"]
    assert of_type(events, t.GameStarted).words == ["", "", lucky_word("here")]
    assert events[-1] == t.DecisionOpened(2, "draw", None)
    assert [seat.kind for seat in game.state.seats] == ["bot", "bot", "human"]


def test_a_declined_seat_stays_open_for_another():
    game = Game("hh")
    assert game.do(c.DeclineSeat(1)) == [t.SeatDeclined(1)]
    assert len(game.claim(1)) == 1


def test_a_seat_is_claimed_once_and_only_if_it_is_a_persons():
    game = Game("hbh")
    game.claim(1)
    game.refuses(errors.SeatTaken, c.ClaimSeat(1, player(4)), seat=1)
    game.refuses(errors.SeatTaken, c.DeclineSeat(1), seat=1)
    game.refuses(errors.SeatTaken, c.ClaimSeat(2, player(4)), "seat:2", seat=2)
    game.refuses(errors.UnknownSeat, c.ClaimSeat(4, player(4)), seat=4, seats=3)


def test_a_word_is_kept_as_its_digest():
    word = "plain text"
    Game("hh").refuses(errors.BadOption, c.ClaimSeat(1, player(1), word), option="word", value=word)


def test_in_the_lobby_nobody_plays_and_later_nobody_comes():
    game = Game("hh")
    game.refuses(errors.WrongPhase, c.DrawCard(1), phase="lobby")
    game.refuses(errors.WrongPhase, c.PauseGame("host"), phase="lobby")
    game.refuses(errors.WrongPhase, c.HandToBot(1, "left"), phase="lobby")
    game.refuses(errors.WrongPhase, c.ProposeUndo(1, 1), phase="lobby")
    game.begin()
    game.refuses(errors.WrongPhase, c.ClaimSeat(1, player(1)), phase="drawing")
    game.refuses(errors.WrongPhase, c.DeclineSeat(1), phase="drawing")
    game.refuses(errors.WrongPhase, c.StartGame(), phase="drawing")
    game.refuses(
        errors.WrongPhase, c.CreateGame(HOST, [t.SeatSpec(1, "human")], ""), phase="drawing"
    )


def test_only_the_host_begins_without_the_missing():
    Game("hh").refuses(errors.NotTheHost, c.StartGame(), "clock", by="clock")


def test_the_host_ends_a_game_in_the_lobby():
    game = Game("hh")
    assert game.do(c.EndGame("host")) == [
        t.GameAbandoned("host"),
        t.DeckRevealed(game.chance.seed),
    ]
    assert game.state.phase == "abandoned"


def test_a_game_that_was_never_created():
    with pytest.raises(errors.UnknownGame):
        decide(None, c.DrawCard(1), "seat:1", "", Given(lambda seat, kind: None, Rigged()), GAME)


@pytest.mark.parametrize(
    ("kinds", "numbers", "reason"),
    [
        ([], None, "players"),
        (["human"] * 6, None, "players"),
        (["human"], None, "house"),
        (["bot"], None, "house"),
        (["human", "human", "house"], None, "house"),
        (["house", "human"], None, "house"),
        (["human", "house", "house"], None, "house"),
        (["house"], None, "players"),
        (["human", "robot"], None, "kinds"),
        (["human", "human"], [1, 3], "numbers"),
        (["human", "human"], [2, 1], "numbers"),
    ],
)
def test_seats_that_make_no_game(kinds, numbers, reason):
    with pytest.raises(errors.BadSeats) as caught:
        create(kinds, numbers=numbers)
    assert caught.value.params == {"reason": reason}


def test_nobody_is_seated_at_the_creation():
    wish = c.CreateGame(HOST, [t.SeatSpec(1, "human", HOST), t.SeatSpec(2, "bot")], "0" * 64)
    with pytest.raises(errors.BadSeats) as caught:
        decide(None, wish, "host", "", Given(lambda seat, kind: None, Rigged()), GAME)
    assert caught.value.params == {"reason": "players-claim"}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("turn_s", 0),
        ("turn_s", True),
        ("auction_s", -5),
        ("auction_s", "86400"),
        ("timeouts", "never"),
        ("undo", None),
        ("vacation_days", -1),
        ("vacation_days", 1.5),
        ("spectators", "some"),
        ("currency", None),
        ("currency", [3, 3, 3, 3]),
        ("currency", [3, 3, 3, 3, 4]),
        ("currency", [4, 4, 4, 4, -1]),
        ("currency", "33333"),
        ("colour", "red"),
    ],
)
def test_options_that_cannot_be(option, value):
    with pytest.raises(errors.BadOption) as caught:
        create(["human", "bot"], {option: value})
    assert caught.value.params == {"option": option, "value": value}


@pytest.mark.parametrize(
    "options",
    [
        {"turn_s": None, "auction_s": None},
        {"turn_s": 300, "auction_s": 2_592_000, "timeouts": "wait", "undo": "none"},
        {"vacation_days": 0, "spectators": "closed", "currency": [0, 0, 0, 0, 15]},
    ],
)
def test_options_that_can_be(options):
    assert create(["human", "bot"], options)[0].options == options
