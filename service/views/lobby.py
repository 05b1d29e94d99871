"""From a wish to play to a table: start a game, confirm the own address, take or refuse a seat offered."""

from uuid import uuid4

from flask import Blueprint, Response, request

from service import notices, offers, people
from service.extensions import DELIVER, csrf, services
from service.people import Person
from service.schemas import BadForm, command_id
from service.views import plans, starting
from service.views.answers import page, words
from service.views.asking import ask_address, begin_for, count_asked, count_sign_in, go_to
from service.views.fields import all_wrong, spoken, zones
from service.views.play import bad_form
from service.views.signing import signed_in

lobby = Blueprint("lobby", __name__)


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
            go_to(starting.game_of(key), person.id)
            if starting.began(key)
            else begin_for(plan, person, key)
        )
    starting.count_game()
    if plan.alone and services().settings.signup == "open":
        return _begin_alone(plan, key)
    if plan.address is None:
        return _form(person, 422, {"address": "missing"})
    return _ask_first(plan, plan.address)


def _begin_alone(plan: plans.Plan, key: str) -> Response:
    """Nobody is mailed but, if an address was typed, that one: to confirm that mail may go there."""
    before = starting.began(key)
    if before is not None:
        return go_to(starting.game_of(key), before)
    if plan.address is not None:
        count_asked(plan.address)
    at = services()
    now = at.clock()
    with at.store.unit() as unit:
        person = people.add_person(unit.connection, plan.name, None, plan.language, plan.zone, now)
    game = starting.begin(plan, person, key, now)
    if plan.address is not None:
        ask_address(game, 1, person.id, plan.address)
    return go_to(game, person.id)


def _ask_first(plan: plans.Plan, address: str) -> Response:
    """The page is the same whether the address is known, may start games here, or neither."""
    at = services()
    now = at.clock()
    count_sign_in(address)
    with at.store.unit() as unit:
        known = people.find_address(unit.connection, address)
        welcome = at.settings.signup == "open" or (known is not None and known.person is not None)
        if welcome:
            known = known or people.know_address(unit.connection, address, now)
            draft = offers.draft(unit.connection, "game", known.id, plan.as_content(), now)
            notices.confirm_game(unit, known.id, draft, now)
    at.wake(DELIVER)
    return page("lobby/asked.html", game=plan.game)
