"""The page of a seat: what a mailed link opens. GET and HEAD show; only the form's POST acts.

A link may preselect a move. After each move the page leads to itself and shows what comes next, so
that a whole turn needs one mail.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from flask import Blueprint, Response, g, request
from sqlalchemy import Connection

from events import commands as c
from events import errors
from events.errors import Refusal, StaleVersion, TenpostError
from events.store import Head, Reader
from events.ten.ends import End, ends
from events.ten.odds import odds
from events.ten.phases.lobby import option
from events.types import Payment
from service import notices, offers, schemas
from service.extensions import DELIVER, services
from service.schemas import BadForm
from service.views import told
from service.views.answers import Problem, go, page
from service.views.around import LONGER, around
from service.views.board import Board, board
from service.views.choices import Choices, choices
from service.views.envelope import sealed_form
from service.views.marks import mark_of_seats
from service.views.news import headline, until
from service.views.rematch import over_page
from service.views.said import FEW, talk_of
from service.views.seat import Door, enter, look, may_move
from service.wording import Words

play = Blueprint("play", __name__)

RECAP = 80
"""How far back, in events, the page looks for what happened since the seat's last move."""


@dataclass(frozen=True)
class MoveForm:
    """The form of the open decision, with the ``ends`` of the turn that a draw or a stop may bring.
    ``problem`` is why the one before was refused."""

    command: str
    version: int
    choices: Choices
    ends: Sequence[End]
    problem: str | None = None


@play.get("/p/<token>")
@play.get("/p/<token>/<any(draw, numbers, currency, no):move>")
@play.get("/p/<token>/<any(pass):move>")
@play.get("/p/<token>/<any(bid):move>/<pick>")
@play.get("/p/<token>/<any(buy):move>/<pick>")
def show(token: str, move: str | None = None, pick: str | None = None) -> Response:
    return seat_page(enter(token), move=move, pick=pick)


@play.post("/p/<token>")
def act(token: str) -> Response:
    found, state = look(token)
    seat = found.seat or 0
    try:
        move = schemas.move(request.form, seat)
    except BadForm as error:
        raise bad_form(enter(token).words, error) from None
    except errors.UnknownCard as error:
        return _refused(enter(token), error)
    g.command = move.command
    if move.version != state.version or not may_move(found, state):
        return _late(enter(token), move)
    at = services()
    command = c.Command(move.command, f"seat:{seat}", "web", at.clock(), move.wish, move.version)
    try:
        outcome = at.handler.execute(state.game, command)
    except Refusal as error:
        return _refused(enter(token), error, move.wish)
    g.version = outcome.version
    at.wake(DELIVER)
    return go(f"/p/{token}")


def bad_form(words: Words, error: BadForm) -> Problem:
    return Problem(
        400,
        words.say(
            "The form came without a proper value for “%(field)s”."
            " Go back, reload the page and try again.",
            field=error.field,
        ),
    )


def _late(door: Door, move: schemas.Move) -> Response:
    """The form is of an earlier table, or this link may not move any more."""
    with services().store.read() as reader:
        if reader.find_command(door.game, move.command) is not None:
            # Sent twice: the first result stands, and its page is the answer to both.
            return go(door.path)
    if move.version != door.state.version:
        return _refused(door, StaleVersion(expected=move.version, actual=door.state.version))
    awaiting = door.state.awaiting
    seat = None if awaiting is None else awaiting.seat
    if door.state.over or door.state.phase == "lobby":
        return _refused(door, errors.WrongPhase(phase=door.state.phase))
    if seat == door.seat:
        return seat_page(door, 409)
    return _refused(door, errors.NotAwaited(seat=door.seat, awaited=seat))


LATE = (StaleVersion, errors.NotAwaited, errors.WrongDecision, errors.WrongPhase)


def _refused(door: Door, error: TenpostError, wish: c.Wish | None = None) -> Response:
    """The table as it is now, what was wrong, and the form again if this seat may move."""
    status = 409 if isinstance(error, LATE) else 422
    move, pick, payment = None, None, None
    if isinstance(wish, c.PlaceBid):
        move, pick, payment = "bid", str(wish.amount), wish.payment
    elif isinstance(wish, c.BuyCard):
        move, pick, payment = "buy", wish.card, wish.payment
    return seat_page(door, status, error=error, move=move, pick=pick, payment=payment)


def seat_page(
    door: Door,
    status: int = 200,
    *,
    error: TenpostError | None = None,
    move: str | None = None,
    pick: str | None = None,
    payment: Payment | None = None,
    done: str | None = None,
    draft: str = "",
    unsaid: str | None = None,
) -> Response:
    """The table as this seat sees it now, with the form if the link may move.

    draft: the line that could not be said, ``unsaid`` why.
    """
    words = door.words
    table = board(door.state, door.name, door.people, words, door.seat)
    problem = None if error is None else words.refusal(error, table.names)
    head = door.token.head or Head(door.state.version, door.head, "")
    with services().store.read() as reader:
        # Of one moment; what is read after it may be newer, and is then shown twice rather than never.
        mark = mark_of_seats(reader, door.game, head, door.people, door.now)
        talk = talk_of(door, table.names, FEW, draft, unsaid, reader)
        asked_at = _asked_at(door, reader.connection)
        over = door.state.phase == "scored"
        beside = None if over else around(reader, door, table.names)
        lines = [] if over else _recap(reader, door, table)
    if beside is None:
        return over_page(door, status, problem=problem, done=done, talk=talk)
    form = None
    if door.may_move:
        offered = choices(door.state, door.seat, words, move, pick, payment)
        if offered is not None:
            chances = table.odds or odds(door.state)
            found = ends(door.state, chances) if offered.kind == "draw" else ()
            form = MoveForm(str(uuid4()), door.state.version, offered, found, problem)
    awaited = door.state.awaiting is not None and door.state.awaiting.seat == door.seat
    return page(
        "play/seat.html",
        status,
        token=door.secret,
        board=table,
        news=headline(table, words, door.seat),
        due=until(table, words, door.zone),
        form=form,
        problem=problem if form is None else None,
        done=done,
        fresh=form is None and awaited,
        sealed=sealed_form(door, move, pick),
        command=str(uuid4()),
        lines=lines,
        head=door.head,
        replay=f"{door.path}/at/{door.state.version}",
        nudge=_nudgeable(door),
        around=beside,
        longer=LONGER,
        host=door.host,
        watched=option(door.state.options, "spectators") == "open",
        seated=door.place.address is not None,
        asked_at=asked_at,
        talk=talk,
        mark=mark,
        now=f"{door.path}/now",
        page=request.path if request.method == "GET" else door.path,
        kept=error is not None or bool(draft),
    )


def _asked_at(door: Door, conn: Connection) -> str | None:
    """The address that is still to be confirmed, for a seat that has none yet."""
    person = door.token.person
    if door.place.address is not None or person is None:
        return None
    return offers.asked_for_seat(conn, door.game, door.seat, person, door.now)


def _nudgeable(door: Door) -> str | None:
    """The name of the awaited person, if it is another one."""
    awaiting = door.state.awaiting
    if awaiting is None or awaiting.seat == door.seat:
        return None
    seat, place = door.state.seat(awaiting.seat), door.people.get(awaiting.seat)
    human = seat.kind == "human" and place is not None and place.person == seat.player
    return place.name if human and place is not None else None


def _recap(reader: Reader, door: Door, table: Board) -> list[told.LogLine]:
    version = door.state.version
    recorded = reader.recorded(door.game, max(0, version - RECAP), version)
    recent = told.since_own(recorded, door.seat)
    return told.lines(recent, table.names, door.words, f"{door.path}/at", door.zone)


@play.post("/p/<token>/link")
def fresh_link(token: str) -> Response:
    """Mails a fresh link to the seat's own address, wherever this one came from."""
    door = enter(token)
    at = services()
    with at.store.unit() as unit:
        notices.link(unit, door.game, door.seat, door.place.person, door.now)
    at.wake(DELIVER)
    if door.place.address is None:
        return seat_page(
            door,
            409,
            done=door.words.say(
                "This seat has no confirmed address that a link could be mailed to."
            ),
        )
    return seat_page(
        door, done=door.words.say("A fresh link is on its way to this seat's address.")
    )
