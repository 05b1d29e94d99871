"""The application for a WSGI server: ``gunicorn 'service.wsgi:application()'``."""

import os
import sys

from flask import Flask

from service.app import create_app
from service.config import Settings, SettingsError
from service.logs import configure


def application() -> Flask:
    """The application of this environment. A wrong setting ends the process with a sentence."""
    try:
        settings = Settings.from_env(os.environ)
    except SettingsError as error:
        # gunicorn ends all its workers, and itself, on this status.
        print(f"tenpost: {error}", file=sys.stderr)
        os._exit(4)
    configure(settings.log_level)
    return create_app(settings)
