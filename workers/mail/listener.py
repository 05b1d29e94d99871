"""A mail server in a thread of its own; what it does with a mail is its handler's business."""

import asyncio
import socket
import threading
from collections.abc import Callable
from typing import Any, Final

from aiosmtpd.smtp import SMTP

LARGEST: Final = 10 * 2**20
"""Bytes of the largest mail that is taken."""

Protocol = Callable[[asyncio.AbstractEventLoop], SMTP]
"""Makes what speaks on one connection."""


class Listener:
    """Listens from ``start`` to ``stop``. ``handler`` is one of aiosmtpd: ``handle_DATA`` and so on."""

    def __init__(
        self,
        handler: Any,
        port: int = 0,
        host: str = "127.0.0.1",
        protocol: Protocol | None = None,
    ) -> None:
        """port: 0 takes a free one. protocol: in place of SMTP as the catcher speaks it. Raises OSError if
        the port cannot be had."""
        self._handler = handler
        self._made = protocol or self._protocol
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.create_server((host, port), family=family)
        # What is answered in several lines would wait 40 ms for the sender's word that the first has come;
        # asyncio sees to it for sockets of its own only. Connections inherit it.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="smtp-listener", daemon=True)
        self._ready = threading.Event()

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    def start(self) -> None:
        """Returns when mail can be brought."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Close all connections; a mail that is not yet taken is the sender's to bring again."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _protocol(self, loop: asyncio.AbstractEventLoop) -> SMTP:
        return SMTP(
            self._handler,
            hostname="localhost",
            ident="Tenpost",
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            loop=loop,
        )

    def _run(self) -> None:
        loop = self._loop
        asyncio.set_event_loop(loop)
        server = loop.run_until_complete(
            loop.create_server(lambda: self._made(loop), sock=self._socket)
        )
        loop.call_soon(self._ready.set)
        loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.run_until_complete(server.wait_closed())
        loop.close()
