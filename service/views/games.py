"""What anybody may see of a game: the table as it is now, every version of it, and its log as a file."""

from flask import Blueprint, Response, g

from events import lines
from events.errors import UnknownGame
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service import people
from service.extensions import services
from service.views import told
from service.views.answers import Problem, page, words
from service.views.board import board
from service.views.marks import mark_of_table
from service.views.news import headline, until
from service.views.replay import preview, replay_page
from service.views.score import score_of

games = Blueprint("games", __name__)

RECAP = 24


def watched(state: GameState) -> None:
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
    watched(state)
    g.game, g.version = game, state.version
    with at.store.read() as reader:
        head = reader.head(game)
        if head is None:
            raise UnknownGame(game=game)
        name = people.game_name(reader.connection, game)
        held = people.places_of(reader.connection, game)
    shown = board(state, name, held, words())
    recorded = at.handler.recorded(game, max(0, state.version - RECAP), state.version)
    score = score_of(state, shown, words())
    answer = page(
        "games/table.html" if score is None else "games/score.html",
        board=shown,
        news=headline(shown, words()),
        due=until(shown, words(), None),
        lines=told.lines(recorded, shown.names, words(), f"/g/{game}"),
        head=recorded[-1].hash[:12],
        replay=f"/g/{game}/1",
        score=score,
        share=at.links.table(game),
        log_file=f"/g/{game}/log",
        description=preview(shown.names),
        mark=mark_of_table(head, held),
        now=f"/g/{game}/now",
        page=f"/g/{game}",
    )
    answer.vary.add("Accept-Language")
    return answer


@games.get("/g/<game>/log")
def log(game: str) -> Response:
    """The game's events, one a line, as ``tenpost verify`` and ``tenpost import`` read them."""
    watched(services().handler.load(game))
    return log_file(game)


def log_file(game: str) -> Response:
    """The log as a file to keep. Raises UnknownGame."""
    g.game = game
    text = "".join(lines.write(services().handler.recorded(game)))
    answer = Response(text, mimetype="application/jsonl")
    answer.headers["Content-Disposition"] = f'attachment; filename="{game}.jsonl"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@games.get("/g/<game>/<version>")
def replay(game: str, version: str) -> Response:
    """The table at a version: the same page for ever, for what happened does not change."""
    if not version.isdecimal() or not version.isascii() or len(version) > 9:
        raise UnknownGame(game=game)
    state = services().handler.load(game)
    watched(state)
    return replay_page(state, int(version), f"/g/{game}", None)
