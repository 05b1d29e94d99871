"""Three people, three phones, one of them without scripts: from an empty form to the final score.

Nothing is known here but what pages and mails show: links are followed, fields filled in, buttons pressed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.chromium import watched
from tests.browser.serving import Served, served

LINK: Final = re.compile(r"https?://\S+")
TABLE: Final = re.compile(r"/p/[a-z2-7]{32}$|/g/[0-9a-f-]{36}$")
"""Where a mail leads to play, or to see how it ended."""
MOST: Final = 2_000
"""Moves, many more than a game has."""


@dataclass
class Player:
    """Somebody with a phone and a mailbox."""

    name: str
    address: str
    page: Page
    subjects: list[str] = field(default_factory=list)

    def follow(self, text: str, kind: str) -> None:
        """Open the first link of that kind in the mail."""
        self.page.goto(next(link for link in LINK.findall(text) if f"/{kind}/" in link))

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            self.page.locator(f"[name={name}]").fill(value)

    def press(self, what: Locator) -> None:
        with self.page.expect_navigation() as went:
            what.click()
        assert went.value.status == 200, went.value.text()

    def confirm(self) -> None:
        """Press the one button that the page is about."""
        self.press(self.page.locator("button.main").first)

    @property
    def asked(self) -> bool:
        """Whether the page in front wants a move."""
        return self.page.locator("#move").count() > 0

    def move(self, chance: random.Random) -> None:
        """One of the moves that the page offers."""
        beside = self.page.locator("#move a.pick, #move .amounts a:not([aria-current])").all()
        if beside and chance.random() < 0.4:
            self.press(chance.choice(beside))
        pays = self.page.locator("#move input[type=radio]:visible").all()
        if len(pays) > 1:
            chance.choice(pays).check()
        buttons = self.page.locator("#move button").all()
        main = self.page.locator("#move button.main").first
        self.press(main if chance.random() < 0.7 and main.count() else chance.choice(buttons))


@dataclass
class Post:
    """Brings the players their mails."""

    service: Served
    players: list[Player]
    brought: int = 0

    def mails(self) -> list[tuple[Player, str]]:
        """Those that have come since the last look, as text."""
        self.service.deliver()
        box = self.service.mailbox
        found = []
        for number in sorted(each for each in box.numbers() if each > self.brought):
            self.brought = number
            letter = box.get(number)
            assert letter is not None
            mail = letter.parsed
            player = next(each for each in self.players if each.address in str(mail["To"]))
            player.subjects.append(str(mail["Subject"]))
            found.append((player, letter.part("plain")))
        return found


def begin(post: Post) -> None:
    """The first player starts a game and invites the others by mail; they take their seats."""
    host, *guests = post.players
    host.page.goto("/")
    host.press(host.page.get_by_role("link", name="Start a game"))
    host.fill(game="Three phones", name=host.name, address=host.address)
    for seat, guest in enumerate(guests, 2):
        host.page.locator(f"[name=kind{seat}]").select_option("mail")
        host.fill(**{f"address{seat}": guest.address})
    host.confirm()
    ((_, mail),) = post.mails()
    host.follow(mail, "c")
    host.confirm()
    for guest, mail in post.mails():
        guest.follow(mail, "i")
        guest.fill(name=guest.name)
        guest.confirm()


def play(post: Post, chance: random.Random) -> int:
    """Each answers each mail until nobody is mailed any more; how many moves were made."""
    moves = 0
    while mails := post.mails():
        for player, text in mails:
            player.page.goto(next(filter(TABLE.search, LINK.findall(text))))
            while player.asked:
                player.move(chance)
                moves += 1
                assert moves < MOST
    return moves


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path, seed=5) as service:
        yield service


def test_three_people_play_to_the_final_score(chromium: Browser, service: Served) -> None:
    with ExitStack() as stack:
        players = []
        for name, scripts in (("Ann", True), ("Bo", True), ("Cleo", False)):
            page, _watch = stack.enter_context(
                watched(chromium, service.base, java_script_enabled=scripts)
            )
            players.append(Player(name, f"{name.lower()}@example.org", page))
        post = Post(service, players)
        begin(post)
        assert play(post, random.Random(7)) > 60
        scores = []
        for player in players:
            assert all("Three phones" in each for each in player.subjects)
            rows = player.page.locator(".scores:not(.luck) tbody tr").all_inner_texts()
            scores.append([re.sub(r"\s+", " ", row) for row in rows])
        assert len(scores[0]) == 3
        assert scores[0] == scores[1] == scores[2]
        assert {"Ann", "Bo", "Cleo"} == {row.split()[1] for row in scores[0]}
