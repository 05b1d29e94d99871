"""Checks a log against the rules and names its first wrong event (events.md, "The shuffle").

Two passes: the chain (streams, versions, hashes), then ``verify_walk``, which decides every command
again. Nothing here trusts a log, and nothing needs more than the log.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from events import types as t
from events.codec import hash_of
from events.errors import LogFault
from events.lines import read
from events.verify_chance import fault, weigh
from events.verify_walk import Walk

End = Literal["scored", "abandoned", "unfinished", "inside a command"]


class Head(NamedTuple):
    """A version and the beginning of its hash, 12 hex digits or more, as every mail prints them."""

    version: int
    digits: str


@dataclass(frozen=True)
class Report:
    """A log in which nothing is wrong: how many events, and where they end."""

    game: str
    events: int
    end: End

    @property
    def finished(self) -> bool:
        """Whether the seed is revealed, and so every card was held against it."""
        return self.end in ("scored", "abandoned")

    @property
    def sentence(self) -> str:
        """One line for people."""
        if self.finished:
            return f"{self.events} events, all right; the game is {self.end}, its seed revealed"
        told = f"{self.events} events, right as far as they go; the game is unfinished"
        return told if self.end == "unfinished" else f"{told} and the log ends inside a command"


def verify_lines(
    source: str | bytes | Iterable[str | bytes], head: tuple[int, str] | None = None
) -> Report:
    """Check a log in its wire form, as ``verify`` does. A line that cannot be read is a fault like
    any other: one before it comes first."""
    lines = _lines(source)
    try:
        log = read(lines)
    except LogFault as unreadable:
        before = lines[: _line(unreadable) - 1]
        _verify_before(before, head if head is not None and head[0] <= len(before) else None)
        raise
    return verify(log, head)


def verify(recorded: Iterable[t.Recorded], head: tuple[int, str] | None = None) -> Report:
    """Check the events of one stream from its version 1 on, as read by ``lines`` or from a store.

    head: a version and at least the first 12 hex digits of its hash, lower case, that the log must
    hold. An unfinished log passes as far as it goes.

    Raises LogFault for the first wrong event: version, type, and what is wrong and expected.
    """
    log = list(recorded)
    if not log:
        raise LogFault(version=1, type="", reason="the log is empty")
    broken = _broken(log)
    sound = len(log) if broken is None else broken.place
    told = weigh(log, sound)
    walk = Walk(log, told)
    found, inside = walk.run(sound)
    faults = [each for each in told.faults if _version(each) <= sound]
    # The chain's fault before the walk's at the same event: a wrong hash explains the rest.
    faults += [each for each in (broken and broken.fault, found) if each is not None]
    faults += _beside(log, head)
    if faults:
        raise min(faults, key=_version)
    return Report(log[0].stream, len(log), _end(walk, inside))


def _version(fault: LogFault) -> int:
    return int(str(fault.params["version"]))


def _end(walk: Walk, inside: bool) -> End:
    state = walk.state
    if inside:
        return "inside a command"
    if not state.over:
        return "unfinished"
    return "scored" if state.phase == "scored" else "abandoned"


class _Broken(NamedTuple):
    place: int
    """How many events there are before it."""
    fault: LogFault


def _broken(log: Sequence[t.Recorded]) -> _Broken | None:
    """The first event that does not continue the chain, and why."""
    prev, at = t.GENESIS, ""
    for place, each in enumerate(log):
        try:
            reason = _breaks(each, log[0].stream, place + 1, prev, at)
        except (TypeError, AttributeError, ValueError):
            reason = "its envelope is not of the form that events have"
        if reason is not None:
            return _Broken(place, LogFault(version=place + 1, type=each.type, reason=reason))
        prev, at = each.hash, each.at
    return None


def _breaks(each: t.Recorded, stream: str, version: int, prev: str, at: str) -> str | None:
    """How the event fails to continue the chain after ``prev`` and ``at``; None if it does."""
    if each.stream != stream:
        return f"stream is {each.stream}, expected {stream}"
    if each.version != version:
        return f"version is {each.version}, expected {version}"
    if each.prev != prev:
        return f"prev is {each.prev[:12]}..., expected {prev[:12]}..., the hash of the event before"
    if each.hash != hash_of(each.prev, each.body):
        return "hash is not that of prev and the event"
    if each.at < at:
        return f"at is {each.at}, earlier than {at} of the event before"
    return None


def _beside(log: Sequence[t.Recorded], head: tuple[int, str] | None) -> list[LogFault]:
    """Nothing if the log holds the head, else the fault."""
    if head is None:
        return []
    version, digits = head
    if not 1 <= version <= len(log):
        reason = f"is missing: the head is of version {version}, the log ends at {len(log)}"
        return [LogFault(version=version, type="", reason=reason)]
    at = log[version - 1]
    if at.hash.startswith(digits):
        return []
    return [fault(at, f"hash begins {at.hash[: len(digits)]}, expected {digits} as in the head")]


# Lines that cannot be read.


def _line(unreadable: LogFault) -> int:
    """Its number; of an event from a newer program only the version is told."""
    told = unreadable.params
    return int(str(told.get("line", told["version"])))


def _verify_before(lines: Sequence[bytes], head: tuple[int, str] | None) -> None:
    """Raises LogFault if these lines can be read and something is wrong in them."""
    try:
        log = read(lines)
    except LogFault:
        return
    if log:
        verify(log, head)


def _lines(source: str | bytes | Iterable[str | bytes]) -> list[bytes]:
    """The lines of a log with their line feeds, split at LF only."""
    chunks = [source] if isinstance(source, str | bytes) else source
    raw = b"".join(
        chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        for chunk in chunks
    )
    *ended, rest = raw.split(b"\n")
    return [*(each + b"\n" for each in ended), rest]
