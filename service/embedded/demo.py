"""A game to play at once: one person and three bots."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import uuid4

from sqlalchemy import select

from events import commands as c
from events.handler import Handler
from events.store import Store
from events.ten.state import GameState
from events.types import SeatSpec
from service import people, tokens
from service.tables import game_names
from service.wording import Words

ADDRESS: Final = "you@localhost"
SEAT: Final = 1
KINDS: Final = ("human", "bot", "bot", "bot")


@dataclass(frozen=True)
class Demo:
    """A game and a fresh token of the person's seat in it."""

    game: str
    token: str


def demo(store: Store, handler: Handler, now: datetime) -> Demo:
    """The demo game that is under way, else a new one."""
    game = _under_way(store, handler) or _new(store, handler, now)
    state = handler.load(game)
    with store.unit() as unit:
        place = people.place(unit.connection, game, SEAT)
        person = None if place is None else place.person
        anchor = tokens.anchor_of(state, SEAT)
        token = tokens.mint(unit.connection, "seat", game, SEAT, person, anchor, now)
    return Demo(game, token)


def _under_way(store: Store, handler: Handler) -> str | None:
    newest = (
        select(game_names.c.game)
        .where(game_names.c.demo)
        .order_by(game_names.c.created.desc())
        .limit(1)
    )
    with store.read() as reader:
        game = reader.connection.execute(newest).scalar_one_or_none()
    return None if game is None or _ended(handler.load(game)) else str(game)


def _ended(state: GameState) -> bool:
    return state.over or state.seat(SEAT).kind != "human"


def _new(store: Store, handler: Handler, now: datetime) -> str:
    words = Words()
    game = str(uuid4())
    with store.unit() as unit:
        known = people.find_address(unit.connection, ADDRESS)
        person = known.person if known is not None else None
        if person is None:
            made = people.add_person(
                unit.connection, words.say("Guest"), ADDRESS, words.language, "UTC", now
            )
            person = made.id
        name = words.say("Demo table")
        people.name_game(unit.connection, game, name, person, now, demo=True)
        people.seat_person(unit.connection, game, SEAT, person)
    seats = [SeatSpec(seat, kind) for seat, kind in enumerate(KINDS, 1)]
    # Nobody waits for the person of a demo: it has no clock.
    options = {"turn_s": None, "auction_s": None}
    create = c.CreateGame(person, seats, "", options)
    handler.execute(game, c.Command(str(uuid4()), "host", "cli", now, create))
    claim = c.ClaimSeat(SEAT, person)
    handler.execute(game, c.Command(str(uuid4()), f"seat:{SEAT}", "cli", now, claim))
    return game
