"""Persons who play whole games by their mails: each mail is read as it comes, and answered by its links."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.e2e.play import Browser, Letter, Player
from tests.e2e.running import wait_for
from tests.workers.sink import Sink


class Party:
    """All whose mails reach the sink, played by one hand. ``settled`` waits until no mail is due."""

    def __init__(self, base: str, sink: Sink, seed: int, settled: Callable[[], None]) -> None:
        self.sink = sink
        self.settled = settled
        self.browser = Browser(base)
        self.player = Player(self.browser, random.Random(seed))
        self.letters: list[Letter] = []
        """All mails so far, in the order they came."""

    def close(self) -> None:
        self.browser.close()

    def mail(self) -> list[Letter]:
        """The mails that came since the last look; waits until there is one."""
        wait_for(lambda: len(self.sink.caught) > len(self.letters), "no mail comes")
        self.settled()
        return self.mail_so_far()

    def mail_so_far(self) -> list[Letter]:
        """The mails that came since the last look, perhaps none."""
        fresh = [Letter(each.to, each.raw) for each in self.sink.caught[len(self.letters) :]]
        self.letters += fresh
        return fresh

    def to(self, address: str) -> list[Letter]:
        return [each for each in self.letters if each.to == address]

    def answer(self, letter: Letter) -> bool:
        """Follow one of the mail's links and move until nothing is asked; whether there was a move to
        make. A mail may ask for what was answered meanwhile from another one."""
        if letter.play is None or not self.browser.get(letter.play).moves:
            return False
        chance = self.player.chance
        page = self.browser.get(chance.choice(letter.choices or [letter.play]))
        self.player.play_on(page)
        return True

    def play(
        self, ends: Callable[[], bool], watch: Callable[[list[Letter]], None] = lambda fresh: None
    ) -> None:
        """Answer every mail until ``ends()``; ``watch`` gets the fresh ones before they are answered."""
        while not ends():
            fresh = self.mail()
            watch(fresh)
            for letter in fresh:
                self.answer(letter)


def mailed_to(sink: Sink) -> dict[str, object]:
    """The settings of a service whose mail server is the sink."""
    return {
        "TENPOST_SMTP_HOST": sink.host,
        "TENPOST_SMTP_PORT": sink.port,
        "TENPOST_SMTP_SECURITY": "none",
        "TENPOST_MAIL_FROM": "ten@example.org",
    }
