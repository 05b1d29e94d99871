"""Whoever is not known is spoken to in the first of our languages that the browser asks for."""

import pytest

from tests.service.world import World

ASKED = {"Accept-Language": "fr-FR, da-DK;q=0.9, en;q=0.5"}


@pytest.mark.parametrize(
    "path", ["/", "/new", "/sign-in", "/p/" + "a" * 32, "/g/nothing", "/games"]
)
def test_in_the_language_of_the_browser(world: World, path: str) -> None:
    page = world.client.get(path, headers=ASKED, follow_redirects=True).text
    assert '<html lang="da">' in page


@pytest.mark.parametrize("asked", ["fr, de;q=0.5", "*", "", ";;q=x,,"])
def test_else_in_english(world: World, asked: str) -> None:
    page = world.client.get("/", headers={"Accept-Language": asked}).text
    assert '<html lang="en">' in page


def test_a_new_game_is_in_that_language_unless_another_is_chosen(world: World) -> None:
    page = world.client.get("/new", headers=ASKED).text
    assert '<option value="da" selected' in page
