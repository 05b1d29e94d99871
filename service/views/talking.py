"""Saying a line to the table, and erasing one."""

from flask import Blueprint, Response, request

from events.errors import Refusal
from service import talk
from service.extensions import services
from service.schemas import BadForm, id_of
from service.views.acting import command_of
from service.views.answers import go
from service.views.play import bad_form, seat_page
from service.views.seat import enter
from service.views.seating import table_page

talking = Blueprint("talking", __name__)


def _back(path: str) -> str:
    """To the page that the form stood on."""
    return f"{path}/table#talk" if request.form.get("page") == "seat" else f"{path}#talk"


@talking.post("/p/<token>/say")
def say(token: str) -> Response:
    door = enter(token)
    command = command_of(door)
    # A line that is far too long is not worth looking at; what is shown again can be shortened.
    line = (request.form.get("line") or "")[: 4 * talk.LONGEST]
    at = services()
    try:
        with at.store.unit() as unit:
            person = door.place.person
            talk.say(unit, command, door.game, door.seat, person, line, door.now)
    except Refusal as error:
        problem = door.words.refusal(error)
        status = 429 if isinstance(error, talk.TalkTooMuch) else 422
        show = table_page if request.form.get("page") == "seat" else seat_page
        return show(door, status, draft=line, unsaid=problem)
    return go(_back(door.path))


@talking.post("/p/<token>/unsay")
def unsay(token: str) -> Response:
    """Erases an own line, by its id in ``said``; the host erases any."""
    door = enter(token)
    try:
        said = id_of(request.form, "said")
    except BadForm as error:
        raise bad_form(door.words, error) from None
    with services().store.unit() as unit:
        person = None if door.host else door.place.person
        talk.erase(unit.connection, door.game, said, person)
    return go(_back(door.path))
