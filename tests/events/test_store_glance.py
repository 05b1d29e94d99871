"""A glance reads one statement without a transaction, and leaves nothing behind for whoever comes next."""

from psycopg import Connection
from psycopg.pq import TransactionStatus
from sqlalchemy import text

from events.store import Head, Reader, Store
from tests.events.tables import game_id, passes

GAME = game_id(1)


def status(reader: Reader) -> TransactionStatus:
    driver = reader.connection.connection.driver_connection
    assert isinstance(driver, Connection)
    return driver.info.transaction_status


def test_a_glance_sees_what_was_committed_last(store: Store) -> None:
    first = passes(GAME, 2)
    with store.glance() as reader:
        assert reader.head(GAME) is None
    with store.unit() as unit:
        unit.append(GAME, 0, first)
    with store.glance() as reader:
        assert reader.head(GAME) == Head(2, first[-1].hash, first[-1].at)


def test_no_transaction_is_open_during_a_glance_and_one_is_in_what_follows(store: Store) -> None:
    if store.engine.dialect.name != "postgresql":
        with store.glance() as reader:
            assert reader.head(GAME) is None
        return
    for _ in range(3):
        # One connection serves them all in turn.
        with store.glance() as reader:
            reader.head(GAME)
            assert status(reader) == TransactionStatus.IDLE
        with store.read() as reader:
            reader.head(GAME)
            assert status(reader) == TransactionStatus.INTRANS
            level = reader.connection.execute(text("SHOW transaction_isolation")).scalar()
            assert level == "repeatable read"
        with store.unit() as unit:
            unit.lock(GAME)
            assert status(unit) == TransactionStatus.INTRANS
            assert unit.connection.execute(text("SHOW transaction_read_only")).scalar() == "off"
