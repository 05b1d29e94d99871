"""The pages of a big host: ``gunicorn --config=python:service.wsgi 'service.wsgi:application()'``.

gunicorn reads its own settings from the module's names: ``logger_class``, ``on_starting`` and
``post_worker_init`` are some.
"""

import gc
import os
import sys

from flask import Flask
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from service.app import create_app
from service.config import Settings, SettingsError
from service.logs import JsonLines, configure


class Lines(Logger):
    """gunicorn's own words, in the one form of all logs."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())


logger_class = Lines


def on_starting(server: Arbiter) -> None:
    """Looks at the settings before there is a worker that could fail by them: gunicorn would end with
    a traceback for each."""
    try:
        Settings.of_services(os.environ)
    except SettingsError as error:
        sys.exit(f"tenpost: {error}")


def post_worker_init(worker: Worker) -> None:
    """What is loaded now stays: it need not be looked through for garbage while somebody waits."""
    gc.collect()
    gc.freeze()


def application() -> Flask:
    """The application of this environment. A wrong setting ends the process with a sentence."""
    try:
        settings = Settings.of_services(os.environ)
    except SettingsError as error:
        # gunicorn ends all its workers, and itself, on this status.
        sys.stderr.write(f"tenpost: {error}\n")
        sys.stderr.flush()
        os._exit(4)
    configure(settings.log_level)
    return create_app(settings)
