"""The data folder: made, locked against a second service, with the key that signs sessions."""

import fcntl
import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from events.errors import TenpostError

DATABASE: Final = "tenpost.sqlite3"
LOCK: Final = "lock"
KEY: Final = "secret-key"


class DataUnwritable(TenpostError):
    """The data folder cannot be made or written. Parameters: folder, reason."""

    code = "data-unwritable"


class AlreadyRunning(TenpostError):
    """Another ``tenpost up`` has this data folder. Parameters: folder."""

    code = "already-running"


@contextmanager
def data_folder(folder: Path) -> Iterator[Path]:
    """The folder as an absolute path, made for our eyes only if it is missing, and ours alone until the
    block ends.

    Raises DataUnwritable or AlreadyRunning.
    """
    folder = folder.absolute()
    try:
        # Whoever reads the database or the caught mails has everybody's links and the order of the cards.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Whether a file can be made here is asked of the system, not read from the rights.
        with tempfile.TemporaryFile(dir=folder):
            pass
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DataUnwritable(folder=folder, reason=error.strerror or error) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(folder=folder) from None
        yield folder
    finally:
        os.close(lock)


def secret_key(folder: Path) -> str:
    """The key of this data folder, made once; nobody else may read it. Raises DataUnwritable."""
    path = folder / KEY
    try:
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w") as made:
                made.write(secrets.token_hex(32))
        return path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise DataUnwritable(folder=folder, reason=error) from error
