"""The mails that were caught: one file each, by rising number, in the data folder."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Final

from aiosmtpd.smtp import SMTP, Envelope, Session

KEPT: Final = 2000
"""How many mails are kept; the oldest go first."""


@dataclass(frozen=True)
class CaughtMail:
    """A mail by its number, as it came."""

    number: int
    raw: bytes

    @property
    def parsed(self) -> EmailMessage:
        parsed = message_from_bytes(self.raw, policy=default)
        assert isinstance(parsed, EmailMessage)
        return parsed

    def part(self, kind: str) -> str:
        """The text of the ``plain`` or the ``html`` part, "" if there is none."""
        body = self.parsed.get_body((kind,))
        return "" if body is None else str(body.get_content())


class Mailbox:
    """A folder of mails. Safe between threads."""

    def __init__(self, folder: Path, kept: int = KEPT) -> None:
        """Raises OSError if the folder cannot be made."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._kept = kept
        self._lock = threading.Lock()
        self._last = max(self.numbers(), default=0)

    def numbers(self) -> Sequence[int]:
        """All numbers, newest first."""
        found = (path.stem for path in self._folder.glob("*.eml"))
        return sorted((int(stem) for stem in found if stem.isdecimal()), reverse=True)

    def add(self, raw: bytes) -> int:
        """Keep a mail; answers its number."""
        with self._lock:
            self._last += 1
            number = self._last
            half = self._folder / f"{number:06}.part"
            half.write_bytes(raw)
            half.rename(self._path(number))
            self._path(number - self._kept).unlink(missing_ok=True)
        return number

    def get(self, number: int) -> CaughtMail | None:
        """The mail of that number, or None."""
        if number > self._last:
            return None
        try:
            return CaughtMail(number, self._path(number).read_bytes())
        except FileNotFoundError:
            return None

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.eml"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """What aiosmtpd calls with a whole mail."""
        raw = envelope.content
        assert isinstance(raw, bytes)
        try:
            self.add(raw)
        except OSError:
            return "452 The folder of the mails cannot be written"
        return "250 OK"
