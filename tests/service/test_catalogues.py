"""The catalogues: whole, certain, with every placeholder and every plural form of their language."""

import importlib.util
import re
import sys
from gettext import NullTranslations, c2py
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel import Locale
from babel.messages.catalog import Message

from events import errors
from events import types as t
from events.types import Payment
from service.wording import Words
from service.wording.catalogue import languages
from service.wording.recap import happened
from service.wording.refusals import SENTENCES
from service.wording.rules import rules
from workers.mail.reply.lexicon import KEYWORDS
from workers.mail.reply.primer import primer

ROOT = Path(__file__).parents[2]
LANGUAGES = ("da", "sq", "ne", "cy")
HOLE = re.compile(r"%\((\w+)\)s|%%")
NUMBERS = {"n", "num"}
"""Names that a plural form may leave out where it stands for a single number."""


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / "scripts" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MESSAGES = script()


def entries(language: str) -> list[Message]:
    return [message for message in MESSAGES.read(language) if message.id]


def forms(message: Message) -> list[str]:
    """The translations of a message: one, or one for each plural form."""
    told = message.string
    return [told] if isinstance(told, str) else list(told or ())


def sources(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def shown(message: Message) -> str:
    return f"{message.context or ''} {message.id}"


def test_there_is_a_catalogue_for_each_language() -> None:
    assert set(languages()) == {"en", *LANGUAGES}
    assert set(MESSAGES.PLURALS) == set(LANGUAGES)


def test_the_catalogues_are_what_make_messages_writes() -> None:
    """If this fails: make messages, and translate what is new."""
    late = [
        str(path.relative_to(ROOT))
        for path, content in MESSAGES.files().items()
        if not path.exists() or path.read_text(encoding="utf-8") != content
    ]
    assert late == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_missing_or_uncertain(language: str) -> None:
    assert [shown(m) for m in entries(language) if not forms(m) or not all(forms(m))] == []
    assert [shown(m) for m in entries(language) if m.fuzzy] == []
    assert not MESSAGES.read(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_is_kept(language: str) -> None:
    broken = []
    for message in entries(language):
        wanted = [set(HOLE.findall(source)) for source in sources(message)]
        for form in forms(message):
            found = set(HOLE.findall(form))
            rest = re.sub(HOLE, "", form) if wanted[-1] else ""
            if found not in wanted and found | NUMBERS not in [each | NUMBERS for each in wanted]:
                broken.append((shown(message), form))
            if "%" in rest:
                broken.append((shown(message), form))
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_placeholder_takes_a_number_away(language: str) -> None:
    """Only a form of one single number may leave the number out."""
    _, names = MESSAGES.PLURALS[language]
    single = {"zero", "one", "two"} | ({"few", "many"} if language == "cy" else set())
    broken = []
    for message in entries(language):
        if isinstance(message.id, str):
            continue
        numbers = NUMBERS & set(HOLE.findall(message.id[1]))
        for name, form in zip(names, forms(message), strict=True):
            if numbers and name not in single and not numbers & set(HOLE.findall(form)):
                broken.append((shown(message), form))
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_form_is_there_and_chosen_as_cldr_does(language: str) -> None:
    rule, names = MESSAGES.PLURALS[language]
    locale = Locale.parse(language)
    assert set(names) == {*locale.plural_form.tags, "other"}
    chosen = c2py(rule)
    for number in range(301):
        assert names[chosen(number)] == locale.plural_form(number)
    for message in entries(language):
        if not isinstance(message.id, str):
            assert len(forms(message)) == len(names), shown(message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_ends_and_begins_as_its_source_does(language: str) -> None:
    """Space around a message, a colon before a link and line ends are part of the layout."""
    broken = []
    for message in entries(language):
        for form in forms(message):
            source = sources(message)[0]
            same = source[:1].isspace() == form[:1].isspace()
            same = same and source[-1:].isspace() == form[-1:].isspace()
            same = same and source.count("\n") == form.count("\n")
            same = same and (source[-1:] == ":") == (form[-1:] == ":")
            same = same and (source[-1:] == "?") == (form[-1:] == "?")
            if not same:
                broken.append((source, form))
    assert broken == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_not_left_in_english(language: str) -> None:
    left = [
        source
        for message in entries(language)
        for source in sources(message)
        if len(source.split()) > 3 and source in forms(message)
    ]
    assert left == []


def test_no_language_has_the_sentence_of_another() -> None:
    seen: dict[tuple[str, str], str] = {}
    for language in LANGUAGES:
        for message in entries(language):
            for form in set(forms(message)):
                if len(re.findall(r"\w{2,}", HOLE.sub("", form))) < 3:
                    continue
                other = seen.setdefault((shown(message), form), language)
                assert other == language, shown(message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_and_commands_are_the_same_in_every_language(language: str) -> None:
    """Cards, options of the command line, addresses and figures are not translated."""
    kept = re.compile(
        r"\b[RBOGW][1-9W]\b|--\w+|\w+://[\w@/]+|\btenpost (?:up|verify)\b|\bwinmail\.dat\b"
    )
    broken = []
    for message in entries(language):
        if message.context is None:
            for form in forms(message):
                if sorted(kept.findall(sources(message)[0])) != sorted(kept.findall(form)):
                    broken.append((sources(message)[0], form))
    assert broken == []


class Asked(NullTranslations):
    """Notes what is looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[Any] = set()

    def gettext(self, message: str) -> str:
        self.ids.add((None, message))
        return message

    def ngettext(self, one: str, many: str, number: int) -> str:
        self.ids.add((None, (one, many)))
        return one if number == 1 else many

    def pgettext(self, context: str, message: str) -> str:
        self.ids.add((context, message))
        return message


PAYMENT = Payment(1, 1, ("R1",))
EVENTS = (
    t.WentBust(1, "numbers", ["R9"], ["C1"], {"2": 1}, False),
    t.WentBust(1, "currency", [], [], {}, True),
    t.NumbersTaken(1, ["R1"], [], {"2": 1}),
    t.CurrencyTaken(1, 2, ["R1"], ["C2"]),
    t.AuctionOpened("W7", [1, 2]),
    t.AuctionUnsold("W7"),
    t.AuctionWon(1, "W7", 4, PAYMENT),
    t.BidPlaced(1, 4, PAYMENT),
    t.BidPassed(1),
    t.CardBought(1, "R1", PAYMENT),
    t.BuyDeclined(1),
    t.TurnStarted(1, 2),
    t.CardDrawn(1, "R1"),
    t.TimedOut(1, "bid", 1),
    t.DeadlineExtended(1, None, "host"),
    t.DeadlineExtended(1, "2026-03-01T09:30:00.123456Z", "vacation"),
    *(t.GamePaused(reason) for reason in t.REASONS),
    *(t.PauseVoted(1, agree) for agree in (True, False)),
    *(t.AbandonVoted(1, agree) for agree in (True, False)),
    *(t.UndoVoted(1, agree) for agree in (True, False)),
    t.UndoProposed(1, 5),
    t.MovesUndone(9, 5),
    t.SeatHandedToBot(1, "left"),
    t.GameAbandoned("consent"),
    t.GameResumed(),
    t.HostChanged("x"),
    t.SeatReplaced(1, "x"),
    t.SeatReturned(1),
    t.SeatClaimed(1, "x", ""),
    t.SeatDeclined(1),
    t.FinalBuyingStarted([1]),
    t.DeckRevealed("00"),
    t.PauseProposed(1),
    t.AbandonProposed(1),
)


def test_whatever_is_looked_up_is_in_the_catalogues() -> None:
    """A sentence that reaches ``say`` by a way the script does not see would stay in English."""
    words, asked = Words("en"), Asked()
    words.translations = asked
    for event in EVENTS:
        happened(words, event, {}, None)
    for sentence in SENTENCES.values():
        asked.gettext(sentence)
    for card in ("R1", "RW", "W7", "WW", "C3"):
        words.card(card)
    for points in range(0, 41, 5):
        words.title(points)
    rules(words)
    primer(words)
    words.refusal(errors.NotAwaited(seat=1, awaited=2))
    words.bot(1)
    words.house()
    for message in KEYWORDS.values():
        asked.pgettext("reply keyword", message)
    known = {(message.context, message.id) for message in MESSAGES.gathered() if message.id}
    assert asked.ids - known == set()
    assert len(asked.ids) > 200


def test_the_script_writes_nothing_when_it_only_checks(capsys: pytest.CaptureFixture[str]) -> None:
    assert MESSAGES.main(["--check"]) == 0
    assert MESSAGES.main(["--wrong"]) == 2
    assert "usage" in capsys.readouterr().out


def test_what_the_script_writes_depends_on_the_messages_alone() -> None:
    told = MESSAGES.files()
    assert told == MESSAGES.files()
    for content in told.values():
        assert "Date" not in content.split("\n\n")[0]
        assert "#:" not in content
        assert str(ROOT) not in content
        assert sys.prefix not in content
