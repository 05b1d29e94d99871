"""What holds at every version: cards and tokens are conserved (events.md, "State")."""

from collections import Counter

from events.ten import cards
from events.ten.state import GameState


def broken(state: GameState) -> str | None:
    """The first invariant that this state breaks, as a short English phrase; None if all hold.

    The cards that were seen are known one by one; those of the pile only by number, so the pile is
    checked as what is left of the deck.
    """
    held = state.tokens + sum(seat.tokens for seat in state.seats)
    if held != cards.TOKENS:
        return f"there are {held} currency tokens instead of {cards.TOKENS}"
    held = state.busts + sum(seat.busts for seat in state.seats)
    if held != cards.BUSTS:
        return f"there are {held} bust tokens instead of {cards.BUSTS}"
    if min((state.tokens, state.busts, state.draw_pile)) < 0:
        return "the supply or the draw pile holds less than nothing"
    for seat in state.seats:
        if not 0 <= seat.tokens <= cards.TOKEN_LIMIT or seat.busts < 0:
            return f"seat {seat.seat} holds {seat.tokens} tokens and {seat.busts} bust tokens"
    seen = Counter(state.row)
    seen.update(state.market)
    seen.update(state.discarded)
    for seat in state.seats:
        seen.update(seat.cards)
    if state.auction is not None:
        seen[state.auction.card] += 1
    for code, count in seen.items():
        if count > state.deck.get(code, 0):
            return f"{code} lies on the table {count} times, the deck has {state.deck.get(code, 0)}"
    if seen.total() + state.draw_pile != state.deck_size:
        return f"{seen.total()} cards and a pile of {state.draw_pile} are not {state.deck_size}"
    return None
