"""Around the table: time-outs, pauses, who sits where, and an early end (events.md)."""

import re

from events import commands as c
from events import errors
from events import types as t
from events.ten import consent
from events.ten.phases import auction, buying
from events.ten.phases.common import Given, require_seat
from events.ten.phases.lobby import option
from events.ten.state import GameState, Proposal

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\Z", re.ASCII)
"""The form of ``at``, in which the order as text is the order in time."""

HANDED_AT = 3
"""Time-outs in a row after which a bot takes the seat."""


def _playing(state: GameState) -> None:
    if state.phase == "lobby" or state.over:
        raise errors.WrongPhase(phase=state.phase)


def _reason(reason: str) -> None:
    if reason not in t.REASONS:
        raise errors.BadReason(reason=reason)


def time_out(state: GameState, wish: c.TimeOut, now: str, given: Given) -> list[t.Event]:
    """The clock acts. Raises DecisionOver, NotDue or WaitsForHost.

    A bid passes, a buy declines, in the same command; a draw is left to the cautious bot, whose
    answers are commands of their own, and so is everything once the seat is handed over.
    """
    require_seat(state, wish.seat)
    awaiting = state.awaiting
    if awaiting is None or (awaiting.seat, awaiting.decision) != (wish.seat, wish.decision):
        raise errors.DecisionOver(decision=wish.decision)
    due_at = _running_clock(state)
    if due_at is None or now < due_at:
        raise errors.NotDue(due_at=due_at)
    if option(state.options, "timeouts") == "wait":
        raise errors.WaitsForHost(seat=wish.seat)
    missed = state.seat(wish.seat).missed + 1
    out: list[t.Event] = [t.TimedOut(wish.seat, awaiting.kind, missed)]
    if missed >= HANDED_AT:
        return [*out, t.SeatHandedToBot(wish.seat, "timeouts")]
    if awaiting.kind == "bid":
        return [*out, t.BidPassed(wish.seat), *auction.after_answer(state, None, given)]
    if awaiting.kind == "buy":
        declined = t.BuyDeclined(wish.seat)
        return [*out, declined, *buying.after_answer(state, declined, given)]
    return out


def _running_clock(state: GameState) -> str | None:
    """When the open decision is due, if a person is to give the answer.

    A decision that was handed to a bot keeps its ``due_at``, but nobody can be late for it.
    """
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat == state.forfeited:
        return None
    return awaiting.due_at if state.seat(awaiting.seat).kind == "human" else None


def extend(state: GameState, wish: c.ExtendDeadline, now: str) -> list[t.Event]:
    """Raises NotAwaited, BadReason or BadDeadline (no clock runs, or not a later time, or a past one)."""
    _reason(wish.reason)
    require_seat(state, wish.seat)
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != wish.seat:
        raise errors.NotAwaited(seat=wish.seat, awaited=awaiting.seat if awaiting else None)
    due_at = _running_clock(state)
    if due_at is None or wish.due_at is None or not _MOMENT.match(wish.due_at):
        raise errors.BadDeadline(due_at=wish.due_at)
    if wish.due_at <= due_at or wish.due_at < now:
        raise errors.BadDeadline(due_at=wish.due_at)
    return [t.DeadlineExtended(wish.seat, wish.due_at, wish.reason)]


def propose_pause(state: GameState, wish: c.ProposePause, given: Given) -> list[t.Event]:
    """Raises WrongPhase, NotAPlayer, AlreadyPaused or ProposalOpen."""
    _playing(state)
    _human(state, wish.seat)
    if state.paused is not None:
        raise errors.AlreadyPaused()
    running = consent.plain_open(state, state.pause)
    if running is not None:
        raise errors.ProposalOpen(about="pause", seat=running.seat)
    proposed = t.PauseProposed(wish.seat)
    if state.humans == [wish.seat]:
        return [proposed, t.GamePaused("consent")]
    return [proposed]


def vote_pause(state: GameState, wish: c.VotePause, given: Given) -> list[t.Event]:
    """Raises what ``consent.check_vote`` raises."""
    proposal = _votable(state, "pause", wish.seat, wish.agree)
    voted = t.PauseVoted(wish.seat, wish.agree)
    if wish.agree and set(state.humans) <= {*proposal.agreed, wish.seat}:
        return [voted, t.GamePaused("consent")]
    return [voted]


def propose_abandon(state: GameState, wish: c.ProposeAbandon, given: Given) -> list[t.Event]:
    """Raises WrongPhase, NotAPlayer or ProposalOpen."""
    _playing(state)
    _human(state, wish.seat)
    running = consent.plain_open(state, state.abandon)
    if running is not None:
        raise errors.ProposalOpen(about="abandon", seat=running.seat)
    proposed = t.AbandonProposed(wish.seat)
    if state.humans == [wish.seat]:
        return [proposed, *_abandoned("consent", given)]
    return [proposed]


def vote_abandon(state: GameState, wish: c.VoteAbandon, given: Given) -> list[t.Event]:
    """Raises what ``consent.check_vote`` raises."""
    proposal = _votable(state, "abandon", wish.seat, wish.agree)
    voted = t.AbandonVoted(wish.seat, wish.agree)
    if wish.agree and set(state.humans) <= {*proposal.agreed, wish.seat}:
        return [voted, *_abandoned("consent", given)]
    return [voted]


def _votable(state: GameState, about: str, seat: int, agree: bool) -> Proposal:
    require_seat(state, seat)
    proposal = state.pause if about == "pause" else state.abandon
    running = consent.check_vote(state, consent.plain_open(state, proposal), about, seat)
    if seat == running.seat and agree:
        raise errors.AlreadyVoted(seat=seat)
    return running


def _human(state: GameState, seat: int) -> None:
    require_seat(state, seat)
    if seat not in state.humans:
        raise errors.NotAPlayer(seat=seat)


def _abandoned(reason: str, given: Given) -> list[t.Event]:
    return [t.GameAbandoned(reason), t.DeckRevealed(given.chance.seed)]


def pause(state: GameState, wish: c.PauseGame, given: Given) -> list[t.Event]:
    """The host pauses. Raises WrongPhase, AlreadyPaused or BadReason."""
    _playing(state)
    _reason(wish.reason)
    if state.paused is not None:
        raise errors.AlreadyPaused()
    return [t.GamePaused(wish.reason)]


def resume(state: GameState, wish: c.ResumeGame, given: Given) -> list[t.Event]:
    """The host ends any pause, a human one by consent. Raises WrongPhase, NotPaused, NotAPlayer or
    PausedByHost. The open decision gets a whole clock where one runs."""
    _playing(state)
    if state.paused is None:
        raise errors.NotPaused()
    if wish.seat is not None:
        _human(state, wish.seat)
        if state.paused != "consent":
            raise errors.PausedByHost()
    resumed: list[t.Event] = [t.GameResumed()]
    awaiting = state.awaiting
    if awaiting is None or state.seat(awaiting.seat).kind != "human":
        return resumed
    due_at = given.due(awaiting.seat, awaiting.kind)
    if due_at is None or state.forfeited == awaiting.seat:
        return resumed
    return [*resumed, t.DeadlineExtended(awaiting.seat, due_at, state.paused)]


def hand_to_bot(state: GameState, wish: c.HandToBot, given: Given) -> list[t.Event]:
    """Raises WrongPhase, UnknownSeat, NotAPlayer or BadReason."""
    _playing(state)
    _reason(wish.reason)
    _human(state, wish.seat)
    return [t.SeatHandedToBot(wish.seat, wish.reason)]


def give_back(state: GameState, wish: c.ReturnToSeat, given: Given) -> list[t.Event]:
    """Raises WrongPhase, UnknownSeat or NotAPlayer (no person's seat, or not with a bot)."""
    _playing(state)
    require_seat(state, wish.seat)
    seat = state.seat(wish.seat)
    if seat.kind != "bot" or seat.player is None:
        raise errors.NotAPlayer(seat=wish.seat)
    return [t.SeatReturned(wish.seat)]


def replace(state: GameState, wish: c.ReplacePlayer, given: Given) -> list[t.Event]:
    """Another person takes the seat. Raises WrongPhase, UnknownSeat or NotAPlayer (the House)."""
    _playing(state)
    require_seat(state, wish.seat)
    seat = state.seat(wish.seat)
    if seat.kind == "house":
        raise errors.NotAPlayer(seat=wish.seat)
    replaced: list[t.Event] = [t.SeatReplaced(wish.seat, wish.player)]
    return [*replaced, t.SeatReturned(wish.seat)] if seat.kind == "bot" else replaced


def change_host(state: GameState, wish: c.ChangeHost, given: Given) -> list[t.Event]:
    """Raises WrongPhase when the game is over."""
    if state.over:
        raise errors.WrongPhase(phase=state.phase)
    return [t.HostChanged(wish.host)]


def end(state: GameState, wish: c.EndGame, given: Given) -> list[t.Event]:
    """The host ends the game, in the lobby too. Raises WrongPhase or BadReason."""
    _reason(wish.reason)
    if state.over:
        raise errors.WrongPhase(phase=state.phase)
    return _abandoned(wish.reason, given)
