"""The machine's own Chromium, and pages that are watched: what they ask for and what they complain of."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypedDict
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
QUIET: Final = (
    # Tests run as root in containers; nothing but our own pages is ever shown.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page might ask for elsewhere, it does not get.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


class Size(TypedDict):
    """Of a window, in CSS pixels."""

    width: int
    height: int


PHONE: Final[Size] = {"width": 360, "height": 740}
DESK: Final[Size] = {"width": 1100, "height": 800}


def program() -> str | None:
    """The path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """A browser without a window, until the block ends."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@dataclass
class Watch:
    """What the pages of one browser context did. ``strayed`` are requests to anywhere but ``base``.
    ``complaints`` are errors on the console, refusals of the content policy among them."""

    base: str
    strayed: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def requested(self, request: Request) -> None:
        if urlsplit(request.url)[:2] != urlsplit(self.base)[:2]:
            self.strayed.append(request.url)

    def heard(self, message: ConsoleMessage) -> None:
        # A page that says what is wrong has the status that says so; Chromium calls that an error.
        if message.type in ("error", "warning") and "the server responded with" not in message.text:
            self.complaints.append(message.text)

    def fine(self) -> None:
        """AssertionError unless nothing left this host and no page broke its own policy."""
        assert not self.strayed
        assert not self.complaints


@contextmanager
def watched(browser: Browser, base: str, **options: Any) -> Iterator[tuple[Page, Watch]]:
    """A page in a context of its own, as a phone shows it unless ``options`` say otherwise. All must be
    ``Watch.fine`` when the block ends."""
    settings = {"viewport": PHONE, "locale": "en-GB", **options}
    context = browser.new_context(base_url=base, **settings)
    context.set_default_timeout(15_000)
    watch = Watch(base)
    context.on("request", watch.requested)
    context.on("console", watch.heard)
    try:
        yield context.new_page(), watch
        watch.fine()
    finally:
        context.close()
