"""An address is confirmed behind a mailed link, and with it the game or the change that waits for it."""

from uuid import uuid4

from flask import Blueprint, Response, request

from service import offers, people
from service.extensions import services
from service.offers import Draft
from service.schemas import BadForm, command_id
from service.views import plans, starting
from service.views.answers import Problem, page, speak, words
from service.views.asking import begin_for, go_to
from service.views.play import bad_form
from service.views.seat import find, gone

confirming = Blueprint("confirming", __name__)


@confirming.get("/c/<token>")
def confirmation(token: str) -> Response:
    draft = _draft(token)
    with services().store.read() as reader:
        address = people.address(reader.connection, draft.address)
        name = draft.content["game"]
        if draft.kind == "seat":
            name = people.game_name(reader.connection, name)
    return page(
        "lobby/confirm.html",
        token=token,
        draft=draft,
        name=name,
        plan=plans.from_content(draft.content) if draft.kind == "game" else None,
        address="" if address is None else address.address,
        command=str(uuid4()),
    )


def _draft(token: str) -> Draft:
    """The draft that the link is about. Raises Problem."""
    found = find(token, "confirm")
    with services().store.read() as reader:
        draft = offers.find_draft(reader.connection, found.subject or "")
    late = draft is not None and draft.expires <= services().clock()
    if draft is None or found.revoked or (late and draft.command is None):
        raise gone()
    return draft


@confirming.post("/c/<token>")
def confirm(token: str) -> Response:
    draft = _draft(token)
    try:
        command = command_id(request.form)
    except BadForm as error:
        raise bad_form(words(), error) from None
    return _confirm_game(draft, command) if draft.kind == "game" else _confirm_seat(draft, command)


def _confirm_game(draft: Draft, command: str) -> Response:
    at = services()
    now = at.clock()
    plan = plans.from_content(draft.content)
    with at.store.unit() as unit:
        _use(draft, offers.use_draft(unit.connection, draft.id, command, now))
        address = people.address(unit.connection, draft.address)
        owner = None if address is None else address.person
        if owner is None:
            owner = people.add_person(
                unit.connection, plan.name, None, plan.language, plan.zone, now
            ).id
        people.confirm_address(unit.connection, draft.address, owner, now)
        person = people.person(unit.connection, owner)
    if person is None:
        raise gone()
    speak(person.language)
    if starting.began(draft.id):
        return go_to(starting.game_of(draft.id), person.id)
    return begin_for(plan, person, draft.id)


def _use(draft: Draft, ours: bool) -> None:
    if not ours:
        raise Problem(
            410,
            words().say("This was confirmed before. Use the link in the mail that came after it."),
        )


def _confirm_seat(draft: Draft, command: str) -> Response:
    at = services()
    now = at.clock()
    game, seat, person = (draft.content[name] for name in ("game", "seat", "person"))
    with at.store.unit() as unit:
        place = people.place(unit.connection, game, seat)
        if place is None or place.person != person:
            raise gone()
        _use(draft, offers.use_draft(unit.connection, draft.id, command, now))
        people.confirm_address(unit.connection, draft.address, person, now)
        people.move_mail(unit.connection, game, seat, draft.address)
    return go_to(game, person, seat)
