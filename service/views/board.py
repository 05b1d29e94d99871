"""The table as templates get it: plain values, names and places laid out, never a ``GameState``."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.ten import cards, view
from events.ten.odds import Odds, odds
from events.ten.scoring import points
from events.ten.state import GameState, Seat
from events.types import SeatResult
from service.people import Place
from service.wording import Words

NUMBERS = range(1, 10)


@dataclass(frozen=True)
class Cell:
    """One place of a collection: a colour's number, how often it is held, and how it scored.

    run: part of the scored run. wild: the wild that stands here, if one does.
    """

    code: str
    number: int
    copies: int
    run: bool = False
    wild: str | None = None


@dataclass(frozen=True)
class Line:
    """A colour of a collection: nine cells, and its own wilds that stand nowhere yet."""

    colour: str
    cells: Sequence[Cell]
    wilds: Sequence[str]
    points: int | None


@dataclass(frozen=True)
class SeatView:
    """A place at the table. ``worth`` is what its collection would score now, or scored;
    ``whites`` are the wilds of no colour; ``answer`` is its word in the auction: an amount, ``pass`` or None;
    ``purse`` is the most that it could pay.
    ``rank`` is that of the result, ``missing`` an open seat of the lobby."""

    seat: int
    name: str
    kind: str
    you: bool
    active: bool
    awaited: bool
    missing: bool
    tokens: int
    busts: int
    count: int
    worth: int
    lines: Sequence[Line]
    whites: Sequence[str]
    answer: int | str | None
    to_bid: bool
    purse: int
    rank: int | None
    winner: bool
    muted: bool
    bouncing: bool


@dataclass(frozen=True)
class Board:
    """What there is to see. ``state`` is the object of events.md; ``numbers_bust`` and ``currency_bust`` are
    the lowest card of each kind that would be a bust now, None where no card can be; ``odds`` is None
    where no card is to come."""

    name: str
    state: Mapping[str, Any]
    names: Mapping[int, str]
    seats: Sequence[SeatView]
    market: Sequence[Sequence[tuple[str, int]]]
    numbers_bust: int | None
    currency_bust: int | None
    odds: Odds | None
    host: str
    commitment: str
    seed: str | None

    @property
    def over(self) -> bool:
        return self.state["phase"] in ("scored", "abandoned")

    @property
    def lobby(self) -> bool:
        return bool(self.state["phase"] == "lobby")


def names_at(state: GameState, people: Mapping[int, Place], words: Words) -> dict[int, str]:
    """Seat -> what it is called: a person's name, with a note where a bot plays on; a former player; a bot;
    the House."""
    shown: dict[int, str] = {}
    for seat in state.seats:
        place = people.get(seat.seat)
        if seat.kind == "house":
            shown[seat.seat] = words.house()
        elif seat.player is None or place is None or place.person != seat.player:
            open_seat = seat.kind == "human"
            shown[seat.seat] = words.seat(seat.seat, {}) if open_seat else words.bot(seat.seat)
        elif seat.kind == "human":
            shown[seat.seat] = place.name or words.former()
        else:
            name = place.name or words.former()
            shown[seat.seat] = words.say("%(name)s (bot)", name=name)
    return shown


def board(
    state: GameState,
    name: str,
    people: Mapping[int, Place],
    words: Words,
    you: int | None = None,
) -> Board:
    """The table for this seat, or for the public."""
    total = state.row_numbers - state.row_currency
    names = names_at(state, people, words)
    playing = state.phase != "lobby" and not state.over
    return Board(
        name=name,
        state=view.public(state),
        names=names,
        seats=[
            _seat(state, seat, names[seat.seat], people.get(seat.seat), you) for seat in state.seats
        ],
        market=_market(state),
        numbers_bust=_from(11 - total, 9),
        currency_bust=_from(11 - state.row_currency, 5),
        odds=odds(state) if playing and state.draw_pile else None,
        host=state.host,
        commitment=state.commitment,
        seed=state.seed,
    )


def _from(least: int, highest: int) -> int | None:
    return max(1, least) if least <= highest else None


def _market(state: GameState) -> list[list[tuple[str, int]]]:
    """By colour: (code, copies), rising."""
    count = Counter(state.market)
    return [
        [(code, count[code]) for code in cards.in_order(count) if code[0] == colour]
        for colour in cards.COLOURS
        if any(code[0] == colour for code in count)
    ]


def _lines(seat: Seat, result: SeatResult | None) -> tuple[list[Line], list[str]]:
    """The collection by colour, with the scored runs if there are any, and the white wilds left over."""
    runs = {} if result is None else result.runs
    standing = {code for run in runs.values() for code in run.cards if code in cards.WILDS}
    held = Counter(seat.cards)
    lines = []
    for colour in cards.COLOURS:
        run = runs.get(colour)
        cells = []
        for value in NUMBERS:
            code = f"{colour}{value}"
            at = value - run.start if run is not None else -1
            stands = run.cards[at] if run is not None and 0 <= at < run.length else None
            wild = stands if stands in cards.WILDS else None
            cells.append(Cell(code, value, held[code], stands is not None, wild))
        wild = f"{colour}W"
        spare = held[wild] - sum(1 for r in runs.values() for code in r.cards if code == wild)
        scored = None if result is None else _run_points(run.length if run is not None else 0)
        lines.append(Line(colour, cells, [wild] * max(0, spare), scored))
    whites = [
        code for code in cards.in_order(seat.cards) if code[0] == "W" and code not in standing
    ]
    return lines, whites


def _seat(
    state: GameState, seat: Seat, name: str, place: Place | None, you: int | None
) -> SeatView:
    number = seat.seat
    result = next((r for r in state.results or () if r.seat == number), None)
    lines, whites = _lines(seat, result)
    awaiting, auction = state.awaiting, state.auction
    answer: int | str | None = None
    to_bid = False
    if auction is not None:
        answer = next((bid.amount for bid in auction.bids if bid.seat == number), None)
        if number in auction.passed:
            answer = "pass"
        to_bid = number in auction.still_to_bid
    return SeatView(
        seat=number,
        name=name,
        kind=seat.kind,
        you=number == you,
        active=number == state.active and not state.over,
        awaited=awaiting is not None and awaiting.seat == number,
        missing=state.phase == "lobby" and seat.kind == "human" and seat.player is None,
        tokens=seat.tokens,
        busts=seat.busts,
        count=len(seat.cards),
        worth=result.points if result is not None else points(seat.cards),
        lines=lines,
        whites=whites,
        answer=answer,
        to_bid=to_bid,
        purse=seat.worth,
        rank=None if result is None else result.rank,
        winner=number in (state.winners or ()),
        muted=place is not None and place.muted,
        bouncing=place is not None and place.address_state != "ok",
    )


def _run_points(length: int) -> int:
    """A card a point, and one more for all nine (rules.md section 8); as the result has them."""
    return length + (length == 9)
