"""Every error has a sentence of its own that says what is wrong; none shows a bare code or a gap."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import events
import service
import workers
from events import errors
from events.errors import TenpostError
from service.wording import Words
from service.wording.refusals import SENTENCES

WORDS = Words()

PARAMS: dict[str, object] = {
    "seat": 2,
    "seats": 4,
    "awaited": 3,
    "expected": 6,
    "actual": 7,
    "card": "R5",
    "amount": 3,
    "least": 4,
    "most": 9,
    "length": 300,
    "price": 5,
    "worth": 6,
    "held": 1,
    "offered": 2,
    "piece": "tokens",
    "version": 8,
    "last": 11,
    "to_version": 5,
    "reason": "there is a reason.",
    "option": "undo",
    "first": "2026-08-01",
    "asked": 9,
    "left": 4,
    "granted": 14,
    "value": "maybe",
    "phase": "lobby",
    "kind": "draw",
    "game": "00000000-0000-4000-8000-000000000001",
    "stream": "00000000-0000-4000-8000-000000000001",
    "type": "CardDrawn",
    "schema": 9,
    "language": "xx",
    "place": "/some/file",
    "folder": "/some/folder",
    "port": 8010,
    "decision": 12,
    "due_at": "2026-03-01T09:30:00.000000Z",
    "about": "undo",
    "by": "seat:2",
    "command": "no-uuid",
    "line": 3,
    "file": "some.jsonl",
    "path": "some.jsonl",
    "head": "3:abc",
    "name": "some.jsonl",
}


def every_error() -> list[type[TenpostError]]:
    for package in (events, service, workers):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)

    def below(cls: type[TenpostError]) -> list[type[TenpostError]]:
        return [cls, *(each for sub in cls.__subclasses__() for each in below(sub))]

    return [cls for cls in below(TenpostError) if cls.__module__.split(".")[0] != "tests"]


@pytest.mark.parametrize("cls", every_error(), ids=lambda cls: cls.__name__)
def test_every_error_has_a_sentence_of_its_own(cls: type[TenpostError]) -> None:
    own = [key for key in SENTENCES if key.partition(":")[0] == cls.code]
    assert own, f"say what {cls.__name__} ({cls.code}) means in service/wording/refusals.py"
    sentence = WORDS.refusal(cls(**PARAMS))
    assert sentence != WORDS.refusal(TenpostError()) or cls is TenpostError
    assert re.fullmatch(r"[^%{}]{10,}[.:]?", sentence), sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize("key", sorted(SENTENCES))
def test_every_sentence_can_be_filled(key: str) -> None:
    told = SENTENCES[key] % {**PARAMS, "awaited_name": "Ann"}
    assert "%" not in told
    assert told.endswith((".", ".)"))


@pytest.mark.parametrize("key", [key for key in sorted(SENTENCES) if ":" in key])
def test_every_variant_belongs_to_an_error(key: str) -> None:
    assert key.partition(":")[0] in {cls.code for cls in every_error()}


def test_the_awaited_player_is_named() -> None:
    error = errors.NotAwaited(seat=1, awaited=2)
    assert "Bob is awaited" in WORDS.refusal(error, {2: "Bob"})
    assert "seat 2 is awaited" in WORDS.refusal(error)


def test_nobody_awaited_is_said_in_words() -> None:
    sentence = WORDS.refusal(errors.NotAwaited(seat=1, awaited=None))
    assert "nobody is awaited" in sentence
    assert "None" not in sentence


def test_numbers_that_a_player_needs_are_in_the_sentence() -> None:
    sentence = WORDS.refusal(errors.BidTooLow(amount=3, least=5))
    assert "3" in sentence
    assert "5" in sentence


def test_what_somebody_typed_is_shown_on_one_line_and_not_at_length() -> None:
    sentence = WORDS.refusal(errors.UnknownCard(card="X\r\n<b>" + "y" * 5000))
    assert "\n" not in sentence
    assert "\r" not in sentence
    assert len(sentence) < 400


def test_an_error_without_the_parameters_of_its_sentence_still_gets_one() -> None:
    assert WORDS.refusal(errors.PriceUnaffordable()).endswith(".")
