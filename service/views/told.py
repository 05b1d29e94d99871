"""What happened at a table, as lines to read, each leading to the version it tells of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from events.types import Recorded
from service.wording import Words


@dataclass(frozen=True)
class LogLine:
    version: int
    text: str
    path: str


def lines(
    recorded: Iterable[Recorded],
    names: Mapping[int, str],
    words: Words,
    base: str,
    zone: str | None = None,
) -> list[LogLine]:
    """A line for each event that has something to tell; ``base`` is the path the version follows."""
    found = []
    for each in recorded:
        text = words.happened(each.event, names, zone, each.meta.by)
        if text is not None:
            found.append(LogLine(each.version, text, f"{base}/{each.version}"))
    return found


def since_own(recorded: Sequence[Recorded], seat: int, least: int = 8) -> Sequence[Recorded]:
    """What others did since this seat last acted; at least the last few events, for the context."""
    me = f"seat:{seat}"
    own = max((i for i, each in enumerate(recorded) if each.meta.by == me), default=-1)
    return recorded[min(own + 1, max(0, len(recorded) - least)) :]
