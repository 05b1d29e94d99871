"""A worker as a process of its own, which a test may have killed at a given point.

``python -m tests.workers.child deliver URL PORT NOW POINT`` delivers once; POINT is ``claimed`` or ``sent``
(killed there) or ``never``. ``... sweep URL NOW`` sweeps once and prints how many it resolved.
"""

from __future__ import annotations

import os
import signal
import sys
from datetime import datetime
from email.message import EmailMessage

from events.engine import make_engine
from events.handler import Handler
from events.store import Store
from service.config import Smtp
from tests.workers.tables import Clock, Office
from workers.deliver import Run
from workers.mail.transport import Outgoing
from workers.sweep import sweep


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def deliver(url: str, port: int, now: datetime, point: str) -> None:
    office = Office(Store(make_engine(url)), Handler(Store(make_engine(url))), Clock(now))
    send = Outgoing.send

    def dying(self: Outgoing, message: EmailMessage, sender: str, recipient: str) -> None:
        if point == "claimed":
            killed()
        send(self, message, sender, recipient)
        if point == "sent":
            killed()

    Outgoing.send = dying  # type: ignore[method-assign]
    Run(office.parts(Smtp("127.0.0.1", port, security="none"))).run(budget_s=60)


def main() -> None:
    what, url, *rest = sys.argv[1:]
    if what == "deliver":
        deliver(url, int(rest[0]), datetime.fromisoformat(rest[1]), rest[2])
    else:
        store = Store(make_engine(url))
        sys.stdout.write(f"{sweep(store, Handler(store), datetime.fromisoformat(rest[0]))}\n")


if __name__ == "__main__":
    main()
