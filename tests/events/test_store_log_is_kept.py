"""The log is written once: the database itself refuses to change or drop an event."""

import pytest
from sqlalchemy import Engine, exc, text

from events.store import Store
from tests.events.tables import everything, game_id, passes

BOTH = [
    "UPDATE events SET body = ''",
    "UPDATE events SET type = type WHERE version = 1",
    "DELETE FROM events",
    "DELETE FROM events WHERE version = 2",
]
SQLITE = ["REPLACE INTO events VALUES ('{game}', 1, '', '', '', '')"]
POSTGRESQL = [
    "TRUNCATE events",
    "INSERT INTO events VALUES ('{game}', 1, '', '', '', '') "
    "ON CONFLICT (stream, version) DO UPDATE SET body = ''",
]


def test_no_statement_changes_or_drops_an_event(store: Store, engine: Engine) -> None:
    game = game_id(1)
    with store.unit() as unit:
        unit.append(game, 0, passes(game, 3))
    before = everything(engine)
    for statement in BOTH + (SQLITE if engine.dialect.name == "sqlite" else POSTGRESQL):
        with (
            pytest.raises(exc.DBAPIError, match="the log is never changed"),
            store.unit() as unit,
        ):
            unit.connection.execute(text(statement.format(game=game)))
        assert everything(engine) == before, statement
