"""The page of what concerns the whole table: a pause, the end, leaving, and what the host decides."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, request

from events.errors import TenpostError
from service import offers, people
from service.extensions import services
from service.offers import Invitation
from service.views.answers import page
from service.views.around import LONGER, around
from service.views.board import Board, board
from service.views.fields import all_wrong
from service.views.seat import Door


@dataclass(frozen=True)
class Chair:
    """A seat as its host may deal with it. ``human``: a person plays there now; ``person`` holds it, playing
    or not; ``offer`` is the last invitation to take it over; ``bouncing``: mail to it comes back."""

    seat: int
    name: str
    human: bool
    person: bool
    you: bool
    offer: Invitation | None
    never: bool
    bouncing: bool


def together_page(
    door: Door,
    status: int = 200,
    *,
    error: TenpostError | None = None,
    problem: str | None = None,
    wrong: dict[str, str] | None = None,
    link: str | None = None,
    done: str | None = None,
) -> Response:
    shown = board(door.state, door.name, door.people, door.words, door.seat)
    with services().store.read() as reader:
        told = around(reader, door, shown.names)
    playing = not shown.lobby and not shown.over
    awaiting = door.state.awaiting
    runs = awaiting is not None and awaiting.due_at is not None and playing
    return page(
        "play/together.html",
        status,
        token=door.secret,
        board=shown,
        around=told,
        playing=playing,
        human=door.state.seat(door.seat).kind == "human",
        alone=door.state.humans == [door.seat],
        pausing=any(each.about == "pause" for each in told.ballots),
        ending=any(each.about == "abandon" for each in told.ballots),
        paused=door.state.paused is not None,
        host=door.host,
        chairs=_chairs(door, shown) if door.host and playing else [],
        awaited=awaiting if runs else None,
        due=None if awaiting is None or not runs else _due(door),
        longer=LONGER,
        problem=problem if error is None else door.words.refusal(error, shown.names),
        wrong=all_wrong(door.words, wrong or {}),
        filled=request.form,
        link=link,
        done=done,
        moment=door.words.moment,
        zone=door.zone,
    )


def _due(door: Door) -> str:
    awaiting = door.state.awaiting
    assert awaiting is not None
    assert awaiting.due_at is not None
    return door.words.moment(awaiting.due_at, door.zone)


def _chairs(door: Door, shown: Board) -> Sequence[Chair]:
    at = services()
    found = []
    with at.store.read() as reader:
        offered = offers.invitations_of(reader.connection, door.game, door.now)
        for seat in door.state.seats:
            if seat.kind == "house":
                continue
            offer = offered.get(seat.seat)
            address = None
            if offer is not None and offer.address is not None:
                address = people.address(reader.connection, offer.address)
            found.append(
                Chair(
                    seat.seat,
                    shown.names[seat.seat],
                    seat.kind == "human",
                    seat.player is not None and not _gone(door, seat.seat),
                    seat.seat == door.seat,
                    offer,
                    address is not None and address.never,
                    shown.seats[seat.seat - 1].bouncing,
                )
            )
    return found


def _gone(door: Door, seat: int) -> bool:
    """Whether the person of this seat has left for good."""
    place = door.people.get(seat)
    return place is not None and place.left is not None


def not_sure(door: Door) -> Response:
    """The box that says that it is meant was not ticked."""
    say = door.words.say
    return together_page(door, 422, problem=say("Tick the box to say that you mean it."))
