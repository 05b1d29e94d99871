"""The addresses in mails: short, without query and address, from the configured base only (mail.md)."""

import re

import pytest

from service.links import MOVES, Links
from service.tokens import SHAPE, new_token

GAME = "00000000-0000-4000-8000-000000000001"
TOKEN = "abcdefghijklmnopqrstuvwxyz234567"
LINKS = Links("https://ten.example.org")


def every() -> list[str]:
    return [
        LINKS.play(TOKEN),
        *(LINKS.move(TOKEN, move) for move in MOVES),
        LINKS.bid(TOKEN, 40),
        LINKS.buy(TOKEN, "G5"),
        LINKS.mistake(TOKEN),
        LINKS.invitation(TOKEN),
        LINKS.sign_in(TOKEN),
        LINKS.confirm(TOKEN),
        LINKS.unsubscribe(TOKEN),
        LINKS.table(GAME),
        LINKS.replay(GAME),
        LINKS.replay(GAME, 123456),
    ]


@pytest.mark.parametrize("link", every())
def test_the_form_of_every_link(link: str) -> None:
    assert link.startswith("https://ten.example.org/")
    path = link.removeprefix("https://ten.example.org")
    assert len(path) < 72
    assert re.fullmatch(r"/[a-z]/[A-Za-z0-9/-]*[a-z0-9]", path)


def test_a_move_that_there_is_not_has_no_link() -> None:
    with pytest.raises(ValueError, match="not 'cheat'"):
        LINKS.move(new_token(), "cheat")


def test_tokens_have_one_shape_and_differ() -> None:
    made = {new_token() for _ in range(1000)}
    assert len(made) == 1000
    assert all(SHAPE.match(TOKEN) for token in made)
