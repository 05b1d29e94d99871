"""What the pages around a table share: begin or open a game for somebody, and ask an address to confirm."""

from flask import Response, g
from flask_limiter.util import get_remote_address

from service import notices, offers, people, tokens
from service.extensions import DELIVER, limiter, services
from service.people import Person
from service.typed import fold
from service.views import plans, starting
from service.views.answers import go


def begin_for(plan: plans.Plan, person: Person, key: str) -> Response:
    game = starting.begin(plan, person, key, services().clock())
    return go_to(game, person.id)


def go_to(game: str, person: str, seat: int = 1) -> Response:
    return go(starting.seat_link(game, seat, person, services().clock()))


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


def count_sign_in(address: str) -> None:
    """Counts a mail that a stranger makes us send to the own address. Raises RateLimitExceeded."""
    count_asked(address)
    _count_sender()


def count_asked(address: str) -> None:
    """Counts a mail to an address that nobody has shown to be theirs, whatever made us send it. Raises
    RateLimitExceeded, which is to be before anything is stored."""
    # Whoever keeps the counts keeps no address.
    g.invited = tokens.digest(fold(address))
    _count_recipient()


@limiter.shared_limit("6 per hour", "asked", key_func=lambda: str(g.invited))
def _count_recipient() -> None:
    """Only here to be counted."""


@limiter.shared_limit("30 per hour", "strangers", key_func=get_remote_address)
def _count_sender() -> None:
    """Only here to be counted."""
