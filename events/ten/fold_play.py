"""What each event of play does to a draft: set-up, turns, auctions, buying, the end.

No rule is known here: an event says what happened, complete. The constants of the set-up are those of
ruleset ``ten/1`` for ever.
"""

from collections.abc import Callable, Mapping
from typing import Any

from events import types as t
from events.ten import cards
from events.ten.state import Auction, Awaiting, Bid, GameState, Seat

PERSON = frozenset(("web", "mail", "api"))
"""The ways by which a person acts; an answer by one of them ends a row of time-outs."""


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


PLAY: Mapping[type[t.Event], Callable[[GameState, Any, int], None]] = {
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
}
