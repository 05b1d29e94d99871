"""What a phone has to fetch for a page that it has never seen, style and pictures with it."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import watched
from tests.browser.pages import PAGES, Shown, visit
from tests.browser.scenes import Scenes

PLAY: Final = 60_000
"""Bytes of a page to play on."""
REPLAY: Final = 120_000
"""Bytes of a page to watch a game on, or how it ended."""
LIMITS: Final = {
    **dict.fromkeys(("draw", "bid-long", "market-full", "end", "five", "odd"), PLAY),
    **dict.fromkeys(("replay-start", "replay", "replay-end", "odd-over"), REPLAY),
}  # fmt: skip


WEIGHED: Final = [each for each in PAGES if each.name in LIMITS]


@pytest.mark.parametrize("shown", WEIGHED, ids=lambda shown: shown.name)
def test_a_page_is_light(chromium: Browser, scenes: Scenes, shown: Shown) -> None:
    with watched(chromium, scenes.served.base) as (page, _watch):
        fetched: list[int] = []
        session = page.context.new_cdp_session(page)
        session.on(
            "Network.loadingFinished", lambda told: fetched.append(told["encodedDataLength"])
        )
        session.send("Network.enable")
        visit(page, shown, scenes)
        page.wait_for_load_state("networkidle")
        assert len(fetched) >= 2
        assert sum(fetched) < LIMITS[shown.name]
