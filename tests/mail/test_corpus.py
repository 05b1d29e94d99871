"""Replies as real mail programs write them: the player's own lines, and what they ask for."""

import pytest

from service.wording import Words
from tests.mail.mails import expected, names, raw
from workers.mail.reply import intents as i
from workers.mail.reply.forms import written
from workers.mail.reply.own import read
from workers.mail.reply.parse import parse

CORPUS = expected("corpus")
LANGUAGES = ("en", "da", "sq", "ne", "cy")


def told(line: i.Line) -> str:
    """A command as it is written in English; a fault by its name."""
    if isinstance(line.intent, i.Intent):
        return written(Words("en"), line.intent)
    return f"?{type(line.intent).__name__}"


def test_every_mail_has_its_row_and_every_row_its_mail() -> None:
    assert names("corpus") == sorted(CORPUS)
    assert len(CORPUS) >= 40
    assert {row["language"] for row in CORPUS.values()} == set(LANGUAGES)


@pytest.mark.parametrize("name", CORPUS)
def test_own_lines(name: str) -> None:
    row = CORPUS[name]
    reply = read(raw("corpus", name))
    assert (reply.text, reply.fault) == (row["text"], row.get("fault"))


@pytest.mark.parametrize("name", CORPUS)
def test_commands(name: str) -> None:
    row = CORPUS[name]
    lines = parse(read(raw("corpus", name)).text, row["language"])
    assert [told(line) for line in lines if not isinstance(line.intent, i.Aside)] == row["commands"]


@pytest.mark.parametrize("name", CORPUS)
def test_with_line_ends_of_unix_a_mail_says_the_same(name: str) -> None:
    mail = raw("corpus", name)
    assert read(mail.replace(b"\r\n", b"\n")) == read(mail)
