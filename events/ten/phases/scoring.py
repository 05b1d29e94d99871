"""The end: every collection is scored and ranked (rules.md section 8)."""

from events import types as t
from events.ten import scoring
from events.ten.state import GameState, Seat


def score_game(state: GameState, answer: t.Event) -> list[t.Event]:
    """``GameScored`` for the table as ``answer``, the last buy or decline, leaves it.

    Most points, then most currency tokens, then fewest cards; then the win is shared.
    """
    seats = [seat.copy() for seat in state.seats if seat.kind != "house"]
    if isinstance(answer, t.CardBought):
        _bought(seats, answer)
    plans = [scoring.score(seat.cards) for seat in seats]
    keys = [
        (-plan.points, -seat.tokens, len(seat.cards))
        for plan, seat in zip(plans, seats, strict=True)
    ]
    results = [
        t.SeatResult(
            seat.seat,
            plan.points,
            plan.runs,
            seat.tokens,
            len(seat.cards),
            1 + sum(other < key for other in keys),
        )
        for plan, seat, key in zip(plans, seats, keys, strict=True)
    ]
    return [t.GameScored(results, [result.seat for result in results if result.rank == 1])]


def _bought(seats: list[Seat], bought: t.CardBought) -> None:
    buyer = next(seat for seat in seats if seat.seat == bought.seat)
    buyer.tokens -= bought.payment.tokens
    for code in bought.payment.cards:
        buyer.cards.remove(code)
    buyer.cards.append(bought.card)
