"""A reply's text as commands, one a line, in the order in which they are written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from workers.mail.reply import intents as i
from workers.mail.reply.grammar import Clause, clauses
from workers.mail.reply.lexicon import Lexicon, lexicon
from workers.mail.reply.symbols import symbols

MOST: Final = 30
"""Commands of one reply that are read."""
_LONG: Final = 8
"""Words of a line that is more likely talk than a command."""
_SHORT: Final = 2
"""Words of a line that is more likely a mistyped command than talk."""


@dataclass(frozen=True)
class _Read:
    """A line with its clauses; paragraph counts the blank lines before it."""

    text: str
    clauses: Sequence[Clause]
    paragraph: int

    @property
    def commands(self) -> bool:
        return any(_is_intent(clause.intent) for clause in self.clauses)

    @property
    def worded(self) -> bool:
        return any(clause.worded for clause in self.clauses)


def parse(text: str, language: str) -> list[i.Line]:
    """The commands of a player's own lines, and what is wrong with others; [] for an empty text.

    language: the player's; English is always understood. Greetings, names and talk around the commands
    are ``Aside``; where there is no command at all the first line is ``Unknown``.
    """
    words = lexicon(language)
    read = list(_lines(text, words))
    if not read:
        return []
    if not any(line.worded for line in read):
        first, *others = read
        return [i.Line(i.Unknown(), first.text), *(i.Line(i.Aside(), o.text) for o in others)]
    found: list[i.Line] = []
    for place, line in enumerate(read):
        found += _told(line, read[place + 1 :], read, words)
    found = _without_unknown_end(found)
    commands = [place for place, line in enumerate(found) if not isinstance(line.intent, i.Aside)]
    if len(commands) > MOST:
        last = commands[MOST]
        return [*found[:last], i.Line(i.TooMany(MOST), found[last].text)]
    return found


def _lines(text: str, words: Lexicon) -> Iterator[_Read]:
    paragraph = 0
    for raw in text.split("\n")[:400]:
        line = " ".join(raw.split())
        if not line.strip("*_-–—•·=>.~ "):
            paragraph += 1
            continue
        yield _Read(line, clauses(_without_bullet(line), words), paragraph)


def _without_bullet(line: str) -> str:
    """ "- draw", "1. draw" and "1) draw" as "draw"."""
    head, _, rest = line.partition(" ")
    if rest and head in ("-", "*", "•", "·", "–", "—", "+"):
        return rest
    if rest and head[-1:] in ".)" and head[:-1].isdecimal() and len(head) <= 3:
        return rest
    return line


def _told(
    line: _Read, below: Sequence[_Read], read: Sequence[_Read], words: Lexicon
) -> Iterator[i.Line]:
    if not line.worded:
        yield i.Line(_plain(line, below, words), line.text)
        return
    if not line.commands and _is_talk(line, read):
        yield i.Line(i.Aside(), line.text)
        return
    for clause in line.clauses:
        if clause.intent is not None and (clause.worded or not line.commands):
            yield i.Line(clause.intent, clause.text)
        elif clause.intent is not None:
            # "bid 4. Great fun!"
            yield i.Line(i.Aside(), clause.text)


def _without_unknown_end(found: Sequence[i.Line]) -> list[i.Line]:
    """What is no command and follows the last one is a name, a telephone number and the like."""
    last = max((n for n, line in enumerate(found) if _is_intent(line.intent)), default=len(found))
    ending = (
        i.Line(i.Aside(), line.text) if isinstance(line.intent, i.Unknown) else line
        for line in found[last + 1 :]
    )
    return [*found[: last + 1], *ending]


def _plain(line: _Read, below: Sequence[_Read], words: Lexicon) -> i.Aside | i.Unknown:
    """A line without a word of a command: talk, unless a command right below may depend on it."""
    with_it = [each for each in below if each.paragraph == line.paragraph]
    if not any(each.commands for each in with_it) or _greets(line.text, words):
        return i.Aside()
    if line.text.endswith(":") or (
        len(line.text.split()) <= _SHORT and not line.text.endswith((",", "!"))
    ):
        return i.Unknown()
    return i.Aside()


def _greets(text: str, words: Lexicon) -> bool:
    return any("greeting" in symbol.keys for symbol in symbols(text, words)[:1])


def _is_talk(line: _Read, read: Sequence[_Read]) -> bool:
    """A longer line of a paragraph without commands, in which the word of a command occurs by chance.

    Not if it begins with that word, nor with figures in it, nor where nothing else is understood.
    """
    return (
        any(each.commands for each in read)
        and not any(each.commands for each in read if each.paragraph == line.paragraph)
        and len(line.text.split()) >= _LONG
        and not any(sign.isdecimal() for sign in line.text)
        and not any(clause.begins for clause in line.clauses)
        and all(isinstance(each.intent, i.Unclear | i.Unknown | None) for each in line.clauses)
    )


def _is_intent(intent: i.Intent | i.Fault | i.Aside | None) -> bool:
    """Whether this is something to be done, be it that the table decides what."""
    return isinstance(intent, i.Intent | i.Ambiguous)
