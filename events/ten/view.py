"""What leaves the core: the state as other programs read it (events.md, "State, as it leaves the service").

Everything on the table is open (rules.md section 11). The secrets, the order of the pile and the sealed
orders, are not in the state at all, so one view serves every seat and the public.
"""

from typing import Any

from events.ten.cards import in_order
from events.ten.state import GameState
from events.types import SeatResult


def result(of: SeatResult) -> dict[str, Any]:
    """A seat's score in the form of ``GameScored``."""
    return {
        "seat": of.seat,
        "points": of.points,
        "runs": {
            colour: {"start": run.start, "length": run.length, "cards": list(run.cards)}
            for colour, run in of.runs.items()
        },
        "tokens": of.tokens,
        "cards": of.cards,
        "rank": of.rank,
    }


def public(state: GameState) -> dict[str, Any]:
    """The state object of events.md: plain lists, strings and whole numbers, ready for JSON."""
    awaiting = state.awaiting
    auction = state.auction
    numbers, currency = state.row_numbers, state.row_currency
    return {
        "game": state.game,
        "version": state.version,
        "phase": state.phase,
        "turn": state.turn,
        "active": state.active,
        "awaiting": None
        if awaiting is None
        else {"seat": awaiting.seat, "kind": awaiting.kind, "due_at": awaiting.due_at},
        "draw_pile": state.draw_pile,
        "row": list(state.row),
        "row_numbers": numbers,
        "row_currency": currency,
        "row_total": numbers - currency,
        "market": in_order(state.market),
        "discarded": in_order(state.discarded),
        "auction": None
        if auction is None
        else {
            "card": auction.card,
            "order": list(auction.order),
            "bids": [{"seat": bid.seat, "amount": bid.amount} for bid in auction.bids],
            "passed": list(auction.passed),
        },
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "tokens": seat.tokens,
                "busts": seat.busts,
                "cards": in_order(seat.cards),
            }
            for seat in state.seats
        ],
        "supply": {"tokens": state.tokens, "busts": state.busts},
        "results": None if state.results is None else [result(of) for of in state.results],
        "winners": None if state.winners is None else list(state.winners),
    }
