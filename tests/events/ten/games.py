"""Games on a table without a database: decided, recorded and folded one command after another."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count, islice
from typing import Any

import pytest

from events import commands as c
from events import errors
from events import types as t
from events.codec import at_text, record
from events.ten import cards
from events.ten.answers import next_answer
from events.ten.chance import Chance, Dealer
from events.ten.decide import decide
from events.ten.fold import carry_out
from events.ten.invariants import broken
from events.ten.legal import legal_commands
from events.ten.phases.common import Given
from events.ten.phases.lobby import option
from events.ten.shuffle import commitment
from events.ten.state import Auction, Awaiting, Bid, GameState
from events.types import Payment

GAME = "00000000-0000-4000-9000-000000000001"
HOST = "00000000-0000-4000-a000-000000000001"
KINDS = {"h": "human", "b": "bot", "s": "house"}
"""A table in letters: `hhb` is two people and a bot, `hs` one person and the House."""


def player(seat: int) -> str:
    """The person who takes this seat, unless a test says otherwise."""
    return f"00000000-0000-4000-a000-{seat:012}"


def seed(number: int) -> str:
    return sha256(str(number).encode()).hexdigest()


def pay(text: str = "") -> Payment:
    """`3 bb R1 WW`: three tokens, two bust tokens and two cards."""
    parts = text.split()
    codes = [part for part in parts if part in cards.ORDER]
    busts = sum(len(part) for part in parts if set(part) == {"b"})
    tokens = sum(int(part) for part in parts if part.isdigit())
    return Payment(tokens, busts, tuple(cards.in_order(codes)))


class Rigged:
    """Chance that a test decides: the pile from its top on, and the first seat."""

    seed = seed(0)

    def __init__(self, top: str = "", first: int = 1) -> None:
        self.top = top.split()
        self.first = first

    def first_seat(
        self, words: Sequence[str], deck: Mapping[str, int], takers: Sequence[int]
    ) -> int:
        return self.first

    def next_card(self, state: GameState) -> str:
        """The cards named, then the rest of the deck in the canonical order."""
        place = state.deck_size - state.draw_pile
        if place < len(self.top):
            return self.top[place]
        rest = [code for code in cards.in_order(state.deck) for _ in range(state.deck[code])]
        for code in self.top:
            rest.remove(code)
        return rest[place - len(self.top)]


class Game:
    """One game. ``log`` has what was written, ``states`` the state at each version from 0 on."""

    def __init__(self, kinds: str = "", *, chance: Chance | None = None, **options: Any) -> None:
        """With ``kinds`` the game is created; the people still have to come."""
        self.chance: Chance = Dealer(seed(1)) if chance is None else chance
        self.log: list[t.Recorded] = []
        self.states: list[GameState] = [GameState(GAME)]
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self._commands = count(1)
        if kinds:
            seats = [t.SeatSpec(seat, KINDS[kind]) for seat, kind in enumerate(kinds, 1)]
            public = commitment(bytes.fromhex(self.chance.seed))
            self.do(c.CreateGame(HOST, seats, public, options), "host")

    @property
    def state(self) -> GameState:
        return self.states[-1]

    @property
    def at(self) -> str:
        return at_text(self.now)

    @property
    def awaited(self) -> int:
        """The seat whose move it is."""
        assert self.state.awaiting is not None
        return self.state.awaiting.seat

    def later(self, **time: float) -> None:
        self.now += timedelta(**time)

    def do(self, wish: c.Wish, by: str | None = None, via: str | None = None) -> list[t.Event]:
        """Carry a wish out, of the seat that it names unless ``by`` says otherwise."""
        self.later(minutes=1)
        sender = by or self._sender(wish)
        way = via or {"seat": "web", "host": "web", "clock": "sweep"}.get(sender[:4], "bot")
        way = "sweep" if sender == "clock" and via is None else way
        events = self.decide(wish, sender)
        meta = t.Meta(sender, way, f"00000000-0000-4000-8000-{next(self._commands):012}")
        for event in events:
            prev = self.log[-1].hash if self.log else t.GENESIS
            version = self.state.version + 1
            each = record(GAME, version, self.at, event, meta, prev)
            state = carry_out(
                self.state.copy(),
                event,
                version,
                meta.by,
                meta.via,
                meta.command,
                self.states.__getitem__,
            )
            assert broken(state) is None
            self.log.append(each)
            self.states.append(state)
        return events

    def decide(self, wish: c.Wish, by: str) -> list[t.Event]:
        before = None if self.state.version == 0 else self.state
        return decide(before, wish, by, self.at, Given(self._due, self.chance), GAME)

    def refuses(
        self,
        error: type[errors.Refusal],
        wish: c.Wish,
        sender: str | None = None,
        /,
        **params: object,
    ) -> None:
        """The wish is refused with this very error, and nothing is written."""
        before = len(self.log)
        with pytest.raises(errors.Refusal) as caught:
            self.do(wish, sender)
        assert type(caught.value) is error
        assert caught.value.params == params
        assert len(self.log) == before

    def _sender(self, wish: c.Wish) -> str:
        seat = getattr(wish, "seat", None)
        if isinstance(wish, c.TimeOut):
            return "clock"
        if seat is None or isinstance(wish, c.ReplacePlayer | c.ExtendDeadline | c.HandToBot):
            return "host"
        if self.state.version and 1 <= seat <= len(self.state.seats):
            kind = self.state.seat(seat).kind
            return {"human": f"seat:{seat}", "bot": f"bot:{seat}", "house": "house"}[kind]
        return f"seat:{seat}"

    def _due(self, seat: int, kind: str) -> str | None:
        limit = option(self.state.options, "auction_s" if kind == "bid" else "turn_s")
        return None if limit is None else at_text(self.now + timedelta(seconds=limit))

    # Many commands at once.

    def claim(self, seat: int, word: str = "") -> list[t.Event]:
        return self.do(c.ClaimSeat(seat, player(seat), word), f"seat:{seat}")

    def begin(self) -> "Game":
        """Everybody who is missing comes."""
        for seat in list(self.state.seats):
            if seat.kind == "human" and seat.player is None:
                self.claim(seat.seat)
        return self

    def draw(self, times: int = 1) -> list[t.Event]:
        """So many draws; the events of the last."""
        events: list[t.Event] = []
        for _ in range(times):
            events = self.do(c.DrawCard(self.awaited))
        return events

    def take_numbers(self) -> list[t.Event]:
        return self.do(c.TakeNumbers(self.awaited))

    def take_currency(self) -> list[t.Event]:
        return self.do(c.TakeCurrency(self.awaited))

    def bid(self, amount: int, payment: str | None = None) -> list[t.Event]:
        paid = Payment(amount) if payment is None else pay(payment)
        return self.do(c.PlaceBid(self.awaited, amount, paid))

    def skip(self) -> list[t.Event]:
        """Pass or decline."""
        return self.do(self.no())

    def no(self) -> c.Wish:
        assert self.state.awaiting is not None
        seat, kind = self.state.awaiting.seat, self.state.awaiting.kind
        return c.PassBid(seat) if kind == "bid" else c.DeclineBuy(seat)

    def buy(self, card: str, payment: str) -> list[t.Event]:
        return self.do(c.BuyCard(self.awaited, card, pay(payment)))

    def time_out(self) -> list[t.Event]:
        """The clock of the open decision runs out."""
        awaiting = self.state.awaiting
        assert awaiting is not None
        self.later(days=60)
        return self.do(c.TimeOut(awaiting.seat, awaiting.decision))

    def settle(self) -> "Game":
        """Bots, the House and necessity answer until a person is awaited."""
        while (answer := next_answer(self.state)) is not None:
            self.do(answer.wish, answer.by, answer.via)
        return self

    def play(self, chance: random.Random, commands: int = 10_000) -> "Game":
        """So many random legal answers, or to the end."""
        for _ in range(commands):
            if self.state.over:
                break
            self.do(any_answer(self.state, chance))
        return self


def any_answer(state: GameState, chance: random.Random) -> c.Wish:
    """A legal answer to the open decision, by chance; the House's is its own."""
    assert state.awaiting is not None
    seat = state.awaiting.seat
    if state.seat(seat).kind == "house":
        answer = next_answer(state)
        assert answer is not None
        return answer.wish
    legal = legal_commands(state, seat)
    offered: list[c.Wish] = list(legal.plain)
    if legal.bid is not None:
        amount = chance.randint(legal.bid.least, min(legal.bid.most, legal.bid.least + 3))
        payments = list(islice(legal.bid.payments(amount), 40))
        offered.append(c.PlaceBid(seat, amount, chance.choice(payments)))
    for choice in legal.buys:
        payments = list(islice(choice.payments, 40))
        offered.append(c.BuyCard(seat, choice.card, chance.choice(payments)))
    return chance.choice(offered)


def started(kinds: str = "hh", top: str = "", first: int = 1, **options: Any) -> Game:
    """A game whose draw pile is rigged, everybody seated, before the first draw."""
    return Game(kinds, chance=Rigged(top, first), **options).begin()


def arranged(
    kinds: str = "hh",
    *,
    row: str = "",
    market: str = "",
    hands: Mapping[int, str] | None = None,
    tokens: Mapping[int, int] | None = None,
    busts: Mapping[int, int] | None = None,
    pile: str | None = None,
    active: int = 1,
    awaiting: str = "draw",
    auction: str = "",
    final: bool = False,
    **options: Any,
) -> Game:
    """A table in the middle of a game, seat ``active`` awaited (in an auction the seat to its left).

    What is not laid out is in the draw pile, or discarded if ``pile`` names the cards of the pile,
    from its top on. The log is that of the beginning only.
    """
    game = started(kinds, first=active, **options)
    state = game.state
    state.row, state.market = row.split(), market.split()
    for seat in state.seats:
        seat.cards = (hands or {}).get(seat.seat, "").split()
        seat.tokens = (tokens or {}).get(seat.seat, seat.tokens)
        seat.busts = (busts or {}).get(seat.seat, 0)
    state.tokens = cards.TOKENS - sum(seat.tokens for seat in state.seats)
    state.busts = cards.BUSTS - sum(seat.busts for seat in state.seats)
    laid = [*state.row, *state.market, *(code for seat in state.seats for code in seat.cards)]
    asked = active
    if auction:
        laid.append(auction)
        state.phase, state.auction = "auction", Auction(auction)
        state.auction.order = tuple(state.left_of(active))
        asked, awaiting = state.auction.order[0], "bid"
    elif awaiting == "buy":
        state.phase = "final_buying" if final else "buying"
    rest = [code for code in cards.in_order(state.deck) for _ in range(state.deck[code])]
    for code in laid:
        rest.remove(code)
    if pile is not None:
        for code in pile.split():
            rest.remove(code)
        state.discarded, rest = rest, pile.split()
    state.draw_pile = len(rest)
    state.known = [*laid, *state.discarded]
    game.chance = Rigged(" ".join([*state.known, *rest]), active)
    decision = state.awaiting.decision if state.awaiting is not None else 0
    state.awaiting = Awaiting(asked, awaiting, game._due(asked, awaiting), decision)
    assert broken(state) is None
    return game


def bids(*placed: tuple[int, int]) -> tuple[Bid, ...]:
    """Seat and amount of each bid, paid in tokens."""
    return tuple(Bid(seat, amount, Payment(amount)) for seat, amount in placed)


def of_type(events: Iterable[t.Event], cls: type[t.Event]) -> Any:
    """The only event of this type."""
    (found,) = [event for event in events if type(event) is cls]
    return found


def names(events: Iterable[t.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def scripts() -> Iterator[str]:
    """Every table: one to five people, and the House with one."""
    yield from ("hs", "hh", "hhh", "hhhh", "hhhhh")
