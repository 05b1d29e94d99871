"""The table of pages has them all."""

from __future__ import annotations

from typing import Final

from tests.browser.pages import PAGES, path_of, then_of
from tests.browser.scenes import Scenes

NO_PAGES: Final = {
    "static",
    "health.alive",
    "health.ready",
    "games.log",
    "rematch.log",
    "account_me.everything",
    "watching.seat",
    "watching.table",
    "inbox.html",
    "inbox.source",
}
"""What answers with a file or a word."""


def test_every_page_that_can_be_asked_for_is_in_the_table(scenes: Scenes) -> None:
    rules = scenes.served.world.app.url_map
    match = rules.bind("127.0.0.1").match
    paths = [path_of(shown, scenes) for shown in PAGES if shown.status != 404]
    paths += [then_of(shown, scenes) for shown in PAGES if shown.then] + ["/games"]
    seen = {match(path, "GET")[0] for path in paths}
    every = {rule.endpoint for rule in rules.iter_rules() if "GET" in (rule.methods or ())}
    assert every - NO_PAGES - seen == set()
    assert every >= NO_PAGES
