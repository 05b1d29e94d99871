"""A program in another language, written from the contract alone, agrees with the logs."""

import dataclasses
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from events import types as t
from events.codec import record
from events.lines import write
from tests.events.samples import NAMES, WITH_UNDO, decisions, path_of, played_again, sample

NODE = shutil.which("node")
SCRIPT = Path(__file__).with_name("check_log.mjs")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node on the PATH")


def check(path: Path) -> tuple[int, str]:
    """Exit status and what the program said."""
    done = subprocess.run(
        [str(NODE), str(SCRIPT), str(path)], capture_output=True, encoding="utf-8", timeout=60
    )
    return done.returncode, (done.stdout + done.stderr).replace(str(path), "LOG").strip()


def written(tmp_path: Path, log: list[t.Recorded]) -> Path:
    """A file that holds the events, chained and hashed anew."""
    chained: list[t.Recorded] = []
    for version, each in enumerate(log, 1):
        prev = chained[-1].hash if chained else t.GENESIS
        chained.append(record(each.stream, version, each.at, each.event, each.meta, prev))
    path = tmp_path / "log.jsonl"
    path.write_text("".join(write(chained)), encoding="utf-8", newline="\n")
    return path


def changed(log: list[t.Recorded], version: int, **fields: object) -> list[t.Recorded]:
    """The log with other fields in one event."""
    each = log[version - 1]
    event = dataclasses.replace(each.event, **fields)  # type: ignore[type-var]
    return [*log[: version - 1], dataclasses.replace(each, event=event), *log[version:]]


def first(log: list[t.Recorded], cls: type[t.Event], after: int = 0) -> int:
    """The version of the first event of this class after a version."""
    return next(each.version for each in log[after:] if type(each.event) is cls)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_is_as_it_should_be(name: str) -> None:
    status, said = check(path_of(name))
    assert (status, said.startswith(f"LOG: {len(sample(name))} events and ")) == (0, True)


def test_cards_drawn_again_after_an_undo_are_those_of_the_shuffle(tmp_path: Path) -> None:
    opened = decisions(sample("two-bots"))
    log = played_again("two-bots", opened[0], opened[20])
    assert check(written(tmp_path, log))[0] == 0
    again = first(log, t.CardDrawn, after=opened[20] + 2)
    card = log[first(log, t.CardDrawn) - 1].event
    assert log[again - 1].event == card != t.CardDrawn(1, "C1")
    status, said = check(written(tmp_path, changed(log, again, card="C1")))
    assert status == 1
    assert said.startswith(f"LOG: version {again} (CardDrawn): card 1 of the shuffle is ")


@pytest.mark.parametrize(
    ("cls", "fields", "reason"),
    [
        (t.CardDrawn, {"card": "W5"}, "card 1 of the shuffle is C4"),
        (t.GameStarted, {"first_seat": 1}, "seat 2 is first"),
        (t.GameStarted, {"words": ["", "", ""]}, "the words are not those of the claims"),
        (t.TurnStarted, {"seat": 1}, "seat 2 is first"),
        (t.GameCreated, {"commitment": "0" * 64}, "the seed is not the one committed to"),
    ],
)
def test_what_the_seed_does_not_lead_to_is_named(
    tmp_path: Path, cls: type[t.Event], fields: dict[str, object], reason: str
) -> None:
    log = sample(WITH_UNDO)
    version = first(log, cls)
    status, said = check(written(tmp_path, changed(log, version, **fields)))
    assert (status, said) == (1, f"LOG: version {version} ({cls.__name__}): {reason}")


def test_another_word_makes_another_deck(tmp_path: Path) -> None:
    log = sample(WITH_UNDO)
    claim, started = first(log, t.SeatClaimed), log[first(log, t.GameStarted) - 1].event
    assert isinstance(started, t.GameStarted)
    log = changed(log, claim, word="0" * 64)
    log = changed(log, first(log, t.GameStarted), words=["0" * 64, *started.words[1:]])
    status, said = check(written(tmp_path, log))
    assert (status, "is first" in said or "of the shuffle is" in said) == (1, True)


Change = Callable[[list[bytes]], list[bytes]]

CHANGES: dict[str, tuple[Change, str]] = {
    "a digit": (
        lambda x: [*x[:8], x[8].replace(b"2026-01", b"2026-02", 1), *x[9:]],
        "version 9 (DecisionOpened): the hash is wrong",
    ),
    "a line left out": (
        lambda x: [*x[:8], *x[9:]],
        "version 9 (BidPlaced): it says version 10",
    ),
    "the end left out": (
        lambda x: x[:300],
        "the game is not over: no seed has been revealed",
    ),
    "a key twice": (
        lambda x: [*x[:8], x[8].replace(b'"seat":', b'"seat":7,"seat":', 1), *x[9:]],
        "version 9 (DecisionOpened): not in canonical form",
    ),
    "a cut line": (lambda x: [*x[:8], x[8][:-5], *x[9:]], "version 9 (no event): not JSON"),
    "an empty line": (lambda x: [*x[:8], b"", *x[9:]], "version 9 (no event): not JSON"),
    "nothing at all": (lambda x: [], "the log is empty"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_spoilt_copy_is_refused_with_its_first_wrong_event(tmp_path: Path, what: str) -> None:
    change, reason = CHANGES[what]
    raw = path_of("two-bots").read_bytes().splitlines()
    types = [json.loads(line)["type"] for line in raw[8:10]]
    assert types == ["DecisionOpened", "BidPlaced"]
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in change(raw)))
    assert check(path) == (1, f"LOG: {reason}")


def test_a_file_that_is_not_there_is_no_wrong_log(tmp_path: Path) -> None:
    assert check(tmp_path / "none.jsonl") == (2, "LOG cannot be read (ENOENT).")
