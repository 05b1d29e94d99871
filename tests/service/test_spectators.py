"""Who watches without a seat sees the open table and nothing that belongs to somebody."""

from __future__ import annotations

import re

import pytest

from tests.service.tables import seat_path, table
from tests.service.test_talk import say
from tests.service.world import World

SECRET = re.compile(r"/p/|/i/|/m/|\b[a-z2-7]{32}\b")
"""Addresses that open something, and what a token looks like."""


def pages(world: World, game: str) -> list[str]:
    last = world.state(game).version
    return [f"/g/{game}", f"/g/{game}/log", *(f"/g/{game}/{v}" for v in (1, last // 2, last))]


@pytest.mark.parametrize("over", [False, True])
def test_no_public_page_opens_a_seat_or_tells_an_address_or_a_line(
    world: World, over: bool
) -> None:
    game = table(world, 2, bots=1)
    say(world, seat_path(world, game, 1), "between us")
    world.play(game, lambda state: state.over if over else state.version > 60)
    for path in pages(world, game):
        for accept in ("text/html", "application/json"):
            shown = world.client.get(path, headers={"Accept": accept}).get_data(as_text=True)
            assert not SECRET.search(shown), path
            assert "@" not in shown.replace("@media", ""), path
            assert "between us" not in shown, path


def test_the_order_of_the_cards_is_secret_while_the_game_is_on(world: World) -> None:
    game = table(world, 2)
    world.play(game, lambda state: state.version > 60)
    with world.store.read() as reader:
        seed = reader.connection.exec_driver_sql("SELECT seed FROM seeds").scalar_one()
    for path in pages(world, game):
        assert seed not in world.client.get(path).get_data(as_text=True)


def test_where_nobody_may_watch_there_is_nothing_to_see(world: World) -> None:
    game = table(world, 2, spectators="closed")
    world.play(game, lambda state: state.version > 20)
    for path in (*pages(world, game), f"/g/{game}/now"):
        answer = world.client.get(path)
        assert answer.status_code == 403
        html = answer.get_data(as_text=True)
        assert "og:" not in html
        assert "Ann" not in html
        assert "Sunday table" not in html


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("spectators", ["open", "closed"])
def test_players_find_the_public_table_where_others_may_watch_alone(
    world: World, spectators: str, over: bool
) -> None:
    game = table(world, 2, spectators=spectators)
    path = seat_path(world, game, 1)
    world.play(game, lambda state: state.over if over else state.version > 20)
    found = [
        end
        for end in ("", "/table", "/around", "/orders", "/away", "/at/3")
        if f"/g/{game}" in world.client.get(f"{path}{end}").get_data(as_text=True)
    ]
    assert bool(found) == (spectators == "open"), found


def test_the_page_behind_a_link_has_no_preview(world: World) -> None:
    game = table(world, 2)
    assert "og:" not in world.client.get(seat_path(world, game, 1)).get_data(as_text=True)
