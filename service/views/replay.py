"""The replay: each version of a game as a page, or as the part of one that scripts put in its place.

The address is the same for both; who accepts JSON rather than HTML gets the part. Whoever has no
scripts goes by the links of ``Step`` alone.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Response, g, jsonify, request
from sqlalchemy import select

from events import types as t
from events.errors import NoSuchVersion
from events.store import Reader
from events.tables import events
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service import people
from service.extensions import services
from service.views.agreeing import Undo
from service.views.answers import begun, part, words
from service.views.board import board, names_at
from service.views.news import headline
from service.views.score import score_of

WINDOW = 60
"""How many events before and after the shown version the log beside it holds at most."""
KEPT_S = 600
"""Seconds that a browser may keep a version of a finished public game; names may change after that."""

STAYS = (
    t.SeatClaimed,
    t.SeatDeclined,
    t.SeatHandedToBot,
    t.SeatReturned,
    t.SeatReplaced,
    t.HostChanged,
    t.GamePaused,
    t.GameResumed,
    t.PauseProposed,
    t.PauseVoted,
    t.AbandonProposed,
    t.AbandonVoted,
    t.UndoProposed,
    t.UndoVoted,
    t.MovesUndone,
    t.TimedOut,
    t.DeadlineExtended,
)
"""Facts about the table: an undo does not take them back (events.md, "Time-outs, pauses, undo")."""


@dataclass(frozen=True)
class Step:
    """A way through the versions; ``path`` is None where it leads nowhere. ``name`` is for scripts."""

    name: str
    text: str
    path: str | None
    rel: str | None = None


@dataclass(frozen=True)
class ReplayLine:
    """A line of the log; ``undone`` is the version that took it back, or None."""

    version: int
    text: str
    path: str
    undone: int | None


@dataclass(frozen=True)
class Place:
    """Where in which game the reader is, and how its addresses go: ``base`` comes before each version,
    ``table`` is where the game is played or watched. ``share`` is the address for others, or None."""

    game: str
    version: int
    last: int
    name: str
    base: str
    table: str
    zone: str | None
    share: str | None
    back: Undo | None

    @property
    def public(self) -> bool:
        """Whether the address holds nobody's token."""
        return self.table.startswith("/g/")

    @property
    def log(self) -> str:
        """Where the game's events are, as a file."""
        return f"{self.table}/log"


class Marks(NamedTuple):
    """The versions at which turns and auctions began, rising."""

    turns: Sequence[int]
    auctions: Sequence[int]


def replay_page(
    state: GameState,
    version: int,
    base: str,
    zone: str | None,
    table: str | None = None,
    back: Undo | None = None,
) -> Response:
    """A version of the game, whose latest state this is, with the ways to the others, which follow ``base``.

    ``table`` is where the game is played or watched, else ``base``; ``back`` is an undo to be offered
    there. The page begins at once, wherever in the game the version is. Raises NoSuchVersion.
    """
    at, game, last = services(), state.game, state.version
    if not 1 <= version <= last:
        raise NoSuchVersion(game=game, version=version, last=last)
    g.game, g.version = game, version
    with at.store.read() as reader:
        name = people.game_name(reader.connection, game)
        held = people.places_of(reader.connection, game)
        marks = _marks(reader, game)
    watched = option(state.options, "spectators") == "open"
    share = at.links.replay(game, version) if watched else None
    place = Place(game, version, last, name, base, table or base, zone, share, back)
    steps = _steps(place, marks)
    window = _window(version, marks.turns, last)
    accepted = request.accept_mimetypes.best_match(("text/html", "application/json"))
    if accepted == "application/json":
        return _part(place, state, steps, window)
    answer = begun(
        "games/replay.html",
        lambda: _scene(place, window)["scene"],
        place=place,
        over=state.over,
        steps=steps,
        title=_title(place),
        description=preview(names_at(state, held, words())) if place.public else "",
    )
    answer.vary.update(("Accept", "Accept-Language"))
    return answer


def _title(place: Place) -> str:
    shown = words().say("version %(version)s", version=place.version)
    return f"{place.name}, {shown} – Tenpost"


def preview(names: Mapping[int, str]) -> str:
    """A sentence on a public table, for a link's preview."""
    return words().say("A game of TEN: %(names)s", names=", ".join(names.values()))


def _marks(reader: Reader, game: str) -> Marks:
    began = select(events.c.version, events.c.type).where(
        events.c.stream == game, events.c.type.in_(("TurnStarted", "AuctionOpened"))
    )
    rows = reader.connection.execute(began.order_by(events.c.version)).all()
    return Marks(
        [row.version for row in rows if row.type == "TurnStarted"],
        [row.version for row in rows if row.type == "AuctionOpened"],
    )


def _part(
    place: Place, state: GameState, steps: Sequence[Step], window: tuple[int, int]
) -> Response:
    """The version as scripts fetch it: kept by the browser only where the address is public."""
    shown = _scene(place, window)
    back = part("games/back.html", place=place) if place.back is not None else ""
    answer = jsonify(
        version=place.version,
        last=place.last,
        over=state.over,
        title=_title(place),
        share=place.share,
        steps={step.name: step.path for step in steps},
        back=back,
        **shown,
    )
    if not place.public:
        answer.headers["Cache-Control"] = "no-store"
        return answer
    answer.headers["Cache-Control"] = f"private, max-age={KEPT_S}" if state.over else "no-cache"
    answer.vary.update(("Accept", "Accept-Language"))
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _scene(place: Place, window: tuple[int, int]) -> dict[str, Any]:
    """What there is to see of a version: ``scene`` is what happened then, the table, and the log beside it,
    ``told`` the first of these, ``silent`` whether it is nothing to stop at."""
    at, spoken = services(), words()
    with at.store.read() as reader:
        state = at.past.at(reader, place.game, place.version)
        # The log goes on after this version, and before the game starts its seats have no names yet.
        ahead = at.past.at(reader, place.game, window[1]) if state.phase == "lobby" else state
        held = people.places_of(reader.connection, place.game)
        recorded = reader.recorded(place.game, *window)
        undos = _undos(reader, place.game)
    shown = board(state, place.name, held, spoken)
    here = next(each for each in recorded if each.version == place.version)
    names = names_at(ahead, held, spoken)
    told = spoken.happened(here.event, names, place.zone, here.meta.by)
    lines = [
        ReplayLine(each.version, text, f"{place.base}/{each.version}", _undone(each, undos))
        for each in recorded
        if (text := spoken.happened(each.event, names, place.zone, each.meta.by)) is not None
    ]
    scene = part(
        "games/scene.html",
        told=told or headline(shown, spoken),
        at=spoken.moment(here.at, place.zone),
        place=place,
        board=shown,
        undone=_undone(here, undos),
        score=score_of(state, shown, spoken),
        log_file=place.log,
        lines=lines,
        # Not every event has a line: then it is the one before that the table is at.
        current=max((each.version for each in lines if each.version <= place.version), default=0),
    )
    return {"scene": scene, "told": told or headline(shown, spoken), "silent": told is None}


def _undos(reader: Reader, game: str) -> list[t.Recorded]:
    """Each ``MovesUndone`` of the game, rising."""
    found = select(events.c.version).where(events.c.stream == game, events.c.type == "MovesUndone")
    versions = reader.connection.execute(found.order_by(events.c.version)).scalars().all()
    return [reader.recorded(game, version - 1, version)[0] for version in versions]


def _undone(of: t.Recorded, undos: Sequence[t.Recorded]) -> int | None:
    """The version that took this event back, if one did."""
    if isinstance(of.event, STAYS):
        return None
    for each in undos:
        event = each.event
        if isinstance(event, t.MovesUndone) and event.to_version < of.version <= event.from_version:
            return each.version
    return None


def _window(version: int, turns: Sequence[int], last: int) -> tuple[int, int]:
    """(after, upto): the turn of this version with the one before and the one after, within limits."""
    place = bisect_right(turns, version)
    after = turns[place - 2] - 1 if place >= 2 else 0
    upto = turns[place + 1] - 1 if place + 1 < len(turns) else last
    return max(after, version - WINDOW), min(upto, version + WINDOW)


def _steps(place: Place, marks: Marks) -> list[Step]:
    say, version = words().say, place.version

    def to(target: int | None) -> str | None:
        return None if target is None or target == version else f"{place.base}/{target}"

    def before(found: Sequence[int]) -> int | None:
        at = bisect_left(found, version)
        return found[at - 1] if at else None

    def after(found: Sequence[int]) -> int | None:
        at = bisect_right(found, version)
        return found[at] if at < len(found) else None

    return [
        Step("first", say("First"), to(1)),
        Step("turn-before", say("Turn before"), to(before(marks.turns))),
        Step("prev", say("Previous"), to(version - 1 if version > 1 else None), "prev"),
        Step("next", say("Next"), to(version + 1 if version < place.last else None), "next"),
        Step("turn", say("Next turn"), to(after(marks.turns))),
        Step("auction", say("Next auction"), to(after(marks.auctions))),
        Step("last", say("Last"), to(place.last)),
    ]
