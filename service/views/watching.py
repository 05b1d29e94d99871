"""Whether a table still looks as a page shows it: asked again and again while somebody has the page open.

As long as nothing has changed the answer is 304 and the game is not looked at. Else it tells what
others did meanwhile, and the page is fetched anew.
"""

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, g, jsonify, request

from events.errors import UnknownGame
from events.store import Head
from events.types import Recorded
from service import people, talk
from service.extensions import services
from service.views import told
from service.views.answers import words
from service.views.board import names_at
from service.views.games import watched
from service.views.marks import Mark, mark_of_seats, mark_of_table, parsed
from service.views.seat import Door, enter, find, gone
from service.wording import Words

watching = Blueprint("watching", __name__)

TOLD = 3
"""The most that is told at once."""
BACK = 60
"""How many versions back is looked for it."""


@watching.get("/p/<token>/now")
def seat(token: str) -> Response:
    found = find(token, "seat")
    if found.revoked or found.game is None or found.head is None:
        raise gone()
    at = services()
    with at.store.read() as reader:
        held = people.places_of(reader.connection, found.game)
        mark = mark_of_seats(reader, found.game, found.head, held, at.clock())
    if _known(mark):
        return _same(mark)
    return _other(mark, _since(enter(token), mark))


@watching.get("/g/<game>/now")
def table(game: str) -> Response:
    at = services()
    state = at.handler.load(game)
    watched(state)
    g.game = game
    with at.store.read() as reader:
        head = reader.head(game)
        if head is None:
            raise UnknownGame(game=game)
        held = people.places_of(reader.connection, game)
    mark = mark_of_table(head, held)
    if _known(mark):
        return _same(mark)
    recent = _recorded(game, head)
    lines = told.lines(recent, names_at(state, held, words()), words(), f"/g/{game}")
    return _other(mark, [line.text for line in lines])


def _known(mark: Mark) -> bool:
    return request.if_none_match.contains_weak(str(mark))


def _same(mark: Mark) -> Response:
    answer = Response(status=304)
    answer.set_etag(str(mark))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _other(mark: Mark, lines: Sequence[str]) -> Response:
    answer = jsonify(mark=str(mark), told=list(lines)[-TOLD:])
    answer.set_etag(str(mark))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _before() -> tuple[int, int] | None:
    """(version, lines) that the page shows, if it says so."""
    # An empty one comes as None.
    marks = [parsed(text or "") for text in request.if_none_match.as_set(include_weak=True)]
    return next((each for each in marks if each is not None), None)


def _recorded(game: str, head: Head) -> list[Recorded]:
    shown = _before()
    if shown is None or shown[0] >= head.version:
        return []
    return services().handler.recorded(game, max(shown[0], head.version - BACK), head.version)


def _since(door: Door, mark: Mark) -> list[str]:
    """What others did and said since the page was made."""
    names = names_at(door.state, door.people, door.words)
    head = Head(mark.version, "", "")
    others = [each for each in _recorded(door.game, head) if each.meta.by != f"seat:{door.seat}"]
    lines = told.lines(others, names, door.words, door.path, door.zone)
    return [*(line.text for line in lines), *_said(door, mark, names, door.words)]


def _said(door: Door, mark: Mark, names: Mapping[int, str], words: Words) -> list[str]:
    shown = _before()
    new = 0 if shown is None else mark.lines - shown[1]
    if new <= 0:
        return []
    with services().store.read() as reader:
        lines = talk.lines_of(reader.connection, door.game, min(new, TOLD))
    return [
        words.said(words.seat(line.seat, names), line.text)
        for line in lines
        if line.person != door.place.person
    ]
