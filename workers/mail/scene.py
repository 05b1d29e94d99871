"""A table as one seat is going to see it in a mail: looked at when sending, and its links minted.

The links are stored, as digests, in a unit of their own that is committed before the mail leaves: a
link that somebody has always opens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from events.outbox import Claim
from events.ten.state import GameState
from events.types import Recorded
from service import people, tokens
from service.hours import Known, known
from service.people import Place
from workers.mail.letter import plain
from workers.mail.parts import Parts
from workers.mail.shown import last_shown, note

HEAD_DIGITS: Final = 12
"""Digits of the head's hash at the foot (mail.md, "Form")."""


class LeaseLost(Exception):
    """Another worker has the row: this one keeps its hands off it."""


@dataclass(frozen=True)
class Scene:
    """Who is mailed about which table, at which version; ``recorded`` are its events from ``since`` on.

    names: the persons' only. who: when the person may be mailed and wants to be reminded.
    shared: whether another seat has the same address, so that the mail has to say which it is for.
    """

    place: Place
    address: str
    about: str
    names: Mapping[int, str]
    state: GameState
    since: int
    recorded: Sequence[Recorded]
    shared: bool
    who: Known

    @property
    def head(self) -> str:
        """The first digits of the hash of the version that is shown."""
        return self.recorded[-1].hash[:HEAD_DIGITS]

    @property
    def fresh(self) -> list[Recorded]:
        """What happened since the seat's last mail."""
        return [each for each in self.recorded if each.version > self.since]


def look(parts: Parts, taken: Claim) -> Scene | None:
    """The scene as it is now; None if nobody sits there who has a confirmed address."""
    game, seat = taken.game, taken.seat
    if game is None or seat is None:
        raise ValueError(f"a mail of kind {taken.kind} is about a seat of a game")
    state = parts.handler.load(game)
    with parts.store.read() as reader:
        places = people.places_of(reader.connection, game)
        place = places.get(seat)
        if place is None or place.address is None:
            return None
        about = plain(people.game_name(reader.connection, game))
        since = last_shown(reader, game, seat)
        # The last event is read even if nothing happened since: the foot names its hash.
        after = min(since, state.version - 1)
        recorded = reader.recorded(game, after, state.version)
        who = known(reader.connection, game, seat, place.person)
    names = {number: plain(each.name) for number, each in places.items()}
    shared = sum(each.address == place.address for each in places.values()) > 1
    return Scene(place, place.address, about, names, state, since, recorded, shared, who)


def mint(parts: Parts, taken: Claim, scene: Scene) -> tuple[str, str]:
    """The tokens of the mail: for its links to the table, and to be mailed no more. Raises LeaseLost."""
    place, state, now = scene.place, scene.state, parts.clock()
    at = (state.game, place.seat, place.person)
    ends = now + tokens.AFTER_GAME if state.over else None
    with parts.unit() as unit:
        if not note(unit, taken, state.version):
            raise LeaseLost
        anchor = tokens.anchor_of(state, place.seat)
        play = tokens.mint(unit.connection, "seat", *at, anchor, now, ends)
        stop = tokens.mint(unit.connection, "unsubscribe", *at, None, now)
    return play, stop
