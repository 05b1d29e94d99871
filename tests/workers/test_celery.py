"""The very commands of a big host: worker and beats over Redis, with PostgreSQL and a real mail server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from service.config import Settings
from service.extensions import DELIVER, waker
from tests.parts.redis import NoRedis, free_port, running_redis
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.app import TICK_S
from workers.mail.parts import utc_now

ROOT = Path(__file__).parents[2]
PATIENCE_S = 90.0
"""Longer than Celery takes to start or to find a broker again on a busy machine."""


def wait_for(done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    limit = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < limit, "it did not happen in time"
        time.sleep(0.05)


@pytest.fixture
def office(postgres_url: str) -> Iterator[Office]:
    office = Office.at(postgres_url)
    office.clock.now = utc_now()
    yield office
    office.store.engine.dispose()


def environment(office: Office, sink: Sink, redis_url: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TENPOST_")}
    return clean | {
        "TENPOST_DATABASE_URL": office.store.engine.url.render_as_string(hide_password=False),
        "TENPOST_REDIS_URL": redis_url,
        "TENPOST_BASE_URL": "https://ten.example",
        "TENPOST_SECRET_KEY": "k" * 32,
        "TENPOST_SMTP_HOST": sink.host,
        "TENPOST_SMTP_PORT": str(sink.port),
        "TENPOST_SMTP_SECURITY": "none",
        "TENPOST_MAIL_FROM": "ten@ten.example",
    }


@contextmanager
def celery(env: dict[str, str], *words: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "workers.app:app", *words, "--loglevel=WARNING"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


Running = AbstractContextManager[subprocess.Popen[bytes]]


def worker(env: dict[str, str]) -> Running:
    return celery(env, "worker", "--concurrency=2")


def beat(env: dict[str, str]) -> Running:
    return celery(env, "beat", "--pidfile=")


def test_two_beats_send_one_mail_and_sweep_one_time_out(
    office: Office, sink: Sink, redis_url: str
) -> None:
    env = environment(office, sink, redis_url)
    with worker(env), beat(env), beat(env):
        game = office.open_game(("human", "human"), options={"turn_s": 1})
        wait_for(lambda: any(c.mail["Subject"].startswith("Your time") for c in sink.caught))
        time.sleep(2 * TICK_S)
    ids = [caught.mail["Message-ID"] for caught in sink.caught]
    assert len(ids) == len(set(ids))
    commands = [e.meta.command for e in office.handler.recorded(game) if e.type == "TimedOut"]
    assert commands
    assert len(commands) == len(set(commands))


def test_a_restart_sends_nothing_that_was_sent(office: Office, sink: Sink, redis_url: str) -> None:
    env = environment(office, sink, redis_url)
    office.open_game(("human", "human"))
    with worker(env), beat(env):
        wait_for(lambda: len(sink.caught) == 1)
    with worker(env), beat(env):
        office.open_game(("human", "human"))
        wait_for(lambda: len(sink.caught) == 2)
        time.sleep(2 * TICK_S)
    assert len(sink.caught) == 2


def test_with_redis_stopped_a_move_is_answered_and_its_mail_follows(
    office: Office, sink: Sink
) -> None:
    port = free_port()
    with ExitStack() as stack:
        try:
            first = stack.enter_context(ExitStack())
            redis_url = first.enter_context(running_redis(port))
        except NoRedis as reason:
            pytest.skip(str(reason))
        env = environment(office, sink, redis_url)
        wake = waker(Settings.from_env(env))
        stack.enter_context(worker(env))
        stack.enter_context(beat(env))
        office.open_game(("human", "human"))
        wait_for(lambda: len(sink.caught) == 1)
        first.close()
        office.open_game(("human", "human"))
        wake(DELIVER)  # nobody hears it, and nobody has to know
        time.sleep(1)
        assert len(sink.caught) == 1
        stack.enter_context(running_redis(port))
        wait_for(lambda: len(sink.caught) == 2)


def test_sigterm_finishes_the_mail_on_its_way(office: Office, sink: Sink, redis_url: str) -> None:
    env = environment(office, sink, redis_url)
    game = office.open_game(("human", "human"))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    sink.slow_s = 3.0
    with worker(env) as process, beat(env):
        wait_for(lambda: len(sink.attempts) == 1)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
    assert [caught.to for caught in sink.caught] == [office.address(game, awaiting.seat)]
    sink.slow_s = 0
    with worker(env), beat(env):
        time.sleep(2 * TICK_S)
    assert len(sink.caught) == 1


def test_a_worker_without_its_settings_says_which_is_missing() -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TENPOST_")}
    done = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "workers.app:app", "worker"],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert "TENPOST_DATABASE_URL is missing" in done.stderr
    assert "Traceback" not in done.stderr
