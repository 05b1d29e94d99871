"""What anybody may see of a game: the table as it is now, and every version of it with its own address."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, g
from sqlalchemy import select

from events.errors import NoSuchVersion, UnknownGame
from events.store import Reader
from events.tables import events
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service import people
from service.extensions import services
from service.views import told
from service.views.agreeing import Undo
from service.views.answers import Problem, begun, page, part, words
from service.views.board import board
from service.views.news import headline, until

games = Blueprint("games", __name__)

RECAP = 24
WINDOW = 60
"""How many events before and after the shown version the log beside it holds at most."""


@dataclass(frozen=True)
class Step:
    """A way through the versions; ``path`` is None where it leads nowhere."""

    text: str
    path: str | None
    rel: str | None = None


def _watched(state: GameState) -> None:
    """Raises Problem where the host keeps the table to its players (rules.md section 12)."""
    if option(state.options, "spectators") == "closed":
        raise Problem(
            403,
            words().say(
                "The host keeps this table to its players."
                " If you are one of them, use the link in your last mail."
            ),
        )


@games.get("/g/<game>")
def table(game: str) -> Response:
    at = services()
    state = at.handler.load(game)
    _watched(state)
    g.game, g.version = game, state.version
    with at.store.read() as reader:
        name = people.game_name(reader.connection, game)
        held = people.places_of(reader.connection, game)
    shown = board(state, name, held, words())
    recorded = at.handler.recorded(game, max(0, state.version - RECAP), state.version)
    return page(
        "games/table.html",
        board=shown,
        news=headline(shown, words()),
        due=until(shown, words(), None),
        lines=told.lines(recorded, shown.names, words(), f"/g/{game}"),
        head=at.handler.head(game).hash[:12],
        replay=f"/g/{game}/1",
    )


@games.get("/g/<game>/<version>")
def replay(game: str, version: str) -> Response:
    """The table at a version: the same page for ever, for what happened does not change."""
    if not version.isdecimal() or not version.isascii() or len(version) > 9:
        raise UnknownGame(game=game)
    _watched(services().handler.load(game))
    return replay_page(game, int(version), f"/g/{game}", None)


def replay_page(
    game: str,
    version: int,
    base: str,
    zone: str | None,
    table: str | None = None,
    back: Undo | None = None,
) -> Response:
    """A version with the ways to the others, which follow ``base``; ``table`` is where the game is played
    or watched, else ``base``; ``back`` is an undo to be offered there. The page begins at once, wherever
    in the game the version is.

    Raises NoSuchVersion and UnknownGame.
    """
    at = services()
    last = at.handler.head(game).version
    if not 1 <= version <= last:
        raise NoSuchVersion(game=game, version=version, last=last)
    g.game, g.version = game, version
    with at.store.read() as reader:
        name = people.game_name(reader.connection, game)
        turns = _turns(reader, game)
    window = _window(version, turns, last)
    return begun(
        "games/replay.html",
        lambda: _scene(game, version, last, name, window, base, zone),
        name=name,
        version=version,
        table=table or base,
        steps=_steps(version, turns, last, base),
        back=back,
    )


def _turns(reader: Reader, game: str) -> Sequence[int]:
    """The versions at which turns began, rising."""
    began = select(events.c.version).where(events.c.stream == game, events.c.type == "TurnStarted")
    return reader.connection.execute(began.order_by(events.c.version)).scalars().all()


def _scene(
    game: str,
    version: int,
    last: int,
    name: str,
    window: tuple[int, int],
    base: str,
    zone: str | None,
) -> str:
    """What there is to see of a version: what happened then, the table, and the log beside it."""
    at = services()
    with at.store.read() as reader:
        state = at.past.at(reader, game, version)
        held = people.places_of(reader.connection, game)
        recorded = reader.recorded(game, *window)
    shown = board(state, name, held, words())
    here = next(each for each in recorded if each.version == version)
    return part(
        "games/scene.html",
        told=words().happened(here.event, shown.names, zone) or headline(shown, words()),
        at=words().moment(here.at, zone),
        version=version,
        last=last,
        board=shown,
        lines=told.lines(recorded, shown.names, words(), base, zone),
    )


def _window(version: int, turns: Sequence[int], last: int) -> tuple[int, int]:
    """(after, upto): the turn of this version with the one before and the one after, within limits."""
    place = bisect_right(turns, version)
    after = turns[place - 2] - 1 if place >= 2 else 0
    upto = turns[place + 1] - 1 if place + 1 < len(turns) else last
    return max(after, version - WINDOW), min(upto, version + WINDOW)


def _steps(version: int, turns: Sequence[int], last: int, base: str) -> list[Step]:
    say = words().say
    before = bisect_left(turns, version)
    after = bisect_right(turns, version)

    def to(target: int | None) -> str | None:
        return None if target is None or target == version else f"{base}/{target}"

    return [
        Step(say("First"), to(1)),
        Step(say("Turn before"), to(turns[before - 1] if before else None)),
        Step(say("Previous"), to(version - 1 if version > 1 else None), "prev"),
        Step(say("Next"), to(version + 1 if version < last else None), "next"),
        Step(say("Next turn"), to(turns[after] if after < len(turns) else None)),
        Step(say("Last"), to(last)),
    ]
