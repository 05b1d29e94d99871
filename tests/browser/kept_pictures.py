"""Pictures as the README shows them: ``python -m tests.browser.kept_pictures [OUT]``.

Each is the top of a mail of the gallery on a phone, or of a page of ``tests/browser/pages.py``, in
``docs/pictures`` unless another folder is named.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize

from tests.browser.chromium import chromium, program, watched
from tests.browser.pages import PAGES, visit
from tests.browser.scenes import Scenes
from tests.browser.serving import served
from workers.gallery import gallery

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
PHONE: Final[ViewportSize] = {"width": 340, "height": 760}
DESK: Final[ViewportSize] = {"width": 1000, "height": 900}
DENSITY: Final = 1.6
"""Pixels of a phone's picture for one of the mail or page: a legible picture that is not heavy."""


class Picture(NamedTuple):
    """``of`` is the name of a file of the gallery, or of a page."""

    name: str
    of: str
    scheme: Literal["light", "dark"]
    size: ViewportSize = PHONE


MAILS: Final = (
    Picture("your-turn", "your-turn.en.html", "light"),
    Picture("auction-dark", "auction.en.html", "dark"),
    Picture("final-score-nepali", "final-score.ne.html", "light"),
)
SHOWN: Final = (
    Picture("play-page", "risk", "light"),
    Picture("replay-dark", "replay", "dark"),
    Picture("score-page", "over", "light", DESK),
)


def mails(browser: Browser, out: Path) -> None:
    """The pictures of mails."""
    with TemporaryDirectory() as folder:
        gallery(Path(folder))
        for each in MAILS:
            page = browser.new_page(
                viewport=each.size, device_scale_factor=DENSITY, color_scheme=each.scheme
            )
            page.goto((Path(folder) / each.of).as_uri())
            page.screenshot(path=out / f"{each.name}.png")
            page.close()


def pages(browser: Browser, out: Path) -> None:
    """The pictures of pages."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        served(Path(folder)) as service,
    ):
        scenes = Scenes(service)
        for each in SHOWN:
            density = DENSITY if each.size == PHONE else 1
            shown = next(one for one in PAGES if one.name == each.of)
            with watched(
                browser,
                service.base,
                viewport=each.size,
                device_scale_factor=density,
                color_scheme=each.scheme,
            ) as (page, _watch):
                visit(page, shown, scenes)
                page.screenshot(path=out / f"{each.name}.png")


def main(out: Path) -> None:
    """Raises SystemExit where there is no browser."""
    path = program()
    if path is None:
        raise SystemExit("There is no Chromium on the PATH: Debian has it as the package chromium.")
    out.mkdir(parents=True, exist_ok=True)
    with chromium(path) as browser:
        mails(browser, out)
        pages(browser, out)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
