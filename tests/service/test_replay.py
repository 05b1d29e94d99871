"""Every version of a game has an address of its own, with ways to the others and the log beside it."""

import re

import pytest

from events import commands as c
from events.replay import at
from events.ten.view import public
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    game = world.game(["human", "bot", "bot"], [world.person("Ann", "a@x.org")])
    world.play(game, lambda state: state.over)
    return game


def test_previous_and_next_lead_through_the_whole_game(world: World, game: str) -> None:
    last = world.state(game).version
    for version in range(1, last + 1, 7):
        answer = world.client.get(f"/g/{game}/{version}")
        assert answer.status_code == 200
        html = answer.get_data(as_text=True)
        found = dict(re.findall(r'href="/g/[^"/]+/(\d+)" rel="(prev|next)"', html))
        ways = {name: int(number) for number, name in found.items()}
        assert ways.get("prev") == (version - 1 if version > 1 else None)
        assert ways.get("next") == (version + 1 if version < last else None)


def test_a_version_shows_the_table_as_it_was(world: World, game: str) -> None:
    first = world.client.get(f"/g/{game}/1")
    assert "A game for 3 players is set up" in text(first)
    recorded = world.handler.recorded(game)
    drawn = next(each for each in recorded if each.type == "CardDrawn")
    shown = text(world.client.get(f"/g/{game}/{drawn.version}"))
    assert f"draws {drawn.event.card}" in shown  # type: ignore[attr-defined]
    assert "The row" in shown
    assert "The result" in text(world.client.get(f"/g/{game}/{recorded[-1].version}"))


def test_before_the_start_the_log_beside_it_has_the_names_of_who_sits_down_later(
    world: World, game: str
) -> None:
    shown = text(world.client.get(f"/g/{game}/1"))
    assert "Ann: sits down" in shown
    assert "Bot 2: " in shown
    assert "seat 1: " not in shown


def test_every_version_is_the_fold_of_the_log_up_to_it_also_around_an_undo(world: World) -> None:
    ann, bo = world.person("Cy", "c@x.org"), world.person("Di", "d@x.org")
    game = world.game(["human", "human"], [ann, bo])
    world.play(game, lambda state: state.version > 120)
    world.do(game, c.ProposeUndo(1, world.state(game).marks[30].version), "seat:1")
    world.do(game, c.VoteUndo(2, agree=True), "seat:2")
    world.play(game, lambda state: state.over)
    bodies = world.handler.bodies(game)
    last = len(bodies)
    for version in [*range(1, last + 1, 11), last, 5, 96, 97]:
        with world.store.read() as reader:
            shown = world.services.past.at(reader, game, version)
        assert public(shown) == public(at(game, bodies, version))


def test_the_page_begins_before_the_version_is_looked_up(world: World, game: str) -> None:
    answer = world.client.get(f"/g/{game}/40", buffered=False)
    pieces = answer.iter_encoded()
    first = next(iter(pieces)).decode()
    assert "The row" not in first
    assert first.rstrip().endswith('<div id="scene">')
    assert 'rel="next"' in first
    assert "The row" in b"".join(pieces).decode()
    answer.close()


def test_the_next_turn_is_one_step_away(world: World, game: str) -> None:
    log = world.log(game)
    turns = [number for number, name in enumerate(log, 1) if name == "TurnStarted"]
    html = world.client.get(f"/g/{game}/{turns[2]}").get_data(as_text=True)
    assert f'href="/g/{game}/{turns[3]}">Next turn' in html
    assert f'href="/g/{game}/{turns[1]}">Turn before' in html


@pytest.mark.parametrize("version", ["0", "999999", "9" * 30, "-1", "x", "１", "1.0", "1%00"])
def test_a_version_that_there_is_not_is_said_to_be_none(
    world: World, game: str, version: str
) -> None:
    assert world.client.get(f"/g/{game}/{version}").status_code == 404


@pytest.mark.parametrize("name", ["00000000-0000-4000-8000-000000000000", "x", "X" * 3000, "a b"])
def test_a_game_that_there_is_not_is_said_to_be_none(world: World, name: str) -> None:
    assert world.client.get(f"/g/{name}").status_code == 404
    assert world.client.get(f"/g/{name}/1").status_code == 404


def test_the_order_of_the_pile_is_on_no_page_before_the_end(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")])
    html = world.client.get(f"/g/{game}").get_data(as_text=True)
    with world.store.read() as reader:
        from sqlalchemy import select

        from events.tables import seeds

        seed = reader.connection.execute(select(seeds.c.seed)).scalar_one()
    assert seed not in html


def test_a_closed_table_is_shown_to_its_players_only(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")], spectators="closed")
    for path in (f"/g/{game}", f"/g/{game}/1"):
        answer = world.client.get(path)
        assert answer.status_code == 403
        assert "Ann" not in text(answer)
    assert world.client.get(f"/p/{world.token(game, 1)}").status_code == 200
