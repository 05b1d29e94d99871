"""The rules of TEN as this service plays them, for people: a page, and what a mail may quote.

Written from rules.md, every ruling in it. Figures come from the code that plays by them: the decks of
D1, the points of the examples and the titles cannot say anything else than the game does.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from events.ten import cards, scoring
from service.wording import faces
from service.wording.catalogue import Catalogue
from service.wording.rules_text import CHAPTERS, CODES, EXAMPLES, RULINGS, Entry


@dataclass(frozen=True)
class Passage:
    """A paragraph. ruling: its sign, such as ``T1``, or "" for what the printed rules say."""

    text: str
    ruling: str = ""


@dataclass(frozen=True)
class Grid:
    """A table: a head and rows of as many cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Chapter:
    """anchor: for links, the same in every language."""

    anchor: str
    title: str
    blocks: tuple[Passage | Grid, ...]


def rules(words: Catalogue) -> tuple[Chapter, ...]:
    """All chapters in the reader's language; the last lists the rulings."""
    told = [
        Chapter(anchor, words.say(title), tuple(_block(words, entry) for entry in entries))
        for anchor, title, entries in CHAPTERS
    ]
    found = [
        block
        for chapter in told
        for block in chapter.blocks
        if isinstance(block, Passage) and block.ruling
    ]
    found.sort(key=lambda passage: RULINGS.index(passage.ruling))
    return *told, Chapter("rulings", words.say("The rulings"), tuple(found))


def _block(words: Catalogue, entry: Entry) -> Passage | Grid:
    if isinstance(entry, tuple):
        return Passage(words.say(entry[1]), entry[0])
    if entry.startswith("#"):
        return _GRIDS[entry](words)
    return Passage(words.say(entry))


def _codes(words: Catalogue) -> Grid:
    rows = tuple((codes, words.say(meaning)) for codes, meaning in CODES)
    return Grid((words.say("signs"), words.say("cards")), rows)


def _decks(words: Catalogue) -> Grid:
    head = (
        words.say("players"),
        *(words.say("%(numbers)s of each colour", numbers=n) for n in ("1-3", "4-6", "7-9")),
        words.say("colour wilds of each"),
        words.say("number wilds"),
        words.say("full wild"),
        words.say("currency 1, 2, 3, 4, 5"),
        words.say("cards in all"),
    )
    return Grid(head, tuple(_deck_row(players) for players in ("1-2", "3", "4-5")))


def _deck_row(players: str) -> tuple[str, ...]:
    deck = cards.deck(int(players[-1]))
    singles = (deck["R1"], deck["R4"], deck["R7"], deck["RW"])
    numbers = sum(deck[f"W{number}"] for number in range(1, 10))
    currency = ", ".join(str(deck[f"C{value}"]) for value in range(1, 6))
    told = (*singles, numbers, deck["WW"], currency, sum(deck.values()))
    return players, *(str(each) for each in told)


def _examples(words: Catalogue) -> Grid:
    rows = tuple((hand, str(scoring.points(hand.split()))) for hand in EXAMPLES)
    return Grid((words.say("collection"), words.say("points")), rows)


def _titles(words: Catalogue) -> Grid:
    return Grid((words.say("points"), words.say("title")), tuple(_title_rows(words)))


def _title_rows(words: Catalogue) -> Iterator[tuple[str, str]]:
    """From which points to which, for each title that ``faces.title`` gives."""
    first = 0
    for points in range(1, 42):
        title = faces.title(words, first)
        if points == 41 or faces.title(words, points) != title:
            yield (f"{first}-{points - 1}" if points - 1 > first else str(first)), title
            first = points


_GRIDS: Final[Mapping[str, Callable[[Catalogue], Grid]]] = {
    "#codes": _codes,
    "#decks": _decks,
    "#examples": _examples,
    "#titles": _titles,
}
