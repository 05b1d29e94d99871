"""The service that mail is brought to: ``python -m workers.inbound``, until SIGTERM.

It stores each mail and wakes a worker, and has no other business. ``tenpost up`` has it inside.
"""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial
from types import FrameType
from typing import Final

from celery import Celery

from events.engine import make_engine
from events.store import Store
from service import logs
from service.config import Settings, SettingsError
from workers.mail.door import Door
from workers.mail.listener import Listener
from workers.mail.parts import utc_now
from workers.tasks import RECEIVE, USE_S

NOT_SET: Final = (
    "TENPOST_INBOUND is off: set it to lmtp or smtp, as the mail server before it speaks."
)


def open_door(
    settings: Settings,
    store: Store,
    wake: Callable[[], object],
    clock: Callable[[], datetime] = utc_now,
) -> Listener:
    """The listener of these settings, which is to be started. Raises SettingsError without one, and if its
    port cannot be had."""
    at = settings.listening
    if at is None:
        raise SettingsError(NOT_SET)
    door = Door(store, settings.mail_from, settings.secret_key, clock, wake)
    try:
        return Listener(door, at.port, at.host, partial(door.protocol, at.protocol))
    except OSError as trouble:
        raise SettingsError(
            f"TENPOST_INBOUND_PORT {at.port} cannot be listened at ({trouble.strerror}):"
            " choose another port, or stop what listens there."
        ) from None


def _waker(settings: Settings) -> Callable[[], object]:
    """Publishes the task that reads mails; with the broker down, the beat's next knock finds them."""
    sender = Celery("tenpost", broker=settings.redis_url, set_as_current=False)
    sender.conf.update(
        broker_transport_options={
            "max_retries": 0,
            "socket_timeout": 1,
            "socket_connect_timeout": 0.5,
        },
        broker_connection_retry=False,
        task_ignore_result=True,
    )

    def wake() -> None:
        try:
            sender.send_task(RECEIVE, retry=False, expires=USE_S, ignore_result=True)
        except Exception as error:
            # Whatever the broker says, the mail is stored.
            logging.getLogger(__name__).warning(
                "no worker could be woken: %s", type(error).__name__
            )

    return wake


def main() -> int:
    """The exit status."""
    try:
        settings = Settings.of_services(os.environ)
        store = Store(make_engine(settings.database_url))
        listener = open_door(settings, store, _waker(settings))
    except SettingsError as error:
        sys.stderr.write(f"tenpost: {error}\n")
        return 1
    logs.configure(settings.log_level)
    # aiosmtpd tells whom each mail is for.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    over = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        over.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    listener.start()
    logging.getLogger(__name__).info("mail is taken at port %s", listener.port)
    over.wait()
    listener.stop()
    store.engine.dispose()
    return 0


if __name__ == "__main__":
    sys.exit(main())
