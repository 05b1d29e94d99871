"""A real SMTP server on loopback that takes mail, or answers as a test wants it to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from service.config import Smtp
from workers.mail.listener import Listener

HANG_S = 30.0
"""Longer than any time-out of a test."""


@dataclass(frozen=True)
class Caught:
    """A mail that was taken: to whom the envelope said, and its bytes."""

    to: str
    raw: bytes
    sender: str = ""
    """Of the envelope: where a bounce would go."""

    @property
    def mail(self) -> EmailMessage:
        parsed = message_from_bytes(self.raw, policy=default)
        assert isinstance(parsed, EmailMessage)
        return parsed

    def part(self, kind: str) -> str:
        body = self.mail.get_body((kind,))
        assert body is not None
        return str(body.get_content()).replace("\r\n", "\n")


@dataclass
class Sink:
    """``rcpt`` and ``data``: recipient -> what is answered in place of 250; ``hang`` and ``drop`` work
    as answers to data."""

    host: str = "127.0.0.1"
    port: int = 0
    caught: list[Caught] = field(default_factory=list)
    rcpt: dict[str, str] = field(default_factory=dict)
    data: dict[str, str] = field(default_factory=dict)
    sender: str = ""
    """What is answered to MAIL in place of 250."""
    slow_s: float = 0.0
    """Seconds that it thinks about each mail."""
    attempts: list[str] = field(default_factory=list)
    sessions: int = 0
    taken: threading.Event = field(default_factory=threading.Event)

    @property
    def smtp(self) -> Smtp:
        return Smtp(self.host, self.port, security="none")

    def to(self, address: str) -> list[Caught]:
        return [each for each in self.caught if each.to == address]

    # What aiosmtpd calls.

    async def handle_EHLO(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        self.sessions += 1
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.sender:
            return self.sender
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.attempts.append(address)
        if address in self.rcpt:
            return self.rcpt[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        to = envelope.rcpt_tos[0]
        answer = self.data.get(to, "")
        if self.slow_s:
            await asyncio.sleep(self.slow_s)
        if answer == "hang":
            await asyncio.sleep(HANG_S)
        if answer == "drop":
            transport: Any = server.transport
            transport.abort()
            return "250 nobody hears this"
        if answer:
            return answer
        raw = envelope.content
        assert isinstance(raw, bytes)
        self.caught.append(Caught(to, raw, envelope.mail_from or ""))
        self.taken.set()
        return "250 OK"


@contextmanager
def running_sink(port: int = 0) -> Iterator[Sink]:
    """A sink that listens until the block ends."""
    sink = Sink()
    listener = Listener(sink, port)
    sink.port = listener.port
    listener.start()
    try:
        yield sink
    finally:
        listener.stop()
