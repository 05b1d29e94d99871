"""The door of a seat: whose link this is, which game, and what there is to see behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from flask import g, request
from flask_limiter.util import get_remote_address

from events.errors import NotTheHost
from events.ten.state import GameState
from service import people, tokens
from service.extensions import limiter, services
from service.people import Place
from service.tokens import Token
from service.views.answers import Problem, speak, words
from service.wording import Words

GUESSES = "60 per hour"
"""Links that open nothing, for one remote address; a link that opens something never counts."""


@dataclass(frozen=True)
class Door:
    """A seat's link that was looked up, with the table behind it at one moment."""

    secret: str
    token: Token
    game: str
    seat: int
    state: GameState
    head: str
    name: str
    people: Mapping[int, Place]
    place: Place
    now: datetime
    words: Words

    @property
    def path(self) -> str:
        return f"/p/{self.secret}"

    @property
    def may_move(self) -> bool:
        return tokens.may_move(self.token, self.state) or _only_key(
            self.token, self.state, self.place
        )

    @property
    def zone(self) -> str:
        return self.place.zone

    @property
    def host(self) -> bool:
        """Whether the seat's person hosts the game."""
        return self.token.person is not None and self.token.person == self.state.host


def find(secret: str, *purposes: str) -> Token:
    """The token of one of these purposes. Raises Problem: 404 (counted as a guess), or 410 if it was
    revoked or has expired."""
    at = services()
    with at.store.glance() as reader:
        token = tokens.find(reader.connection, secret, at.clock())
    if token is None or token.purpose not in purposes:
        raise _unknown()
    if token.game is not None:
        g.game, g.seat = token.game, token.seat
    return token


@limiter.shared_limit(GUESSES, "guesses", key_func=get_remote_address)
def _unknown() -> Problem:
    """The answer to a link that was never minted; too many of them are refused before this is said."""
    return Problem(
        404,
        words().say(
            "This link is not known here."
            " Check that all of it was opened, or use the one in your last mail."
        ),
    )


def counted_link() -> str:
    """What the limits of a link are counted under: whoever keeps the counts keeps no link that opens."""
    return tokens.digest(str((request.view_args or {}).get("token")))


def gone() -> Problem:
    """The answer to a link that was revoked or has expired."""
    return Problem(
        410,
        words().say(
            "It was revoked, or its time is over. Use the link in a later mail, or ask the host."
        ),
    )


def look(secret: str) -> tuple[Token, GameState]:
    """Whose link it is and the game as it is now, and no more: for forms that act and lead on.

    Raises Problem, and what loading the game raises.
    """
    token = find(secret, "seat")
    if token.revoked or token.game is None or token.seat is None:
        raise gone()
    state = services().handler.load(token.game, head=token.head)
    g.version = state.version
    if token.seat > len(state.seats) or state.seat(token.seat).player != token.person:
        # The seat was handed to another person: what opened it before does so no more.
        raise gone()
    return token, state


def may_move(token: Token, state: GameState) -> bool:
    """Whether the link that was looked up may answer the open decision; as ``Door.may_move``."""
    if tokens.may_move(token, state):
        return True
    if state.awaiting is None or state.awaiting.seat != token.seat:
        return False
    with services().store.read() as reader:
        return _only_key(token, state, people.place(reader.connection, state.game, token.seat))


def _only_key(token: Token, state: GameState, place: Place | None) -> bool:
    """Whether the seat is awaited and has no confirmed address.

    No mail could bring it a link for its next turn, and the page has said to keep this one: it moves
    in every turn, until the seat has an address.
    """
    awaited = state.awaiting is not None and state.awaiting.seat == token.seat
    return awaited and place is not None and place.address is None


def enter(secret: str) -> Door:
    """The seat behind the link with all that its page shows. Raises as ``look`` does."""
    token, state = look(secret)
    at = services()
    game, seat = state.game, token.seat or 0
    with at.store.read() as reader:
        name = people.game_name(reader.connection, game)
        held = people.places_of(reader.connection, game)
        # Of the very version that is shown, though the game may have moved on meanwhile.
        shown = reader.recorded(game, state.version - 1, state.version)
    place = held.get(seat)
    if place is None or place.person != token.person or place.left is not None:
        raise gone()
    return Door(
        secret,
        token,
        game,
        seat,
        state,
        shown[0].hash[:12],
        name,
        held,
        place,
        at.clock(),
        speak(place.language),
    )


def host_door(secret: str) -> Door:
    """``enter`` for what the host alone may do. Raises NotTheHost, and as ``enter`` does."""
    door = enter(secret)
    if not door.host:
        raise NotTheHost(by=f"seat:{door.seat}")
    return door
