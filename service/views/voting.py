"""Proposing and voting behind any link of a seat: to take moves back, to pause, to end the game."""

from flask import Blueprint, Response, request

from events import commands as c
from events import errors
from events.ten.consent import proposals
from service.schemas import BadForm, whole
from service.views.acting import carried_before, carry, command_of, refused
from service.views.answers import go
from service.views.play import bad_form
from service.views.seat import Door, enter
from service.views.together import not_sure, together_page

voting = Blueprint("voting", __name__)

_PROPOSE = {"pause": c.ProposePause, "abandon": c.ProposeAbandon}
_VOTE = {"undo": c.VoteUndo, "pause": c.VotePause, "abandon": c.VoteAbandon}


@voting.post("/p/<token>/undo")
def undo(token: str) -> Response:
    """Proposes to go back to a version, or goes back at once where nobody has to agree."""
    door = enter(token)
    command = command_of(door)
    try:
        to_version = whole(request.form, "to")
    except BadForm as error:
        raise bad_form(door.words, error) from None
    return carry(door, command, c.ProposeUndo(door.seat, to_version))


@voting.post("/p/<token>/propose")
def propose(token: str) -> Response:
    """Proposes to pause the game or to end it without a score."""
    door = enter(token)
    command = command_of(door)
    proposed = _PROPOSE.get(request.form.get("about") or "")
    if proposed is None:
        raise bad_form(door.words, BadForm("about"))
    ends = request.form.get("about") == "abandon" and door.state.humans == [door.seat]
    if ends and request.form.get("sure") != "yes":
        # Nobody else is asked, so this would be the end at once.
        return not_sure(door)
    return carry(door, command, proposed(door.seat), show=together_page)


@voting.post("/p/<token>/vote")
def vote(token: str) -> Response:
    """Agrees to an open proposal or not; the no of who made it withdraws it."""
    door = enter(token)
    command, form = command_of(door), request.form
    about, agree = form.get("about") or "", form.get("agree") or ""
    if about not in _VOTE:
        raise bad_form(door.words, BadForm("about"))
    if agree not in ("yes", "no"):
        raise bad_form(door.words, BadForm("agree"))
    try:
        version = whole(form, "proposal")
    except BadForm as error:
        raise bad_form(door.words, error) from None
    if carried_before(door, command):
        return go(door.path)
    return _vote(door, command, about, version, agree == "yes")


def _vote(door: Door, command: str, about: str, version: int, agree: bool) -> Response:
    """A vote is for the proposal that was seen, not for another that has taken its place."""
    running = proposals(door.state).get(about)
    if running is None or running.version != version:
        return refused(door, errors.NothingProposed(about=about))
    return carry(door, command, _VOTE[about](door.seat, agree), version=door.state.version)
