"""What a mail tells of since the last one to its seat: what happened, and what the others said meanwhile."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from events.ten import view as views
from events.types import Recorded
from service.wording import Words
from workers.mail.letter import plain
from workers.mail.scene import Scene

EVENTS: Final = 80
"""The most events of a recap; the replay has the rest."""
SAID: Final = 12
"""The most lines of talk; the page behind the mail's link has the rest."""


class Recap(NamedTuple):
    """``left_out`` is how many events there were before the first of ``lines``."""

    lines: list[str]
    left_out: int


def happened(events: Sequence[Recorded], scene: Scene, words: Words) -> list[str]:
    """Some of the game's events in lines of their own, for this seat; of many the last."""
    names, zone = words.names(views.public(scene.state), scene.names), scene.place.zone
    told = [words.happened(each.event, names, zone, each.meta.by) for each in events]
    return [line for line in told if line is not None][-EVENTS:]


def recap(scene: Scene, words: Words, names: Mapping[int, str]) -> Recap:
    """In order; each line of talk after what the table had come to when it was said."""
    zone, seat = scene.place.zone, scene.place.seat
    events = [
        (each.version, text)
        for each in scene.fresh
        if (text := words.happened(each.event, names, zone, each.meta.by)) is not None
    ]
    left_out = max(0, len(events) - EVENTS)
    others = [line for line in scene.said if line.seat != seat]
    said = [
        (
            line.version,
            words.said(scene.speaker(line, words, names), plain(line.text)),
        )
        for line in others[-SAID:]
    ]
    # Sorting keeps the order of equals: an event comes before what was said of it.
    lines = [text for _, text in sorted(events[left_out:] + said, key=lambda told: told[0])]
    unheard = len(others) - len(said)
    if unheard:
        lines.append(
            words.count(
                "%(n)s earlier line of talk is on the page of the table",
                "%(n)s earlier lines of talk are on the page of the table",
                unheard,
            )
        )
    return Recap(lines, left_out)
