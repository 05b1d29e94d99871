"""The steps in ``migrations/`` lead to the tables of the program, on both databases."""

import importlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text

from events.engine import SchemaMissing, StorageError
from events.migrate import migrate, pending
from events.store import Store
from events.tables import metadata
from tests.events.tables import everything, game_id, passes

Open = Callable[..., Engine]
"""The fixture ``open_engine``."""

importlib.import_module("service.tables")  # the tables of people stand on the same metadata


def test_the_steps_lead_to_the_tables_of_the_program(database_url: str, open_engine: Open) -> None:
    engine = open_engine(database_url)
    migrate(engine)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []


def test_what_is_missing_is_known_and_done_once(database_url: str, open_engine: Open) -> None:
    engine = open_engine(database_url)
    assert pending(engine)
    migrate(engine)
    assert not pending(engine)
    with Store(engine).unit() as unit:
        unit.append(game_id(1), 0, passes(game_id(1), 2))
    before = everything(engine)
    migrate(engine)
    assert everything(engine) == before


def test_many_may_migrate_at_once(database_url: str, open_engine: Open) -> None:
    engines = [open_engine(database_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate, engines))
    assert not pending(engines[0])


def test_a_step_that_fails_leaves_nothing(database_url: str, open_engine: Open) -> None:
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE outbox (id integer)"))
    with pytest.raises(Exception, match="outbox"):
        migrate(engine)
    assert pending(engine)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE outbox"))
    migrate(engine)
    assert not pending(engine)


def test_a_database_of_a_newer_program_is_left_alone(database_url: str, open_engine: Open) -> None:
    engine = open_engine(database_url)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for act in (migrate, pending):
        with pytest.raises(SchemaMissing, match="9999"):
            act(engine)
    assert issubclass(SchemaMissing, StorageError)
