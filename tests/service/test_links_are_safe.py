"""GET and HEAD show and never act, and set no cookie (reports L1, L2, L3)."""

import random
import re

from tests.service.world import BASE, World, form


def test_a_hundred_looks_at_every_link_change_nothing_and_the_link_still_works(
    world: World,
) -> None:
    ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
    game = world.game(["human", "human"], [ann, bo])
    world.play(game, lambda state: state.auction is not None)
    state = world.state(game)
    assert state.awaiting is not None
    link = f"/p/{world.token(game, state.awaiting.seat)}"
    paths = [
        link,
        *(f"{link}/{move}" for move in ("draw", "numbers", "currency", "pass", "no")),
        f"{link}/bid/1",
        f"{link}/bid/99999",
        f"{link}/buy/G5",
        f"{link}/buy/XX",
        *(f"{link}/{page}" for page in ("table", "orders", "away", "around", "at/3")),
        f"/g/{game}",
        f"/g/{game}/1",
        f"/g/{game}/{state.version}",
    ]
    before = world.everything()
    chance = random.Random(1)
    client = world.client
    for _ in range(100):
        path = chance.choice(paths)
        answer = client.open(path, method=chance.choice(["GET", "HEAD"]))
        assert answer.status_code == 200, path
        assert "Set-Cookie" not in answer.headers
    assert world.everything() == before
    offered = form(client.get(link), link)
    assert client.post(link, data=offered.data()).status_code == 303


def test_a_head_answers_like_a_get_without_the_page(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")])
    link = f"/p/{world.token(game, 1)}"
    answer = world.client.head(link)
    assert answer.status_code == 200
    assert answer.data == b""


def test_no_page_sends_a_form_by_itself_or_loads_anything_from_elsewhere(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")])
    for path in (f"/p/{world.token(game, 1)}", f"/g/{game}", f"/g/{game}/1"):
        html = world.client.get(path).get_data(as_text=True).lower().replace(BASE, "")
        own = r'<script type="module" src="/static/[a-z]+\.js\?v=[0-9a-f]+"></script>'
        html = re.sub(own, "", html)
        assert "<script" not in html
        assert "http-equiv" not in html
        assert " style=" not in html
        assert 'src="' not in html
        assert "http:" not in html
        assert "https:" not in html


def test_the_share_link_is_the_public_one_and_the_title_names_no_secret(world: World) -> None:
    """Reports L3 and L13."""
    game = world.game(["human", "bot"], [world.person("Ann", "a@x.org")])
    token = world.token(game, 1)
    html = world.client.get(f"/p/{token}").get_data(as_text=True)
    assert f'href="/g/{game}"' in html
    assert token not in html.partition("</title>")[0]
