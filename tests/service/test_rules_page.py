"""The rules page: every ruling, in every language, at an address of its own."""

import pytest

from service.wording import languages
from service.wording.rules_text import RULINGS


@pytest.mark.parametrize("language", languages())
def test_each_language_has_its_page_with_every_ruling(world, language):
    answer = world.client.get(f"/rules/{language}")
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    for ruling in RULINGS:
        assert f'<span class="sign">{ruling}</span>' in answer.text


def test_the_language_is_the_browsers_where_it_is_one_of_ours(world):
    danish = world.client.get("/rules", headers={"Accept-Language": "da-DK,da;q=0.9,en;q=0.5"})
    assert '<html lang="da">' in danish.text
    other = world.client.get("/rules", headers={"Accept-Language": "fi"})
    assert '<html lang="en">' in other.text


def test_an_unknown_language_is_told_where_the_rules_are(world):
    answer = world.client.get("/rules/xx")
    assert answer.status_code == 404
    assert 'href="/rules"' in answer.text
