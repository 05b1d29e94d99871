"""Vacations behind any link of a seat: taken, told to the table, ended early."""

from datetime import date
from uuid import UUID

from flask import Blueprint, Response, request

from events.errors import Refusal, TenpostError
from events.ten.phases.lobby import option
from service import hours, vacations
from service.extensions import DELIVER, services
from service.habits import Vacation
from service.schemas import BadForm
from service.views.acting import command_of, refused
from service.views.answers import go, page
from service.views.board import board
from service.views.play import bad_form
from service.views.seat import Door, enter
from service.wording.moments import known_zone

away = Blueprint("away", __name__)


def today(door: Door) -> date:
    """The day on the calendar of the seat's person."""
    return door.now.astimezone(known_zone(door.zone)).date()


@away.get("/p/<token>/away")
def vacation(token: str) -> Response:
    return away_page(enter(token))


def away_page(
    door: Door, status: int = 200, *, error: TenpostError | None = None, problem: str | None = None
) -> Response:
    state, words = door.state, door.words
    with services().store.read() as reader:
        own = vacations.ahead(reader.connection, state, door.seat, today(door))
        left = vacations.left(reader.connection, state, door.seat)
        told = hours.announced(reader.connection, state)
    shown = board(state, door.name, door.people, words, door.seat)
    return page(
        "play/away.html",
        status,
        token=door.secret,
        board=shown,
        own=own,
        others=_others(door, told),
        left=left,
        granted=option(state.options, "vacation_days"),
        may=not state.over and door.seat in state.humans,
        day=words.day,
        today=today(door),
        filled=request.form,
        problem=problem if error is None else words.refusal(error, shown.names),
    )


def _others(door: Door, told: dict[int, list[Vacation]]) -> list[tuple[str, Vacation]]:
    """Who else is or will be away, by name, the first first."""
    found = [
        (door.people[seat].name, each)
        for seat, taken in told.items()
        for each in taken
        if seat != door.seat and seat in door.people and max(each.first, today(door)) <= each.last
    ]
    return sorted(found, key=lambda each: each[1].first)


@away.post("/p/<token>/away")
def take(token: str) -> Response:
    """Takes a vacation; if the seat is awaited its deadline moves on by the days off before it."""
    door = enter(token)
    command, say = command_of(door), door.words.say
    try:
        first, last = _day("first"), _day("last")
    except ValueError:
        return away_page(door, 422, problem=say("Choose a first and a last day, as 2026-08-14."))
    wish = hours.TakeVacation(command, door.seat, Vacation(first, last), door.now)
    at = services()
    try:
        hours.take(at.handler, door.game, wish)
    except Refusal as error:
        return refused(door, error, away_page)
    at.wake(DELIVER)
    return go(f"{door.path}/away")


def _day(field: str) -> date:
    """A day as browsers send it. Raises ValueError."""
    text = (request.form.get(field) or "").strip()
    if len(text) != 10:
        raise ValueError(text)
    return date.fromisoformat(text)


@away.post("/p/<token>/away/end")
def end(token: str) -> Response:
    """Home early: the days from today on are the seat's again."""
    door = enter(token)
    command_of(door)
    id = request.form.get("vacation") or ""
    try:
        known = str(UUID(id)) == id
    except ValueError:
        known = False
    if not known:
        raise bad_form(door.words, BadForm("vacation"))
    at = services()
    try:
        vacations.come_home(at.handler, door.game, door.seat, id, door.zone, door.now)
    except vacations.NoVacation:
        # Ended before: the page as it is now says so.
        return go(f"{door.path}/away")
    except Refusal as error:
        return refused(door, error, away_page)
    at.wake(DELIVER)
    return go(f"{door.path}/away")
