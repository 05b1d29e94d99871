"""What a phone fetches that has seen nothing before: a page, our style and scripts, as they are sent."""

from __future__ import annotations

import re

import pytest

from events import lines
from events.replay import states
from events.ten.state import GameState
from service.talk import LONGEST
from service.views.said import FEW
from tests.golden.index import LOGS
from tests.service.tables import awaited, seat_path
from tests.service.test_talk import say
from tests.service.world import World

PLAY = 60_000
REPLAY = 120_000
ASKED = {"Accept-Encoding": "gzip"}
LONG = "नेपाली" * 6
"""A name whose every sign takes three bytes."""
WATCHED = sorted(
    name for name, path in LOGS.items() if b'"spectators":"closed"' not in path.read_bytes()
)


def fetched(world: World, path: str) -> int:
    """Bytes of the page and of all that it names, without headers."""
    answer = world.client.get(path, headers=ASKED, buffered=True)
    assert answer.status_code == 200, path
    html = world.client.get(path, buffered=True).get_data(as_text=True)
    files = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    assert files
    return len(answer.data) + sum(
        len(world.client.get(file, headers=ASKED, buffered=True).data) for file in files
    )


def laid(state: GameState) -> int:
    """Cards that lie open."""
    held = sum(len(seat.cards) for seat in state.seats)
    return held + len(state.market) + len(state.row)


@pytest.mark.parametrize("name", WATCHED)
def test_the_fattest_version_of_each_golden_game_is_light_to_watch(world: World, name: str) -> None:
    log = lines.read(LOGS[name].read_bytes())
    fattest = max(states(log), key=laid).version
    game = log[0].stream
    world.handler.adopt(log)
    for version in {fattest, len(log)}:
        assert fetched(world, f"/g/{game}/{version}") < REPLAY
    assert fetched(world, f"/g/{game}") < REPLAY


def test_five_people_who_talk_a_lot_are_light_to_play_with(world: World) -> None:
    persons = [world.person(f"{LONG}{n}", f"p{n}@x.org", language="ne") for n in range(5)]
    game = world.game(["human"] * 5, persons, name=LONG)
    for number in range(FEW):
        line = ("नमस्ते " * LONGEST)[: LONGEST - 2] + str(number)
        assert say(world, seat_path(world, game, 1), line).status_code == 303
    kinds: dict[str, GameState] = {}
    state = world.state(game)
    weighed = 0
    while not state.over:
        assert state.awaiting is not None
        kind, before = state.awaiting.kind, kinds.get(state.awaiting.kind)
        if before is None or laid(state) > laid(before):
            kinds[kind] = state
            if state.version % 3 == 0 or state.draw_pile < 10:
                path = seat_path(world, game, awaited(world, game))
                assert fetched(world, path) < PLAY
                weighed += 1
        version = state.version
        state = world.play(game, lambda now, version=version: now.over or now.version > version)
    assert weighed > 20
    assert set(kinds) == {"draw", "bid", "buy"}
