"""Pictures of the pages, to be looked at: ``python -m tests.browser.pictures OUT [NAME ...]``.

Each page of ``tests/browser/pages.py`` (or those named) as ``OUT/<name>-<width>-<light or dark>.png``,
from top to bottom.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser

from tests.browser.chromium import DESK, PHONE, Size, chromium, program, watched
from tests.browser.pages import PAGES, Shown, visit
from tests.browser.scenes import Scenes
from tests.browser.serving import served

NARROW: Size = {"width": 320, "height": 640}
SIZES = (PHONE, DESK)


def take(browser: Browser, scenes: Scenes, shown: Shown, out: Path) -> None:
    """The pictures of one page."""
    with watched(browser, scenes.served.base) as (page, _watch):
        visit(page, shown, scenes)
        for size in SIZES:
            page.set_viewport_size(size)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                file = out / f"{shown.name}-{size['width']}-{scheme}.png"
                page.screenshot(path=file, full_page=True)


def main(out: Path, names: Collection[str]) -> None:
    """Raises SystemExit where there is no browser."""
    path = program()
    if path is None:
        raise SystemExit("There is no Chromium on the PATH: Debian has it as the package chromium.")
    out.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        served(Path(folder)) as service,
        chromium(path) as browser,
    ):
        scenes = Scenes(service)
        for shown in PAGES:
            if not names or shown.name in names:
                take(browser, scenes, shown, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
