"""Celery's own worker and beat in threads of this process (architecture.md, decision 7)."""

import logging
import threading
from typing import Any, Final

from celery import Celery
from celery.beat import Scheduler, Service
from celery.signals import worker_shutting_down
from celery.worker import WorkController
from celery.worker import state as worker_state

from workers.tasks import DELIVER

CONCURRENCY: Final = 3
"""Tasks at a time: one that waits for a mail server does not keep the clocks from being swept."""

LOOK_S: Final[Any] = 0.5
"""Seconds between two looks of the beat at its schedule."""

PATIENCE_S: Final = 25
"""Seconds that a mail on its way may take before the process ends without it."""


state: Any = worker_state
"""Celery's own wishes for this process; its type stubs know only their first values."""


class CeleryThreads:
    """Runs from ``start`` to ``stop``. One for each process: Celery keeps its wish to stop globally."""

    def __init__(self, app: Celery) -> None:
        app.finalize()
        self._app = app
        self._ready = threading.Event()
        for name in ("celery", "kombu"):
            logging.getLogger(name).setLevel(logging.ERROR)
        state.should_stop = None
        state.should_terminate = None
        self._worker: Any = WorkController(
            app=app,
            pool="threads",
            concurrency=CONCURRENCY,
            ready_callback=lambda consumer: self._ready.set(),
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
        )
        self._beat = Service(app, max_interval=LOOK_S, scheduler_cls=Scheduler)
        self._threads = [
            threading.Thread(target=self._worker.start, name="celery-worker", daemon=True),
            threading.Thread(target=self._beat.start, name="celery-beat", daemon=True),
        ]

    def start(self) -> None:
        """Returns when tasks are taken."""
        for thread in self._threads:
            thread.start()
        self._ready.wait(PATIENCE_S)

    def stop(self) -> None:
        """Take no further task and finish those that run; a mail on its way is finished."""
        self._beat.stop()
        worker_shutting_down.send(sender=self._app, sig="TERM", how="warm", exitcode=0)
        state.should_stop = 0
        # The consumer looks at its orders between two messages, and waits for one more before it goes; by
        # itself it would wait for two seconds each time.
        for _ in range(2):
            self._app.send_task(DELIVER, expires=1, ignore_result=True)
        for thread in self._threads:
            thread.join(PATIENCE_S)
        self._app.close()
