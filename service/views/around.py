"""What goes on around the table, for the page of a seat: votes, an undo, a pause, somebody overdue."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from events.codec import at_moment
from events.store import Reader
from events.ten.phases.lobby import option
from service import hours
from service.views import agreeing
from service.views.agreeing import Ballot, Undo
from service.views.seat import Door
from service.wording import Words
from service.wording.moments import known_zone

LONGER = (3600, 21_600, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600)
"""Seconds that a host is offered to extend a deadline by."""


SOON = timedelta(days=14)
"""How long before a vacation the table shows it."""


@dataclass(frozen=True)
class Overdue:
    """The awaited seat whose time has run out while the game waits for its host; ``since`` is told."""

    seat: int
    name: str
    since: str
    decision: int


@dataclass(frozen=True)
class Around:
    """``paused`` is why the game stands still, in words, and ``resume`` whether this seat may end that.
    ``bot``: a bot plays for this seat's person, who may return. ``overdue`` is for the host alone.
    ``away``: seat -> when its person is away, now or soon."""

    ballots: Sequence[Ballot]
    undo: Undo | None
    paused: str | None
    resume: bool
    bot: bool
    overdue: Overdue | None
    away: Mapping[int, str]


def around(reader: Reader, door: Door, names: Mapping[int, str]) -> Around:
    """As the seat behind this link sees it."""
    state, seat = door.state, door.state.seat(door.seat)
    playing = state.phase != "lobby" and not state.over
    consent = state.paused == "consent" and seat.kind == "human"
    return Around(
        agreeing.ballots(state, door.seat, names),
        agreeing.undo(reader, door, names, agreeing.last_own(state, door.seat))
        if playing
        else None,
        paused(door.words, state.paused) if playing and state.paused is not None else None,
        playing and state.paused is not None and (door.host or consent),
        playing and seat.kind == "bot",
        overdue(door, names) if door.host else None,
        away(reader, door) if not state.over else {},
    )


def away(reader: Reader, door: Door) -> dict[int, str]:
    """Seat -> when its person is away, for vacations that are on or begin within two weeks."""
    announced = hours.announced(reader.connection, door.state)
    found: dict[int, str] = {}
    words = door.words
    for seat, taken in announced.items():
        zone = door.people[seat].zone if seat in door.people else None
        today = door.now.astimezone(known_zone(zone)).date()
        for each in taken:
            if not max(each.first, today) <= each.last or each.first > today + SOON:
                continue
            if each.first <= today:
                found[seat] = words.say("away until %(day)s", day=words.day(each.last))
            else:
                first, last = words.day(each.first), words.day(each.last)
                found[seat] = words.say("away %(first)s to %(last)s", first=first, last=last)
            break
    return found


def paused(words: Words, reason: str) -> str:
    """Why the game is paused, in a sentence."""
    say = words.say
    return {
        "consent": say("The game is paused, as all agreed."),
        "vacation": say("The host has paused the game for a vacation."),
        "weekend": say("The host has paused the game over the weekend."),
    }.get(reason, say("The host has paused the game."))


def overdue(door: Door, names: Mapping[int, str]) -> Overdue | None:
    """Who keeps the game waiting beyond the deadline, where the host decides what happens then."""
    state = door.state
    awaiting = state.awaiting
    if awaiting is None or awaiting.due_at is None or option(state.options, "timeouts") != "wait":
        return None
    if state.seat(awaiting.seat).kind != "human" or at_moment(awaiting.due_at) > door.now:
        return None
    since = door.words.moment(awaiting.due_at, door.zone)
    return Overdue(awaiting.seat, names[awaiting.seat], since, awaiting.decision)
