"""How soon the page of a version begins to come: at the first, in the middle and at the last."""

import random
import time

from bench import table
from bench.http import Connection, ask, gunicorn, settings
from bench.measure import Row, Timing
from bench.post import add_people, seat_people
from events.engine import make_engine
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from tests.parts.postgres import PostgresServer
from tests.parts.redis import running_redis

LOOKS = 300
"""How often each of the three versions is asked for."""
WARM = 10
MOST = 1.2


def rows(server: PostgresServer) -> list[Row]:
    """One row. Raises NoRedis."""
    url = server.url(server.create_database())
    engine = make_engine(url)
    migrate(engine)
    store = Store(engine)
    (game,) = table.fill(store, 1, whole=True)
    state = Handler(store).load(game)
    with store.unit() as unit:
        seat_people(unit, game, add_people(unit, [seat.player for seat in state.seats]))
        unit.connection.exec_driver_sql("ANALYZE")
    engine.dispose()
    with running_redis() as redis, gunicorn(settings(url, redis)) as pages:
        return [_row(pages, game, state.version)]


def _row(pages: Connection, game: str, last: int) -> Row:
    versions = (1, last // 2, last)
    chance = random.Random(7)
    ask(pages, "GET", f"/g/{game}")
    taken: dict[int, list[float]] = {version: [] for version in versions}
    for number in range(WARM + LOOKS):
        # None is always the one that follows the longest page.
        for version in chance.sample(versions, len(versions)):
            seconds = first_byte(pages, f"/g/{game}/{version}")
            if number >= WARM:
                taken[version].append(seconds)
    timing = [Timing(tuple(taken[version])) for version in versions]
    medians = [each.median for each in timing]
    ratio = max(medians) / min(medians)
    told = ", ".join(f"{each * 1e3:.2f}" for each in medians)
    return Row(
        f"first byte of the replay's page at versions 1, {last // 2} and {last}",
        max(medians) * 1e3,
        "ms",
        None,
        min(medians) * 1e3,
        ratio,
        f"within {MOST}x of each other (here {told} ms)",
        ratio <= MOST,
        timing[-1].spread,
    )


def first_byte(pages: Connection, path: str) -> float:
    """Seconds until the first byte of the page is there; then the rest is read. Raises RuntimeError for any
    status but 200."""
    begun = time.perf_counter()
    pages.request("GET", path)
    answer = pages.getresponse()
    answer.read(1)
    seconds = time.perf_counter() - begun
    answer.read()
    if answer.status != 200:
        raise RuntimeError(f"the page answered {answer.status}")
    return seconds
