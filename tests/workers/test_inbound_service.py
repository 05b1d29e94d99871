"""``python -m workers.inbound`` and the door within ``tenpost up``: mail is taken until the service ends."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from pathlib import Path

from sqlalchemy import create_engine, text

from events.engine import make_engine
from events.migrate import migrate
from service.tokens import new_token

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def settings(url: str, port: int) -> dict[str, str]:
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith("TENPOST_")},
        "TENPOST_DATABASE_URL": url,
        "TENPOST_BASE_URL": "https://ten.example",
        "TENPOST_SECRET_KEY": "k" * 32,
        "TENPOST_REDIS_URL": "redis://127.0.0.1:1/0",
        "TENPOST_SMTP_HOST": "127.0.0.1",
        "TENPOST_SMTP_SECURITY": "none",
        "TENPOST_MAIL_FROM": "post@ten.example",
        "TENPOST_INBOUND": "lmtp",
        "TENPOST_INBOUND_PORT": str(port),
    }


def bring(port: int) -> None:
    """Bring a mail as soon as the door is open."""
    ends = time.monotonic() + PATIENCE_S
    while True:
        try:
            with smtplib.LMTP("127.0.0.1", port) as server:
                to = f"post+{new_token()}@ten.example"
                server.sendmail("ann@mail.example", [to], b"Subject: x\r\n\r\ndraw\r\n")
            return
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)


def test_mail_is_taken_with_the_broker_down_and_the_service_ends_in_good_order(
    sqlite_url: str,
) -> None:
    engine = make_engine(sqlite_url)
    migrate(engine)
    engine.dispose()
    port = free_port()
    command = [sys.executable, "-m", "workers.inbound"]
    with subprocess.Popen(command, cwd=ROOT, env=settings(sqlite_url, port)) as process:
        try:
            bring(port)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE_S)
    assert process.returncode == 0
    engine = create_engine(sqlite_url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM inbound")).scalar_one() == 1
    engine.dispose()


def test_without_a_way_in_it_says_what_to_set(sqlite_url: str) -> None:
    env = settings(sqlite_url, 0) | {"TENPOST_INBOUND": "off"}
    command = [sys.executable, "-m", "workers.inbound"]
    ended = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("tenpost: TENPOST_INBOUND is off: set it to lmtp or smtp")


def test_up_has_the_door_inside(tmp_path: Path) -> None:
    port = free_port()
    env = settings("", port)
    for name in ("DATABASE_URL", "BASE_URL", "REDIS_URL", "SMTP_HOST", "SECRET_KEY"):
        del env[f"TENPOST_{name}"]
    command = [sys.executable, "-m", "service", "up", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Tenpost is running at")
            bring(port)
            engine = create_engine(f"sqlite:///{tmp_path / 'tenpost.sqlite3'}")
            ends = time.monotonic() + PATIENCE_S
            done = ""
            while done != "dropped: no seat" and time.monotonic() < ends:
                time.sleep(0.1)
                with engine.connect() as connection:
                    done = connection.execute(text("SELECT result FROM inbound")).scalar()
            engine.dispose()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE_S)
    assert done == "dropped: no seat"
    assert process.returncode == 0
