"""A move that is sent over HTTP, against a bare Flask view that does one INSERT and commits."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import insert

from bench import table
from bench.bare import TABLE
from bench.http import Connection, ask, gunicorn, settings
from bench.measure import Row, Timing
from events import commands as c
from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.store import Store, Unit
from service import tokens
from service.tables import game_names, persons, places
from tests.parts.postgres import PostgresServer
from tests.parts.redis import running_redis

GAMES = 200
"""Each gets two moves: the end of a draw, and the end of the turn, which owes a mail."""
WARM = 20
MOVES = {
    c.TakeNumbers: "numbers",
    c.TakeCurrency: "currency",
    c.DeclineBuy: "no",
    c.DrawCard: "draw",
}


@dataclass(frozen=True)
class Link:
    """A seat's link into a game at a version."""

    game: str
    token: str
    version: int


def rows(server: PostgresServer) -> list[Row]:
    """One row. Raises NoRedis."""
    url = server.url(server.create_database())
    engine = make_engine(url)
    migrate(engine)
    store = Store(engine)
    links = ready_links(store, table.fill(store, GAMES + WARM))
    with (
        running_redis() as redis,
        gunicorn(settings(url, redis)) as ours,
        gunicorn(bare_view(server), "bench.bare:application()") as bare,
    ):
        found = _row(Handler(store, keep=0), ours, bare, links)
    engine.dispose()
    return [found]


def bare_view(server: PostgresServer) -> dict[str, str]:
    """The environment of ``bench.bare`` on a database of its own."""
    url = server.url(server.create_database())
    engine = make_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql(TABLE)
    engine.dispose()
    return {"BARE_URL": url}


def ready_links(store: Store, games: Sequence[str]) -> list[Link]:
    """A link that may move in each game, whose people have names and seats."""
    found = []
    handler = Handler(store, keep=0)
    seat = table.scripted().moves[0][0]
    with store.unit() as unit:
        people = add_people(unit, [each.player for each in handler.load(games[0]).seats])
        for game in games:
            seat_people(unit, game, people)
            state = handler.load(game)
            anchor = tokens.anchor_of(state, seat)
            token = tokens.mint(
                unit.connection, "seat", game, seat, people[seat - 1], anchor, table.NOW
            )
            found.append(Link(game, token, state.version))
    with store.unit() as unit:
        unit.connection.exec_driver_sql("ANALYZE")
    return found


def add_people(unit: Unit, players: Sequence[str | None]) -> list[str]:
    """Persons with the ids of these players."""
    ids = [player for player in players if player is not None]
    for number, person in enumerate(ids, 1):
        unit.connection.execute(
            insert(persons).values(
                **{"id": person, "name": f"Player {number}", "created": table.NOW},
                **{"weekends_off": False, "digest": False, "muted": False},
            )
        )
    return ids


def seat_people(unit: Unit, game: str, people: Sequence[str]) -> None:
    """Give the game a name and its seats to these persons."""
    named = {"game": game, "name": "Sunday table", "host": people[0], "created": table.NOW}
    unit.connection.execute(insert(game_names).values(**named, demo=False))
    seats = [
        {"game": game, "seat": seat, "person": person, "muted": False}
        for seat, person in enumerate(people, 1)
    ]
    unit.connection.execute(insert(places), seats)


def _row(handler: Handler, ours: Connection, bare: Connection, links: Sequence[Link]) -> Row:
    taken: dict[str, list[float]] = {"ours": [], "bare": []}
    for number, link in enumerate(links):
        # The page that the form is on: what was looked at is known to the process.
        ask(ours, "GET", f"/p/{link.token}")
        version = link.version
        for _, wish in table.scripted().moves[:2]:
            form = {"command": str(uuid.uuid4()), "version": version, "move": MOVES[type(wish)]}
            for name, connection, path in (
                ("ours", ours, f"/p/{link.token}"),
                ("bare", bare, f"/{link.game}"),
            ):
                begun = time.perf_counter()
                status = ask(connection, "POST", path, form)
                seconds = time.perf_counter() - begun
                if status != 303:
                    raise RuntimeError(f"{name} answered {status}")
                if number >= WARM:
                    taken[name].append(seconds)
            version = handler.head(link.game).version
    own, peer = Timing(tuple(taken["ours"])), Timing(tuple(taken["bare"]))
    ratio = own.median / peer.median
    tail, its = (each.percentile(0.99) / each.median for each in (own, peer))
    return Row(
        "POST of a move near the end over HTTP, gunicorn and PostgreSQL",
        own.median * 1e3,
        "ms",
        None,
        peer.median * 1e3,
        ratio,
        "at most 3x a bare Flask view with one INSERT and commit;"
        f" p99 at most 3x the median (here {tail:.2f}; the bare view's {its:.2f})",
        ratio <= 3 and tail <= 3,
        own.spread,
    )
