"""On the narrowest phones nothing has to be pushed sideways to be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import Size
from tests.browser.pages import PAGES, Shown, visit
from tests.browser.scenes import Scenes

NARROW: Size = {"width": 320, "height": 640}
SEEN = """() => {
  const scrolls = each => getComputedStyle(each).overflowX !== 'visible';
  const kept = each => {
    for (let at = each.parentElement; at !== document.body; at = at.parentElement)
      if (scrolls(at)) return true;
    return false;
  };
  return [...document.querySelectorAll('body *')]
    .filter(each => each.getBoundingClientRect().right > innerWidth + 1 && !kept(each))
    .map(each => each.outerHTML.slice(0, 120));
}"""


def sticking_out(page: Page) -> list[str]:
    """What reaches beyond the right edge, if the page can be scrolled there."""
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return page.evaluate(SEEN) if width > NARROW["width"] else []


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.name)
def test_a_page_fits_320_pixels(phone: Page, scenes: Scenes, shown: Shown) -> None:
    phone.set_viewport_size(NARROW)
    visit(phone, shown, scenes)
    assert not sticking_out(phone)


def test_what_sticks_out_is_found(chromium: Browser) -> None:
    page = chromium.new_page(viewport=NARROW)
    page.set_content("<p><b style='display:block;width:330px'>wide</b></p>")
    found = sticking_out(page)
    page.close()
    assert len(found) == 1
