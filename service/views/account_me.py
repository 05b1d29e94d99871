"""A person's own page: the settings, an address whose mail came back, everything as a file, and leaving.

Each is behind the session of "my games", and each form carries its own guard against other sites.
"""

import json
from typing import Any

from flask import Blueprint, Response, make_response, request
from sqlalchemy import select

from events.tables import games
from service import departure, hours, notices, people, profile
from service.addresses import Address
from service.extensions import DELIVER, csrf, limiter, services
from service.people import Person
from service.typed import Unfit, fit_language, fit_name, fit_zone
from service.views import signing, times
from service.views.answers import Problem, page, speak, words
from service.views.fields import all_wrong, spoken, zones
from service.views.mine import mine_of

account_me = Blueprint("account_me", __name__)


@account_me.get("/me")
def me() -> Response:
    person = signing.signed_in()
    return signing.sign_in_first() if person is None else _me_page(person)


def _me_page(
    person: Person,
    status: int = 200,
    *,
    wrong: dict[str, str] | None = None,
    done: str | None = None,
) -> Response:
    with services().store.read() as reader:
        conn = reader.connection
        kept = profile.settings(conn, person.id)
        known = hours.known(conn, "", 0, person.id)
        own = profile.addresses_of(conn, person.id)
    filled = request.form if wrong else {}
    return page(
        "account/me.html",
        status,
        person=person,
        kept=kept,
        filled=filled,
        wrong=all_wrong(words(), wrong or {}),
        done=done,
        zones=zones(),
        languages=spoken(),
        times=times.times(known, filled),
        digest=_ticked("digest", filled, kept),
        muted=_ticked("muted", filled, kept),
        addresses=own,
    )


def _ticked(name: str, filled: Any, kept: Any) -> bool:
    return bool(filled.get(name) == "yes" if filled else kept[name])


@account_me.post("/me")
def keep() -> Response:
    """Keeps all of the form, or nothing of it."""
    person = signing.signed_in()
    if person is None:
        return signing.sign_in_first()
    csrf.protect()
    fits = {"name": fit_name, "language": fit_language, "zone": fit_zone}
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for name, fit in fits.items():
        try:
            values[name] = fit(request.form.get(name) or "")
        except Unfit as unfit:
            wrong[name] = unfit.code
    if "quiet_from" in request.form:
        values |= times.read(request.form, wrong)
        values |= {name: request.form.get(name) == "yes" for name in ("digest", "muted")}
    if wrong:
        return _me_page(person, 422, wrong=wrong)
    with services().store.unit() as unit:
        profile.keep(unit.connection, person.id, values)
        changed = people.person(unit.connection, person.id)
    say = speak(values["language"]).say
    return _me_page(changed or person, done=say("Kept."))


@account_me.post("/me/again")
def send_again() -> Response:
    """An address failed, and its person says that it works now: it is mailed, and what comes after that."""
    person = signing.signed_in()
    if person is None:
        return signing.sign_in_first()
    csrf.protect()
    id = request.form.get("address") or ""
    with services().store.read() as reader:
        own = {each.id: each for each in profile.addresses_of(reader.connection, person.id)}
    if id not in own:
        raise Problem(404, words().say("This is none of your addresses."), "/me")
    _count_again()
    say = words().say
    if own[id].state == "ok":
        return _me_page(person, done=say("Mail goes to this address already."))
    _try_again(own[id])
    return _me_page(person, done=say("A mail is on its way there, and others follow."))


def _try_again(address: Address) -> None:
    """A fresh link to each seat that is awaited and mailed there; without one, the link to "my games"."""
    at = services()
    with at.store.unit() as unit:
        conn = unit.connection
        people.mark_address(conn, address.id, "ok")
        asked = False
        for game, seat in mine_of(conn, address.id):
            place = people.place(conn, game, seat)
            waits = select(games.c.game).where(games.c.game == game, games.c.awaiting_seat == seat)
            if place is None or place.address_id != address.id:
                continue
            if conn.execute(waits).first() is not None:
                asked = True
                notices.link(unit, game, seat, place.person, at.clock(), fresh=True)
        if not asked:
            notices.sign_in(unit, address.id, at.clock())
    at.wake(DELIVER)


@limiter.shared_limit("12 per hour", "again", key_func=signing.by_address)
def _count_again() -> None:
    """Counts the mails that somebody has sent to an address that failed."""


@account_me.get("/me/everything.json")
def everything() -> Response:
    """All that is kept about the person, as a file (docs/about-me.md)."""
    person = signing.signed_in()
    if person is None:
        return signing.sign_in_first()
    at = services()
    with at.store.read() as reader:
        found = profile.everything(reader, at.handler, at.orders, person.id, at.clock())
    text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    answer = make_response(text)
    answer.mimetype = "application/json"
    answer.headers["Content-Disposition"] = 'attachment; filename="tenpost-about-me.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@account_me.get("/me/leave")
def ask_to_leave() -> Response:
    """Says what would happen."""
    person = signing.signed_in()
    return signing.sign_in_first() if person is None else _leave_page(person)


def _leave_page(person: Person, status: int = 200, problem: str | None = None) -> Response:
    with services().store.read() as reader:
        own = departure.games_of(reader, person.id)
    return page("account/leave.html", status, person=person, running=len(own), problem=problem)


@account_me.post("/me/leave")
def leave() -> Response:
    """Erases the person for good; the games go on without them."""
    person = signing.signed_in()
    if person is None:
        return signing.sign_in_first()
    csrf.protect()
    if request.form.get("sure") != "yes":
        say = words().say
        return _leave_page(person, 422, say("Tick the box to say that you mean it."))
    at = services()
    departure.leave(at.store, at.handler, person.id, at.clock(), "web")
    signing.end()
    at.wake(DELIVER)
    return page("account/left.html")
