"""Pictures of mails as the README shows them: ``python -m tests.browser.mail_pictures [OUT]``.

Each is the top of a mail of the gallery on a phone, in ``docs/pictures`` unless another folder is named.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from playwright.sync_api import ViewportSize

from tests.browser.chromium import chromium, program
from workers.gallery import gallery

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
PHONE: Final[ViewportSize] = {"width": 340, "height": 760}
DENSITY: Final = 1.6
"""Pixels of the picture for one of the mail: a legible picture that is not heavy."""


class Picture(NamedTuple):
    """``mail`` is the name of a file of the gallery."""

    name: str
    mail: str
    scheme: Literal["light", "dark"]


PICTURES: Final = (
    Picture("your-turn", "your-turn.en.html", "light"),
    Picture("auction-dark", "auction.en.html", "dark"),
    Picture("final-score-nepali", "final-score.ne.html", "light"),
)


def main(out: Path) -> None:
    """Raises SystemExit where there is no browser."""
    path = program()
    if path is None:
        raise SystemExit("There is no Chromium on the PATH: Debian has it as the package chromium.")
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, chromium(path) as browser:
        gallery(Path(folder))
        for each in PICTURES:
            page = browser.new_page(
                viewport=PHONE, device_scale_factor=DENSITY, color_scheme=each.scheme
            )
            page.goto((Path(folder) / each.mail).as_uri())
            page.screenshot(path=out / f"{each.name}.png")
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
