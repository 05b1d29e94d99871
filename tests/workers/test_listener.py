"""The mail server of our own: what it says is sent at once."""

from __future__ import annotations

import asyncio
import smtplib
import socket

from aiosmtpd.smtp import SMTP

from workers.mail.listener import Listener


def test_no_line_of_an_answer_waits_for_the_one_before() -> None:
    made: list[SMTP] = []

    def protocol(loop: asyncio.AbstractEventLoop) -> SMTP:
        made.append(SMTP(None, hostname="localhost", loop=loop))
        return made[-1]

    listener = Listener(None, protocol=protocol)
    listener.start()
    try:
        with smtplib.SMTP("127.0.0.1", listener.port, local_hostname="here") as client:
            assert client.ehlo()[0] == 250
            connection = made[-1].transport.get_extra_info("socket")
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    finally:
        listener.stop()
