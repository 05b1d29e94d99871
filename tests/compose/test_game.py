"""Whole games through the commands of compose.yaml, with PostgreSQL and Redis: four people, bots, alone.

They are set up on the pages and played by the links of the mails.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.compose.host import PATIENCE_S, Host, wait_for
from tests.e2e.inviting import Invited
from tests.e2e.party import Party
from tests.e2e.play import Brisk, Letter
from tests.workers.sink import Sink

ANN, *OTHERS = PEOPLE = (
    "ann@example.org",
    "bo+ten@example.org",
    "cy@mail.example.net",
    "Di.O'Hara@example.com",
)
RESTART_AT = 60
"""How many mails have come when the host is restarted."""


def party_of(host: Host, post: Sink, seed: int) -> Party:
    def settled() -> None:
        wait_for(lambda: not host.owed(), "the outbox is never empty")

    party = Party(host.base, post, seed, settled)
    party.player = Brisk(party.browser, random.Random(seed))
    return party


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


def check_the_game_of(letter: Letter, host: Host, file: Path) -> None:
    """The log of the game is what the mail says of it."""
    game = next(
        found[1] for link in letter.links if (found := re.search(r"/g/([0-9a-f-]{36})", link))
    )
    file.write_bytes(tenpost(host, "export", game))
    told = tenpost(host, "verify", "--head", letter.head, str(file)).decode()
    assert "all right; the game is scored, its seed revealed" in told


def end(host: Host) -> None:
    for process in [each for each in host.running if each.popen.poll() is None]:
        assert process.end() == 0, (process.name, process.said())


def logged(host: Host) -> Sequence[dict[str, object]]:
    """All lines of all logs."""
    return [json.loads(line) for each in host.running for line in each.said().splitlines()]


def test_four_people_play_by_mail_and_the_host_is_restarted_in_their_midst(
    host: Host, post: Sink, tmp_path: Path
) -> None:
    host.migrated()
    before = host.written()
    host.up()
    for name in ("web", "worker", "beat"):
        assert host.check(name) == 0
    restarted = False
    with closing(party_of(host, post, 4)) as party:
        invited = Invited(party.browser, post)
        assert "Look into your mail" in invited.create(("Ann", ANN), OTHERS).text
        assert "Invite, make a link, or start without the missing" in invited.follow(ANN, "c").text
        for address, name in zip(OTHERS, ("Bo", "Cy", "Di"), strict=True):
            assert invited.follow(address, "i", name=name).status == 200
        party.letters += [invited.mail(to) for to in PEOPLE]

        def watch(fresh: list[Letter]) -> None:
            nonlocal restarted
            if not restarted and len(party.letters) >= RESTART_AT:
                sent = len(post.caught)
                end(host)
                host.up()
                assert len(post.caught) == sent
                restarted = True

        party.play(lambda: sum(each.is_final for each in party.letters) == len(PEOPLE), watch)
    assert restarted

    # Each was told the result once and last, and no mail went out twice.
    for address in PEOPLE:
        assert [each.is_final for each in party.to(address)].count(True) == 1
        assert party.to(address)[-1].is_final
    ids = Counter(each.mail["Message-ID"] for each in post.caught)
    assert set(ids.values()) == {1}
    check_the_game_of(party.letters[-1], host, tmp_path / "game.jsonl")
    assert "none wrong" in tenpost(host, "check").decode()

    end(host)
    lines = logged(host)
    assert {line["level"] for line in lines} == {"info"}
    text = json.dumps(lines)
    assert "@" not in text
    assert not re.search(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])", text)
    # Nothing was written where a container has nothing to write to.
    assert host.written() == before


@pytest.mark.parametrize("bots", [0, 4])
def test_alone_or_against_bots_a_whole_game_is_played(
    host: Host, post: Sink, tmp_path: Path, bots: int
) -> None:
    """Alone it is against the House. It begins before the address is confirmed."""
    host.migrated()
    host.up()
    with closing(party_of(host, post, bots)) as party:
        invited = Invited(party.browser, post)
        page = invited.create(("Ann", ANN), bots=bots)
        assert page.moves or "Waiting for" in page.text
        assert invited.follow(ANN, "c").status == 200
        party.player.play_on(page)
        party.play(lambda: any(each.is_final for each in party.letters))
        check_the_game_of(party.letters[-1], host, tmp_path / "game.jsonl")
