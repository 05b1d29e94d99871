"""No page breaks a rule of axe-core, contrast among them, by day and by night, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.checkers import needs_axe, violations
from tests.browser.pages import PAGES, Shown, visit
from tests.browser.scenes import Scenes

pytestmark = needs_axe


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.name)
def test_a_page_breaks_no_rule(phone: Page, scenes: Scenes, shown: Shown) -> None:
    visit(phone, shown, scenes)
    found = violations(phone)
    assert not found, "\n".join(found)
    # By night there are other colours, and nothing else.
    phone.emulate_media(color_scheme="dark")
    found = violations(phone, "color-contrast")
    assert not found, "by night:\n" + "\n".join(found)


def test_a_broken_rule_is_found(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<p style='color:#999;background:#fff'>Pale <input></p>")
    broken = {line.partition(":")[0] for line in violations(page)}
    page.close()
    assert {"color-contrast", "label"} <= broken
