"""A whole game of two people and a bot, by mails alone, from the first link to the final score.

Every mail is read as bytes, its links are followed and the forms of the pages are sent. On the way
scanners look at every link again and again, and nothing comes of it.
"""

from __future__ import annotations

import random
import re
from contextlib import closing
from pathlib import Path

from events import lines
from tests.e2e.party import Party
from tests.e2e.play import Letter
from tests.e2e.running import Up, tenpost
from tests.e2e.seated import seated
from tests.workers.sink import Sink

ANN, BO = "ann@example.org", "bo+ten@example.org"
OLD = 4
"""How many links of all the mails before are looked at, besides every link of a fresh one."""


class Scanner:
    """Looks at links as the scanners of mail servers do, and sees to it that nothing changes."""

    def __init__(self, up: Up, party: Party) -> None:
        self._up, self._party = up, party
        self._browser = party.browser
        self._chance = random.Random(5)
        self.looks = 0

    def look(self, fresh: list[Letter]) -> None:
        before = self._up.tables()
        known = [link for letter in self._party.letters for link in letter.links]
        links = [link for letter in fresh for link in letter.links]
        for link in links + self._chance.choices(known, k=OLD):
            shown, asked = self._browser.get(link), self._browser.head(link)
            assert (shown.status, asked.status, asked.body) == (200, 200, b""), link
            assert "Set-Cookie" not in shown.headers, link
            self.looks += 2
        assert self._up.tables() == before


def test_a_whole_game_is_played_by_mails_alone(up: Up, post: Sink, tmp_path: Path) -> None:
    game = seated(up, [("Ann", ANN), ("Bo", BO)], ["bot"])
    with closing(Party(up.base, post, 4, up.quiet)) as party:
        scanner = Scanner(up, party)
        party.play(lambda: sum(each.is_final for each in party.letters) == 2, scanner.look)
        after_the_game(party)

    assert scanner.looks > 500
    made = party.player.made
    assert {"draw", "numbers", "currency", "bid", "pass", "no"} <= set(made)
    for address in (ANN, BO):
        mails = party.to(address)
        assert [each.is_final for each in mails].count(True) == 1
        assert mails[-1].is_final
        assert {"Your turn", "Your bid for", "Auction of"} <= {news(each) for each in mails}

    file = tmp_path / "game.jsonl"
    file.write_bytes(tenpost(up, "export", game).encode())
    last = party.letters[-1]
    told = tenpost(up, "verify", "--head", last.head, file)
    assert "all right; the game is scored, its seed revealed" in told
    assert "none wrong" in tenpost(up, "check")

    # Each form acted once; what was looked at did not act at all; each mail printed a true head.
    log = lines.read(file.read_bytes())
    sent = {each.meta.command for each in log if each.meta.via == "web"}
    assert len(sent) == len(made)
    for letter in party.letters:
        version, _, digits = letter.head.partition(":")
        assert log[int(version) - 1].hash.startswith(digits)


def after_the_game(party: Party) -> None:
    """Every mail leads to the result, and none to a move."""
    links = [letter.play for letter in party.letters if letter.play is not None]
    assert len(links) > 20
    for link in links:
        page = party.browser.get(link)
        assert page.status == 200
        assert "The result" in page.text
        assert not page.moves


def news(letter: Letter) -> str:
    """What the subject says, without the card that it may end in."""
    return re.sub(r" [RBOGW][1-9W]$", "", letter.subject.rpartition(":")[0])
