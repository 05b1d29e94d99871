"""A browser for each file of tests, and one service with all the scenes for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import PHONE, Watch, program, watched
from tests.browser.chromium import chromium as running
from tests.browser.scenes import Scenes
from tests.browser.serving import served


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Ends with its file: while it runs, no other test of this process may run a loop of its own."""
    path = program()
    if path is None:
        pytest.skip("there is no Chromium on the PATH: Debian has it as the package chromium")
    with running(path) as browser:
        yield browser


@pytest.fixture(scope="session")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenes]:
    """In English."""
    with served(tmp_path_factory.mktemp("scenes")) as service:
        yield Scenes(service)


@pytest.fixture(scope="module")
def window(chromium: Browser, scenes: Scenes) -> Iterator[tuple[Page, Watch]]:
    """One for all tests of a file: ask for ``phone``."""
    with watched(chromium, scenes.served.base) as opened:
        yield opened


@pytest.fixture
def phone(window: tuple[Page, Watch]) -> Iterator[Page]:
    """A page on a phone, by day, without cookies; nothing that a test shows there may break the rules."""
    page, watch = window
    page.context.clear_cookies()
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    yield page
    watch.fine()
