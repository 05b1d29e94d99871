"""A connection that is cut in mid-command: the command is tried once more, and written once."""

from collections.abc import Callable

import pytest
from sqlalchemy import Engine, event, text

from events import commands as c
from events.engine import StorageUnavailable
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from tests.events.tables import Table, seeded


def cut(engine: Engine) -> None:
    """End every connection of the pool from the server's side, as a restart would."""
    with engine.connect() as other:
        other.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )


@pytest.fixture
def table(postgres_url: str, open_engine: Callable[..., Engine]) -> Table:
    engine = open_engine(postgres_url)
    migrate(engine)
    table = Table(Handler(Store(engine), fresh_seed=seeded(1)))
    table.open(("human", "human"))
    return table


def test_a_connection_that_died_in_the_pool_is_not_noticed_by_the_player(
    table: Table, postgres_url: str, open_engine: Callable[..., Engine]
) -> None:
    cut(open_engine(postgres_url))
    state = table.handler.load(table.game)
    cut(open_engine(postgres_url))
    assert state.awaiting is not None
    assert table.do(c.DrawCard(state.awaiting.seat)).versions


@pytest.mark.parametrize("moment", ["INSERT INTO events", "UPDATE games", "COMMIT"])
def test_a_connection_that_dies_in_mid_append_writes_the_command_once(
    table: Table, postgres_url: str, open_engine: Callable[..., Engine], moment: str
) -> None:
    engine, other = table.handler._store.engine, open_engine(postgres_url)
    state = table.handler.load(table.game)
    assert state.awaiting is not None
    cuts: list[str] = []

    def at_statement(connection, cursor, statement, parameters, context, many) -> None:  # type: ignore[no-untyped-def]
        if statement.startswith(moment) and not cuts:
            cuts.append(statement)
            cut(other)

    def at_commit(connection) -> None:  # type: ignore[no-untyped-def]
        if moment == "COMMIT" and not cuts:
            cuts.append("COMMIT")
            cut(other)

    event.listen(engine, "before_cursor_execute", at_statement)
    event.listen(engine, "commit", at_commit)
    outcome = table.do(c.DrawCard(state.awaiting.seat))
    assert cuts
    assert outcome.versions.start == state.version + 1
    log = table.handler.recorded(table.game)
    assert [each.version for each in log] == list(range(1, outcome.version + 1))
    commands = [each.meta.command for each in log[state.version :]]
    assert commands == [outcome.events[0].meta.command] * len(outcome.events)


def test_a_server_that_stays_away_is_told_of(
    table: Table, postgres_url: str, open_engine: Callable[..., Engine]
) -> None:
    other = open_engine(postgres_url)

    @event.listens_for(table.handler._store.engine, "before_cursor_execute")
    def always(connection, cursor, statement, parameters, context, many) -> None:  # type: ignore[no-untyped-def]
        cut(other)

    with pytest.raises(StorageUnavailable):
        table.step()
