"""The replay: by links without scripts; with them by key and slider, without a new page."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.chromium import DESK, watched
from tests.browser.scenes import Scenes

SLIDER: Final = ".player input"
STEPS: Final = ("first", "turn-before", "prev", "next", "turn", "auction", "last")


@pytest.fixture
def over(scenes: Scenes) -> tuple[str, int]:
    """A finished game's address and its last version."""
    path = scenes.path("replay-end")
    return path.rpartition("/")[0], int(path.rpartition("/")[2])


def shows(page: Page, version: int) -> None:
    """AssertionError unless all of the page is at that version."""
    expect(page.locator("h1 small")).to_contain_text(f"version {version} of")
    expect(page.locator(SLIDER)).to_have_value(str(version))
    assert page.url.rpartition("/")[2] == str(version)
    assert f"version {version}" in page.title()
    assert (page.locator(".share a").text_content() or "").endswith(f"/{version}")


def test_without_scripts_the_links_lead_through(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, last = over
    with watched(chromium, scenes.served.base, java_script_enabled=False) as (page, _watch):
        page.goto(f"{base}/40")
        assert not page.locator(".player").is_visible()
        assert not page.locator(".share button").is_visible()
        for step in STEPS:
            page.goto(f"{base}/40")
            to = page.locator(f"a[data-step={step}]").get_attribute("href")
            with page.expect_navigation():
                page.click(f"a[data-step={step}]")
            assert page.url.endswith(to or "?")
            expect(page.locator("h1.news")).to_be_visible()
        assert page.url.endswith(f"/{last}")
        assert page.locator("#scores").is_visible()


def test_keys_lead_through_and_no_new_page_is_fetched(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, last = over
    with watched(chromium, scenes.served.base, viewport=DESK) as (page, _watch):
        page.goto(f"{base}/40")
        page.evaluate("window.same = true")
        for key, version in (
            ("ArrowRight", 41),
            ("ArrowRight", 42),
            ("ArrowLeft", 41),
            ("End", last),
            ("ArrowRight", last),
            ("Home", 1),
            ("ArrowLeft", 1),
        ):
            page.keyboard.press(key)
            shows(page, version)
        turn = page.locator("a[data-step=turn]").get_attribute("href") or ""
        page.keyboard.press("PageDown")
        shows(page, int(turn.rpartition("/")[2]))
        assert page.evaluate("window.same")


def test_a_step_keeps_the_focus_and_the_log_marks_its_line(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, _last = over
    with watched(chromium, scenes.served.base, viewport=DESK) as (page, _watch):
        page.goto(f"{base}/40")
        page.locator("a[data-step=turn]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("h1 small")).not_to_contain_text("version 40 of")
        assert page.evaluate("document.activeElement.dataset.step") == "turn"
        shown = page.url.rpartition("/")[2]
        here = page.locator(".log [aria-current=step] a")
        expect(here).to_have_text(shown)
        box, log = here.bounding_box(), page.locator(".log").bounding_box()
        assert box is not None
        assert log is not None
        assert log["y"] <= box["y"] <= log["y"] + log["height"]


def test_a_step_leaves_open_what_was_folded_out(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, _last = over
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"{base}/40")
        page.locator("#scene summary").first.click()
        page.keyboard.press("ArrowRight")
        shows(page, 41)
        assert page.locator("#scene details").first.get_attribute("open") is not None


def test_each_version_is_fetched_once_and_from_its_own_address(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, _last = over
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"{base}/40")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for key in ("ArrowRight", "ArrowLeft", "ArrowRight", "ArrowLeft"):
            before = page.url
            page.keyboard.press(key)
            expect(page).not_to_have_url(before)
        versions = [url for url in asked if base in url]
        assert versions == [f"{scenes.served.base}{base}/{version}" for version in (41, 40)]


def test_the_slider_shows_where_it_is_let_go(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, last = over
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"{base}/1")
        box = page.locator(SLIDER).bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 9, middle)
        page.mouse.down()
        for part in range(1, 20):
            page.mouse.move(box["x"] + box["width"] * part / 25, middle)
        page.mouse.up()
        version = int(page.locator(SLIDER).input_value())
        assert last // 2 < version < last
        shows(page, version)
        page.keyboard.press("ArrowRight")
        shows(page, version + 1)


def test_playing_goes_on_by_itself_until_it_is_stopped(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, last = over
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"{base}/{last - 4}")
        page.select_option(".player select", "4")
        page.locator("h1").click()
        page.keyboard.press("Space")
        expect(page.locator(".player button")).to_have_text("Pause")
        shows(page, last)
        expect(page.locator(".player button")).to_have_text("Play")
        # At the end, playing begins anew.
        page.click(".player button")
        expect(page.locator("h1 small")).to_contain_text("version 1 of")
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".player button")).to_have_text("Play")


def test_a_slider_held_while_the_game_moves_on_stays_under_the_thumb(
    chromium: Browser, scenes: Scenes
) -> None:
    game = scenes.game(("human", "bot"))
    world = scenes.served.world
    before = world.state(game).version
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"/g/{game}/2")
        slider = page.locator(SLIDER)
        box = slider.bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        page.mouse.move(box["x"] + 30, middle)
        page.mouse.down()
        assert scenes.play(game, lambda s, legal: s.version > before + 12)
        page.mouse.move(box["x"] + box["width"] - 9, middle, steps=8)
        expect(page.locator("h1 small")).to_contain_text(f"of {world.state(game).version}")
        assert slider.get_attribute("max") == str(before)
        page.mouse.up()
        assert slider.get_attribute("max") == str(world.state(game).version)
        shows(page, before)
        page.keyboard.press("End")
        shows(page, world.state(game).version)


def test_who_waits_at_the_end_of_a_running_game_sees_it_go_on(
    chromium: Browser, scenes: Scenes
) -> None:
    game = scenes.game(("human", "bot"))
    world = scenes.served.world
    before = world.state(game).version
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.clock.install()
        page.goto(f"/g/{game}/{before}")
        expect(page.locator("span[data-step=next]")).to_be_visible()
        assert scenes.play(game, lambda s, legal: s.version > before + 5)
        page.clock.fast_forward(21_000)
        expect(page.locator("a[data-step=next]")).to_be_visible()
        last = world.state(game).version
        expect(page.locator(SLIDER)).to_have_attribute("max", str(last))
        shows(page, before)
        page.keyboard.press("End")
        shows(page, last)


def test_a_version_that_cannot_be_fetched_is_said_and_can_be_tried_again(
    chromium: Browser, scenes: Scenes, over: tuple[str, int]
) -> None:
    base, _last = over

    def refuse(route: Route) -> None:
        route.fulfill(status=503, body=json.dumps({}))

    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"{base}/40")
        page.route("**/41", refuse)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".player [role=alert]")).to_be_visible()
        shows(page, 40)
        page.unroute("**/41")
        page.keyboard.press("ArrowRight")
        shows(page, 41)
        assert not page.locator(".player [role=alert]").is_visible()


def test_behind_a_seats_link_it_works_and_shares_the_public_address(
    chromium: Browser, scenes: Scenes
) -> None:
    """Report L13."""
    path = scenes.path("draw")
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(f"{path}/at/9")
        page.keyboard.press("ArrowRight")
        shows(page, 10)
        assert f"{path}/at/10" in page.url
        shared = page.locator(".share a").get_attribute("href") or ""
        assert path.rpartition("/")[2] not in shared
        assert "/g/" in shared
