"""Checks a log against the rules and names its first wrong event (events.md, "The shuffle").

Two passes: the chain (streams, versions, hashes), then ``verify_walk``, which decides every command
again. Nothing here trusts a log, and nothing needs more than the log.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from events import types as t
from events.codec import hash_of
from events.errors import LogFault, UnknownShape
from events.lines import read
from events.verify_chance import fault, weigh
from events.verify_walk import Walk

End = Literal["scored", "abandoned", "unfinished", "inside a command"]

_HEAD = re.compile(r"([1-9][0-9]{0,15}):([0-9a-f]{12,64})\Z")


@dataclass(frozen=True)
class Head:
    """A version and the beginning of its hash, at least 12 hex digits, as every mail prints them."""

    version: int
    digits: str

    @classmethod
    def parse(cls, text: str) -> "Head":
        """Of ``V:HASH``. Raises ValueError, a sentence."""
        match = _HEAD.match(text.strip().lower())
        if match is None:
            raise ValueError(
                f"{text!r} is not a head: give a version, a colon and at least the first 12 hex"
                " digits of its hash, as in 57:0f1e2d3c4b5a."
            )
        return cls(int(match[1]), match[2])


@dataclass(frozen=True)
class Report:
    """What came of a check. ``str()`` is one line for people.

    events: how many the log holds, as far as it could be read; end: where they end.
    fault: the first wrong event, to be raised by those who cannot go on; None if all is right.
    """

    game: str
    events: int
    end: End
    fault: LogFault | None = None

    @property
    def ok(self) -> bool:
        return self.fault is None

    def __str__(self) -> str:
        if self.fault is not None:
            return sentence(self.fault)
        if self.end == "unfinished":
            return f"{self.events} events, right as far as they go: the game is unfinished"
        if self.end == "inside a command":
            return (
                f"{self.events} events, right as far as they go: the game is unfinished, and the log"
                " ends inside a command"
            )
        return f"{self.events} events, all right: the game is {self.end}, its seed revealed"


def sentence(fault: LogFault) -> str:
    """The fault as one line: which event, what is wrong with it, what was expected."""
    told = fault.params
    if isinstance(fault, UnknownShape):
        return (
            f"stream {told['stream']}, version {told['version']}: {told['type']}, schema"
            f" {told['schema']}, is not known here; the log is from a newer version of Tenpost"
        )
    name = f", {told['type']}" if told.get("type") else ""
    return f"version {told['version']}{name}: {told['reason']}"


def verify_lines(source: str | bytes | Iterable[str | bytes], head: Head | None = None) -> Report:
    """Check a log in its wire form. A line that cannot be read is a fault like any other."""
    lines = _lines(source)
    try:
        return verify(read(lines), head)
    except LogFault as wrong:
        unreadable = wrong
    # What is wrong before that line comes first.
    at = unreadable.params.get("line", unreadable.params["version"])
    before = lines[: int(str(at)) - 1]
    try:
        report = verify(read(before), head if head and head.version <= len(before) else None)
    except LogFault:
        return Report("", 0, "unfinished", unreadable)
    if before and report.fault is not None:
        return report
    return replace(report, fault=unreadable)


def verify(recorded: Iterable[t.Recorded], head: Head | None = None) -> Report:
    """Check the events of one stream from its version 1 on, as read by ``lines`` or from a store."""
    log = list(recorded)
    if not log:
        return Report("", 0, "unfinished", LogFault(version=1, type="", reason="the log is empty"))
    broken = _broken(log)
    sound = len(log) if broken is None else broken.place
    told = weigh(log, sound)
    walk = Walk(log, told)
    found, inside = walk.run(sound)
    faults = [each for each in told.faults if _version(each) <= sound]
    # The chain's fault before the walk's at the same event: a wrong hash explains the rest.
    faults += [each for each in (broken and broken.fault, found) if each is not None]
    if head is not None:
        faults += _beside(log, head)
    first = min(faults, key=_version, default=None)
    return Report(log[0].stream, len(log), _end(walk, inside), first)


def _version(fault: LogFault) -> int:
    return int(str(fault.params["version"]))


def _end(walk: Walk, inside: bool) -> End:
    state = walk.state
    if inside:
        return "inside a command"
    if state.seed is not None and state.phase in ("scored", "abandoned"):
        return "scored" if state.phase == "scored" else "abandoned"
    return "unfinished"


class _Broken(NamedTuple):
    place: int
    """How many events there are before it."""
    fault: LogFault


def _broken(log: Sequence[t.Recorded]) -> _Broken | None:
    """The first event that does not continue the chain, and why."""
    prev, at = t.GENESIS, ""
    for place, each in enumerate(log):
        reason = None
        if each.stream != log[0].stream:
            reason = f"stream is {each.stream}, expected {log[0].stream}"
        elif each.version != place + 1:
            reason = f"version is {each.version}, expected {place + 1}"
        elif each.prev != prev:
            reason = f"prev is {each.prev[:12]}..., expected {prev[:12]}..., the hash of the event before"
        elif each.hash != hash_of(each.prev, each.body):
            reason = "hash is not that of prev and the event"
        elif each.at < at:
            reason = f"at is {each.at}, earlier than {at} of the event before"
        if reason is not None:
            return _Broken(place, LogFault(version=place + 1, type=each.type, reason=reason))
        prev, at = each.hash, each.at
    return None


def _beside(log: Sequence[t.Recorded], head: Head) -> list[LogFault]:
    """Nothing if the log holds the head, else the fault."""
    if head.version > len(log):
        reason = f"is missing: the log ends at version {len(log)}, before the head"
        return [LogFault(version=head.version, type="", reason=reason)]
    at = log[head.version - 1]
    if at.hash.startswith(head.digits):
        return []
    return [fault(at, f"hash begins {at.hash[:12]}, expected {head.digits} as in the head")]


def _lines(source: str | bytes | Iterable[str | bytes]) -> list[bytes]:
    """The lines of a log with their line feeds, split at LF only."""
    chunks = [source] if isinstance(source, str | bytes) else source
    raw = b"".join(
        chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        for chunk in chunks
    )
    *ended, rest = raw.split(b"\n")
    return [*(each + b"\n" for each in ended), rest]
