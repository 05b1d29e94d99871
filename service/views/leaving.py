"""Leaving a seat to a bot and coming back to it, and ending a pause: behind any link of the seat."""

from flask import Blueprint, Response, request

from events import commands as c
from service.views.acting import carry, command_of
from service.views.seat import Door, enter
from service.views.together import not_sure, together_page

leaving = Blueprint("leaving", __name__)


@leaving.post("/p/<token>/resign")
def resign(token: str) -> Response:
    """A bot plays on in this seat until its person returns."""
    door = enter(token)
    command = command_of(door)
    if request.form.get("sure") != "yes":
        return not_sure(door)
    return carry(door, command, c.HandToBot(door.seat, "left"), show=together_page)


@leaving.post("/p/<token>/return")
def come_back(token: str) -> Response:
    """The person plays again, from the next decision on."""
    door = enter(token)
    return carry(door, command_of(door), c.ReturnToSeat(door.seat))


@leaving.post("/p/<token>/resume")
def resume(token: str) -> Response:
    """Ends the pause: the host any, another player one that all agreed to."""
    door = enter(token)
    by, seat = _who(door)
    return carry(door, command_of(door), c.ResumeGame(seat), by=by)


def _who(door: Door) -> tuple[str, int | None]:
    return ("host", None) if door.host else (f"seat:{door.seat}", door.seat)
