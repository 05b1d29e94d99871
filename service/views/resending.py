""" "Send again": mail to a seat came back, and its person or the host says that it arrives now."""

from flask import Blueprint, Response, request

from events.errors import NotTheHost
from service import notices, people
from service.extensions import DELIVER, limiter, services
from service.people import Place
from service.schemas import BadForm, whole
from service.views.answers import Problem
from service.views.play import bad_form
from service.views.seat import Door, counted_link, enter
from service.views.seating import table_page
from service.views.together import together_page

resending = Blueprint("resending", __name__)


@resending.post("/p/<token>/again")
def own(token: str) -> Response:
    """To the own seat."""
    door = enter(token)
    done = _again(door, door.place)
    return table_page(enter(token), done=done)


@resending.post("/p/<token>/host/again")
def of_others(token: str) -> Response:
    """The host, to any seat."""
    door = enter(token)
    if not door.host:
        raise NotTheHost(by=f"seat:{door.seat}")
    try:
        place = door.people.get(whole(request.form, "seat"))
    except BadForm as error:
        raise bad_form(door.words, error) from None
    if place is None or door.state.seat(place.seat).player != place.person:
        text = door.words.say("Nobody who can be mailed holds this seat.")
        raise Problem(409, text, f"{door.path}/around")
    done = _again(door, place)
    return together_page(enter(token), done=done)


def _again(door: Door, place: Place) -> str:
    """What is to be said: a fresh link is on its way, or mail arrives already."""
    _count_again()
    at = services()
    with at.store.unit() as unit:
        now = people.place(unit.connection, place.game, place.seat)
        sent = now is not None and notices.again(unit, now, door.now)
    if not sent:
        return door.words.say("Mail goes to this seat already.")
    at.wake(DELIVER)
    return door.words.say("A fresh link is on its way, and other mails follow.")


@limiter.shared_limit("12 per hour", "again", key_func=counted_link)
def _count_again() -> None:
    """Counts the mails that one link sends again."""
