"""Beginning a game that was planned: its people, its events, the invitations that go out.

Several units follow one another; each step is the same when it is taken again (ids follow from the key
of the plan), so that a form sent twice, or again after a crash, ends in the same game.
"""

from datetime import datetime
from uuid import UUID, uuid5

from flask import g
from flask_limiter.util import get_remote_address
from sqlalchemy import select

from events import commands as c
from events.store import Unit
from events.tables import streams
from service import notices, offers, people, tokens
from service.extensions import DELIVER, limiter, services
from service.people import Person
from service.tables import game_names
from service.typed import fold
from service.views.plans import Plan

PER_HOST = "40 per day"
PER_RECIPIENT = "6 per day"
"""Invitations that one host may have mailed, and that one address may get."""


def game_of(key: str) -> str:
    """The game that a plan with this key becomes; ``key`` is a UUID."""
    return str(uuid5(UUID(key), "game"))


def began(key: str) -> str | None:
    """The person who hosts the game of this key, if it was begun before."""
    with services().store.read() as reader:
        found = select(game_names.c.host).where(game_names.c.game == game_of(key))
        host = reader.connection.execute(found).scalar()
        there = reader.connection.execute(
            select(streams.c.stream).where(streams.c.stream == game_of(key))
        ).scalar()
    return str(host) if host is not None and there is not None else None


def begin(plan: Plan, host: Person, key: str, now: datetime) -> str:
    """The game, with its host at seat 1 and the invitations on their way. Raises RateLimitExceeded before
    anything is stored, and what the handler raises."""
    at, game = services(), game_of(key)
    for address in plan.addresses:
        count_invitation(host.id, address)
    with at.store.unit() as unit:
        if (
            unit.connection.execute(
                select(game_names.c.game).where(game_names.c.game == game)
            ).first()
            is None
        ):
            people.name_game(unit.connection, game, plan.game, host.id, now)
        people.seat_person(unit.connection, game, 1, host.id)
    create = c.CreateGame(host.id, plan.seats(), "", plan.options)
    at.handler.execute(game, c.Command(step(key, "create"), "host", "web", now, create))
    claim = c.ClaimSeat(1, host.id, plan.word)
    at.handler.execute(game, c.Command(step(key, "claim"), "seat:1", "web", now, claim))
    with at.store.unit() as unit:
        offered = offers.invitations_of(unit.connection, game, now)
        for seat, place in enumerate(plan.places, 2):
            if place.kind != "bot" and seat not in offered:
                offer(unit, game, seat, place.address, now)
    at.wake(DELIVER)
    g.game = game
    return game


def offer(unit: Unit, game: str, seat: int, address: str | None, now: datetime) -> str:
    """Offers a seat, to an address as typed or by link, and mails the invitation. The invitation's id.

    Who asked never to be mailed, and on a closed service who is not known, gets no mail.
    """
    settings = services().settings
    known = None if address is None else people.know_address(unit.connection, address, now)
    id = offers.invite(
        unit.connection,
        game,
        seat,
        None if known is None else known.id,
        now,
        settings.invitation_days,
    )
    welcome = known is not None and (settings.signup != "closed" or known.person is not None)
    if known is not None and welcome and not known.never:
        notices.invitation(unit, game, seat, id, known.id, now)
    return id


def share(unit: Unit, game: str, seat: int, now: datetime) -> str:
    """The secret of a link that offers the seat; only its digest is kept, so it is shown this once. An
    offer by link that is open goes on, and gets one more link."""
    offered = offers.invitations_of(unit.connection, game, now).get(seat)
    if offered is not None and offered.state == "open" and offered.address is None:
        id = offered.id
    else:
        id = offer(unit, game, seat, None, now)
    return tokens.mint(unit.connection, "invitation", game, seat, None, None, now, subject=id)


def seat_link(game: str, seat: int, person: str, now: datetime) -> str:
    """A path to the seat, for the browser of the person who just took it."""
    at = services()
    state = at.handler.load(game)
    with at.store.unit() as unit:
        anchor = tokens.anchor_of(state, seat)
        token = tokens.mint(unit.connection, "seat", game, seat, person, anchor, now)
    return f"/p/{token}"


def count_invitation(host: str, address: str) -> None:
    """Counts one invitation for its host and its recipient. Raises RateLimitExceeded."""
    g.inviting, g.invited = host, tokens.digest(fold(address))
    _counted()


@limiter.shared_limit(PER_RECIPIENT, "invited", key_func=lambda: str(g.invited))
@limiter.shared_limit(PER_HOST, "inviting", key_func=lambda: str(g.inviting))
def _counted() -> None:
    """Only here to be counted."""


@limiter.shared_limit("20 per hour", "games", key_func=get_remote_address)
def count_game() -> None:
    """Counts a game that is to be set up, for the remote address. Raises RateLimitExceeded."""


def step(key: str, name: str) -> str:
    """The id of a command: the same for the same step of the same plan."""
    return str(uuid5(UUID(key), name))
