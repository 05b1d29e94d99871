"""A game of four people at four addresses, through the commands of compose.yaml, PostgreSQL and Redis.

It is set up on the pages, played by the links of the mails, and in its midst the host is restarted.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from tests.compose.host import PATIENCE_S, Host, wait_for
from tests.e2e.party import Party
from tests.e2e.play import Answer, Browser, Letter, Player
from tests.service.world import Form
from tests.workers.sink import Sink

ANN, BO, CY, DI = PEOPLE = (
    "ann@example.org",
    "bo+ten@example.org",
    "cy@mail.example.net",
    "Di.O'Hara@example.com",
)
RESTART_AT = 60
"""How many mails have come when the host is restarted."""


class Brisk(Player):
    """Draws as long as it may, mostly, and looks at no other way: a game of fewer turns and mails."""

    def _look_around(self, page: Answer) -> Answer:
        return page

    def filled(self, form: Form, button: int) -> dict[str, list[str]]:
        draw = [at for at, (_, value) in enumerate(form.buttons) if value == "draw"]
        bold = bool(draw) and self.chance.random() < 0.8
        return super().filled(form, draw[0] if bold else button)


class Invited:
    """The first mails: to confirm, and to take a seat."""

    def __init__(self, browser: Browser, post: Sink) -> None:
        self.browser = browser
        self.post = post

    def mail(self, to: str) -> Letter:
        wait_for(lambda: self.post.to(to), f"no mail comes to {to}")
        return Letter(to, self.post.to(to)[0].raw)

    def sent(self, page: Answer, action: str, **fields: str) -> Answer:
        """The page that comes of the page's form for that action, filled in."""
        assert page.status == 200, page.text
        form = next(each for each in page.forms if each.action == action)
        return self.browser.send(form.action, form.data(**fields))

    def create(self) -> None:
        seats = {f"kind{seat}": "mail" for seat in (2, 3, 4)}
        seats |= {f"address{seat}": to for seat, to in enumerate((BO, CY, DI), 2)}
        page = self.browser.get("/new")
        asked = self.sent(page, "/new", game="Sunday table", name="Ann", address=ANN, **seats)
        assert "Look into your mail" in asked.text

    def follow(self, to: str, kind: str, **fields: str) -> Answer:
        """Follow the link of that kind in the first mail to this address, and send its form."""
        link = next(each for each in self.mail(to).links if re.search(rf"/{kind}/[a-z2-7]+$", each))
        page = self.browser.get(link)
        return self.sent(page, urlsplit(link).path, **fields)


def is_final(letter: Letter) -> bool:
    return "tenpost verify --head" in letter.text


def tenpost(host: Host, *words: str) -> bytes:
    """What the command prints in a container of this host."""
    ran = subprocess.run(
        ["tenpost", *words],
        cwd=host.image,
        env=host.environment(host.service("migrate")),
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (ran.returncode, ran.stderr) == (0, b""), ran.stdout + ran.stderr
    return ran.stdout


def settled(host: Host) -> None:
    """Wait until no mail is owed."""
    wait_for(lambda: not host.owed(), "the outbox is never empty")


def restart(host: Host) -> None:
    for process in [each for each in host.running if each.popen.poll() is None]:
        assert process.end() == 0, (process.name, process.said())
    host.up()


def logged(host: Host) -> Sequence[dict[str, object]]:
    """All lines of all logs."""
    return [
        json.loads(line) for process in host.running for line in process.said().splitlines() if line
    ]


def test_four_people_play_a_whole_game_by_mail(host: Host, post: Sink, tmp_path: Path) -> None:
    host.migrated()
    before = host.written()
    host.up()
    for name in ("web", "worker", "beat"):
        assert host.check(name) == 0
    assert host.ask("/healthz") == 200

    party = Party(host.base, post, 4, lambda: settled(host))
    party.player = Brisk(party.browser, random.Random(4))
    invited = Invited(party.browser, post)
    invited.create()
    assert "Invite, or start without the missing" in invited.follow(ANN, "c").text
    for address, name in ((BO, "Bo"), (CY, "Cy"), (DI, "Di")):
        assert invited.follow(address, "i", name=name).status == 200

    party.letters += [invited.mail(to) for to in PEOPLE]
    restarted: list[int] = []

    def watch(fresh: list[Letter]) -> None:
        if not restarted and len(party.letters) >= RESTART_AT:
            restarted.append(len(post.caught))
            restart(host)
            assert len(post.caught) == restarted[0]

    party.play(lambda: sum(map(is_final, party.letters)) == len(PEOPLE), watch)
    party.browser.close()
    assert restarted

    # Each was told the result once and last, and no mail went out twice.
    for address in PEOPLE:
        assert [is_final(each) for each in party.to(address)].count(True) == 1
        assert is_final(party.to(address)[-1])
    ids = Counter(each.mail["Message-ID"] for each in post.caught)
    assert set(ids.values()) == {1}

    last = party.letters[-1]
    game = next(
        found[1] for link in last.links if (found := re.search(r"/g/([0-9a-f-]{36})", link))
    )
    file = tmp_path / "game.jsonl"
    file.write_bytes(tenpost(host, "export", game))
    told = tenpost(host, "verify", "--head", last.head, str(file)).decode()
    assert "all right; the game is scored, its seed revealed" in told
    assert "none wrong" in tenpost(host, "check").decode()

    for process in [each for each in host.running if each.popen.poll() is None]:
        assert process.end() == 0, (process.name, process.said())
    lines = logged(host)
    assert {line["level"] for line in lines} == {"info"}
    text = json.dumps(lines)
    assert "@" not in text
    assert not re.search(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])", text)
    # Nothing was written where a container has nothing to write to.
    assert host.written() == before
