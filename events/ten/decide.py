"""Rules to events: ``decide`` says what a wish leads to, or refuses it. Dispatch only."""

from collections.abc import Callable, Mapping
from typing import Any

from events import commands as c
from events import errors
from events import types as t
from events.ten.phases import auction, buying, drawing, lobby, table, undo
from events.ten.phases.common import Given
from events.ten.state import GameState

_Rule = Callable[[GameState, Any, Given], list[t.Event]]

_RULES: Mapping[type[c.Wish], _Rule] = {
    c.ClaimSeat: lobby.claim,
    c.DeclineSeat: lobby.decline,
    c.StartGame: lobby.start,
    c.DrawCard: drawing.draw,
    c.TakeNumbers: drawing.take_numbers,
    c.TakeCurrency: drawing.take_currency,
    c.PlaceBid: auction.bid,
    c.PassBid: auction.pass_bid,
    c.BuyCard: buying.buy,
    c.DeclineBuy: buying.decline,
    c.ProposePause: table.propose_pause,
    c.VotePause: table.vote_pause,
    c.ProposeAbandon: table.propose_abandon,
    c.VoteAbandon: table.vote_abandon,
    c.PauseGame: table.pause,
    c.ResumeGame: table.resume,
    c.HandToBot: table.hand_to_bot,
    c.ReturnToSeat: table.give_back,
    c.ReplacePlayer: table.replace,
    c.ChangeHost: table.change_host,
    c.ProposeUndo: undo.propose,
    c.VoteUndo: undo.vote,
    c.EndGame: table.end,
}

_MOVES = frozenset(
    (
        c.DrawCard,
        c.TakeNumbers,
        c.TakeCurrency,
        c.PlaceBid,
        c.PassBid,
        c.BuyCard,
        c.DeclineBuy,
    )
)
"""Answers to a decision: the seat's own person, bot or House, or necessity (``system``)."""

_PERSONS = frozenset(
    (
        c.ProposePause,
        c.VotePause,
        c.ProposeAbandon,
        c.VoteAbandon,
        c.ProposeUndo,
        c.VoteUndo,
        c.ReturnToSeat,
    )
)
"""Wishes of the person in the seat and of nobody else."""

_HOSTS = frozenset(
    (c.StartGame, c.PauseGame, c.ReplacePlayer, c.ChangeHost, c.EndGame, c.ExtendDeadline)
)
"""Wishes of the host alone; vacations extend a deadline as ``system``."""


def decide(
    state: GameState | None,
    wish: c.Wish,
    by: str,
    now: str,
    given: Given,
    game: str = "",
) -> list[t.Event]:
    """The events that ``wish`` leads to, complete and in order (events.md, "The order of events").

    by: as in ``Meta``; now: in the form of ``at``. ``state`` is None only for ``CreateGame``.
    Raises Refusal; then nothing is to be appended. The state is not changed.
    """
    if isinstance(wish, c.CreateGame):
        if state is not None:
            raise errors.WrongPhase(phase=state.phase)
        return lobby.create(game, wish, given)
    if state is None:
        raise errors.UnknownGame(game=game)
    _check_sender(wish, by)
    if isinstance(wish, c.TimeOut):
        return table.time_out(state, wish, now, given)
    if isinstance(wish, c.ExtendDeadline):
        return table.extend(state, wish, now)
    return _RULES[type(wish)](state, wish, given)


def _check_sender(wish: c.Wish, by: str) -> None:
    """A person acts for the own seat only, and so does a bot; some wishes are the host's."""
    seat = getattr(wish, "seat", None)
    own = f"seat:{seat}"
    if by.startswith("seat:") and by != own:
        raise errors.NotAPlayer(seat=seat)
    if type(wish) in _MOVES and by not in (own, f"bot:{seat}", "house", "system"):
        raise errors.NotAPlayer(seat=seat)
    if type(wish) in _PERSONS and by != own:
        raise errors.NotAPlayer(seat=seat)
    if type(wish) in _HOSTS and by not in ("host", "system"):
        raise errors.NotTheHost(by=by)
    if isinstance(wish, c.ResumeGame) and wish.seat is None and by != "host":
        raise errors.NotTheHost(by=by)
