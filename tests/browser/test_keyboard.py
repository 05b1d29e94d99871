"""Everything can be reached and done with the keyboard alone, and one sees where one is."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.pages import PAGES, Shown, visit
from tests.browser.scenes import Scenes

LISTEN: Final = """() => {
  const able = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const skipped = each => each.type === 'radio' && !each.checked &&
    document.querySelector(`input[type=radio][name="${each.name}"]:checked`);
  window.stops = [...document.querySelectorAll(able)]
    .filter(each => each.checkVisibility() && !each.disabled && !skipped(each));
  window.been = [];
  addEventListener('focusin', event => {
    const style = getComputedStyle(event.target);
    const box = event.target.getBoundingClientRect();
    been.push({
      at: stops.indexOf(event.target),
      html: event.target.outerHTML.slice(0, 100),
      seen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
      inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    });
  });
  return stops.map(each => each.outerHTML.slice(0, 100));
}"""


def walked(phone: Page) -> tuple[list[str], list[dict[str, Any]]]:
    """What can be used on the page, in its order, and each stop of the Tab key on the way through it."""
    stops: list[str] = phone.evaluate(LISTEN)
    been: list[dict[str, Any]] = []
    # A frame within the page has stops of its own; they come on top.
    for presses in (len(stops) + 2, 60, 200):
        for _ in range(presses):
            phone.keyboard.press("Tab")
        been = phone.evaluate("window.been")
        if {each["at"] for each in been} >= set(range(len(stops))):
            break
    return stops, been


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.name)
def test_tab_leads_to_all_that_can_be_used(phone: Page, scenes: Scenes, shown: Shown) -> None:
    visit(phone, shown, scenes)
    stops, been = walked(phone)
    reached = [each["at"] for each in been if each["at"] >= 0]
    missed = [html for at, html in enumerate(stops) if at not in reached]
    assert not missed
    first = reached[: len(stops)]
    # A link to a place within the page begins there, and the way comes round to what is above it.
    begin = first.index(0)
    assert first[begin:] + first[:begin] == sorted(first)
    assert not [each["html"] for each in been if not each["seen"]]
    assert not [each["html"] for each in been if not each["inside"]]


def tab_to(phone: Page, selector: str) -> None:
    """Press Tab until that has the focus. AssertionError if it is never reached."""
    for _ in range(80):
        phone.keyboard.press("Tab")
        if phone.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached")


def press_enter(phone: Page) -> None:
    with phone.expect_navigation():
        phone.keyboard.press("Enter")


def test_a_card_is_drawn(phone: Page, scenes: Scenes) -> None:
    game = scenes.another("start")
    so_far = len(scenes.served.world.log(game))
    phone.goto(scenes.seat(game))
    tab_to(phone, "button.main")
    press_enter(phone)
    assert "CardDrawn" in scenes.served.world.log(game)[so_far:]


def test_a_bid_is_raised_and_paid_another_way(phone: Page, scenes: Scenes) -> None:
    game = scenes.another("bid")
    auction = scenes.served.world.state(game).auction
    assert auction is not None
    amount = auction.highest + 2
    so_far = len(scenes.served.world.log(game))
    phone.goto(scenes.seat(game))
    tab_to(phone, f".amounts a[href*='/bid/{amount}#']")
    press_enter(phone)
    tab_to(phone, "input[type=radio]:checked")
    before = phone.locator("input[type=radio]:checked").get_attribute("value")
    phone.keyboard.press("ArrowDown")
    after = phone.locator("input[type=radio]:checked").get_attribute("value")
    assert after != before
    tab_to(phone, "button.main")
    press_enter(phone)
    assert "BidPlaced" in scenes.served.world.log(game)[so_far:]


def test_a_card_is_bought(phone: Page, scenes: Scenes) -> None:
    game = scenes.another("buy")
    so_far = len(scenes.served.world.log(game))
    phone.goto(scenes.seat(game))
    tab_to(phone, "a.pick")
    press_enter(phone)
    tab_to(phone, "button.main")
    press_enter(phone)
    assert "CardBought" in scenes.served.world.log(game)[so_far:]
