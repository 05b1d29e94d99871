"""The pages, but each process dies after the commit of a move, before it wakes anybody."""

import os
import signal

from flask import Flask

from service.app import create_app
from service.config import Settings


def die(name: str, *arguments: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def application() -> Flask:
    return create_app(Settings.of_services(os.environ), wake=die)
