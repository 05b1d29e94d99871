"""``tenpost up`` as a person meets it: one line, a game to play, mails to read, and a clean end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from service.embedded.place import data_folder

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60.0


def environment(**settings: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TENPOST_")}
    return {**clean, **settings}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "service", "up", *words]


@dataclass
class Up:
    """A running ``tenpost up``; ``line`` is what it printed."""

    process: subprocess.Popen[str]
    line: str

    @property
    def home(self) -> str:
        found = re.search(r"http://[0-9.:]+", self.line)
        assert found is not None
        return found[0]

    def get(self, path: str) -> str:
        with urlopen(f"{self.home}{path}", timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())

    def mails(self, at_least: int) -> list[str]:
        """The numbers of the mails, newest first, once there are so many."""
        limit = time.monotonic() + PATIENCE_S
        while True:
            found = re.findall(r'href="/inbox/(\d+)"', self.get("/inbox"))
            if len(found) >= at_least:
                return found
            assert time.monotonic() < limit, "the mail did not come"
            time.sleep(0.1)

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Exit status and what was said on standard error."""
        self.process.send_signal(how)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said


@contextmanager
def running(*words: str, **settings: str) -> Iterator[Up]:
    process = subprocess.Popen(
        command("--port", "0", *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(**settings),
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            _, said = process.communicate(timeout=PATIENCE_S)
            raise AssertionError(said)
        yield Up(process, line.strip())
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def failed(*words: str, **settings: str) -> str:
    """What it says on standard error when it does not start: one line, status 1."""
    done = subprocess.run(
        command(*words),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(**settings),
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "Traceback" not in line
    return line


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def test_the_demo_prints_one_line_that_leads_to_the_own_move(data: str) -> None:
    with running("--demo", "--data", data) as up:
        (link,) = re.findall(r"http://\S+/p/[a-z2-7]{32}", up.line)
        # A bot may have been dealt the first turn and have drawn a wild: then it is a bid.
        assert next_move(up, link)
        assert up.end()[0] == 0


def test_the_mail_of_the_demo_is_shown_and_its_link_works(data: str) -> None:
    with running("--demo", "--data", data) as up:
        (number,) = up.mails(1)
        page = up.get(f"/inbox/{number}")
        assert re.search(r"Your (turn|bid for \w\w): Demo table", page)
        (link,) = set(
            re.findall(rf'href="({re.escape(up.home)}/p/[a-z2-7]{{32}}/(?:draw|pass))"', page)
        )
        with urlopen(link, timeout=PATIENCE_S) as answer:
            assert answer.status == 200
        source = up.get(f"/inbox/{number}/source")
        assert "Message-ID:" in source


def test_a_move_is_followed_by_the_mail_of_the_next_turn(data: str) -> None:
    with running("--demo", "--data", data) as up:
        (link,) = re.findall(r"http://\S+/p/[a-z2-7]{32}", up.line)
        while move := next_move(up, link):
            with urlopen(link, data=urlencode(move).encode(), timeout=PATIENCE_S) as answer:
                assert answer.status == 200
        assert len(up.mails(2)) >= 2


def next_move(up: Up, link: str) -> dict[str, str]:
    """The first form of the play page that has a move, filled as the page offers it; empty without one."""
    with urlopen(link, timeout=PATIENCE_S) as answer:
        page = answer.read().decode()
    for form in re.findall(r"<form.*?</form>", page, re.DOTALL):
        found = fields(form)
        if {"move", "version", "command"} <= set(found):
            return found
    return {}


def fields(form: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for tag in re.findall(r"<(?:input|button)[^>]*>", form):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if attributes.get("type") == "radio" and " checked" not in tag:
            continue
        if "name" in attributes:
            found.setdefault(attributes["name"], attributes.get("value", ""))
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_and_says_nothing(data: str, how: signal.Signals) -> None:
    with running("--demo", "--data", data) as up:
        up.mails(1)
        status, said = up.end(how)
        assert status == 0
        assert said == ""


def test_a_restart_sends_nothing_twice_and_goes_on_with_the_same_game(data: str) -> None:
    with running("--demo", "--data", data) as up:
        up.mails(1)
        up.end()
    with running("--demo", "--data", data) as up:
        time.sleep(6)  # longer than a tick of the beat
        assert len(up.mails(1)) == 1
        game = re.search(r"/p/([a-z2-7]{32})", up.line)
        assert game is not None
        assert up.end()[0] == 0


def test_a_port_in_use_is_one_sentence(data: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = failed("--port", str(port), "--data", data)
    assert f"Port {port} is in use" in said
    assert "--port" in said


def test_a_data_folder_that_is_made_is_nobody_elses_to_read(tmp_path: Path) -> None:
    """There are everybody's links, and the order of the cards."""
    with data_folder(tmp_path / "new") as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o750)
    with data_folder(folder):
        assert folder.stat().st_mode & 0o777 == 0o750


def test_a_data_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    said = failed("--port", "0", "--data", str(file / "data"))
    assert "cannot be written" in said
    assert "--data" in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    assert "cannot be written" in failed("--port", "0", "--data", str(locked))


def test_a_second_service_on_the_same_data_is_refused(data: str) -> None:
    with running("--data", data):
        assert "Another tenpost is running" in failed("--port", "0", "--data", data)


def test_caught_mails_are_shown_on_loopback_only(data: str) -> None:
    said = failed("--port", "0", "--data", data, TENPOST_LISTEN="0.0.0.0")
    assert "TENPOST_LISTEN" in said
    assert "TENPOST_SMTP_HOST" in said


def test_with_a_real_mail_server_there_is_no_inbox(data: str) -> None:
    settings = {
        "TENPOST_SMTP_HOST": "127.0.0.1",
        "TENPOST_SMTP_PORT": "9",
        "TENPOST_SMTP_SECURITY": "none",
        "TENPOST_MAIL_FROM": "ten@example.org",
    }
    said = failed("--port", "0", "--data", data, **settings)
    assert "TENPOST_BASE_URL" in said
    with running("--data", data, TENPOST_BASE_URL="http://127.0.0.1", **settings) as up:
        assert "inbox" not in up.line
        port = listening_port(up.process.pid)
        with pytest.raises(HTTPError) as answer:
            urlopen(f"http://127.0.0.1:{port}/inbox", timeout=PATIENCE_S)
        answer.value.close()
        assert answer.value.code == 404


def listening_port(pid: int) -> int:
    import psutil

    ports = [
        each.laddr.port
        for each in psutil.Process(pid).net_connections("tcp")
        if each.status == psutil.CONN_LISTEN
    ]
    (port,) = ports
    return int(port)


def test_a_wrong_setting_is_one_sentence_that_names_it(data: str) -> None:
    said = failed("--port", "0", "--data", data, TENPOST_SIGNUP="perhaps")
    assert "TENPOST_SIGNUP" in said
