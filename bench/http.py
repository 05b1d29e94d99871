"""gunicorn with the very options of compose.yaml, and one connection to it."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from tests.compose.file import service
from tests.parts.redis import free_port

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 60.0
FILLED_IN = {
    "TENPOST_BASE_URL": "http://127.0.0.1",
    "TENPOST_MAIL_FROM": "ten@example.org",
    "TENPOST_SMTP_HOST": "127.0.0.1",
}

Connection = http.client.HTTPConnection


def settings(url: str, redis: str) -> dict[str, str]:
    """Those of pages on that database and Redis."""
    secret = {"TENPOST_SECRET_KEY": "k" * 32}
    return FILLED_IN | secret | {"TENPOST_DATABASE_URL": url, "TENPOST_REDIS_URL": redis}


@contextmanager
def gunicorn(env: Mapping[str, str], application: str = "") -> Iterator[Connection]:
    """A kept connection to the service ``web`` of compose.yaml, or to another application under the same
    options, once it answers."""
    port = free_port()
    command = [
        word.replace("0.0.0.0:8000", f"127.0.0.1:{port}")
        for word in service("web", FILLED_IN).command
    ]
    command[0] = str(Path(sys.executable).with_name(command[0]))
    if application:
        command[-1] = application
        command.remove("--config=python:service.wsgi")
    clean = {name: v for name, v in os.environ.items() if not name.startswith("TENPOST_")}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**clean, **env},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    connection = Connection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        ends = time.monotonic() + PATIENCE_S
        while not _answers(connection):
            if process.poll() is not None or time.monotonic() > ends:
                raise RuntimeError("gunicorn did not start")
            time.sleep(0.05)
        yield connection
    finally:
        connection.close()
        process.terminate()
        process.wait()


def _answers(connection: Connection) -> bool:
    try:
        ask(connection, "GET", "/healthz")
    except (OSError, http.client.HTTPException):
        connection.close()
        return False
    return True


def ask(
    connection: Connection, method: str, path: str, form: Mapping[str, object] | None = None
) -> int:
    """The status of the answer, which is read to its end."""
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
    body = urlencode(form).encode() if form else None
    try:
        connection.request(method, path, body, kind)
        answer = connection.getresponse()
    except http.client.RemoteDisconnected:
        # It closes a connection that was idle for two seconds.
        connection.request(method, path, body, kind)
        answer = connection.getresponse()
    answer.read()
    return answer.status
