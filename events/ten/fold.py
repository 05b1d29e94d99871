"""Events to state. Nothing here knows a rule: an event says what happened, complete, and is carried out.

``carry_out`` changes a draft in place, which is what a long replay wants; ``evolve`` is the pure step.
The handlers are called about 600 times a game: they do plain work on lists and nothing else.
"""

from collections.abc import Callable, Mapping
from typing import Any

from events import types as t
from events.ten import cards
from events.ten.state import Auction, Awaiting, Bid, GameState, Proposal, Seat

_PROPOSALS = ("undo", "pause", "abandon")
"""Where a state keeps what is being voted on."""

PERSON = frozenset(("web", "mail", "api"))
"""The ways by which a person acts; an answer by one of them ends a row of time-outs."""

Prefix = Callable[[int], GameState]
"""Version -> the state of the same stream at that version; needed to fold ``MovesUndone``."""


def no_prefix(version: int) -> GameState:
    """For folds that are known to hold no undo. Raises LookupError."""
    raise LookupError(f"the events up to version {version} are needed to fold an undo")


def carry_out(
    state: GameState,
    event: t.Event,
    version: int,
    by: str,
    via: str,
    command: str,
    prefix: Prefix = no_prefix,
) -> GameState:
    """Carry out one event on a draft and return the draft (another object after ``MovesUndone``).

    Raises LookupError if ``prefix`` cannot answer for an undo.
    """
    if command != state.command:
        if state.command:
            state.marks.append(state.mark)
        state.command, state.by, state.via = command, by, via
        state.moved = state.drew = False
    if type(event) is t.MovesUndone:
        state = _undone(state, event, version, prefix)
    else:
        _HANDLERS[type(event)](state, event, version)
    state.version = version
    return state


def evolve(
    state: GameState,
    event: t.Event,
    version: int,
    meta: t.Meta,
    prefix: Prefix = no_prefix,
) -> GameState:
    """The state after one more event; the given state is not changed."""
    return carry_out(state.copy(), event, version, meta.by, meta.via, meta.command, prefix)


def _undone(state: GameState, event: t.MovesUndone, version: int, prefix: Prefix) -> GameState:
    """The state at ``to_version`` but for the facts about the table (events.md, "undo")."""
    back = prefix(event.to_version).copy()
    back.marks.append(back.mark)
    back.command, back.by, back.via = state.command, state.by, state.via
    back.moved = back.drew = False
    back.awaiting = None
    # Whoever timed out in this turn is asked again, with a whole new clock.
    back.forfeited = None
    back.host, back.paused = state.host, state.paused
    back.pause, back.abandon, back.undo = state.pause, state.abandon, None
    back.known, back.undone = state.known, version
    for seat, now in zip(back.seats, state.seats, strict=True):
        seat.kind, seat.player, seat.missed = now.kind, now.player, now.missed
    return back


# Set-up.


def _game_created(s: GameState, e: t.GameCreated, version: int) -> None:
    s.ruleset, s.host, s.options, s.commitment = e.ruleset, e.host, e.options, e.commitment
    s.seats = [Seat(spec.seat, spec.kind, spec.player) for spec in e.seats]
    s.words = ("",) * len(s.seats)


def _seat_claimed(s: GameState, e: t.SeatClaimed, version: int) -> None:
    s.seats[e.seat - 1].player = e.player
    s.words = (*s.words[: e.seat - 1], e.word, *s.words[e.seat :])


def _nothing(s: GameState, e: t.Event, version: int) -> None:
    """A fact that changes nothing in the game's state."""


def _game_started(s: GameState, e: t.GameStarted, version: int) -> None:
    s.phase = "drawing"
    s.deck, s.words = e.deck, tuple(e.words)
    s.deck_size = s.draw_pile = sum(e.deck.values())
    for seat in s.seats:
        seat.tokens = cards.START_TOKENS
    s.tokens -= cards.START_TOKENS * len(s.seats)


# A turn.


def _turn_started(s: GameState, e: t.TurnStarted, version: int) -> None:
    s.active, s.turn, s.turn_opened = e.seat, e.turn, version
    s.forfeited = None


def _decision_opened(s: GameState, e: t.DecisionOpened, version: int) -> None:
    s.awaiting = Awaiting(e.seat, e.kind, e.due_at, version)
    if not s.first_decision:
        s.first_decision = version


def _card_drawn(s: GameState, e: t.CardDrawn, version: int) -> None:
    place = s.deck_size - s.draw_pile
    if place == len(s.known):
        s.known.append(e.card)
    s.draw_pile -= 1
    s.drew = True
    if e.card in cards.WILDS:
        s.phase = "auction"
        s.auction = Auction(e.card)
    else:
        s.row.append(e.card)
    _answered(s, e.seat)


def _answered(s: GameState, seat: int) -> None:
    s.moved = True
    if s.via in PERSON:
        s.seats[seat - 1].missed = 0


def _pay_out(s: GameState, payouts: Mapping[str, int]) -> None:
    for seat, tokens in payouts.items():
        s.seats[int(seat) - 1].tokens += tokens
        s.tokens -= tokens


def _went_bust(s: GameState, e: t.WentBust, version: int) -> None:
    s.awaiting = None
    s.row = []
    s.market += e.to_market
    s.discarded += e.discarded
    _pay_out(s, e.payouts)
    if e.bust_token:
        s.seats[e.seat - 1].busts += 1
        s.busts -= 1


def _numbers_taken(s: GameState, e: t.NumbersTaken, version: int) -> None:
    s.awaiting = None
    s.phase = "buying"
    s.row = []
    s.seats[e.seat - 1].cards += e.cards
    s.discarded += e.discarded
    _pay_out(s, e.payouts)
    _answered(s, e.seat)


def _currency_taken(s: GameState, e: t.CurrencyTaken, version: int) -> None:
    s.awaiting = None
    s.row = []
    s.market += e.to_market
    s.discarded += e.discarded
    s.seats[e.seat - 1].tokens += e.tokens
    s.tokens -= e.tokens
    _answered(s, e.seat)


# An auction.


def _hammered(s: GameState) -> Auction:
    if s.auction is None:
        raise ValueError("there is no auction")
    return s.auction


def _auction_opened(s: GameState, e: t.AuctionOpened, version: int) -> None:
    s.awaiting = None
    auction = _hammered(s)
    auction.order, auction.opened = tuple(e.order), version


def _bid_placed(s: GameState, e: t.BidPlaced, version: int) -> None:
    s.awaiting = None
    _hammered(s).bids += (Bid(e.seat, e.amount, e.payment),)
    _answered(s, e.seat)


def _bid_passed(s: GameState, e: t.BidPassed, version: int) -> None:
    s.awaiting = None
    _hammered(s).passed += (e.seat,)
    _answered(s, e.seat)


def _pay(s: GameState, seat: Seat, payment: t.Payment) -> None:
    """Tokens of both kinds return to the supply; cards are discarded (B3)."""
    seat.tokens -= payment.tokens
    s.tokens += payment.tokens
    seat.busts -= payment.busts
    s.busts += payment.busts
    for code in payment.cards:
        seat.cards.remove(code)
        s.discarded.append(code)


def _auction_won(s: GameState, e: t.AuctionWon, version: int) -> None:
    seat = s.seats[e.seat - 1]
    _pay(s, seat, e.payment)
    seat.cards.append(e.card)
    s.auction = None
    s.phase = "drawing"


def _auction_unsold(s: GameState, e: t.AuctionUnsold, version: int) -> None:
    s.discarded.append(e.card)
    s.auction = None
    s.phase = "drawing"


# Buying and the end.


def _card_bought(s: GameState, e: t.CardBought, version: int) -> None:
    s.awaiting = None
    seat = s.seats[e.seat - 1]
    _pay(s, seat, e.payment)
    s.market.remove(e.card)
    seat.cards.append(e.card)
    _buy_over(s, e.seat)


def _buy_declined(s: GameState, e: t.BuyDeclined, version: int) -> None:
    s.awaiting = None
    _buy_over(s, e.seat)


def _buy_over(s: GameState, seat: int) -> None:
    if s.phase == "buying":
        s.phase = "drawing"
    _answered(s, seat)


def _final_buying_started(s: GameState, e: t.FinalBuyingStarted, version: int) -> None:
    s.phase = "final_buying"
    s.forfeited = None


def _game_scored(s: GameState, e: t.GameScored, version: int) -> None:
    s.phase = "scored"
    s.awaiting = None
    s.results, s.winners = tuple(e.results), tuple(e.winners)


def _deck_revealed(s: GameState, e: t.DeckRevealed, version: int) -> None:
    s.seed = e.seed


# Around the table.


def _timed_out(s: GameState, e: t.TimedOut, version: int) -> None:
    s.seats[e.seat - 1].missed = e.missed
    if e.kind == "draw":
        s.forfeited = e.seat


def _due(s: GameState, due_at: str | None) -> None:
    if s.awaiting is not None:
        s.awaiting = s.awaiting._replace(due_at=due_at)


def _deadline_extended(s: GameState, e: t.DeadlineExtended, version: int) -> None:
    if s.awaiting is not None and s.awaiting.seat == e.seat:
        _due(s, e.due_at)


def _game_paused(s: GameState, e: t.GamePaused, version: int) -> None:
    s.paused, s.pause = e.reason, None
    _due(s, None)


def _game_resumed(s: GameState, e: t.GameResumed, version: int) -> None:
    s.paused = None


def _seat_handed_to_bot(s: GameState, e: t.SeatHandedToBot, version: int) -> None:
    s.seats[e.seat - 1].kind = "bot"
    for name in _PROPOSALS:
        proposal = getattr(s, name)
        if proposal is not None and proposal.seat == e.seat:
            # Closed for good: whoever comes back may propose again.
            setattr(s, name, None)


def _seat_returned(s: GameState, e: t.SeatReturned, version: int) -> None:
    s.seats[e.seat - 1].kind = "human"


def _seat_replaced(s: GameState, e: t.SeatReplaced, version: int) -> None:
    s.seats[e.seat - 1].player = e.player
    for name in _PROPOSALS:
        setattr(s, name, _without(getattr(s, name), e.seat))


def _without(proposal: Proposal | None, seat: int) -> Proposal | None:
    """The proposal without the vote of one seat, which binds nobody who takes the seat over."""
    if proposal is None or proposal.seat == seat:
        return None
    return proposal._replace(
        agreed=tuple(each for each in proposal.agreed if each != seat),
        against=tuple(each for each in proposal.against if each != seat),
    )


def _host_changed(s: GameState, e: t.HostChanged, version: int) -> None:
    s.host = e.host


def _game_abandoned(s: GameState, e: t.GameAbandoned, version: int) -> None:
    s.phase = "abandoned"
    s.awaiting = None
    s.undo = s.pause = s.abandon = None


def _voted(proposal: Proposal | None, seat: int, agree: bool) -> Proposal | None:
    """The proposal after a vote; the proposer's own no withdraws it."""
    if proposal is None or (seat == proposal.seat and not agree):
        return None
    if agree:
        return proposal._replace(agreed=(*proposal.agreed, seat))
    return proposal._replace(against=(*proposal.against, seat))


def _undo_proposed(s: GameState, e: t.UndoProposed, version: int) -> None:
    s.undo = Proposal(e.seat, version, e.to_version, (e.seat,), ())


def _undo_voted(s: GameState, e: t.UndoVoted, version: int) -> None:
    s.undo = _voted(s.undo, e.seat, e.agree)


def _pause_proposed(s: GameState, e: t.PauseProposed, version: int) -> None:
    s.pause = Proposal(e.seat, version, 0, (e.seat,), ())


def _pause_voted(s: GameState, e: t.PauseVoted, version: int) -> None:
    s.pause = _voted(s.pause, e.seat, e.agree)


def _abandon_proposed(s: GameState, e: t.AbandonProposed, version: int) -> None:
    s.abandon = Proposal(e.seat, version, 0, (e.seat,), ())


def _abandon_voted(s: GameState, e: t.AbandonVoted, version: int) -> None:
    s.abandon = _voted(s.abandon, e.seat, e.agree)


_HANDLERS: Mapping[type[t.Event], Callable[[GameState, Any, int], None]] = {
    t.GameCreated: _game_created,
    t.SeatClaimed: _seat_claimed,
    t.SeatDeclined: _nothing,
    t.GameStarted: _game_started,
    t.TurnStarted: _turn_started,
    t.DecisionOpened: _decision_opened,
    t.CardDrawn: _card_drawn,
    t.WentBust: _went_bust,
    t.NumbersTaken: _numbers_taken,
    t.CurrencyTaken: _currency_taken,
    t.AuctionOpened: _auction_opened,
    t.BidPlaced: _bid_placed,
    t.BidPassed: _bid_passed,
    t.AuctionWon: _auction_won,
    t.AuctionUnsold: _auction_unsold,
    t.CardBought: _card_bought,
    t.BuyDeclined: _buy_declined,
    t.FinalBuyingStarted: _final_buying_started,
    t.GameScored: _game_scored,
    t.DeckRevealed: _deck_revealed,
    t.TimedOut: _timed_out,
    t.DeadlineExtended: _deadline_extended,
    t.PauseProposed: _pause_proposed,
    t.PauseVoted: _pause_voted,
    t.AbandonProposed: _abandon_proposed,
    t.AbandonVoted: _abandon_voted,
    t.GamePaused: _game_paused,
    t.GameResumed: _game_resumed,
    t.SeatHandedToBot: _seat_handed_to_bot,
    t.SeatReturned: _seat_returned,
    t.SeatReplaced: _seat_replaced,
    t.HostChanged: _host_changed,
    t.UndoProposed: _undo_proposed,
    t.UndoVoted: _undo_voted,
    t.GameAbandoned: _game_abandoned,
}
