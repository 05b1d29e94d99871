"""Logs that are none, are broken, or are too new: a sentence from every command that reads logs."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.events.samples import path_of
from tests.service.cli.conftest import Tenpost
from tests.service.cli.ran import files

LOG = path_of("two-bots").read_bytes()
LINES = LOG.splitlines(keepends=True)


def edited(place: int, **changed: object) -> bytes:
    """The log with one event's envelope changed."""
    line = json.loads(LINES[place]) | changed
    text = json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    return b"".join([*LINES[:place], text, *LINES[place + 1 :]])


BAD = {
    "empty": (b"", "holds no event"),
    "no text": (
        bytes(range(255, -1, -1)) * 20,
        "The log is wrong at event 1: the line is not UTF-8.",
    ),
    "zeros": (bytes(5000), "not JSON"),
    "another text": (b"Dear Bo,\n\nit is your turn.\n", "not JSON"),
    "another json": (b"[1, 2, 3]\n", "not an object"),
    "another object": (b'{"stream": 3}\n', ""),
    "deep": (b"[" * 100_000 + b"]" * 100_000 + b"\n", "not JSON"),
    "a huge number": (b'{"version":' + b"9" * 50_000 + b"}\n", "2^53"),
    "cut short": (LOG[: len(LOG) // 2], "cut short"),
    "a line missing": (b"".join(LINES[:30] + LINES[31:]), "event 31"),
    "a line twice": (b"".join(LINES[:31] + LINES[30:]), "event 32"),
    "the first line missing": (b"".join(LINES[1:]), "event 1"),
    "an empty line": (b"".join([*LINES[:5], b"\n", *LINES[5:]]), "the line is empty"),
    "carriage returns for lines": (LOG.replace(b"\n", b"\r"), ""),
    "a byte order mark": (b"\xef\xbb\xbf" + LOG, "byte order mark"),
    "another field": (edited(7, extra=1), "event 8"),
    "a broken hash": (edited(7, hash="0" * 64), "event 8"),
    "another shape": (edited(7, data={}), "event 8"),
    "a newer schema": (edited(7, schema=2), "written by a newer version of Tenpost: event 8"),
    "a newer type": (
        edited(7, type="CardsTraded"),
        "written by a newer version of Tenpost: event 8",
    ),
}


CARRIED_OUT = {"a broken hash"}
"""Only ``verify`` follows the chain: what can be carried out all the same is shown."""


@pytest.fixture(params=BAD)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A bad file of that kind lies at ``bad.jsonl``."""
    name = str(request.param)
    (tmp_path / "bad.jsonl").write_bytes(BAD[name][0])
    return name


def test_verify_says_what_is_wrong(tenpost: Tenpost, case: str) -> None:
    ran = tenpost("verify", "bad.jsonl")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("bad.jsonl: ")
    assert BAD[case][1] in ran.out
    assert ran.out.count("\n") == 1


def test_import_says_what_is_wrong_and_stores_nothing(
    tenpost: Tenpost, tmp_path: Path, case: str
) -> None:
    before = files(tmp_path)
    assert BAD[case][1] in tenpost("import", "bad.jsonl", "--data", "data").refused
    assert files(tmp_path) == before


def test_replay_shows_nothing_that_cannot_be_carried_out(tenpost: Tenpost, case: str) -> None:
    ran = tenpost("replay", "bad.jsonl")
    if case in CARRIED_OUT:
        assert ran.said
    else:
        assert ran.refused


def spoilt(chance: random.Random) -> bytes:
    """The log with up to three things wrong: lines gone, doubled, swapped, cut or overwritten, values of
    other kinds where the rules look."""
    values: Sequence[object] = (None, 0, -1, 1, 9, 10**15, "", "R1", "XX", [], {}, True, ["R1"])
    kept = list(LINES)
    for _ in range(chance.randint(1, 3)):
        place, other = chance.randrange(len(kept)), chance.randrange(len(kept))
        match chance.randrange(6):
            case 0:
                del kept[place]
            case 1:
                kept.insert(place, kept[other])
            case 2:
                kept[place], kept[other] = kept[other], kept[place]
            case 3:
                kept[place] = kept[place][: chance.randrange(len(kept[place]))]
            case 4:
                raw = bytearray(kept[place])
                raw[chance.randrange(len(raw))] = chance.randrange(256)
                kept[place] = bytes(raw)
            case _:
                line = json.loads(LINES[place])
                if line["data"]:
                    line["data"][chance.choice(sorted(line["data"]))] = chance.choice(values)
                kept[place] = json.dumps(line).encode() + b"\n"
    return b"".join(kept)


def test_whatever_a_spoilt_log_holds_the_answer_is_a_sentence(
    tenpost: Tenpost, tmp_path: Path
) -> None:
    chance = random.Random(10)
    replayed = 0
    for _ in range(60):
        text = spoilt(chance)
        (tmp_path / "spoilt.jsonl").write_bytes(text)
        checked = tenpost("verify", "spoilt.jsonl")
        assert (checked.status == 0) == (text == LOG) or "inside a command" in checked.out
        shown = tenpost("replay", "spoilt.jsonl")
        replayed += shown.status == 0 or bool(shown.refused)
    assert replayed == 60


def test_every_log_is_checked_though_one_before_it_is_wrong(
    tenpost: Tenpost, tmp_path: Path
) -> None:
    (tmp_path / "bad.jsonl").write_bytes(edited(7, hash="0" * 64))
    (tmp_path / "folder").mkdir()
    ran = tenpost("verify", "bad.jsonl", "folder", "lost", path_of("two-bots"))
    bad, folder, lost, good = ran.out.splitlines()
    assert (ran.status, ran.err) == (1, "")
    assert bad.startswith("bad.jsonl: The log is wrong at event 8 ")
    assert folder.startswith("folder: Is a directory.")
    assert lost.startswith("lost: lost is neither")
    assert good.endswith("its seed revealed")
