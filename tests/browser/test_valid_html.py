"""The Nu checker finds no error in any page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.checkers import faults, needs_nu
from tests.browser.pages import PAGES, visit
from tests.browser.scenes import Scenes

pytestmark = needs_nu


def test_every_page_is_valid(phone: Page, scenes: Scenes, tmp_path: Path) -> None:
    files = []
    for shown in PAGES:
        phone.context.clear_cookies()
        files.append(tmp_path / f"{shown.name}.html")
        files[-1].write_text(visit(phone, shown, scenes).text(), encoding="utf-8")
    found = faults(files)
    assert not found, "\n".join(found)


def test_an_error_is_found(tmp_path: Path) -> None:
    file = tmp_path / "wrong.html"
    file.write_text("<!doctype html><html lang=en><title>x</title><p><li>y", encoding="utf-8")
    assert faults([file])
