"""Random play with everything that can happen around a table, the same for the same number."""

import random
from collections.abc import Callable

from events import commands as c
from events import types as t
from events.errors import Refusal
from events.ten import consent
from events.ten.answers import next_answer
from events.ten.chance import Dealer
from tests.events.ten.games import Game, any_answer, player, seed

TABLES = ("hs", "bs", "hh", "hb", "bbb", "hhb", "hhhh", "hbhbh", "hhhhh")

Wishes = Callable[[Game, random.Random], c.Wish]

UNDOS = 6
"""Undos in one game at most, so that it ends."""


def _seat(game: Game, chance: random.Random) -> int:
    return chance.choice(game.state.seats).seat


def _undo(game: Game, chance: random.Random) -> c.Wish:
    points = [mark.version for mark in consent.undo_points(game.state)]
    points = points[-chance.choice((1, 2, 4, 40)) :]
    return c.ProposeUndo(_seat(game, chance), chance.choice(points) if points else 1)


def _time_out(game: Game, chance: random.Random) -> c.Wish:
    awaiting = game.state.awaiting
    assert awaiting is not None
    game.later(days=10)
    return c.TimeOut(awaiting.seat, awaiting.decision)


def _extend(game: Game, chance: random.Random) -> c.Wish:
    reason = chance.choice(("vacation", "weekend"))
    return c.ExtendDeadline(game.awaited, f"{2027 + len(game.log)}-01-01T00:00:00.000000Z", reason)


AROUND: dict[str, Wishes] = {
    "time out": _time_out,
    "extend": _extend,
    "propose a pause": lambda game, chance: c.ProposePause(_seat(game, chance)),
    "vote on it": lambda game, chance: c.VotePause(_seat(game, chance), chance.random() < 0.8),
    "pause": lambda game, chance: c.PauseGame("vacation"),
    "resume": lambda game, chance: c.ResumeGame(),
    "resume by consent": lambda game, chance: c.ResumeGame(_seat(game, chance)),
    "leave": lambda game, chance: c.HandToBot(_seat(game, chance), "left"),
    "return": lambda game, chance: c.ReturnToSeat(_seat(game, chance)),
    "replace": lambda game, chance: c.ReplacePlayer(_seat(game, chance), player(9)),
    "change the host": lambda game, chance: c.ChangeHost(player(_seat(game, chance))),
    "propose an undo": _undo,
    "vote on the undo": lambda game, chance: c.VoteUndo(_seat(game, chance), chance.random() < 0.9),
}
"""Wishes that may be refused; each is tried again and again."""


def storm(number: int, *, endings: bool = False, around: float = 0.25) -> Game:
    """A whole game. ``around``: how much of it happens around the table.

    endings: it may also be abandoned.
    """
    chance = random.Random(number)
    options = {
        "undo": chance.choice(("consent", "consent", "free", "none")),
        "turn_s": chance.choice((None, 300, 259_200)),
    }
    game = Game(TABLES[number % len(TABLES)], chance=Dealer(seed(number)), **options)
    if game.state.phase == "lobby":
        _come(game, chance)
    while not game.state.over:
        if chance.random() < around:
            if _try(game, AROUND[chance.choice(list(AROUND))](game, chance)):
                _vote(game, chance)
        elif endings and chance.random() < 0.01:
            _try(game, chance.choice([c.EndGame("host"), c.ProposeAbandon(_seat(game, chance))]))
            _try(game, c.VoteAbandon(_seat(game, chance), True))
        else:
            _move(game, chance)
    return game


def _come(game: Game, chance: random.Random) -> None:
    """People come, decline, and sometimes the host does not wait for the last."""
    seats = [seat.seat for seat in game.state.seats if seat.kind == "human"]
    chance.shuffle(seats)
    for seat in seats:
        if chance.random() < 0.2:
            game.do(c.DeclineSeat(seat))
        if seat == seats[-1] and len(seats) > 1 and chance.random() < 0.2:
            game.do(c.StartGame())
        else:
            game.claim(seat, seed(seat) if chance.random() < 0.5 else "")


def _vote(game: Game, chance: random.Random) -> None:
    """After a proposal people mostly agree; a move may come between."""
    votes: dict[type[t.Event], Callable[[int, bool], c.Wish]] = {
        t.UndoProposed: c.VoteUndo,
        t.PauseProposed: c.VotePause,
    }
    vote = votes.get(type(game.log[-1].event))
    if vote is None or chance.random() < 0.2:
        return
    for seat in game.state.humans:
        if chance.random() < 0.1 and not game.state.over:
            _move(game, chance)
        if not game.state.over:
            _try(game, vote(seat, chance.random() < 0.9))


def _try(game: Game, wish: c.Wish) -> bool:
    """Whether the wish was carried out; a refused one writes nothing."""
    undone = sum(isinstance(each.event, t.MovesUndone) for each in game.log)
    if isinstance(wish, c.ProposeUndo | c.VoteUndo) and undone >= UNDOS:
        return False
    seat = getattr(wish, "seat", None)
    person = isinstance(
        wish,
        c.ProposePause
        | c.VotePause
        | c.ProposeAbandon
        | c.VoteAbandon
        | c.ProposeUndo
        | c.VoteUndo
        | c.ReturnToSeat,
    )
    before = len(game.log)
    try:
        game.do(wish, f"seat:{seat}" if person else None)
    except Refusal:
        assert len(game.log) == before
        return False
    return True


def _move(game: Game, chance: random.Random) -> None:
    """The awaited seat answers: the clock's bot and necessity as they must, a person by chance."""
    answer = next_answer(game.state)
    if answer is None:
        via = chance.choice(("web", "web", "mail", "api", "order"))
        game.do(any_answer(game.state, chance), f"seat:{game.awaited}", via)
    elif answer.by.startswith("bot") and game.state.seat(game.awaited).kind == "bot":
        game.do(any_answer(game.state, chance))
    else:
        game.do(answer.wish, answer.by, answer.via)
