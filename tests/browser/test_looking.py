"""Looking changes nothing, asks nobody else and leaves nothing behind, however much the browser can do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import watched
from tests.browser.pages import PAGES, path_of, visit
from tests.browser.scenes import Scenes

LOOKS = [shown for shown in PAGES if not shown.press]


@pytest.fixture
def written(scenes: Scenes) -> Iterator[sqlite3.Connection]:
    """A connection that sees whether another one wrote."""
    file = scenes.served.world.store.engine.url.database
    assert file is not None
    with closing(sqlite3.connect(file)) as connection:
        yield connection


def writes(connection: sqlite3.Connection) -> int:
    """A number that is another one once anything was committed."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)


def test_a_browser_that_runs_scripts_changes_nothing(
    phone: Page, scenes: Scenes, written: sqlite3.Connection
) -> None:
    paths = {shown.name: path_of(shown, scenes) for shown in LOOKS}
    world = scenes.served.world
    rows = world.everything()
    before = writes(written)
    for shown in LOOKS:
        visit(phone, shown, scenes, paths[shown.name])
        assert writes(written) == before, shown.name
        assert not phone.context.cookies(), shown.name
    assert world.everything() == rows


def test_writing_would_be_noticed(scenes: Scenes, written: sqlite3.Connection) -> None:
    before = writes(written)
    scenes.persons(("Ann",))
    assert writes(written) != before


def test_what_a_page_must_not_do_is_noticed(chromium: Browser, scenes: Scenes) -> None:
    with watched(chromium, scenes.served.base) as (page, watch):
        page.goto("/")
        page.evaluate(
            """() => {
              document.body.append(Object.assign(new Image(), {src: 'http://elsewhere.example/x.png'}));
              const script = document.createElement('script');
              script.textContent = 'window.ran = 1';
              document.body.append(script);
            }"""
        )
        page.wait_for_timeout(50)
        assert page.evaluate("window.ran") is None
        assert len(watch.complaints) == 2
        assert all("Content Security Policy" in each for each in watch.complaints)
        watch.complaints.clear()
        # Even where no policy stands in the way.
        other = page.context.new_page()
        other.set_content("<img src='http://elsewhere.example/x.png'>")
        assert watch.strayed == ["http://elsewhere.example/x.png"] * 2
        watch.strayed.clear()
        watch.complaints.clear()
