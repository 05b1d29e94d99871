"""The real ``tenpost up``, as a process of its own, and its database looked at from outside."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

from events.codec import at_text

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE_S: Final = 30.0

T = TypeVar("T")


def free_port() -> int:
    """A port that nobody listens at just now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def wait_for(what: Callable[[], T | None], told: str = "", patience_s: float = PATIENCE_S) -> T:
    """What it answers once that is something. AssertionError when patience ends."""
    ends = time.monotonic() + patience_s
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < ends, told or "waited in vain"
        time.sleep(0.01)


def environment(settings: Mapping[str, object]) -> dict[str, str]:
    """This environment with no settings but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TENPOST_")}
    return kept | {name: str(value) for name, value in settings.items()}


@dataclass(frozen=True)
class Up:
    """A service that runs: where, the line it printed, its data folder and its log."""

    base: str
    line: str
    data: Path
    log: Path
    process: subprocess.Popen[bytes]

    def tables(self) -> dict[str, list[Any]]:
        """Every row of every table: to see that nothing was stored."""
        with closing(sqlite3.connect(self.data / "tenpost.sqlite3")) as database:
            database.execute("BEGIN")
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {
                name: database.execute(f'SELECT * FROM "{name}"').fetchall()
                for (name,) in names.fetchall()
            }

    def quiet(self) -> None:
        """Wait until every mail that is due was sent."""
        soon = at_text(datetime.now(UTC) + timedelta(minutes=5))

        def done() -> bool:
            with closing(sqlite3.connect(self.data / "tenpost.sqlite3")) as database:
                (owed,) = database.execute(
                    "SELECT count(*) FROM outbox WHERE not_before < ?", (soon,)
                ).fetchone()
                return not owed

        wait_for(done, "the outbox is never empty")

    def faults(self) -> list[str]:
        """The lines of the log that tell of an error of the service's own."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if not _fine(line)]


def _fine(line: str) -> bool:
    try:
        told = json.loads(line)
    except ValueError:
        return False
    return told["level"] in ("debug", "info", "warning") and told.get("answered", 0) < 500


@contextmanager
def tenpost_up(
    data: Path, settings: Mapping[str, object], arguments: Sequence[str] = (), port: int = 0
) -> Iterator[Up]:
    """A service on that data folder, until the block ends; then it must end well by SIGTERM.

    settings: TENPOST_... names and values. Raises AssertionError if it does not come up.
    """
    port = port or free_port()
    log = data.with_suffix(".log")
    line = [sys.executable, "-m", "service", "up", "--data", str(data), "--port", str(port)]
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [*line, *arguments],
            cwd=ROOT,
            env=environment({"TENPOST_BASE_URL": f"http://127.0.0.1:{port}", **settings}),
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    try:
        assert process.stdout is not None
        told = process.stdout.readline().decode().strip()
        assert told, log.read_text()
        yield Up(f"http://127.0.0.1:{port}", told, data, log, process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def tenpost(up: Up, *arguments: object) -> str:
    """What the command prints; it must do its work."""
    ran = subprocess.run(
        [sys.executable, "-m", "service", *map(str, arguments), "--data", str(up.data)],
        cwd=ROOT,
        env=environment({}),
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b""), ran.stdout + ran.stderr
    return ran.stdout.decode()
