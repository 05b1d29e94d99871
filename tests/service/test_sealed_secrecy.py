"""A sealed order is seen by its own seat alone, before and after it acts (reports G1).

Two rooms that differ in nothing but an order: whatever others can get hold of is the same in both.
"""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest

from events import commands as c
from events.engine import make_engine
from events.lines import write
from events.migrate import migrate
from events.orders import OrderCommand, SetOrder
from events.ten.orders import (
    ANY,
    BidOnKind,
    BidOnLot,
    BuyIfAble,
    DrawUntil,
    Held,
    NeverBuy,
    Order,
    act,
)
from events.ten.state import GameState
from service.app import create_app
from service.config import Settings
from service.extensions import attach
from service.playing import playing
from tests.service.world import BASE, Clock, World, seeds
from tests.workers.sink import Sink, running_sink
from workers.deliver import Run
from workers.mail.parts import Parts

RANDOM = (
    re.compile(r"={5,}\d+=="),  # between the parts of a mail
    re.compile(r"\b[a-z2-7]{32}\b"),  # a token
    re.compile(r"(?<=value=\")[0-9a-f-]{36}"),  # the id of a form
)
HOW = (
    re.compile(r'"command":"[0-9a-f-]{36}","via":"(order|web)"'),
    re.compile(r"\b[0-9a-f]{64}\b"),
    re.compile(r"\b[0-9a-f]{12}\b"),
    re.compile(r"(?<=\.)[0-9a-f]{16}\b"),  # of the mark of an open page, which is made of the hash
)
"""What tells a move by order from the same move by hand, as every log does: ``via``, ids and hashes."""


@dataclass
class Room:
    """A world with a mail server, and three people at a table."""

    world: World
    sink: Sink
    game: str = ""

    @property
    def state(self) -> GameState:
        return self.world.state(self.game)

    def order(self, seat: int, order: Order) -> None:
        at = self.world.services
        command = OrderCommand(
            str(uuid.uuid5(uuid.NAMESPACE_OID, repr(order))),
            "web",
            at.clock(),
            SetOrder(seat, order),
        )
        at.orders.execute(at.handler, self.game, command)

    def seen_by_others(self, owner: int) -> dict[str, str]:
        """All that anybody but the owner can read, without what is random in it."""
        self._deliver()
        at, client = self.world.services, self.world.client
        pages = [f"/g/{self.game}", f"/g/{self.game}/log"]
        pages += [f"/g/{self.game}/{version}" for version in range(1, self.state.version + 1)]
        found = {page: client.get(page).get_data(as_text=True) for page in pages}
        for seat in self.state.seats:
            if seat.seat != owner:
                path = f"/p/{self.world.token(self.game, seat.seat)}"
                found[f"seat {seat.seat}"] = client.get(path).get_data(as_text=True)
        found["export"] = "".join(write(at.handler.recorded(self.game)))
        others = [caught for caught in self.sink.caught if not caught.to.startswith(f"seat{owner}")]
        for number, caught in enumerate(others):
            heads = "".join(f"{name}: {value}\n" for name, value in caught.mail.items())
            # Decoded: where lines are broken depends on the random tokens in them.
            parts = [caught.part("plain"), caught.part("html")]
            found[f"mail {number} to {caught.to}"] = "\n".join([heads, *parts])
        return {name: _masked(text, RANDOM) for name, text in found.items()}

    def _deliver(self) -> None:
        at = self.world.services
        smtp = self.sink.smtp
        run = Run(Parts(at.store, at.handler, at.links, smtp, "post@ten.example", at.clock))
        run.run()
        assert not run.failed


def _masked(text: str, shapes: tuple[re.Pattern[str], ...]) -> str:
    for shape in shapes:
        text = shape.sub("(masked)", text)
    return text


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Room]]:
    """Makes rooms that are all alike: the same people, the same cards, the same time."""
    with ExitStack() as stack:
        number = count(1)

        def made() -> Room:
            engine = make_engine(f"sqlite:///{tmp_path / f'room{next(number)}.sqlite3'}")
            stack.callback(engine.dispose)
            migrate(engine)
            ids = count(1)
            monkeypatch.setattr("service.people.uuid4", lambda: uuid.UUID(int=next(ids), version=4))
            settings = Settings(str(engine.url), BASE, "a secret of the tests, known to anybody")
            app = create_app(settings, engine, Clock(), lambda name, *rest: None)
            found = app.extensions["tenpost"]
            handler, orders = playing(found.store, seeds(1))
            attach(app, replace(found, handler=handler, orders=orders))
            room = Room(World(app, found.clock), stack.enter_context(running_sink()))
            persons = [room.world.person(f"Player {n}", f"seat{n}@example.org") for n in (1, 2, 3)]
            room.game = room.world.game(("human",) * 3, persons)
            return room

        yield made


def to_auction(room: Room) -> tuple[int, ...]:
    """Play until a wild was drawn and nobody has bid; the bidders in order."""
    state = room.world.play(
        room.game, lambda state: state.auction is not None and not state.auction.bids
    )
    assert state.auction is not None
    return state.auction.still_to_bid


def test_an_order_that_has_not_acted_leaves_no_trace(
    make: Callable[[], Room], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    plain, sealed = make(), make()
    *_, owner = to_auction(plain)
    assert to_auction(sealed)[-1] == owner
    opened = sealed.state.auction
    assert opened is not None
    caplog.clear()
    orders: list[Order] = [
        BidOnLot(opened.opened, sealed.state.seat(owner).worth),
        BidOnKind(ANY, 7, ("busts",)),
        BuyIfAble("G9"),
        NeverBuy(),
        DrawUntil(9, 33),
    ]
    for order in orders:
        sealed.order(owner, order)
    assert not caplog.records
    assert sealed.seen_by_others(owner) == plain.seen_by_others(owner)


@pytest.mark.parametrize("most", [0, 2, 4, 5])
def test_an_order_that_has_acted_shows_its_move_and_nothing_else(
    make: Callable[[], Room], most: int
) -> None:
    by_hand, by_order = make(), make()
    first, owner, _ = to_auction(by_hand)
    assert to_auction(by_order)[1] == owner
    auction = by_order.state.auction
    assert auction is not None
    order = BidOnLot(auction.opened, most)
    by_order.order(owner, order)
    for room in (by_hand, by_order):
        room.world.do(room.game, c.PassBid(first), f"seat:{first}")
    acted = act(by_hand.state, owner, [Held(order, 1)])
    assert acted is not None
    by_hand.world.do(by_hand.game, acted.wish, f"seat:{owner}")
    assert by_hand.state.version == by_order.state.version
    seen = [room.seen_by_others(owner) for room in (by_hand, by_order)]
    plain = [{name: _masked(text, HOW) for name, text in each.items()} for each in seen]
    assert plain[0] == plain[1]
    assert '"via":"order"' in seen[1]["export"]
