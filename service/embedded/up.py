"""Everything put together, from the environment to the last mail sent (architecture.md, decision 7)."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Final

from flask import Flask

from events.engine import make_engine
from events.migrate import migrate
from service import logs
from service.app import create_app, now
from service.config import Settings, Smtp
from service.embedded.backup import back_up
from service.embedded.celery_threads import CeleryThreads
from service.embedded.demo import demo as demo_game
from service.embedded.mailbox import Mailbox
from service.embedded.place import data_folder
from service.embedded.setting import LOOPBACK, listen_at, settings
from service.embedded.web import Web, listen
from service.extensions import DELIVER, Services
from service.views.inbox import inbox
from workers.app import make_celery
from workers.inbound import open_door
from workers.mail.listener import Listener
from workers.mail.parts import Parts
from workers.tasks import RECEIVE

PORT: Final = 8010
FOLDER: Final = Path("data")


def tell(line: str) -> None:
    """Print the line now, whoever reads it."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(
    port: int | None = None,
    data: Path | None = None,
    demo: bool = False,
    environ: Mapping[str, str] | None = None,
    say: Callable[[str], object] = tell,
) -> int:
    """The service until Ctrl-C or SIGTERM; the exit status. ``say`` gets the one line with the address.

    port: 0 takes a free one. Without a mail server in the environment, mail is caught and shown at
    ``/inbox``. Raises SettingsError and TenpostError: PortInUse, DataUnwritable, AlreadyRunning, ...
    """
    env = os.environ if environ is None else environ
    with ExitStack() as stack:
        host = listen_at(env)
        folder = data or Path(env.get("TENPOST_DATA_DIR") or FOLDER)
        place = stack.enter_context(data_folder(folder))
        listening = stack.enter_context(listen(host, PORT if port is None else port))
        chosen = settings(env, place, listening.getsockname()[1])
        quiet = chosen.smtp is None and "TENPOST_LOG_LEVEL" not in env
        _log("WARNING" if quiet else chosen.log_level)
        mailbox = None
        if chosen.smtp is None:
            mailbox = Mailbox(place / "inbox")
            catcher = Listener(mailbox)
            catcher.start()
            stack.callback(catcher.stop)
            chosen = replace(chosen, smtp=Smtp(LOOPBACK, catcher.port, security="none"))
        app = _app(chosen, mailbox)
        services: Services = app.extensions["tenpost"]
        stack.callback(services.store.engine.dispose)
        web = Web(app, listening)
        if chosen.listening is not None:
            door = open_door(
                chosen, services.store, partial(services.wake, RECEIVE), services.clock
            )
            door.start()
            stack.callback(door.stop)
        threads = _celery(chosen, services)
        threads.start()
        stack.callback(threads.stop)
        line = _line(services, demo, caught=mailbox is not None)
        services.wake(DELIVER)
        with _ended_by_signal(web):
            say(line)
            web.serve()
    return 0


def _log(level: str) -> None:
    logs.configure(level)
    # aiosmtpd tells whom each mail is for.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _app(chosen: Settings, mailbox: Mailbox | None) -> Flask:
    """The pages on a database that is up to date."""
    engine = make_engine(chosen.database_url)
    back_up(engine, chosen.data_dir, now())
    migrate(engine)
    app = create_app(chosen, engine)
    if mailbox is not None:
        app.register_blueprint(inbox(mailbox))
    return app


def _celery(chosen: Settings, services: Services) -> CeleryThreads:
    """Worker and beat on the store and the kept states of the pages."""
    assert chosen.smtp is not None
    parts = Parts(
        services.store,
        services.handler,
        services.links,
        chosen.smtp,
        chosen.mail_from,
        services.clock,
        services.orders,
        chosen.secret_key if chosen.replies else None,
        chosen.own_addresses,
    )
    return CeleryThreads(make_celery(chosen, lambda: parts))


def _line(services: Services, demo: bool, caught: bool) -> str:
    home = services.links.home()
    mail = f" Mails are shown at {home}/inbox." if caught else ""
    if not demo:
        return f"Tenpost is running at {home}.{mail} Ctrl-C ends it."
    made = demo_game(services.store, services.handler, services.clock())
    return f"It is your move: open {services.links.play(made.token)} in a browser.{mail} Ctrl-C ends it."


@contextmanager
def _ended_by_signal(web: Web) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the service in good order; a second one ends it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        web.stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
