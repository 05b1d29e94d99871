"""Mail scanners, link previews and browsers that fetch ahead follow a mail's links: nothing comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

import pytest

from tests.e2e.play import Browser, Letter
from tests.e2e.running import Up, wait_for
from tests.e2e.seated import seated
from tests.workers.sink import Sink

LOOKS = 100
ANN = "ann@example.org"
AHEAD: Sequence[Mapping[str, str]] = (
    {},
    {"Purpose": "prefetch"},
    {"Sec-Purpose": "prefetch;prerender"},
    {"X-Moz": "prefetch"},
    {"X-Purpose": "preview"},
    {"User-Agent": "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 Chrome/99 Safari/537.36"},
    {"User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"},
    {"Range": "bytes=0-511"},
    {"If-None-Match": "*"},
)
"""Headers of those who look before a person does."""


@pytest.fixture(scope="module")
def asked(up: Up, post: Sink) -> Letter:
    """The first mail of a game against the House."""
    seated(up, [("Ann", ANN)], ["house"])
    (first,) = wait_for(lambda: post.to(ANN), "no mail comes")
    return Letter(first.to, first.raw)


@pytest.fixture
def browser(up: Up) -> Iterator[Browser]:
    with closing(Browser(up.base)) as opened:
        yield opened


def test_a_hundred_looks_at_every_link_change_nothing_and_the_link_moves_afterwards(
    up: Up, asked: Letter, browser: Browser
) -> None:
    """Reports L1, L2 and L3."""
    up.quiet()
    before = up.tables()
    assert len(asked.links) >= 4
    looks = asked.links * LOOKS
    chance = random.Random(100)
    chance.shuffle(looks)
    for link in looks:
        answer = browser.ask(chance.choice(["GET", "HEAD"]), link, headers=chance.choice(AHEAD))
        assert answer.status == 200, link
        assert "Set-Cookie" not in answer.headers
    assert up.tables() == before
    page = browser.get(asked.play or "")
    assert browser.post(page.path, page.moves[0].data()).status == 303


def test_a_form_sent_by_get_or_with_another_method_does_not_act(
    up: Up, asked: Letter, browser: Browser
) -> None:
    up.quiet()
    page = browser.get(asked.play or "")
    fields = {name: values[0] for name, values in page.moves[0].data().items()}
    query = "&".join(f"{name}={value}" for name, value in fields.items())
    before = up.tables()
    assert browser.get(f"{page.path}?{query}").status == 200
    assert browser.head(f"{page.path}?{query}").status == 200
    for method in ("PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
        answer = browser.ask(method, page.path, query.encode())
        assert answer.status in (405, 415), method
    assert browser.ask("OPTIONS", page.path).status == 200
    assert up.tables() == before
