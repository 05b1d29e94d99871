"""In every language a page says which it is, breaks no rule of accessibility and fits 320 pixels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from service.wording import languages
from tests.browser.checkers import AXE, violations
from tests.browser.chromium import watched
from tests.browser.pages import PAGES, visit
from tests.browser.scenes import Scenes
from tests.browser.test_narrow import NARROW, sticking_out

OTHERS: Final = languages()[1:]
NAMES: Final = (
    "home new-wrong confirm lobby-seats invited-wrong declined draw bid-long sealed-given buy-picked waiting"
    " stale solo-over over odd odd-over seat-wrong mistake public replay my-games mail-stopped orders"
    " away-wrong around-other around-bounced my-games-all me-wrong leave left"
)
"""Of the pages, those that say something of their own."""
SAID: Final = [shown for shown in PAGES if shown.name in NAMES.split()]


@pytest.fixture
def spoken(scenes: Scenes, request: pytest.FixtureRequest) -> Iterator[Scenes]:
    """The scenes, of people who all read the language."""
    scenes.speak(request.param)
    yield scenes
    scenes.speak("en")


def test_the_names_are_those_of_pages() -> None:
    assert {shown.name for shown in SAID} == set(NAMES.split())


@pytest.mark.parametrize("spoken", OTHERS, indirect=True)
def test_a_page_is_as_good_in_it(chromium: Browser, spoken: Scenes) -> None:
    language = spoken.language
    wrong: dict[str, list[str]] = {}
    said = 0
    with watched(chromium, spoken.served.base, viewport=NARROW, locale=language) as (page, _watch):
        for shown in SAID:
            page.context.clear_cookies()
            visit(page, shown, spoken)
            found = sticking_out(page) + (violations(page) if AXE.exists() else [])
            if found:
                wrong[shown.name] = found
            said += page.locator(f"html[lang={language}]").count()
    assert not wrong
    # Who nobody knows yet is spoken to in English.
    assert said >= 15
