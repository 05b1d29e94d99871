"""A server under a guard process: started, waited for, ended. ``guard.py`` says why."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

GUARD = Path(__file__).with_name("guard.py")
START = 60  # seconds a server may take until it answers, on a machine that is busy


class DidNotStart(Exception):
    """The server ended, or did not answer in time; the message ends with its own last words."""


class Account(NamedTuple):
    """User and group id that a server runs with."""

    uid: int
    gid: int


def anybody_but_root() -> Account | None:
    """The account for a server that refuses to run as root; None: the one of the tests will do.

    Raises KeyError where the system has no user ``nobody``.
    """
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return Account(nobody.pw_uid, nobody.pw_gid)


def open_to_all(path: Path) -> bool:
    """Whether another user can get to ``path``: each folder above it lets everybody pass."""
    return all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)


def new_folder(prefix: str, account: Account | None = None) -> Path:
    """A fresh temporary folder that belongs to ``account``, with a short name: sockets need one.

    Raises DidNotStart where no temporary folder is within reach of that account.
    """
    for parent in dict.fromkeys([Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")]):
        if account is None or (parent.is_dir() and open_to_all(parent / "x")):
            folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
            if account is not None:
                os.chown(folder, *account)
            return folder
    raise DidNotStart("no temporary folder can be reached by the user nobody: set TMPDIR to one")


@contextmanager
def guarded(
    command: Sequence[str | Path],
    folder: Path,
    *,
    answers: Callable[[], bool],
    end_by: str,
    account: Account | None = None,
) -> Iterator[None]:
    """Run ``command`` in ``folder``; the block begins once ``answers()`` is true and ends the run.

    end_by: name of the signal that ends the server. The folder is removed at the end.
    Raises DidNotStart.
    """
    uid, gid = account or (-1, -1)
    log = folder / "server.log"
    with log.open("wb") as words:
        guard = subprocess.Popen(
            [sys.executable, "-I", GUARD, folder, end_by, str(uid), str(gid), *command],
            stdin=subprocess.PIPE,
            stdout=words,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    assert guard.stdin is not None
    try:
        limit = time.monotonic() + START
        while not answers():
            if guard.poll() is not None or time.monotonic() > limit:
                said = log.read_text(errors="replace")[-2000:] if log.exists() else ""
                raise DidNotStart(f"{command[0]} did not start: {said}")
            time.sleep(0.02)
        yield
    finally:
        guard.stdin.close()
        guard.wait()
        shutil.rmtree(folder, ignore_errors=True)
