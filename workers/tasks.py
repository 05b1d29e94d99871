"""The tasks: thin, given nothing of value. Lost, doubled or late they do no harm.

Pages wake them by these names: ``workers.tasks.deliver``, ``workers.tasks.sweep`` and so on.
"""

from collections.abc import Callable
from typing import Final

from celery import Celery

from service import departure
from service.config import Imap
from workers.deliver import Run
from workers.mail.parts import Parts
from workers.poll import poll
from workers.receive import receive
from workers.sweep import sweep

DELIVER: Final = "workers.tasks.deliver"
SWEEP: Final = "workers.tasks.sweep"
RECEIVE: Final = "workers.tasks.receive"
POLL: Final = "workers.tasks.poll"

USE_S: Final = 60
"""Seconds after which a task that nobody took is of no use: the beat has sent others since."""


def add_tasks(
    app: Celery, parts: Callable[[], Parts], stop: Callable[[], bool], imap: Imap | None = None
) -> None:
    """Register the tasks. ``parts()`` is asked in the process that runs them; ``stop()`` ends a run
    of deliver after the mail that is on its way. imap: the mailbox that is polled, if there is one."""

    def again() -> None:
        app.send_task(DELIVER, expires=USE_S, retry=False, ignore_result=True)

    @app.task(name=DELIVER)
    def deliver() -> None:
        if Run(parts()).run(stop=stop):
            again()

    @app.task(name=SWEEP)
    def sweep_deadlines() -> None:
        found = parts()
        told = departure.tell_all(found.store, found.handler, found.clock())
        if sweep(found.store, found.handler, found.clock()) or told:
            again()

    @app.task(name=RECEIVE)
    def receive_mail() -> None:
        if receive(parts(), stop):
            again()

    @app.task(name=POLL)
    def poll_mailbox() -> None:
        found = parts()
        if imap is not None and poll(imap, found.store, found.clock) and receive(found, stop):
            again()
