"""The pages on loopback, served by the web server of ``tenpost up``, with a clock that a test sets."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from events.engine import make_engine
from events.migrate import migrate
from service.app import create_app
from service.config import Settings, Smtp
from service.embedded.mailbox import Mailbox
from service.embedded.web import Web, listen
from service.extensions import Services, attach, limiter
from service.playing import playing
from service.views.inbox import inbox
from tests.service.world import Clock, World, seeds
from workers.deliver import Run
from workers.mail.listener import Listener
from workers.mail.parts import Parts


@dataclass(frozen=True)
class Served:
    """A service that answers at ``base``; its mails go to ``mailbox`` when ``deliver`` is called."""

    base: str
    world: World
    mailbox: Mailbox
    parts: Parts

    def deliver(self, budget_s: float = 60.0) -> None:
        """Send the mails that are due, as many as go in that time."""
        Run(self.parts).run(budget_s)

    def patient(self) -> None:
        """Forget how often anybody asked: limits are not what is looked at here."""
        with self.world.app.app_context():
            limiter.reset()


@contextmanager
def served(folder: Path, seed: int = 1) -> Iterator[Served]:
    """A service on an empty database in that folder; ``seed`` chooses the cards of its games."""
    listening = listen("127.0.0.1", 0)
    base = f"http://127.0.0.1:{listening.getsockname()[1]}"
    settings = Settings(
        f"sqlite:///{folder / 'tenpost.sqlite3'}",
        base,
        "a secret of the tests, which anybody may know",
    )
    engine = make_engine(settings.database_url)
    migrate(engine)
    mailbox = Mailbox(folder / "inbox")
    catcher = Listener(mailbox)
    catcher.start()
    clock = Clock()
    app = create_app(settings, engine, clock, lambda name, *rest: None)
    app.register_blueprint(inbox(mailbox))
    found: Services = app.extensions["tenpost"]
    # The same cards in every run.
    handler, orders = playing(found.store, seeds(seed))
    attach(app, replace(found, handler=handler, orders=orders))
    world = World(app, clock)
    smtp = Smtp("127.0.0.1", catcher.port, security="none")
    parts = Parts(
        world.store,
        handler,
        found.links,
        smtp,
        "ten@example.org",
        clock,
        orders,
        settings.secret_key,
    )
    web = Web(app, listening)
    thread = threading.Thread(target=web.serve, name="pages", daemon=True)
    thread.start()
    try:
        yield Served(base, world, mailbox, parts)
    finally:
        web.stop()
        thread.join()
        catcher.stop()
        engine.dispose()
