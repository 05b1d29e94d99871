"""A finished game behind a seat's link: its score, its log, and the same people again in one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from flask import Blueprint, Response

from events.errors import WrongPhase
from events.ten.phases.lobby import option
from service import people
from service.extensions import services
from service.views import starting, told
from service.views.answers import Problem, page
from service.views.asking import begin_for, go_to
from service.views.board import board
from service.views.games import log_file
from service.views.news import headline
from service.views.plans import Place, Plan
from service.views.said import FEW, Talk, talk_of
from service.views.score import score_of
from service.views.seat import Door, enter

rematch = Blueprint("rematch", __name__)

RECAP = 24


@dataclass(frozen=True)
class Next:
    """The rematch of a game: the key that it is begun with, and who began it, or None."""

    key: str
    host: str | None

    @property
    def game(self) -> str:
        return starting.game_of(self.key)


def next_of(game: str) -> Next:
    """The rematch that is under way, else the one that may be begun: the key follows from the game, so
    that of two who ask at the same moment both mean the same one. One that is over is a game like
    any other, and the people may meet again."""
    number = 1
    while True:
        key = str(uuid5(UUID(game), f"rematch {number}"))
        host = starting.began(key)
        if host is None or not services().handler.load(starting.game_of(key)).over:
            return Next(key, host)
        number += 1


def over_page(
    door: Door,
    status: int = 200,
    *,
    problem: str | None = None,
    done: str | None = None,
    talk: Talk | None = None,
) -> Response:
    """The score of a finished game, as this seat sees it."""
    at, words, state = services(), door.words, door.state
    shown = board(state, door.name, door.people, words, door.seat)
    recorded = at.handler.recorded(door.game, max(0, state.version - RECAP), state.version)
    watched = option(state.options, "spectators") == "open"
    return page(
        "games/score.html",
        status,
        token=door.secret,
        board=shown,
        news=headline(shown, words, door.seat),
        problem=problem,
        done=done,
        again=_again(door),
        alone=all(place.kind == "bot" for place in _places(door)),
        lines=told.lines(recorded, shown.names, words, f"{door.path}/at", door.zone),
        head=door.head,
        replay=f"{door.path}/at/1",
        score=score_of(state, shown, words),
        share=at.links.table(door.game) if watched else None,
        log_file=f"{door.path}/log",
        talk=talk or talk_of(door, shown.names, FEW),
    )


def _again(door: Door) -> str | None:
    """What there is to say of a rematch that another one began; None if there is none."""
    found = next_of(door.game)
    if found.host is None or found.host == door.place.person:
        return None
    name = next((p.name for p in door.people.values() if p.person == found.host), None)
    if not name:
        return door.words.say("A rematch has begun. Look for the invitation in your mail.")
    return door.words.say(
        "%(name)s: has begun a rematch. Look for the invitation in your mail.", name=name
    )


@rematch.post("/p/<token>/rematch")
def again(token: str) -> Response:
    """A new game with the same people and options, this seat's person its host; the others are invited."""
    door = enter(token)
    if door.state.phase != "scored":
        raise WrongPhase(phase=door.state.phase)
    found = next_of(door.game)
    if found.host is None:
        with services().store.read() as reader:
            host = people.person(reader.connection, door.place.person)
        if host is None:
            raise Problem(409, door.words.say("Nobody holds this seat any more."), door.path)
        starting.count_game()
        return begin_for(_plan(door), host, found.key)
    if found.host == door.place.person:
        # Sent twice: the game of the first time is the answer to both.
        return go_to(found.game, door.place.person)
    return over_page(door, 409)


def _plan(door: Door) -> Plan:
    """The same table: the others from this seat's left on, each invited where their mail goes. Who left
    the game is played by a bot, and so is every bot."""
    place = door.place
    return Plan(
        game=door.name,
        name=place.name,
        language=place.language,
        zone=place.zone,
        address=place.address,
        word="",
        places=_places(door),
        options=dict(door.state.options),
        shared=True,
    )


def _places(door: Door) -> Sequence[Place]:
    found = []
    for number in door.state.left_of(door.seat):
        seat, held = door.state.seat(number), door.people.get(number)
        if number == door.seat or seat.kind == "house":
            continue
        if held is None or held.person != seat.player or held.left is not None:
            found.append(Place("bot"))
        else:
            found.append(Place("link" if held.address is None else "mail", held.address))
    return found


@rematch.get("/p/<token>/log")
def log(token: str) -> Response:
    """The game's log for those who play, also where spectators may not watch."""
    return log_file(enter(token).game)
