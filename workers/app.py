"""Celery put together: ``celery -A workers.app:app worker`` and ``... beat`` run what this makes.

The broker holds nothing of value (architecture.md, decision 6): it may be emptied or be down, and the
next sweep finds the work in the database.
"""

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from celery import Celery
from celery.signals import setup_logging, worker_shutting_down

from service import logs
from service.config import Settings, SettingsError
from workers.mail.parts import Parts
from workers.tasks import DELIVER, POLL, RECEIVE, SWEEP, add_tasks

TICK_S: Final = 5
"""Seconds from one look at outbox and deadlines to the next."""


POLL_S: Final = 30
"""Seconds from one look into a mailbox to the next."""


def make_celery(
    settings: Settings, parts: Callable[[], Parts] | None = None, tick_s: float = TICK_S
) -> Celery:
    """The application with its tasks and its beat. ``parts``: where a process has them already."""
    stopping = threading.Event()
    app = Celery(
        "tenpost", broker=settings.redis_url or "memory://localhost/", set_as_current=False
    )
    app.conf.update(_configuration(settings, tick_s))
    # One set of parts for each process that runs tasks, made when the first task needs it.
    add_tasks(app, parts or cache(lambda: _build(settings)), stopping.is_set, settings.imap)

    def end(**_: Any) -> None:
        stopping.set()

    worker_shutting_down.connect(end, weak=False)
    return app


def _build(settings: Settings) -> Parts:
    """The parts of a process that does nothing but run tasks."""
    parts = Parts.from_settings(settings)
    # What is here now stays: it need not be looked through for garbage after every few mails.
    gc.freeze()
    return parts


def _configuration(settings: Settings, tick_s: float) -> dict[str, Any]:
    tick = {"schedule": tick_s, "options": {"expires": tick_s}}
    beat: dict[str, Any] = {
        "sweep": {"task": SWEEP, **tick},
        "deliver": {"task": DELIVER, **tick},
    }
    if settings.replies:
        beat["receive"] = {"task": RECEIVE, **tick}
    if settings.imap is not None:
        beat["poll"] = {"task": POLL, "schedule": POLL_S, "options": {"expires": POLL_S}}
    return {
        # A task of a killed worker comes back; one that was done twice does no harm.
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "worker_prefetch_multiplier": 1,
        "task_ignore_result": True,
        "task_publish_retry": False,
        "task_time_limit": 300,
        "broker_connection_retry": True,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_transport_options": {
            "visibility_timeout": 300,
            "socket_timeout": 5,
            "socket_connect_timeout": 2,
            "polling_interval": 0.1,
        },
        "worker_hijack_root_logger": False,
        "worker_enable_remote_control": False,
        "worker_send_task_events": False,
        "beat_scheduler": "celery.beat:Scheduler",
        "beat_max_loop_interval": tick_s,
        "beat_schedule": beat,
        "timezone": "UTC",
    }


@cache
def _from_environment() -> Celery:
    try:
        settings = Settings.of_services(os.environ)
    except SettingsError as error:
        sys.exit(f"tenpost: {error}")

    def log(**_: Any) -> None:
        logs.configure(settings.log_level)
        # Of each task, every few seconds, Celery tells when it came and went.
        logging.getLogger("celery").setLevel(max(logging.WARNING, logging.getLogger().level))

    # Whoever answers this signal has the logs to itself: Celery leaves them alone.
    setup_logging.connect(log, weak=False)
    return make_celery(settings)


def __getattr__(name: str) -> Celery:
    # Looked up by Celery's command line; importing this module reads no environment.
    if name == "app":
        return _from_environment()
    raise AttributeError(name)
