"""The score: the browser shuffles as the service did, and finds out where it did not; rematch in one step."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from events.ten import cards
from events.ten.shuffle import commitment, lucky_word, shuffled
from tests.browser.chromium import watched
from tests.browser.scenes import Scenes

SEED: Final = bytes(range(32))
SHUFFLE: Final = """async ([seed, words, copies, takers]) => {
  const own = document.querySelector("script[src*='shuffle.js']").src;
  const { commitment, shuffled } = await import(own);
  return { ...await shuffled(seed, words, copies, takers), commitment: await commitment(seed) };
}"""


def in_browser(page: Page, seed: bytes, words: list[str], players: int, takers: list[int]) -> Any:
    copies = list(cards.deck(players).items())
    return page.evaluate(SHUFFLE, [seed.hex(), words, copies, takers])


def test_the_browser_shuffles_the_published_vector(chromium: Browser, scenes: Scenes) -> None:
    """The test vectors of events.md, "The shuffle"."""
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(scenes.path("over-public"))
        words = [lucky_word(word) for word in ("", "ab", "नमस्ते")]
        found = in_browser(page, SEED, words, 3, [1, 2, 3])
    assert found["commitment"] == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert found["deck"][:12] == "C4 R1 W9 C2 C2 R5 O1 R2 RW G5 G4 C2".split()
    whole = sha256(" ".join(found["deck"]).encode()).hexdigest()
    assert whole == "0fdf4d15cd49265dd15706f020ee3cb66b9a38d55d1141d177455fef702ccdca"
    assert found["first"] == 2


def test_the_browser_shuffles_as_the_service_does(chromium: Browser, scenes: Scenes) -> None:
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(scenes.path("over-public"))
        for number in range(20):
            players = 1 + number % 5
            seed = sha256(str(number).encode()).digest()
            words = [lucky_word(f"{number}{seat}" * (seat % 2)) for seat in range(players)]
            takers = list(range(1, players + 1))
            right = shuffled(seed, words, cards.deck(players), takers)
            found = in_browser(page, seed, words, players, takers)
            assert found["deck"] == list(right.deck)
            assert found["first"] == right.first_seat
            assert found["commitment"] == commitment(seed)


@pytest.mark.parametrize("scene", ["over-public", "over", "solo-over", "replay-end"])
def test_a_finished_game_is_found_to_be_right(
    chromium: Browser, scenes: Scenes, scene: str
) -> None:
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(scenes.path(scene))
        expect(page.locator("#check")).to_have_attribute("data-checked", "yes")
        expect(page.locator(".checks .right")).to_have_count(3)
        expect(page.locator(".checks [data-no]:visible")).to_have_count(0)


def test_it_is_checked_too_when_the_replay_gets_there(chromium: Browser, scenes: Scenes) -> None:
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(scenes.path("replay-middle"))
        page.keyboard.press("End")
        expect(page.locator("#check")).to_have_attribute("data-checked", "yes")


FORGED: Final = (
    ("data-seed", lambda value: value[:-2] + ("00" if value[-2:] != "00" else "11"), [0, 1]),
    ("data-commitment", lambda value: "0" * 64, [0]),
    ("data-drawn", lambda value: " ".join(reversed(value.split())), [1]),
    ("data-first", lambda value: str(1 + int(value) % 3), [2]),
)


@pytest.mark.parametrize(("name", "forge", "wrong"), FORGED, ids=lambda each: str(each)[:16])
def test_what_does_not_follow_from_the_seed_is_said(
    chromium: Browser, scenes: Scenes, name: str, forge: Any, wrong: list[int]
) -> None:
    with watched(chromium, scenes.served.base) as (page, _watch):

        def forged(route: Any) -> None:
            answer = route.fetch()
            html = answer.text()
            start = html.index(f'{name}="') + len(name) + 2
            end = html.index('"', start)
            route.fulfill(response=answer, body=html[:start] + forge(html[start:end]) + html[end:])

        page.route("**/g/*", forged)
        page.goto(scenes.path("over-public"))
        expect(page.locator("#check")).to_have_attribute("data-checked", "no")
        found = page.locator(".checks li").evaluate_all("all => all.map(each => each.className)")
        assert set(wrong) <= {at for at, each in enumerate(found) if each == "wrong"}


def test_without_scripts_the_page_explains_and_has_all_to_check_with(
    chromium: Browser, scenes: Scenes
) -> None:
    path = scenes.path("over-public")
    state = scenes.served.world.state(path.rpartition("/")[2])
    with watched(chromium, scenes.served.base, java_script_enabled=False) as (page, _watch):
        page.goto(path)
        assert not page.locator(".checks").is_visible()
        page.locator("#check summary").click()
        assert page.get_by_text(state.seed or "?", exact=True).is_visible()
        assert page.locator("#check .deck").text_content() == " ".join(state.known)
        page.locator("#by-turn summary").click()
        assert page.locator("table.turns tr").count() > 10


def test_a_rematch_is_one_press(chromium: Browser, scenes: Scenes) -> None:
    game = scenes.game(("human", "human", "bot"))
    scenes.play(game, lambda s, legal: False)
    with watched(chromium, scenes.served.base) as (page, _watch):
        page.goto(scenes.seat(game, 1))
        with page.expect_navigation():
            page.get_by_role("button", name="Rematch").click()
        assert "/p/" in page.url
        expect(page.locator("h1.news")).to_contain_text("Waiting for 1 player")
    invited = scenes.served.world.mails("invitation")[-1]
    assert invited.game != game
