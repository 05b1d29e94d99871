"""Four people at four addresses, from the form of a new game to four final scores; with bots, and alone.

Set up on the pages of ``tenpost up``, and played by the links of the mails.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.inviting import Invited
from tests.e2e.party import Party
from tests.e2e.play import Brisk
from tests.e2e.running import Up, tenpost
from tests.workers.sink import Sink

PEOPLE = ("ann@example.org", "bo+ten@example.org", "cy@mail.example.net", "Di.O'Hara@example.com")


def party_of(up: Up, post: Sink, seed: int) -> Party:
    party = Party(up.base, post, seed, up.quiet)
    party.player = Brisk(party.browser, random.Random(seed))
    return party


def checked(up: Up, party: Party, file: Path) -> None:
    """The log of the game that the last mail is about holds what that mail says."""
    last = party.letters[-1]
    game = next(
        found[1] for each in last.links if (found := re.search(r"/g/([0-9a-f-]{36})", each))
    )
    file.write_bytes(tenpost(up, "export", game).encode())
    told = tenpost(up, "verify", "--head", last.head, file)
    assert "all right; the game is scored, its seed revealed" in told


def test_four_people_are_invited_and_play_a_whole_game(up: Up, post: Sink, tmp_path: Path) -> None:
    ann, *others = PEOPLE
    with closing(party_of(up, post, 4)) as party:
        invited = Invited(party.browser, post)
        assert "Look into your mail" in invited.create(("Ann", ann), others).text
        assert "Invite, make a link, or start without the missing" in invited.follow(ann, "c").text
        for address, name in zip(others, ("Bo", "Cy", "Di"), strict=True):
            assert invited.follow(address, "i", name=name).status == 200
        party.letters += [invited.mail(to) for to in PEOPLE]
        party.play(lambda: sum(each.is_final for each in party.letters) == len(PEOPLE))
        for address in PEOPLE:
            assert [each.is_final for each in party.to(address)].count(True) == 1
            assert party.to(address)[-1].is_final
        assert set(Counter(each.parsed["Message-ID"] for each in party.letters).values()) == {1}
        checked(up, party, tmp_path / "game.jsonl")


@pytest.mark.parametrize("bots", [0, 4])
def test_alone_or_against_bots_a_whole_game_is_played_by_mail(
    up: Up, post: Sink, tmp_path: Path, bots: int
) -> None:
    """Alone it is against the House. The first move needs no mail; those after it come by mail once the
    address is confirmed."""
    address = f"eve{bots}@example.org"
    with closing(party_of(up, post, bots)) as party:
        party.mail_so_far()
        invited = Invited(party.browser, post)
        page = invited.create(("Eve", address), bots=bots)
        assert page.moves or "Waiting for" in page.text
        assert invited.follow(address, "c").status == 200
        party.player.play_on(page)
        party.play(lambda: any(each.is_final for each in party.to(address)))
        checked(up, party, tmp_path / "game.jsonl")
