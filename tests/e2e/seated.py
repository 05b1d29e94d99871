"""A game set up behind the pages: created and its seats claimed through the handler."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection

from events import commands as c
from events.engine import make_engine
from events.handler import Handler
from events.store import Store
from events.types import SeatSpec
from service import people, tokens
from service.config import embedded_database
from tests.e2e.running import Up


def seated(
    up: Up,
    guests: Sequence[tuple[str, str]],
    others: Sequence[str] = (),
    *,
    name: str = "Sunday table",
    seed: int = 1,
) -> str:
    """The id of a game that has begun: a seat for each name and address, then those of ``others``
    (``bot``, ``house``). ``seed``: the same cards in the same order each time."""
    engine = make_engine(embedded_database(up.data))
    store, now, game = Store(engine), datetime.now(UTC), str(uuid.uuid4())
    with store.unit() as unit:
        persons = [_person(unit.connection, who, address, now) for who, address in guests]
        people.name_game(unit.connection, game, name, persons[0], now)
        for seat, person in enumerate(persons, 1):
            people.seat_person(unit.connection, game, seat, person)
    kinds = [*["human"] * len(guests), *others]
    seats = [SeatSpec(seat, kind) for seat, kind in enumerate(kinds, 1)]
    handler = Handler(store, fresh_seed=lambda: seed.to_bytes(32, "big"))

    def do(by: str, wish: c.Wish) -> None:
        handler.execute(game, c.Command(str(uuid.uuid4()), by, "cli", now, wish))

    do("host", c.CreateGame(persons[0], seats, ""))
    for seat, person in enumerate(persons, 1):
        do(f"seat:{seat}", c.ClaimSeat(seat, person))
    engine.dispose()
    return game


def _person(connection: Connection, name: str, address: str, now: datetime) -> str:
    """The id of who has this address, a new person if nobody has."""
    known = people.find_address(connection, address)
    if known is not None and known.person is not None:
        return known.person
    return people.add_person(connection, name, address, "en", "UTC", now).id


def link(up: Up, game: str, seat: int) -> str:
    """The path of a link to the seat, as a mail of this moment would have it."""
    engine = make_engine(embedded_database(up.data))
    store, now = Store(engine), datetime.now(UTC)
    state = Handler(store).load(game)
    with store.unit() as unit:
        held = people.place(unit.connection, game, seat)
        assert held is not None
        anchor = tokens.anchor_of(state, seat)
        token = tokens.mint(unit.connection, "seat", game, seat, held.person, anchor, now)
    engine.dispose()
    return f"/p/{token}"
