"""The real parts are real: durable, empty for each test, and gone when their test run is gone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy import create_engine, text

from tests.parts.postgres import PostgresServer


def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            result = connection.execute(text(statement))
            return [tuple(row) for row in result] if result.returns_rows else []
    finally:
        engine.dispose()


def test_a_database_answers(database_url: str) -> None:
    assert rows(database_url, "SELECT 1") == [(1,)]


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit", "full_page_writes"])
def test_postgresql_is_as_durable_as_in_service(postgres_url: str, setting: str) -> None:
    assert rows(postgres_url, f"SHOW {setting}") == [("on",)]


def test_postgresql_is_version_18(postgres_url: str) -> None:
    assert rows(postgres_url, "SHOW server_version_num")[0][0][:2] == "18"  # type: ignore[index]


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_test_gets_an_empty_database(database_url: str, turn: str) -> None:
    rows(database_url, "CREATE TABLE left_behind (turn text)")  # fails if the first turn's is there


def test_a_copy_of_a_template_holds_what_the_template_holds(
    postgres_server: PostgresServer,
) -> None:
    template = postgres_server.create_database()
    rows(postgres_server.url(template), "CREATE TABLE answer AS SELECT 42 AS n")
    copy = postgres_server.create_database(template)
    assert rows(postgres_server.url(copy), "SELECT n FROM answer") == [(42,)]
    postgres_server.drop_database(copy)
    postgres_server.drop_database(template)


def test_the_programs_reach_the_server(postgres_server: PostgresServer) -> None:
    dump = subprocess.run(
        [postgres_server.programs / "pg_dump", postgres_server.dsn("postgres")],
        check=True,
        capture_output=True,
    )
    assert b"PostgreSQL database dump complete" in dump.stdout


def test_redis_keeps_what_it_is_given(redis_url: str) -> None:
    with Redis.from_url(redis_url, decode_responses=True) as client:
        client.set("card", "R7")
        assert client.get("card") == "R7"


@pytest.mark.parametrize("turn", ["first", "second"])
def test_each_test_gets_an_empty_redis(redis_url: str, turn: str) -> None:
    with Redis.from_url(redis_url) as client:
        assert client.dbsize() == 0
        client.set("left-behind", turn)


HOLD = """
import time
from pathlib import Path
from redis import Redis
from tests.parts.{part} import running_{part}
with running_{part}() as server:
    print({pid}, {folder}, flush=True)
    time.sleep(600)
"""
POSTGRES = {
    "part": "postgres",
    "pid": "(server.socket_folder / 'data' / 'postmaster.pid').read_text().split()[0]",
    "folder": "server.socket_folder",
}
REDIS = {
    "part": "redis",
    "pid": "Redis.from_url(server).info()['process_id']",
    "folder": "Redis.from_url(server).config_get('dir')['dir']",
}


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("server", [POSTGRES, REDIS], ids=["postgres", "redis"])
def test_a_server_ends_when_its_test_run_is_killed(
    server: dict[str, str], request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(f"{server['part']}_server")  # skips where there is no such server
    run = subprocess.Popen(
        [sys.executable, "-c", HOLD.format(**server)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert run.stdout is not None
    with run.stdout:
        pid, folder = run.stdout.readline().split()
    assert alive(int(pid))
    assert Path(folder).is_dir()
    run.kill()
    run.wait()
    limit = time.monotonic() + 60
    while Path(folder).exists() and time.monotonic() < limit:
        time.sleep(0.02)
    assert not Path(folder).exists()
    assert not alive(int(pid))
