"""The engine: how units begin, and what the database's errors mean."""

import sqlite3
import threading
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, exc, insert, text

from events import engine as e
from events.migrate import migrate
from events.store import Store
from events.tables import seeds
from tests.events.tables import game_id, passes

Open = Callable[..., Engine]
"""The fixture ``open_engine``."""

GAME = game_id(1)


def asked(store: Store, statement: str) -> object:
    with store.read() as reader:
        return reader.connection.execute(text(statement)).scalar()


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "mysql://somewhere/db", "no url", "", "oracle:///x"]
)
def test_a_url_of_something_else_is_refused(url: str, open_engine: Open) -> None:
    with pytest.raises(e.BadDatabaseUrl):
        open_engine(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg2"])
def test_every_spelling_of_postgresql_is_spoken_by_psycopg_3(
    scheme: str, open_engine: Open
) -> None:
    assert open_engine(f"{scheme}://somewhere/tenpost").dialect.driver == "psycopg"


def test_sqlite_syncs_every_commit_and_lets_readers_be(sqlite_url: str, open_engine: Open) -> None:
    store = Store(open_engine(sqlite_url))
    assert asked(store, "PRAGMA journal_mode") == "wal"
    assert asked(store, "PRAGMA synchronous") == 2
    assert asked(store, "PRAGMA foreign_keys") == 1
    assert asked(store, "PRAGMA busy_timeout") == e.WAIT_S * 1000


def test_on_sqlite_a_unit_that_may_write_begins_as_writer_and_a_reader_does_not(
    sqlite_url: str, open_engine: Open
) -> None:
    engine = open_engine(sqlite_url)
    migrate(engine)
    begun: list[str] = []

    @event.listens_for(engine, "before_cursor_execute")
    def keep(connection, cursor, statement, parameters, context, many) -> None:  # type: ignore[no-untyped-def]
        begun.extend([statement] if statement.startswith("BEGIN") else [])

    store = Store(engine)
    with store.unit() as unit:
        unit.head(GAME)
    with store.read() as reader:
        reader.head(GAME)
    assert begun == ["BEGIN IMMEDIATE", "BEGIN"]


def test_postgresql_commits_what_it_reads_and_counts_in_utc(
    postgres_url: str, open_engine: Open
) -> None:
    store = Store(open_engine(postgres_url))
    with store.unit() as unit:
        ask = unit.connection.exec_driver_sql
        assert ask("SHOW transaction_isolation").scalar() == "read committed"
        assert ask("SHOW timezone").scalar() == "UTC"
        assert ask("SHOW lock_timeout").scalar() == f"{e.WAIT_S}s"
    assert asked(store, "SHOW transaction_read_only") == "on"


def test_a_writer_in_another_process_is_waited_for_and_then_given_up(
    sqlite_url: str, open_engine: Open
) -> None:
    engine = open_engine(sqlite_url, wait_s=0)
    migrate(engine)
    other = sqlite3.connect(engine.url.database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(e.StorageBusy), Store(engine).unit() as unit:
        unit.lock(GAME)
    other.close()
    with Store(engine).unit() as unit:
        assert unit.lock(GAME) is None


def test_a_stream_that_somebody_holds_is_waited_for_and_then_given_up(
    postgres_url: str, open_engine: Open
) -> None:
    engine = open_engine(postgres_url)
    migrate(engine)
    store = Store(engine)
    with store.unit() as unit:
        unit.append(GAME, 0, passes(GAME, 1))
    with store.unit() as holder:
        holder.lock(GAME)
        hasty = Store(open_engine(postgres_url, wait_s=1))
        with pytest.raises(e.StorageBusy), hasty.unit() as unit:
            unit.lock(GAME)


def test_writers_of_one_process_take_turns_even_through_two_engines(
    sqlite_url: str, open_engine: Open
) -> None:
    one, two = Store(open_engine(sqlite_url)), Store(open_engine(sqlite_url))
    migrate(one.engine)
    order: list[str] = []

    def write_second() -> None:
        with two.unit() as unit:
            order.append("second")
            unit.lock(GAME)

    with one.unit() as unit:
        second = threading.Thread(target=write_second)
        second.start()
        unit.append(GAME, 0, passes(GAME, 1))
        order.append("first")
    second.join()
    assert order == ["first", "second"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, open_engine: Open) -> None:
    file = tmp_path / "nowhere" / "tenpost.sqlite3"
    with pytest.raises(e.StorageUnwritable) as told:
        migrate(open_engine(f"sqlite:///{file}"))
    assert told.value.params["place"] == str(file)


def test_a_file_that_may_not_be_written_is_named(sqlite_url: str, open_engine: Open) -> None:
    engine = open_engine(sqlite_url)
    migrate(engine)
    file = engine.url.database
    locked = open_engine(f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(e.StorageUnwritable), Store(locked).unit() as unit:
        unit.append(GAME, 0, passes(GAME, 1))


def test_a_file_that_is_no_database_is_told_from_one(tmp_path: Path, open_engine: Open) -> None:
    file = tmp_path / "tenpost.sqlite3"
    file.write_text("Dear diary, " * 1000)
    with pytest.raises(e.StorageUnavailable):
        migrate(open_engine(f"sqlite:///{file}"))


def test_tables_that_are_missing_are_told_from_a_fault(
    database_url: str, open_engine: Open
) -> None:
    with pytest.raises(e.SchemaMissing), Store(open_engine(database_url)).unit() as unit:
        unit.lock(GAME)


def test_a_server_that_is_not_there_is_unavailable_and_the_password_stays_here(
    tmp_path: Path, open_engine: Open
) -> None:
    url = f"postgresql://somebody:opensesame@/tenpost?host={tmp_path}"
    with pytest.raises(e.StorageUnavailable) as told, Store(open_engine(url)).read() as reader:
        reader.head(GAME)
    assert "opensesame" not in str(told.value)


def test_a_database_that_is_not_there_is_unavailable(postgres_url: str, open_engine: Open) -> None:
    engine = open_engine(postgres_url.replace("@/test_", "@/best_"))
    with pytest.raises(e.StorageUnavailable), Store(engine).read() as reader:
        reader.head(GAME)


def test_a_pool_without_a_free_connection_is_busy(migrated_url: str, open_engine: Open) -> None:
    store = Store(open_engine(migrated_url, connections=1, wait_s=0))
    with store.read() as reader:
        reader.head(GAME)
        with pytest.raises(e.StorageBusy), store.read() as second:
            second.head(GAME)


def test_what_is_no_trouble_of_the_database_passes_as_it_is(engine: Engine) -> None:
    with pytest.raises(KeyError), Store(engine).unit():
        raise KeyError


def test_an_error_of_the_database_tells_none_of_the_values_that_were_written(
    engine: Engine,
) -> None:
    """A seed, a sealed order or an address among them would get into the log with the error's trace."""
    seed = "5eed" * 16
    stored = insert(seeds).values(stream=GAME, seed=seed)
    with engine.begin() as connection:
        connection.execute(stored)
    with engine.begin() as connection, pytest.raises(exc.IntegrityError) as failed:
        connection.execute(stored)
    trace = "".join(traceback.format_exception(failed.value))
    assert "seeds" in trace
    assert seed not in trace
