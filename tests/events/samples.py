"""Logs that are known to be right, and states made comparable."""

from pathlib import Path
from typing import Any

from events import types as t
from events.codec import record
from events.lines import read
from events.replay import fold
from events.ten.state import Auction, GameState, Seat

SAMPLES = sorted((Path(__file__).parents[1] / "golden" / "samples").glob("*.jsonl"))
NAMES = [path.stem for path in SAMPLES]
WITH_UNDO = "three-people-one-undo"

VECTOR = (
    '{"at":"2026-03-01T09:30:00.123456Z","data":{"seat":2},"meta":{"by":"seat:2",'
    '"command":"00000000-0000-4000-8000-000000000002","via":"web"},"schema":1,'
    '"stream":"00000000-0000-4000-8000-000000000001","type":"BidPassed","version":1}'
)
VECTOR_HASH = "960867a4e60e08e0ca3834f4136871491abbf9dc8def454100adaf2972a76f7d"
"""The event that events.md publishes, and its hash as version 1."""


def sample(name: str) -> list[t.Recorded]:
    """The events of a recorded game."""
    return read(path_of(name).read_bytes())


def path_of(name: str) -> Path:
    """Where the log of a recorded game lies."""
    return next(path for path in SAMPLES if path.stem == name)


def bodies(of: list[t.Recorded]) -> list[str]:
    """The stored texts."""
    return [each.body for each in of]


def append(log: list[t.Recorded], *events: t.Event) -> None:
    """Let these events follow as one command of the host."""
    meta = t.Meta("host", "web", f"00000000-0000-4000-8000-{len(log):012}")
    for event in events:
        last = log[-1]
        log.append(record(last.stream, last.version + 1, last.at, event, meta, last.hash))


def undo(log: list[t.Recorded], to_version: int) -> None:
    """Undo to the decision that is open at that version, and open it again."""
    awaiting = fold(log[0].stream, bodies(log)[:to_version]).awaiting
    assert awaiting is not None
    append(
        log,
        t.MovesUndone(log[-1].version, to_version),
        t.DecisionOpened(awaiting.seat, awaiting.kind),
    )


def decisions(log: list[t.Recorded]) -> list[int]:
    """The versions at which a decision was opened."""
    return [each.version for each in log if type(each.event) is t.DecisionOpened]


def played_again(name: str, to_version: int, from_version: int) -> list[t.Recorded]:
    """A recorded game in which these moves were undone and then made a second time."""
    log = sample(name)
    grown = log[:from_version]
    undo(grown, to_version)
    for each in log[to_version:]:
        append(grown, each.event)
    return grown


def facts(of: Any) -> Any:
    """All that a state holds, field by field, so that two states can be compared with ==."""
    if isinstance(of, GameState | Seat | Auction):
        return {name: facts(getattr(of, name)) for name in type(of).__slots__}
    if isinstance(of, list):
        return [facts(each) for each in of]
    return of
