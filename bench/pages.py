"""How soon the play page and the page of a version begin to come, against a plain page of Flask."""

from bench import table
from bench.http import gunicorn, settings
from bench.measure import Row, Timing
from bench.post import bare_view, ready_links
from bench.replay import first_byte
from events.engine import make_engine
from events.migrate import migrate
from events.store import Store
from tests.parts.postgres import PostgresServer
from tests.parts.redis import running_redis

LOOKS = 200
WARM = 10


def rows(server: PostgresServer) -> list[Row]:
    """Two rows, to be known: they have no mark. Raises NoRedis."""
    url = server.url(server.create_database())
    engine = make_engine(url)
    migrate(engine)
    store = Store(engine)
    (link,) = ready_links(store, table.fill(store, 1))
    engine.dispose()
    paths = {
        "play": f"/p/{link.token}",
        "replay": f"/g/{link.game}/{link.version // 2}",
        "plain": "/plain",
    }
    taken: dict[str, list[float]] = {name: [] for name in paths}
    with (
        running_redis() as redis,
        gunicorn(settings(url, redis)) as ours,
        gunicorn(bare_view(server), "bench.bare:application()") as bare,
    ):
        for number in range(WARM + LOOKS):
            for name, path in paths.items():
                seconds = first_byte(bare if name == "plain" else ours, path)
                if number >= WARM:
                    taken[name].append(seconds)
    timing = {name: Timing(tuple(seconds)) for name, seconds in taken.items()}
    plain = timing.pop("plain").median
    return [
        Row(
            f"first byte of the {name} page, gunicorn and PostgreSQL",
            each.median * 1e3,
            "ms",
            None,
            plain * 1e3,
            each.median / plain,
            "to be known, against a plain page of Flask",
            True,
            each.spread,
        )
        for name, each in timing.items()
    ]
