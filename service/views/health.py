"""Whether this process lives, and whether it can do its work."""

from flask import Blueprint, Response, jsonify

from events.errors import TenpostError
from events.migrate import pending
from service.extensions import services

health = Blueprint("health", __name__)


@health.get("/healthz")
def alive() -> Response:
    """200 as long as requests are answered at all."""
    return jsonify(status="alive")


@health.get("/readyz")
def ready() -> tuple[Response, int]:
    """200 if the database answers and has the tables of this program, else 503 with the reason's code.

    The broker is not asked: without it moves are still answered, and mails wait for the next sweep.
    """
    try:
        if pending(services().store.engine):
            return jsonify(status="waiting", reason="schema-missing"), 503
    except TenpostError as error:
        return jsonify(status="waiting", reason=error.code), 503
    return jsonify(status="ready"), 200
