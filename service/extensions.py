"""What the application holds once for all requests: the store, the way to the workers, limits, form guard."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from celery import Celery
from flask import Flask, Response, after_this_request, current_app, g, has_request_context
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_wtf import CSRFProtect

from events.handler import Handler
from events.orders import SealedOrders
from events.store import Store
from service.config import Settings
from service.course import Courses
from service.links import Links
from service.past import Past

DELIVER = "workers.tasks.deliver"
"""The name of the task that sends what the outbox holds."""

logger = logging.getLogger(__name__)

Wake = Callable[..., None]
"""(task name, *arguments): asks a worker to look now. Never fails: the sweep finds the work anyway."""

# Whatever is counted names what it is (``shared_limit``): else each page would have a count of its own.
limiter = Limiter(
    get_remote_address,
    strategy="moving-window",
    in_memory_fallback_enabled=True,
    swallow_errors=True,
    headers_enabled=False,
)
csrf = CSRFProtect()


@dataclass(frozen=True)
class Services:
    """What views need: found as ``services()`` while a request is answered."""

    settings: Settings
    store: Store
    handler: Handler
    orders: SealedOrders
    links: Links
    clock: Callable[[], datetime]
    wake: Wake
    past: Past = field(default_factory=Past)
    courses: Courses = field(default_factory=Courses)


def services() -> Services:
    """Those of the application that answers this request."""
    return cast(Services, current_app.extensions["tenpost"])


def attach(app: Flask, found: Services) -> None:
    """Makes ``services()`` answer with these."""
    app.extensions["tenpost"] = found


def after_the_answer(wake: Wake) -> Wake:
    """The same, but while a request is answered it wakes once its answer has gone out, and for the same
    task once: nobody waits for the broker."""

    def later(name: str, *arguments: object) -> None:
        if not has_request_context():
            wake(name, *arguments)
            return
        asked: list[tuple[str, *tuple[object, ...]]] = g.setdefault("to_wake", [])
        if not asked:

            def wake_all() -> None:
                for each in asked:
                    wake(*each)

            @after_this_request
            def _close(answer: Response) -> Response:
                answer.call_on_close(wake_all)
                return answer

        if (name, *arguments) not in asked:
            asked.append((name, *arguments))

    return later


def waker(settings: Settings) -> Wake:
    """Publishes a task by its name; with the broker down a click costs nothing (architecture 17)."""
    sender = Celery("tenpost", broker=settings.redis_url or "memory://", set_as_current=False)
    sender.conf.update(
        broker_transport_options={
            "max_retries": 0,
            "socket_timeout": 1,
            "socket_connect_timeout": 0.5,
        },
        broker_connection_retry=False,
        task_ignore_result=True,
    )

    def wake(name: str, *arguments: object) -> None:
        try:
            sender.send_task(name, args=arguments, retry=False, expires=60, ignore_result=True)
        except Exception as error:
            # Whatever the broker says, the move is committed and the next sweep finds the work.
            logger.warning("no worker could be woken: %s", type(error).__name__)

    return wake
