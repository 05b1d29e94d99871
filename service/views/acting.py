"""What the forms of a seat beside the move share: each is sent once, and is carried out or refused."""

from collections.abc import Callable

from flask import Response, g, request

from events import commands as c
from events import errors
from events.errors import Refusal
from service.extensions import DELIVER, services
from service.schemas import BadForm, command_id
from service.views.answers import go
from service.views.play import LATE, bad_form, seat_page
from service.views.seat import Door, enter

Show = Callable[..., Response]
"""(door, status, error=...) -> the page that the form stood on, with what is wrong."""


def command_of(door: Door) -> str:
    """The one-time id of the form. Raises Problem."""
    try:
        g.command = command_id(request.form)
    except BadForm as error:
        raise bad_form(door.words, error) from None
    return str(g.command)


def carried_before(door: Door, command: str) -> bool:
    """Whether this very form was carried out: its result stands, and is the answer to both."""
    with services().store.read() as reader:
        return reader.find_command(door.game, command) is not None


def carry(
    door: Door,
    command: str,
    wish: c.Wish,
    *,
    by: str | None = None,
    version: int | None = None,
    show: Show = seat_page,
    to: str | None = None,
) -> Response:
    """Carries the wish out and leads to the path ``to``, else to the table.

    by: the seat, where nothing is said. version: the only one at which the wish is meant.
    """
    at = services()
    ours = c.Command(command, by or f"seat:{door.seat}", "web", at.clock(), wish, version)
    try:
        outcome = at.handler.execute(door.game, ours)
    except Refusal as error:
        return refused(door, error, show)
    g.version = outcome.version
    at.wake(DELIVER)
    return go(to or door.path)


def refused(door: Door, error: Refusal, show: Show = seat_page) -> Response:
    """The page as it is now, with what was wrong."""
    late = (*LATE, errors.NothingProposed, errors.ProposalOpen, errors.AlreadyVoted)
    return show(enter(door.secret), 409 if isinstance(error, late) else 422, error=error)
