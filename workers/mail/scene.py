"""A table as one seat is going to see it in a mail: looked at when sending, and its links minted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from events.outbox import Claim
from events.ten.phases.lobby import option
from events.ten.state import GameState
from events.types import Recorded
from service import tokens
from service.hours import Known
from service.people import Place
from service.talk import Line
from service.wording import Words
from workers.mail.desk import Desk
from workers.mail.letter import plain
from workers.mail.shown import Shown

HEAD_DIGITS: Final = 12
"""Digits of the head's hash at the foot (mail.md, "Form")."""


@dataclass(frozen=True)
class Scene:
    """Who is mailed about which table, at which version; ``recorded`` are its events since the
    ``last`` mail, and ``said`` the lines.

    names: the persons' only; persons: seat -> who holds it. who: when the person may be mailed and wants
    to be reminded. shared: whether another seat has the same address, so that the mail has to say which
    it is for.
    """

    place: Place
    address: str
    about: str
    names: Mapping[int, str]
    persons: Mapping[int, str]
    state: GameState
    last: Shown
    recorded: Sequence[Recorded]
    said: Sequence[Line]
    shared: bool
    who: Known

    @property
    def head(self) -> str:
        """The first digits of the hash of the version that is shown."""
        return self.recorded[-1].hash[:HEAD_DIGITS]

    @property
    def fresh(self) -> list[Recorded]:
        """What happened since the seat's last mail."""
        return [each for each in self.recorded if each.version > self.last.version]

    @property
    def shown(self) -> Shown:
        """What this mail shows."""
        heard = self.said[-1].at if self.said else self.last.heard
        return Shown(self.state.version, heard)

    def speaker(self, line: Line, words: Words, names: Mapping[int, str]) -> str:
        """The name of who said it; the seat's number, if somebody else sits there now."""
        still = self.persons.get(line.seat) == line.person
        return words.seat(line.seat, names if still else {})


def watched(state: GameState) -> bool:
    """Whether the game has pages that anybody may look at."""
    return bool(option(state.options, "spectators") == "open")


def look(desk: Desk, taken: Claim) -> Scene | None:
    """The scene as it is now; None if nobody sits there who has a confirmed address."""
    game, seat = taken.game, taken.seat
    if game is None or seat is None:
        raise ValueError(f"a mail of kind {taken.kind} is about a seat of a game")
    state = desk.state(game)
    places = desk.places(game)
    place = places.get(seat)
    if place is None or place.address is None:
        return None
    return Scene(
        place,
        place.address,
        plain(desk.game_name(game)),
        {number: plain(each.name) for number, each in places.items()},
        {number: each.person for number, each in places.items()},
        state,
        desk.last_shown(game, seat),
        desk.recap(game, seat),
        desk.said(game, seat),
        sum(each.address == place.address for each in places.values()) > 1,
        desk.known(game, seat, place.person),
    )


def mint(desk: Desk, taken: Claim, scene: Scene) -> tuple[str, str]:
    """The tokens of the mail: for its links to the table, and to be mailed no more."""
    place, state = scene.place, scene.state
    play = mint_seat(desk, taken, state, place.seat, place.person)
    return play, desk.mint(taken, "unsubscribe", state.game, place.seat, place.person, None)


def mint_seat(desk: Desk, taken: Claim, state: GameState, seat: int, person: str) -> str:
    """The token of a link to the table, as this seat sees it."""
    ends = desk.now() + tokens.AFTER_GAME if state.over else None
    anchor = tokens.anchor_of(state, seat)
    return desk.mint(taken, "seat", state.game, seat, person, anchor, ends)
