"""From a wish to play to a table: start a game, confirm the own address, take or refuse a seat offered."""

from dataclasses import asdict
from datetime import datetime
from uuid import uuid4

from flask import Blueprint, Response, g, request, session
from flask_limiter.util import get_remote_address
from sqlalchemy import Connection

from events import commands as c
from events.errors import Refusal
from service import notices, offers, people
from service.extensions import DELIVER, csrf, limiter, services
from service.offers import Draft, Invitation
from service.people import Person
from service.schemas import BadForm, command_id
from service.typed import Unfit, fit_address, fit_language, fit_name, fit_zone, fold
from service.views import plans, starting
from service.views.answers import Problem, go, page, speak, words
from service.views.fields import all_wrong, spoken, zones
from service.views.play import bad_form
from service.views.seat import find, gone

lobby = Blueprint("lobby", __name__)


def signed_in() -> Person | None:
    """The person of the session, if there is one; the answer speaks their language."""
    id = session.get("person")
    if not isinstance(id, str):
        return None
    with services().store.read() as reader:
        found = people.person(reader.connection, id)
    if found is not None:
        speak(found.language)
    return found


@lobby.get("/")
def home() -> Response:
    person = signed_in()
    return page(
        "lobby/home.html", person=person, command=str(uuid4()), policy=services().settings.signup
    )


@lobby.get("/new")
def new() -> Response:
    """The form of a new game; one for a single player is one without other seats."""
    return _form(signed_in())


def _form(
    person: Person | None, status: int = 200, problems: dict[str, str] | None = None
) -> Response:
    return page(
        "lobby/new.html",
        status,
        person=person,
        command=str(uuid4()),
        filled=request.form,
        wrong=all_wrong(words(), problems or {}),
        zones=zones(),
        languages=spoken(),
        turn_limits=plans.TURN_LIMITS,
        auction_limits=plans.AUCTION_LIMITS,
    )


@lobby.post("/new")
def create() -> Response:
    """Begins the game at once if nobody else has to be asked or the host's address is confirmed already;
    else the host is mailed first."""
    person = signed_in()
    if person is not None:
        csrf.protect()
    try:
        key = command_id(request.form)
    except BadForm as error:
        raise bad_form(words(), error) from None
    plan, problems = plans.read(request.form, known=person is not None)
    if plan is None:
        return _form(person, 422, problems)
    if person is not None:
        return (
            _go_to(starting.game_of(key), person.id)
            if starting.began(key)
            else _begin(plan, person, key)
        )
    starting.count_game()
    if plan.alone and services().settings.signup == "open":
        return _begin_alone(plan, key)
    if plan.address is None:
        return _form(person, 422, {"address": "missing"})
    return _ask_first(plan, plan.address)


def _begin(plan: plans.Plan, person: Person, key: str) -> Response:
    game = starting.begin(plan, person, key, services().clock())
    return _go_to(game, person.id)


def _go_to(game: str, person: str, seat: int = 1) -> Response:
    return go(starting.seat_link(game, seat, person, services().clock()))


def _begin_alone(plan: plans.Plan, key: str) -> Response:
    """Nobody is mailed but, if an address was typed, that one: to confirm that mail may go there."""
    before = starting.began(key)
    if before is not None:
        return _go_to(starting.game_of(key), before)
    at = services()
    now = at.clock()
    with at.store.unit() as unit:
        person = people.add_person(unit.connection, plan.name, None, plan.language, plan.zone, now)
    game = starting.begin(plan, person, key, now)
    if plan.address is not None:
        ask_address(game, 1, person.id, plan.address)
    return _go_to(game, person.id)


def ask_address(game: str, seat: int, person: str, address: str) -> None:
    """Mails the address: is this seat's mail to go there?"""
    at = services()
    now = at.clock()
    with at.store.unit() as unit:
        known = people.know_address(unit.connection, address, now)
        if known.never:
            return
        content = {"game": game, "seat": seat, "person": person}
        draft = offers.draft(unit.connection, "seat", known.id, content, now)
        notices.confirm_seat(unit, game, seat, known.id, draft, now)
    at.wake(DELIVER)


def _ask_first(plan: plans.Plan, address: str) -> Response:
    """The page is the same whether the address is known, may start games here, or neither."""
    at = services()
    now = at.clock()
    g.invited = fold(address)
    count_sign_in()
    with at.store.unit() as unit:
        known = people.find_address(unit.connection, address)
        welcome = at.settings.signup == "open" or (known is not None and known.person is not None)
        if welcome:
            known = known or people.know_address(unit.connection, address, now)
            draft = offers.draft(unit.connection, "game", known.id, plan.as_content(), now)
            notices.confirm_game(unit, known.id, draft, now)
    at.wake(DELIVER)
    return page("lobby/asked.html", game=plan.game)


@limiter.limit("6 per hour", key_func=lambda: str(g.invited))
@limiter.limit("30 per hour", key_func=get_remote_address)
def count_sign_in() -> None:
    """Counts a mail that a stranger makes us send to the own address, which ``g.invited`` holds folded."""


# Confirming an address.


@lobby.get("/c/<token>")
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


@lobby.post("/c/<token>")
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
        return _go_to(starting.game_of(draft.id), person.id)
    return _begin(plan, person, draft.id)


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
    return _go_to(game, person, seat)


# A seat that is offered.


def _offer(token: str) -> Invitation:
    """The invitation that the link is about. Raises Problem."""
    found = find(token, "invitation")
    at = services()
    with at.store.read() as reader:
        offered = offers.invitation(reader.connection, found.subject or "", at.clock())
    if offered is None or found.revoked:
        raise gone()
    g.game, g.seat = offered.game, offered.seat
    return offered


def _still_open(offered: Invitation) -> None:
    """Raises Problem unless the seat is still offered."""
    say = words().say
    if offered.state != "open":
        raise Problem(
            410,
            {
                "accepted": say("This seat was taken. If it was you, use the link in your mail."),
                "declined": say("This invitation was declined. Ask the host for another."),
                "expired": say("The time of this invitation is over. Ask the host for another."),
            }.get(offered.state, say("The host took this invitation back.")),
        )


@lobby.get("/i/<token>")
def invitation(token: str) -> Response:
    offered = _offer(token)
    _still_open(offered)
    return _invitation_page(token, offered)


def _invitation_page(
    token: str, offered: Invitation, status: int = 200, problems: dict[str, str] | None = None
) -> Response:
    at = services()
    state = at.handler.load(offered.game)
    with at.store.read() as reader:
        name = people.game_name(reader.connection, offered.game)
        host = people.person(reader.connection, state.host)
        held = people.names(reader.connection, offered.game)
        known = None
        if offered.address is not None:
            address = people.address(reader.connection, offered.address)
            if address is not None and address.person is not None:
                known = people.person(reader.connection, address.person)
    if known is not None and status == 200:
        speak(known.language)
    filled = request.form or ({} if known is None else asdict(known))
    return page(
        "lobby/invitation.html",
        status,
        token=token,
        offered=offered,
        name=name,
        host="" if host is None else host.name,
        others=[held[s.seat] for s in state.seats if s.player is not None and s.seat in held],
        bots=sum(s.kind == "bot" for s in state.seats),
        players=len(state.takers),
        commitment=state.commitment,
        until=words().moment(offered.expires, None),
        command=str(uuid4()),
        filled=filled,
        wrong=all_wrong(words(), problems or {}),
        zones=zones(),
        languages=spoken(),
    )


@lobby.post("/i/<token>")
def accept(token: str) -> Response:
    offered = _offer(token)
    try:
        command = command_id(request.form)
    except BadForm as error:
        raise bad_form(words(), error) from None
    if offered.state != "accepted" or offered.command != command:
        _still_open(offered)
    typed, problems = _typed(offered)
    if problems:
        return _invitation_page(token, offered, 422, problems)
    return _seat(offered, command, typed)


def _typed(offered: Invitation) -> tuple[dict[str, str], dict[str, str]]:
    """Name, language, zone, digest of the word and, for a link, the address; and what is wrong."""
    typed: dict[str, str] = {}
    problems: dict[str, str] = {}
    fits = {"name": fit_name, "language": fit_language, "zone": fit_zone, "word": plans.fit_word}
    if offered.address is None:
        fits["address"] = fit_address
    for name, fit in fits.items():
        try:
            typed[name] = fit(request.form.get(name) or "")
        except Unfit as unfit:
            problems[name] = unfit.code
    return typed, problems


def _seat(offered: Invitation, command: str, typed: dict[str, str]) -> Response:
    """Seats the person: the invitation is taken, the place prepared, and then the seat claimed."""
    at = services()
    now = at.clock()
    with at.store.unit() as unit:
        again = offered.state == "accepted"
        if not offers.take(unit.connection, offered.id, command, now):
            raise Problem(410, words().say("Somebody else took this seat just now."))
        place = people.place(unit.connection, offered.game, offered.seat)
        if again and place is not None:
            person = place.person
        else:
            person = _person(unit.connection, offered, typed, now)
    claim = c.ClaimSeat(offered.seat, person, typed["word"])
    ours = c.Command(starting.step(offered.id, "claim"), f"seat:{offered.seat}", "web", now, claim)
    try:
        at.handler.execute(offered.game, ours)
    except Refusal:
        with at.store.unit() as unit:
            offers.close(unit.connection, offered.id, "withdrawn")
        raise
    at.wake(DELIVER)
    if "address" in typed and not again:
        ask_address(offered.game, offered.seat, person, typed["address"])
    return _go_to(offered.game, person, offered.seat)


def _person(conn: Connection, offered: Invitation, typed: dict[str, str], now: datetime) -> str:
    """Whose seat it becomes: the owner of the invited address, or somebody new. The place is prepared;
    it counts once the seat is claimed."""
    address = None if offered.address is None else people.address(conn, offered.address)
    owner = (
        None if address is None or address.person is None else people.person(conn, address.person)
    )
    if owner is None:
        if services().settings.signup == "closed":
            raise Problem(403, words().say("This service takes nobody new. Ask its host."))
        owner = people.add_person(conn, typed["name"], None, typed["language"], typed["zone"], now)
    else:
        people.change_person(conn, owner.id, language=typed["language"], zone=typed["zone"])
    if offered.address is not None:
        people.confirm_address(conn, offered.address, owner.id, now)
    own_name = None if typed["name"] == owner.name else typed["name"]
    people.seat_person(conn, offered.game, offered.seat, owner.id, own_name, offered.address)
    return owner.id


@lobby.post("/i/<token>/decline")
def decline(token: str) -> Response:
    offered = _offer(token)
    _still_open(offered)
    at = services()
    now = at.clock()
    wish = c.DeclineSeat(offered.seat)
    ours = c.Command(starting.step(offered.id, "decline"), f"seat:{offered.seat}", "web", now, wish)
    outcome = at.handler.execute(offered.game, ours)
    with at.store.unit() as unit:
        offers.close(unit.connection, offered.id, "declined")
        host = next((s.seat for s in outcome.state.seats if s.player == outcome.state.host), None)
        if host is not None and outcome.state.phase == "lobby":
            notices.news(
                unit,
                offered.game,
                host,
                outcome.state.host,
                outcome.versions.stop - 1,
                "declined",
                now,
                of=offered.seat,
            )
    at.wake(DELIVER)
    return page("lobby/declined.html", token=token, address=offered.address is not None)


@lobby.post("/i/<token>/never")
def never(token: str) -> Response:
    """The address asks not to be mailed by this service again, or takes that back."""
    offered = _offer(token)
    if offered.address is None:
        raise Problem(404, words().say("This invitation was not mailed to an address."))
    stop = request.form.get("mail") != "again"
    with services().store.unit() as unit:
        people.never_again(unit.connection, offered.address, stop)
    return page("lobby/never.html", token=token, asked=offered.asked, stopped=stop)
