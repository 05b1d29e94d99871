"""What a seat's link opens beside moving: the own settings, the lobby's controls, a nudge, a fresh start.

The token is the authority of these forms; there is no cookie, and so nothing that another site could use.
"""

from dataclasses import dataclass
from uuid import uuid4

from flask import Blueprint, Response, g, request

from service import hours, notices, offers, people, tokens
from service.extensions import DELIVER, limiter, services
from service.offers import Invitation
from service.typed import Unfit, fit_address, fit_language, fit_name, fit_zone, fold
from service.views import agreeing, times
from service.views.answers import Problem, go, page
from service.views.asking import ask_address, count_asked
from service.views.board import Board, board, names_at
from service.views.fields import all_wrong, spoken, zones
from service.views.play import seat_page
from service.views.replay import replay_page
from service.views.said import MANY, talk_of
from service.views.seat import Door, enter

seating = Blueprint("seating", __name__)


@dataclass(frozen=True)
class Open:
    """A seat of the lobby that nobody has taken, with how it is offered."""

    seat: int
    offer: Invitation | None
    never: bool


@seating.get("/p/<token>/table")
def table(token: str) -> Response:
    """The own seat's settings and, for the host, the seats that are still open."""
    return table_page(enter(token))


def table_page(
    door: Door,
    status: int = 200,
    *,
    wrong: dict[str, str] | None = None,
    done: str | None = None,
    problem: str | None = None,
    link: str | None = None,
    draft: str = "",
    unsaid: str | None = None,
) -> Response:
    """draft: the line that could not be said, ``unsaid`` why."""
    shown = board(door.state, door.name, door.people, door.words, door.seat)
    place = door.place
    with services().store.read() as reader:
        known = hours.known(reader.connection, door.game, door.seat, place.person)
    return page(
        "play/table.html",
        status,
        token=door.secret,
        board=shown,
        place=place,
        host=door.host,
        open=_open(door, shown) if door.state.phase == "lobby" else [],
        command=str(uuid4()),
        filled=request.form,
        wrong=all_wrong(door.words, wrong or {}),
        done=done,
        problem=problem,
        link=link,
        zones=zones(),
        languages=spoken(),
        times=times.times(known, request.form),
        muted=place.muted,
        moment=door.words.moment,
        zone=door.zone,
        talk=talk_of(door, shown.names, MANY, draft, unsaid),
    )


def _open(door: Door, shown: Board) -> list[Open]:
    at = services()
    with at.store.read() as reader:
        offered = offers.invitations_of(reader.connection, door.game, door.now)
        found = []
        for seat in shown.seats:
            if not seat.missing:
                continue
            offer = offered.get(seat.seat)
            address = None
            if offer is not None and offer.address is not None:
                address = people.address(reader.connection, offer.address)
            found.append(Open(seat.seat, offer, address is not None and address.never))
    return found


@seating.post("/p/<token>/nudge")
def nudge(token: str) -> Response:
    """Reminds the awaited player, once a day."""
    door = enter(token)
    say = door.words.say
    awaiting = door.state.awaiting
    seat = None if awaiting is None else awaiting.seat
    place = None if seat is None else door.people.get(seat)
    if awaiting is None or seat is None or seat == door.seat or place is None:
        return seat_page(door, 409, done=say("Nobody can be nudged now."))
    if door.state.seat(seat).player != place.person or door.state.seat(seat).kind != "human":
        return seat_page(door, 409, done=say("Nobody can be nudged now."))
    at = services()
    with at.store.unit() as unit:
        first = people.nudged(unit.connection, door.game, seat, door.now)
        if first:
            notices.nudge(
                unit, door.game, seat, place.person, awaiting.decision, door.seat, door.now
            )
    if not first:
        return seat_page(
            door, done=say("%(name)s was nudged within the last day.", name=place.name)
        )
    at.wake(DELIVER)
    return seat_page(door, done=say("%(name)s is nudged by mail.", name=place.name))


@seating.post("/p/<token>/settings")
def settings(token: str) -> Response:
    """The seat's name at this table; the person's language, time zone, and when mail and reminders come."""
    door = enter(token)
    fits = {"name": fit_name, "language": fit_language, "zone": fit_zone}
    typed, wrong = {}, {}
    for name, fit in fits.items():
        try:
            typed[name] = fit(request.form.get(name) or "")
        except Unfit as unfit:
            wrong[name] = unfit.code
    habits = times.read(request.form, wrong) if "quiet_from" in request.form else {}
    if wrong:
        return table_page(door, 422, wrong=wrong)
    with services().store.unit() as unit:
        person = people.person(unit.connection, door.place.person)
        own = None if person is not None and person.name == typed["name"] else typed["name"]
        # The person first, as the erasure does: two that lock the other way round wait for each other.
        people.change_person(
            unit.connection,
            door.place.person,
            language=typed["language"],
            zone=typed["zone"],
            **habits,
        )
        people.name_seat(unit.connection, door.game, door.seat, own)
    return go(f"{door.path}/table")


@seating.post("/p/<token>/mute")
def mute(token: str) -> Response:
    door = enter(token)
    with services().store.unit() as unit:
        muted = request.form.get("mail") != "again"
        people.mute(unit.connection, door.game, door.seat, muted=muted)
    return go(f"{door.path}/table")


@seating.post("/p/<token>/address")
def address(token: str) -> Response:
    """Mails the new address; the seat's mail goes there once somebody has confirmed it."""
    door = enter(token)
    typed = request.form.get("address") or ""
    try:
        wanted = fit_address(typed)
    except Unfit as unfit:
        return table_page(door, 422, wrong={"address": unfit.code if typed.strip() else "missing"})
    others = {s: p for s, p in door.people.items() if s != door.seat and p.address is not None}
    taken = fold(wanted) in {fold(place.address or "") for place in others.values()}
    if taken and request.form.get("shared") != "yes":
        return table_page(door, 422, wrong={"shared": "question"})
    _count_address()
    count_asked(wanted)
    ask_address(door.game, door.seat, door.place.person, wanted)
    say = door.words.say
    return table_page(
        door, done=say("A mail is on its way there. Open its link to confirm the address.")
    )


@limiter.shared_limit("6 per hour", "addresses", key_func=lambda: f"{g.game} {g.seat}")
def _count_address() -> None:
    """Counts the mails to new addresses that one seat causes, by whichever of its links."""


@seating.get("/p/<token>/mistake")
def mistake(token: str) -> Response:
    """ "I forwarded a mail by mistake": asks first."""
    return page("play/mistake.html", token=token, door=enter(token))


@seating.post("/p/<token>/mistake")
def revoke(token: str) -> Response:
    """Revokes every link of the seat and mails a fresh one."""
    door = enter(token)
    say = door.words.say
    if door.place.address is None:
        raise Problem(
            409,
            say(
                "This seat has no confirmed address that a fresh link could be mailed to."
                " Give it one first."
            ),
            f"{door.path}/table",
        )
    at = services()
    with at.store.unit() as unit:
        tokens.revoke_all(unit.connection, door.game, door.seat, door.now)
        notices.link(unit, door.game, door.seat, door.place.person, door.now, fresh=True)
    at.wake(DELIVER)
    return page("play/revoked.html", name=door.name)


@seating.get("/p/<token>/at/<version>")
def replay(token: str, version: str) -> Response:
    """The replay for those who play, also where spectators may not watch."""
    door = enter(token)
    if not version.isdecimal() or not version.isascii() or len(version) > 9:
        raise Problem(404, door.words.say("There is no such version."), door.path)
    shown = int(version)
    names = names_at(door.state, door.people, door.words)
    with services().store.read() as reader:
        back = agreeing.undo(reader, door, names, agreeing.nearest(door.state, shown))
    return replay_page(door.state, shown, f"{door.path}/at", door.zone, door.path, back)
