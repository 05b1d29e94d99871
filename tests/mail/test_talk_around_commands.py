"""People greet, sign and chat: what is passed over, and what stops the plan because it may matter."""

import pytest

from workers.mail.reply import intents as i
from workers.mail.reply.parse import parse


def kinds(text: str, language: str = "en") -> list[str]:
    return [type(line.intent).__name__ for line in parse(text, language)]


@pytest.mark.parametrize(
    "text",
    [
        "Hi all,\n\nbid 4",
        "Hi Bob\nbid 4",
        "That was a fine auction!\nbid 4",
        "bid 4\n\nBest wishes\nAnn\n+45 12 34 56 78",
        "bid 4\nAnn",
        "bid 4\n\nhttps://ten.example/p/abc/pass",
        "I am not sure whether that bid of Bob was so very wise\n\nbid 4",
        "bid 4\n\nI hope to see you all at the bus stop tomorrow",
        "bid 4. What a game!",
    ],
)
def test_talk_is_passed_over(text: str) -> None:
    lines = parse(text, "en")
    asked = [line.intent for line in lines if not isinstance(line.intent, i.Aside)]
    assert asked == [i.Bid(4)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("If it is low:\nstop numbers", ["Unknown", "StopNumbers"]),
        ("dra 2\nstop numbers", ["Unclear", "StopNumbers"]),
        ("dra 2\n\nstop numbers", ["Unclear", "StopNumbers"]),
        ("xyzzy\nstop numbers", ["Unknown", "StopNumbers"]),
        ("If nobody bids then pass", ["Unclear", "Pass"]),
        ("draw 2\nstop if it is 7 or more\nbuy G5", ["Draw", "Unclear", "Buy"]),
        ("draw\n\nstop when the row has got to at least seven or so", ["Draw", "Unclear"]),
        ("only draw as long as it is below 5, you see\n\nstop numbers", ["Unclear", "StopNumbers"]),
    ],
)
def test_a_line_that_may_be_a_condition_or_a_slip_comes_first(text: str, found: list[str]) -> None:
    assert kinds(text) == found


def test_where_nothing_is_asked_one_line_is_unknown() -> None:
    assert kinds("Thanks!\nWhat a game\n\nAnn") == ["Unknown", "Aside", "Aside"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("da", "Kære alle\nbyd 4\nmed venlig hilsen\nAnn"),
        ("sq", "Përshëndetje të gjithëve\nofroj 4\nGjithë të mirat\nAnn"),
        ("ne", "नमस्ते साथीहरू\n४ बोल्छु\nधन्यवाद\nAnn"),
        ("cy", "Annwyl bawb\ncynnig 4\nCofion gorau\nAnn"),
    ],
)
def test_greetings_of_each_language_are_passed_over(language: str, text: str) -> None:
    assert kinds(text, language) == ["Aside", "Bid", "Aside", "Aside"]
