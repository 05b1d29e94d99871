"""What scripts fetch of the replay is at the same addresses, and as safe to keep as the page is."""

import re

import pytest

from events import commands as c
from tests.service.world import World, text

JSON = {"Accept": "application/json"}


@pytest.fixture
def game(world: World) -> str:
    game = world.game(["human", "bot", "bot"], [world.person("Ann", "a@x.org")])
    world.play(game, lambda state: state.over)
    return game


def undone(world: World) -> tuple[str, int, int, int]:
    """A finished game with an undo: to which version, from which, and the version of the undo."""
    ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
    game = world.game(["human", "human"], [ann, bo])
    world.play(game, lambda state: state.version > 90)
    to, start = world.state(game).marks[30].version, world.state(game).version
    world.do(game, c.ProposeUndo(1, to), "seat:1")
    world.do(game, c.VoteUndo(2, agree=True), "seat:2")
    world.play(game, lambda state: state.over)
    return game, to, start, world.log(game).index("MovesUndone") + 1


def test_the_part_is_what_the_page_shows(world: World, game: str) -> None:
    page = world.client.get(f"/g/{game}/40").get_data(as_text=True)
    part = world.client.get(f"/g/{game}/40", headers=JSON).get_json()
    assert part["scene"] in page
    assert part["version"] == 40
    assert part["last"] == world.state(game).version
    for name, path in part["steps"].items():
        assert path is None or f'data-step="{name}" href="{path}"' in page


def test_the_next_auction_is_one_step_away(world: World, game: str) -> None:
    log = world.log(game)
    first = log.index("AuctionOpened") + 1
    steps = world.client.get(f"/g/{game}/1", headers=JSON).get_json()["steps"]
    assert steps["auction"] == f"/g/{game}/{first}"
    last = len(log) - log[::-1].index("AuctionOpened")
    steps = world.client.get(f"/g/{game}/{last}", headers=JSON).get_json()["steps"]
    assert steps["auction"] is None


def test_a_version_of_a_finished_game_is_kept_and_one_of_a_running_game_asked_for_again(
    world: World, game: str
) -> None:
    done = world.client.get(f"/g/{game}/40", headers=JSON)
    assert "max-age" in done.headers["Cache-Control"]
    assert {"Accept", "Accept-Language"} <= set(done.vary)
    running = world.game(["human", "bot"], [world.person("Bo", "b@x.org")])
    part = world.client.get(f"/g/{running}/3", headers=JSON)
    assert part.headers["Cache-Control"] == "no-cache"
    again = {**JSON, "If-None-Match": part.headers["ETag"]}
    assert world.client.get(f"/g/{running}/3", headers=again).status_code == 304
    world.play(running, lambda state: len(state.row) > 1)
    moved = world.client.get(f"/g/{running}/3", headers=again)
    assert moved.status_code == 200
    assert moved.get_json()["last"] == world.state(running).version


def test_behind_a_token_nothing_is_kept_and_the_share_link_is_the_public_one(
    world: World, game: str
) -> None:
    """Report L13."""
    token = world.token(game, 1)
    part = world.client.get(f"/p/{token}/at/40", headers=JSON)
    assert part.headers["Cache-Control"] == "no-store"
    assert part.get_json()["share"].endswith(f"/g/{game}/40")
    page = world.client.get(f"/p/{token}/at/40").get_data(as_text=True)
    assert "og:" not in page
    share = page[page.index('<p class="share"') :].partition("</p>")[0]
    assert token not in share


def test_a_closed_table_has_no_address_to_share(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")], spectators="closed")
    assert world.client.get(f"/g/{game}/2", headers=JSON).status_code == 403
    assert world.client.get(f"/g/{game}/log").status_code == 403
    path = f"/p/{world.token(game, 1)}/at/2"
    assert world.client.get(path, headers=JSON).get_json()["share"] is None
    assert "/g/" not in world.client.get(path).get_data(as_text=True)
    assert world.client.get(f"{path.partition('/at')[0]}/log").status_code == 200


def test_undone_moves_are_shown_as_such_and_what_stays_is_not(world: World) -> None:
    game, to, start, at = undone(world)
    log = world.log(game)
    moves = [v for v in range(to + 1, start + 1) if log[v - 1] in ("CardDrawn", "TurnStarted")]
    part = world.client.get(f"/g/{game}/{moves[0]}", headers=JSON).get_json()["scene"]
    assert "This was taken back later." in part
    assert f'href="/g/{game}/{at}">The undo' in part
    lines = re.findall(r'<li[^>]*>.*?href="[^"]*/(\d+)".*?</li>', part)
    struck = re.findall(r'href="[^"]*/(\d+)">\d+</a> <span><s>', part)
    assert set(map(int, struck)) == {v for v in map(int, lines) if to < v <= start}
    for version in (to, at, at + 2, start + 1):
        scene = world.client.get(f"/g/{game}/{version}", headers=JSON).get_json()["scene"]
        assert "This was taken back later." not in scene


def test_the_line_of_the_log_that_the_table_is_at_is_marked(world: World, game: str) -> None:
    log = world.log(game)
    silent = log.index("DecisionOpened", 30) + 1
    for version in (silent, silent + 1):
        part = world.client.get(f"/g/{game}/{version}", headers=JSON).get_json()
        assert part["silent"] == (version == silent)
        (here,) = re.findall(r'aria-current="step"><a href="[^"]*/(\d+)"', part["scene"])
        assert int(here) == (silent - 1 if version == silent else version)


def test_a_spectator_is_spoken_to_as_the_browser_asks(world: World, game: str) -> None:
    danish = {"Accept-Language": "da-DK, en;q=0.5"}
    for path in (f"/g/{game}", f"/g/{game}/1"):
        assert '<html lang="da">' in world.client.get(path, headers=danish).get_data(as_text=True)
    wrong = world.client.get(f"/g/{game}/99999", headers=danish)
    assert wrong.status_code == 404
    assert '<html lang="da">' in wrong.get_data(as_text=True)
    other = world.client.get(f"/g/{game}", headers={"Accept-Language": "xx"})
    assert '<html lang="en">' in other.get_data(as_text=True)


def test_a_links_preview_names_the_table_and_no_secret(world: World) -> None:
    """Report L3."""
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")], name='Tea "&" talk')
    html = world.client.get(f"/g/{game}").get_data(as_text=True)
    assert 'property="og:title" content="Waiting for Ann: Tea &#34;&amp;&#34; talk"' in html
    assert 'property="og:description" content="A game of TEN: Ann, Bot 2"' in html
    assert f'property="og:url" content="https://ten.example.org/g/{game}"' in html
    closed = world.game(["human", "bot"], [world.person("Bo", "b@x.org")], spectators="closed")
    assert "og:" not in world.client.get(f"/g/{closed}").get_data(as_text=True)


def test_a_version_that_there_is_not_is_none_for_scripts_too(world: World, game: str) -> None:
    last = world.state(game).version
    assert world.client.get(f"/g/{game}/{last + 1}", headers=JSON).status_code == 404
    assert world.client.get(f"/p/{world.token(game, 1)}/at/{last + 1}").status_code == 404


def test_the_last_version_shows_the_score(world: World, game: str) -> None:
    shown = text(world.client.get(f"/g/{game}/{world.state(game).version}"))
    assert "The result" in shown
    assert "The shuffle, to check" in shown
