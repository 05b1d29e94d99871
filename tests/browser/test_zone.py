"""Whoever is new here finds the zone of the device in the form, and may type another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import watched
from tests.browser.scenes import Scenes


@pytest.mark.parametrize(
    ("device", "offered"),
    [("Asia/Kathmandu", "Asia/Kathmandu"), ("Atlantic/Faroe", "Atlantic/Faroe"), ("UTC", "UTC")],
)
def test_the_device_says_it(chromium: Browser, scenes: Scenes, device: str, offered: str) -> None:
    with watched(chromium, scenes.served.base, timezone_id=device) as (page, _watch):
        page.goto(f"{scenes.served.base}/new")
        expect(page.locator("[name=zone]")).to_have_value(offered)


def test_what_was_typed_stays(chromium: Browser, scenes: Scenes) -> None:
    with watched(chromium, scenes.served.base, timezone_id="Asia/Kathmandu") as (page, _watch):
        page.goto(f"{scenes.served.base}/new")
        page.fill("[name=game]", "Sunday")
        page.fill("[name=name]", "Ann")
        page.fill("[name=zone]", "Atlantis")
        page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_role("alert").first).to_be_visible()
        expect(page.locator("[name=zone]")).to_have_value("Atlantis")


def test_without_scripts_it_is_universal_time(chromium: Browser, scenes: Scenes) -> None:
    with watched(chromium, scenes.served.base, java_script_enabled=False) as (page, _watch):
        page.goto(f"{scenes.served.base}/new")
        expect(page.locator("[name=zone]")).to_have_value("UTC")
