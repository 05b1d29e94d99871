"""The list of commands that ``help`` sends: all of them, each understood as it is printed."""

import pytest

from service.wording import Words
from workers.mail.reply import intents as i
from workers.mail.reply.parse import parse
from workers.mail.reply.primer import primer

KINDS = {kind.__name__ for kind in (*i.Move.__args__, *i.Errand.__args__)}
"""Every command there is."""


@pytest.mark.parametrize("language", ["en", "da", "sq", "ne", "cy"])
def test_every_command_is_told_as_it_is_understood(language: str) -> None:
    words = Words(language)
    found = set()
    for command, meaning in primer(words):
        assert meaning
        told = command.replace(words.say("YYYY-MM-DD"), "2026-08-14")
        (line,) = parse(told, language)
        assert isinstance(line.intent, i.Intent), command
        found.add(type(line.intent).__name__)
    assert found == KINDS
