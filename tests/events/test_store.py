"""The contract of the append, the same on both databases."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import text

from events.errors import StaleVersion
from events.store import Head, Locked, Store, Unit
from events.types import GENESIS, Recorded
from tests.events.tables import command_id, everything, game_id, passes

GAME = game_id(1)


def begun(store: Store, events: int = 3) -> list[Recorded]:
    log = passes(GAME, events)
    with store.unit() as unit:
        unit.append(GAME, 0, log)
    return log


def test_what_was_appended_is_read_back_as_it_was_written(store: Store) -> None:
    log = begun(store)
    with store.read() as reader:
        assert list(reader.bodies(GAME)) == [each.body for each in log]
        assert reader.recorded(GAME) == log


def test_reading_can_begin_and_end_anywhere(store: Store) -> None:
    log = begun(store, 5)
    with store.read() as reader:
        assert list(reader.bodies(GAME, after=2)) == [each.body for each in log[2:]]
        assert list(reader.bodies(GAME, after=1, upto=3)) == [each.body for each in log[1:3]]
        assert reader.recorded(GAME, after=2, upto=4) == log[2:4]
        assert reader.recorded(GAME, after=5) == []
        assert reader.recorded(GAME, after=2)[0].prev == log[1].hash


def test_the_tail_names_the_hash_it_follows(store: Store) -> None:
    log = begun(store, 4)
    with store.read() as reader:
        assert reader.tail(GAME, 2) == (log[1].hash, [log[2].body, log[3].body])
        assert reader.tail(GAME, 4) == (log[3].hash, [])
        assert reader.tail(GAME, 9) == ("", [])


def test_the_head_is_that_of_the_last_event(store: Store) -> None:
    log = begun(store)
    more = passes(GAME, 2, log[-1], command=2)
    with store.unit() as unit:
        unit.append(GAME, 3, more)
    with store.unit() as unit:
        assert unit.lock(GAME) == Head(5, more[-1].hash, more[-1].at) == unit.head(GAME)


def test_there_is_nothing_of_a_stream_that_nobody_began(store: Store) -> None:
    with store.unit() as unit:
        assert unit.lock(GAME) is None
        assert unit.lock_for(GAME, command_id(1)) is None
        assert unit.head(GAME) is None
        assert list(unit.bodies(GAME)) == []
        assert unit.find_command(GAME, command_id(1)) is None


def test_a_command_is_found_by_its_id(store: Store) -> None:
    log = begun(store)
    with store.unit() as unit:
        unit.append(GAME, 3, passes(GAME, 2, log[-1], command=2))
    with store.unit() as unit:
        assert unit.find_command(GAME, command_id(1)) == range(1, 4)
        assert unit.lock_for(GAME, command_id(2)) == (unit.head(GAME), range(4, 6), None)
        assert unit.lock_for(GAME, command_id(3)) == (unit.head(GAME), None, None)
        assert unit.find_command(game_id(2), command_id(1)) is None


@pytest.mark.parametrize("expected", [0, 2, 4])
def test_an_append_at_another_version_is_refused_and_names_the_version(
    store: Store, expected: int
) -> None:
    log = begun(store)
    before = everything(store.engine)
    late = passes(GAME, 6, command=2)[expected : expected + 2]
    with pytest.raises(StaleVersion) as refused, store.unit() as unit:
        unit.append(GAME, expected, late)
    assert refused.value.params == {"expected": expected, "actual": len(log)}
    assert everything(store.engine) == before


def test_an_append_to_a_stream_that_does_not_exist_is_refused(store: Store) -> None:
    log = passes(GAME, 3)
    with pytest.raises(StaleVersion) as refused, store.unit() as unit:
        unit.append(GAME, 2, log[2:])
    assert refused.value.params == {"expected": 2, "actual": 0}
    assert not any(everything(store.engine).values())


def test_a_refused_append_takes_the_whole_unit_with_it(store: Store) -> None:
    log = begun(store)
    before = everything(store.engine)

    def try_both(unit: Unit) -> None:
        unit.append(game_id(2), 0, passes(game_id(2), 2))
        with suppress(StaleVersion):
            unit.append(GAME, 2, [log[2]])

    with pytest.raises(StaleVersion), store.unit() as unit:
        try_both(unit)
    assert everything(store.engine) == before


def test_an_exception_leaves_nothing(store: Store) -> None:

    def stumble(unit: Unit) -> None:
        unit.append(GAME, 0, passes(GAME, 2))
        raise KeyError

    with pytest.raises(KeyError), store.unit() as unit:
        stumble(unit)
    assert not any(everything(store.engine).values())


def test_versions_with_a_gap_are_not_written(store: Store) -> None:
    log = passes(GAME, 3)
    with pytest.raises(ValueError, match="gap"), store.unit() as unit:
        unit.append(GAME, 0, [log[0], log[2]])
    assert not any(everything(store.engine).values())


def test_streams_are_told_apart_by_what_they_hold(store: Store) -> None:
    with store.unit() as unit:
        for number in (1, 2, 3):
            unit.append(game_id(number), 0, passes(game_id(number), 1))
        unit.append("sealed", 0, passes("sealed", 1), kind="orders")
    with store.read() as reader:
        assert list(reader.streams(limit=2)) == [game_id(1), game_id(2)]
        assert list(reader.streams(after=game_id(2))) == [game_id(3)]
        assert list(reader.streams("orders")) == ["sealed"]


def test_a_reader_sees_one_moment(store: Store) -> None:
    log = begun(store)
    with store.read() as reader:
        assert reader.head(GAME) is not None
        with store.unit() as unit:
            unit.append(GAME, 3, passes(GAME, 1, log[-1], command=2))
        assert len(reader.bodies(GAME)) == 3
    with store.read() as reader:
        assert len(reader.bodies(GAME)) == 4


def test_the_first_event_follows_the_beginning_of_all_chains(store: Store) -> None:
    begun(store)
    with store.read() as reader:
        assert reader.recorded(GAME, upto=1)[0].prev == GENESIS


def test_a_command_is_found_by_the_one_who_had_to_wait_for_it(store: Store) -> None:
    log = begun(store)
    with ThreadPoolExecutor(1) as pool:
        with store.unit() as first:
            first.lock(GAME)
            waits = pool.submit(_lock_for, store, command_id(2))
            first.append(GAME, 3, passes(GAME, 2, log[-1], command=2))
            _await_lock(store)
        locked = waits.result(30)
    assert locked is not None
    assert (locked.head.version, locked.wrote) == (5, range(4, 6))


def _lock_for(store: Store, command: str) -> Locked | None:
    with store.unit() as unit:
        return unit.lock_for(GAME, command)


def _await_lock(store: Store) -> None:
    """Until PostgreSQL says that somebody waits; on SQLite the wait is in this process."""
    if store.engine.dialect.name == "sqlite":
        return
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with store.engine.connect() as connection:
        for _ in range(3000):
            if connection.execute(waiting).scalar_one():
                return
            connection.rollback()
            time.sleep(0.01)
    raise AssertionError("nobody waits for the lock")
