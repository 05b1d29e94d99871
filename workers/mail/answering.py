"""What the answer to a reply says: line by line what was done, what was not, and why."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.wording import Words
from workers.mail.reply import intents as i
from workers.mail.reply.plan import Result
from workers.mail.reply.sentences import reason, unreadable
from workers.mail.reply.wishes import Seal

Told = dict[str, Any]
"""news: ``done``, ``part``, ``none``, ``help`` or ``status``. lines: each with ``line`` (as it was written),
``done`` (sentences) and ``why`` (a sentence or None). help: whether the commands are to be listed."""


def told(words: Words, results: Sequence[Result], names: Mapping[int, str], zone: str) -> Told:
    """For a reply that was carried out."""
    if not results:
        return cannot_be_read(words, "empty")
    lines = [
        {
            "line": each.line.text[:200],
            "done": _done(words, each, names, zone),
            "why": None if each.why is None else reason(words, each.why, names),
        }
        for each in results
    ]
    asked = [done for each in results for done in each.done]
    helps = any(isinstance(each, i.Help) for each in asked)
    whys = [each.why for each in results if each.why is not None]
    if not whys:
        only = {type(each) for each in asked}
        news = "help" if only == {i.Help} else "status" if only == {i.Status} else "done"
    else:
        news = "part" if asked else "none"
    unknown = all(isinstance(each, i.Unknown | i.Unclear) for each in whys) and not asked
    return {"news": news, "lines": lines, "help": helps or unknown}


def cannot_be_read(words: Words, fault: str) -> Told:
    """For a message of which nothing could be read."""
    line = {"line": "", "done": [], "why": unreadable(words, fault)}
    return {"news": "none", "lines": [line], "help": True}


def _done(words: Words, result: Result, names: Mapping[int, str], zone: str) -> list[str]:
    happened = [words.happened(event, names, zone) for event in result.events]
    errands = [_errand(words, each) for each in result.done if isinstance(each, i.Errand | Seal)]
    return [line for line in (*happened, *errands) if line]


def _errand(words: Words, errand: i.Errand | Seal) -> str:
    say = words.say
    match errand:
        case Seal(most=0):
            return say("Sealed: you pass when the bidding comes to you.")
        case Seal(most=most):
            return say(
                "Sealed: when the bidding comes to you, up to %(most)s is bid for you.", most=most
            )
        case i.Order(card=None, most=0):
            return say("From now on: pass for any wild.")
        case i.Order(card=None, most=most):
            return say("From now on: bid up to %(most)s for any wild.", most=most)
        case i.Order(card=card, most=0):
            return say("From now on: pass for %(card)s.", card=card)
        case i.Order(card=card, most=most):
            return say("From now on: bid up to %(most)s for %(card)s.", most=most, card=card)
        case i.Vacation(until=until):
            return say("You are on vacation until %(day)s.", day=words.day(until))
        case i.Mute():
            return say("No more mail about this game. The last link of this mail takes that back.")
        case i.Say():
            return say("Said to the table.")
        case i.Help():
            return say("All commands are listed below.")
        case _:
            return say("The table as it is now stands below.")
