"""The pages served by waitress in threads of this process, and ended without cutting an answer short."""

import errno
import logging
import socket
import time
from typing import Any, Final

from flask import Flask
from waitress import create_server, wasyncore  # type: ignore[import-untyped]

from events.errors import TenpostError

THREADS: Final = 8
LARGEST: Final = 16 * 1024 * 1024
"""Bytes of a request that are taken in at all; the pages themselves refuse far smaller ones."""
PATIENCE_S: Final = 10.0
"""Seconds that the answers under way may take once the service is to end."""


class PortInUse(TenpostError):
    """Another program listens there. Parameters: port."""

    code = "port-in-use"


class PortForbidden(TenpostError):
    """The system does not let us listen there. Parameters: port, reason."""

    code = "port-forbidden"


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes a free one. Raises PortInUse or PortForbidden."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(port=port) from error
        raise PortForbidden(port=port, reason=error.strerror or error) from error


class Web:
    """Answers while ``serve`` runs."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        # A queue of some requests is no news; waitress would warn of each.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server: Any = create_server(
            app, sockets=[listening], threads=THREADS, ident=None, max_request_body_size=LARGEST
        )
        self._stopping = False

    def serve(self) -> None:
        """Answer requests until ``stop`` is called, by a signal or from another thread."""
        while not self._stopping:
            self._turn(1.0)
        self._finish()

    def stop(self) -> None:
        """Take no new connection; answers under way are finished."""
        self._stopping = True
        self._server.pull_trigger()

    def _turn(self, wait_s: float) -> None:
        wasyncore.loop(timeout=wait_s, use_poll=True, map=self._server._map, count=1)

    def _finish(self) -> None:
        server = self._server
        server.del_channel()
        server.socket.close()
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends and any(map(_busy, server.active_channels.values())):
            self._turn(0.05)
        server.task_dispatcher.shutdown(timeout=1)
        for channel in list(server.active_channels.values()):
            channel.handle_close()
        server.trigger.close()


def _busy(channel: Any) -> bool:
    """Whether a request is being answered, or an answer is not yet away."""
    return bool(channel.requests or channel.total_outbufs_len)
