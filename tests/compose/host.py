"""A host without Docker: the services of compose.yaml, by their very commands, as processes.

What a container would see of the outside is put in: the folder of the secrets, the name ``redis`` and the
port of the pages. What it would see of the image is laid out in a folder of its own, and the services run
from there with an environment that holds nothing else.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from sqlalchemy import Engine, create_engine, func, select

from events.tables import outbox
from tests.compose.file import Service, service
from tests.parts.redis import free_port
from workers.deliver import LEASE

PATIENCE_S: Final = 60.0
"""How long anything may take on a machine that is busy."""


def wait_for(done: Callable[[], object], told: str, patience_s: float = PATIENCE_S) -> None:
    ends = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < ends, told
        time.sleep(0.02)


@dataclass
class Process:
    """A service that runs. ``log`` is its standard error."""

    name: str
    popen: subprocess.Popen[bytes]
    log: Path

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def end(self) -> int:
        """Exit status after SIGTERM."""
        self.popen.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self) -> int:
        return self.popen.wait(PATIENCE_S)


@dataclass
class Host:
    """image: what the image holds; folder: secrets and logs; values: what stands in ``.env``."""

    image: Path
    folder: Path
    database_url: str
    redis: str
    """Where Redis is: ``127.0.0.1:6379``."""
    values: Mapping[str, str]
    port: int = field(default_factory=free_port)
    running: list[Process] = field(default_factory=list)

    def __post_init__(self) -> None:
        secrets = {"database_url": self.database_url, "secret_key": "5" * 64}
        secrets |= {"smtp_password": "", "imap_password": ""}
        (self.folder / "secrets").mkdir()
        (self.folder / "home").mkdir()
        for name, value in secrets.items():
            (self.folder / "secrets" / name).write_text(f"{value}\n", encoding="utf-8")

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def service(self, name: str) -> Service:
        return service(name, {"TENPOST_BASE_URL": self.base, **self.values})

    def environment(self, of: Service) -> dict[str, str]:
        """What the container of this service would have."""
        inside = {"/run/secrets": str(self.folder / "secrets"), "redis:6379": self.redis}
        given = {name: _with(inside, value) for name, value in of.environment.items()}
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}"
        image = {
            "PATH": programs,
            "PYTHONPATH": str(self.image),
            "PYTHONUNBUFFERED": "1",
            "HOME": str(self.folder / "home"),
            "TENPOST_DATA_DIR": "/data",
        }
        # A container does not run as root, and Celery does not warn of it there.
        return image | {"PYTHONWARNINGS": "ignore:You're running the worker"} | given

    def command(self, words: tuple[str, ...]) -> list[str]:
        places = {"0.0.0.0:8000": f"127.0.0.1:{self.port}", "127.0.0.1:8000": self.base[7:]}
        return [_with(places, word) for word in words]

    def start(self, name: str, application: str = "", **settings: str) -> Process:
        """The service. application: in place of the command's last word; settings: changed ones, "" for
        none."""
        of = self.service(name)
        command = self.command(of.command)
        if application:
            command[-1] = application
        log = self.folder / f"{name}-{len(self.running)}.log"
        with log.open("wb") as errors:
            popen = subprocess.Popen(
                command,
                cwd=self.image,
                env=self.environment(of) | settings,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        self.running.append(Process(name, popen, log))
        return self.running[-1]

    def check(self, name: str) -> int:
        """Exit status of the service's health check."""
        of = self.service(name)
        done = subprocess.run(
            self.command(of.check),
            cwd=self.image,
            env=self.environment(of),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE_S,
        )
        return done.returncode

    def migrated(self) -> None:
        process = self.start("migrate")
        assert process.wait() == 0, process.said()

    def up(self) -> tuple[Process, Process, Process]:
        """Pages, worker and beat, once the pages can be used."""
        started = self.start("web"), self.start("worker"), self.start("beat")
        wait_for(lambda: self.ask("/readyz") == 200, "the pages do not come up")
        return started

    def ask(self, path: str) -> int:
        """The status of the answer; 0 while nobody answers."""
        try:
            with urlopen(f"{self.base}{path}", timeout=PATIENCE_S) as answer:
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code
        except (URLError, OSError, HTTPException):
            return 0

    def stop(self) -> None:
        """End what still runs, politely at first."""
        for process in self.running:
            if process.popen.poll() is None:
                process.popen.terminate()
        for process in self.running:
            try:
                process.popen.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.popen.kill()
                process.popen.wait()
        self.database.dispose()

    @cached_property
    def database(self) -> Engine:
        """The tests' own way to the services' database."""
        return create_engine(self.database_url)

    def owed(self) -> int:
        """How many mails are to be sent now, or are just being sent."""
        soon = outbox.c.not_before < datetime.now(UTC) + LEASE + timedelta(seconds=5)
        with self.database.connect() as connection:
            found = connection.execute(select(func.count()).select_from(outbox).where(soon))
            return int(found.scalar_one())

    def written(self) -> set[Path]:
        """Files that a container could not have written: beside the code, or at home."""
        places = (self.image, self.folder / "home")
        return {path for place in places for path in place.rglob("*") if path.is_file()}


def _with(places: Mapping[str, str], text: str) -> str:
    for inside, outside in places.items():
        text = text.replace(inside, outside)
    return text
