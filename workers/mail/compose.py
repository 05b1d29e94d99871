"""From a row to a letter: look who and what it is about now, mint its links, write it.

A row whose mail is no longer wanted gives none. The links are stored, as digests, in a unit of their
own that is committed before the mail leaves: a link that somebody has always opens.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from events.outbox import Claim
from events.ten import view as views
from events.ten.state import GameState
from events.types import Recorded
from service import people, tabletext, tokens
from service.people import Place
from service.wording import Words
from workers.mail.choices import choices
from workers.mail.letter import Letter, Recipient, plain
from workers.mail.parts import Parts
from workers.mail.render import render
from workers.mail.shown import last_shown, note
from workers.mail.wanted import reachable, still_asked

HEAD_DIGITS: Final = 12
"""Digits of the head's hash at the foot (mail.md, "Form")."""

KEPT: Final = timedelta(days=30)
"""How long after the game a seat's link opens its table (mail.md, "Links and tokens")."""

RECAP_LINES: Final = 80
"""The most lines of a recap; the replay has the rest."""


class LeaseLost(Exception):
    """Another worker has the row: this one keeps its hands off it."""


@dataclass(frozen=True)
class _Scene:
    """A table as one seat is going to see it in a mail."""

    place: Place
    address: str
    about: str
    names: Mapping[int, str]
    state: GameState
    since: int
    recorded: list[Recorded]

    @property
    def head(self) -> str:
        return self.recorded[-1].hash[:HEAD_DIGITS]


def compose(parts: Parts, taken: Claim) -> Letter | None:
    """The letter for this row, or None if it is not wanted any more.

    Raises LeaseLost, StorageError, and KeyError for a kind that this program does not know.
    """
    return _KINDS[taken.kind](parts, taken)


def _of_table(parts: Parts, taken: Claim) -> Letter | None:
    scene = _look(parts, taken)
    if scene is None:
        return None
    place, state = scene.place, scene.state
    words = Words(place.language)
    play, stop = _mint(parts, taken, scene)
    view = views.public(state)
    names = words.names(view, scene.names)
    awaiting = state.awaiting
    due_at = awaiting.due_at if awaiting is not None and awaiting.seat == place.seat else None
    fresh = [each for each in scene.recorded if each.version > scene.since]
    told = [words.happened(each.event, names, place.zone) for each in fresh]
    recap = [line for line in told if line is not None]
    links = parts.links
    values: dict[str, Any] = {
        "about": scene.about,
        "view": view,
        "names": names,
        "you": place.seat,
        "reached": awaiting is not None and awaiting.seat == place.seat,
        "due": words.moment(due_at, place.zone) if due_at else None,
        "choices": choices(words, state, place.seat, names, links, play),
        "play": links.play(play),
        "mistake": links.mistake(play),
        "unsubscribe": links.unsubscribe(stop),
        "table_link": links.table(state.game),
        "replay": links.replay(state.game),
        "recap": recap[-RECAP_LINES:],
        "left_out": max(0, len(recap) - RECAP_LINES),
        "since": scene.since,
        "since_link": links.replay(state.game, max(1, scene.since)),
        "table_text": tabletext.table(words, view, names, place.seat),
        "scores_text": tabletext.scores(words, view, names),
        "version": state.version,
        "head_hash": scene.head,
    }
    news, text, html = render(taken.kind, words, **values)
    return Letter(
        Recipient(place.name, scene.address, place.address_id),
        news,
        scene.about,
        text,
        html,
        thread=state.game,
        unsubscribe=values["unsubscribe"],
        language=place.language,
    )


def _look(parts: Parts, taken: Claim) -> _Scene | None:
    """Who and what the row is about, as of now; None if its mail is not wanted any more."""
    game, seat = taken.game, taken.seat
    if game is None or seat is None:
        raise ValueError(f"a mail of kind {taken.kind} is about a seat of a game")
    state = parts.handler.load(game)
    if not still_asked(taken, state):
        return None
    with parts.store.read() as reader:
        places = people.places_of(reader.connection, game)
        place = places.get(seat)
        if place is None or place.address is None or not reachable(place):
            return None
        about = plain(people.game_name(reader.connection, game))
        since = last_shown(reader, game, seat)
        # The last event is there even if nothing happened since: the foot names its hash.
        after = min(since, state.version - 1)
        recorded = reader.recorded(game, after, state.version)
    names = {number: plain(each.name) for number, each in places.items()}
    return _Scene(place, place.address, about, names, state, since, recorded)


def _mint(parts: Parts, taken: Claim, scene: _Scene) -> tuple[str, str]:
    """The tokens of the mail: for its links to the table, and to be mailed no more."""
    place, state, now = scene.place, scene.state, parts.clock()
    with parts.store.unit() as unit:
        if not note(unit, taken, state.version):
            raise LeaseLost
        anchor = tokens.anchor_of(state, place.seat)
        at = (state.game, place.seat, place.person)
        ends = now + KEPT if state.over else None
        play = tokens.mint(unit.connection, "seat", *at, anchor, now, ends)
        stop = tokens.mint(unit.connection, "unsubscribe", *at, None, now)
    return play, stop


_KINDS: Final[Mapping[str, Callable[[Parts, Claim], Letter | None]]] = {
    "your-turn": _of_table,
    "auction": _of_table,
    "final-score": _of_table,
}
