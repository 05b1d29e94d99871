"""What the answer says of a line that was not done: a sentence in each language, with what to write."""

from datetime import date

import pytest

from events import errors
from service.wording import Words
from workers.mail.reply import intents as i
from workers.mail.reply import purse, why
from workers.mail.reply.parse import parse
from workers.mail.reply.sentences import UNREADABLE, reason, unreadable

CAUSES: list[why.Why] = [
    i.Unknown(),
    i.Ambiguous((i.StopNumbers(), i.StopCurrency())),
    i.Ambiguous((i.Bid(4),)),
    i.Ambiguous((i.Vacation(date(2026, 8, 14)), i.Vacation(date(2026, 9, 14)))),
    i.Unclear(),
    i.Unclear((i.Draw(2), i.Pass(), i.Bid(4))),
    *(i.Incomplete(command) for command in ("bid", "buy", "order", "say", "vacation")),
    i.NoSuchCard("R0"),
    i.NoSuchDate("2026-02-30"),
    i.NotAWild("R3"),
    i.NotWhole("4.5"),
    i.TooMany(30),
    i.TooMany(1),
    purse.NameCards(4),
    purse.NoSuchMix(5),
    why.OtherLot("RW", "W7"),
    why.SealedPays(),
    why.WildCame("W7"),
    why.Busted("R9"),
    why.TurnOver(),
    why.NewAuction("RW"),
    why.AfterFailure("stop if it is low"),
    errors.NotAwaited(seat=1, awaited=2),
]
LANGUAGES = ("en", "da", "sq", "ne", "cy")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cause", CAUSES, ids=repr)
def test_each_cause_has_a_sentence(language: str, cause: why.Why) -> None:
    told = reason(Words(language), cause, {2: "Bob"})
    assert told.strip()
    assert "%(" not in told
    assert "\n" not in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", UNREADABLE)
def test_a_mail_without_text_is_told_why(language: str, fault: str) -> None:
    assert unreadable(Words(language), fault)


def test_the_sentence_says_what_to_write() -> None:
    words = Words("en")
    told = reason(words, i.Ambiguous((i.StopNumbers(), i.StopCurrency())), {})
    assert told == 'This can mean more than one thing. Write "stop numbers" or "stop currency".'
    assert reason(words, i.Incomplete("bid"), {}) == "Say how much you bid: bid 4"
    assert (
        reason(words, i.Incomplete("say"), {}) == "Write your line behind the word: say well played"
    )
    assert '"draw 2", "pass" or "bid 4"' in reason(
        words, i.Unclear((i.Draw(2), i.Pass(), i.Bid(4))), {}
    )
    assert "Bob" in reason(words, errors.NotAwaited(seat=1, awaited=2), {2: "Bob"})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["bid", "buy", "order", "say"])
def test_the_example_of_a_command_is_understood(language: str, command: str) -> None:
    told = reason(Words(language), i.Incomplete(command), {})
    (line,) = parse(told.partition(": ")[2], language)
    assert type(line.intent).__name__.lower() == command


def test_a_long_line_is_cut_in_the_sentence() -> None:
    assert len(reason(Words("en"), why.AfterFailure("x" * 500), {})) < 200
