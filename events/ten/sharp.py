"""The bot that plays to win: it weighs what each legal answer promises, in thousandths of a point.

It sees what its seat sees (rules.md section 10). ``push`` has the draw; the bid and the buy are here.
"""

from collections.abc import Sequence
from hashlib import sha256

from events import commands as c
from events.ten import cards
from events.ten.promise import POINT, hand, players, stage
from events.ten.purse import Purse, bargains, purse, token_worth
from events.ten.push import push
from events.ten.scoring import points
from events.ten.state import GameState, Seat


def choose(state: GameState, seat: int) -> c.Wish:
    """The answer that promises most to the seat, which must be awaited. Equals are drawn by lot."""
    kind = None if state.awaiting is None else state.awaiting.kind
    mine = state.seat(seat)
    if kind == "buy":
        return _buy(state, mine)
    if kind == "bid" and state.auction is not None:
        return _bid(state, mine, state.auction.card)
    return push(state, mine)


def _bid(state: GameState, seat: Seat, card: str) -> c.Wish:
    """As much as any of those still to bid would pay, so that none bids more; at most what it is worth."""
    assert state.auction is not None
    now = stage(state)
    token = token_worth(players(state), now)
    least = state.auction.highest + 1
    most = most_for(seat, card, now, token)
    if most < least:
        return c.PassBid(seat.seat)
    waiting = state.auction.still_to_bid[1:]
    rivals = [most_for(state.seat(number), card, now, token) for number in waiting]
    amount = min(most, max([least, *rivals]))
    return c.PlaceBid(seat.seat, amount, _wallet(seat, now, token).payment(amount))


def most_for(seat: Seat, card: str, stage: int, token: int) -> int:
    """The highest bid for a wild that costs the seat no more than it gains; for the House, P1."""
    if seat.kind == "house":
        return (seat.tokens + 1) // 2
    gain = hand((*seat.cards, card), stage).promise - hand(seat.cards, stage).promise
    return _wallet(seat, stage, token).reach(gain) if gain > 0 else 0


def _wallet(seat: Seat, stage: int, token: int) -> Purse:
    return purse(tuple(seat.cards), seat.tokens, seat.busts, stage, token)


def _buy(state: GameState, seat: Seat) -> c.Wish:
    now = stage(state)
    held = _wallet(seat, now, token_worth(players(state), now))
    if state.phase == "final_buying":
        worth = _last_buys(state.market, seat, held)
    else:
        worth = bargains(state.market, seat.cards, hand(seat.cards, now), held)
    most = max(worth.values(), default=0)
    if most <= 0:
        return c.DeclineBuy(seat.seat)
    equals = [card for card in cards.in_order(worth) if worth[card] == most]
    card = equals[_lot(state, seat) % len(equals)] if len(equals) > 1 else equals[0]
    return c.BuyCard(seat.seat, card, held.payment(cards.VALUE[card]))


def _last_buys(market: Sequence[str], seat: Seat, held: Purse) -> dict[str, int]:
    """The same where nothing counts any more but the score, and then tokens, and then few cards."""
    now = points(seat.cards)
    worth = {}
    for card in set(market):
        price = cards.VALUE[card]
        if price <= held.most and card not in seat.cards:
            after = [*seat.cards, card]
            for code in (payment := held.payment(price)).cards:
                after.remove(code)
            gain = points(after) - now
            worth[card] = gain * POINT - payment.tokens * 10 - len(after)
    return worth


def _lot(state: GameState, seat: Seat) -> int:
    """A whole number that follows from the game, the version and the seat, and is as good as chance."""
    name = f"{state.game}/{state.version}/{seat.seat}"
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big")
