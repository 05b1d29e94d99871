"""Where in a recorded game a mail of each kind goes out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from events import types as t
from events.replay import states
from events.ten import consent
from events.ten.fold import PERSON
from events.ten.state import GameState
from events.types import Recorded


@dataclass(frozen=True)
class Scene:
    """Where the log is cut off, and the row that would be due there."""

    version: int
    seat: int
    decision: int
    payload: Mapping[str, Any] = field(default_factory=dict)


Find = Callable[[GameState, Sequence[Recorded]], Scene | None]
"""(state after an append, the append) -> the scene, if it asks for a mail of the kind."""


def scenes(log: Sequence[Recorded]) -> dict[str, Scene]:
    """The last fit scene of each kind, so that the table has something on it."""
    found: dict[str, Scene] = {}
    for state, append in _appends(log):
        for kind, find in _FINDS.items():
            scene = find(state, append)
            if scene is not None:
                found[kind] = scene
    for kind, like in _LIKE.items():
        found[kind] = found[like]
    return found


def last_mail(shown: Sequence[Recorded], seat: int) -> int:
    """The version at which the seat may have had its last mail: when it acted before the others did."""
    mine = [each.meta.by == f"seat:{seat}" for each in shown]
    version = len(mine)
    while version and mine[version - 1]:
        version -= 1
    while version and not mine[version - 1]:
        version -= 1
    return version


def _appends(log: Sequence[Recorded]) -> Iterator[tuple[GameState, Sequence[Recorded]]]:
    """What a person or the clock did, with what bots did and what was forced in answer."""
    append: list[Recorded] = []
    for number, (recorded, state) in enumerate(zip(log, states(log), strict=True), 1):
        append.append(recorded)
        after = log[number].meta if number < len(log) else None
        same = after is not None and after.command == recorded.meta.command
        if not same and (after is None or after.via in (*PERSON, "sweep")):
            yield state, append
            append = []


def _asked(kind: str) -> Find:
    def find(state: GameState, append: Sequence[Recorded]) -> Scene | None:
        awaiting = state.awaiting
        if awaiting is None or awaiting.kind != kind or awaiting.seat not in state.humans:
            return None
        full = {"draw": len(state.row) > 3, "bid": bool(state.auction and state.auction.bids)}
        if state.phase == "final_buying" or not full.get(kind, len(state.market) > 3):
            return None
        return Scene(state.version, awaiting.seat, awaiting.decision)

    return find


def _timed_out(state: GameState, append: Sequence[Recorded]) -> Scene | None:
    for each in append:
        if isinstance(each.event, t.TimedOut) and each.event.seat in state.humans:
            return Scene(state.version, each.event.seat, each.version)
    return None


def _vote(state: GameState, append: Sequence[Recorded]) -> Scene | None:
    proposal = consent.undo_open(state)
    if proposal is None or proposal.version < append[0].version:
        return None
    asked = [s for s in state.humans if s not in (*proposal.agreed, *proposal.against)]
    return Scene(state.version, asked[0], proposal.version, {"about": "undo"}) if asked else None


def _won(state: GameState, append: Sequence[Recorded]) -> Scene | None:
    for each in append:
        event = each.event
        if isinstance(event, t.AuctionWon) and event.seat in state.humans:
            # Whoever is asked next is told by that mail.
            if state.awaiting is not None and state.awaiting.seat == event.seat:
                continue
            payload = {"about": "won", "of": event.seat}
            return Scene(state.version, event.seat, each.version, payload)
    return None


def _scored(state: GameState, append: Sequence[Recorded]) -> Scene | None:
    return Scene(state.version, state.humans[0], state.version) if state.results else None


def _created(state: GameState, append: Sequence[Recorded]) -> Scene | None:
    return Scene(state.version, 2, 0) if append[0].version == 1 else None


_FINDS: Final[Mapping[str, Find]] = {
    "your-turn": _asked("draw"),
    "auction": _asked("bid"),
    "reminder": _asked("buy"),
    "timed-out": _timed_out,
    "vote": _vote,
    "news": _won,
    "final-score": _scored,
    "invitation": _created,
}
_LIKE: Final = {
    "link": "your-turn",
    "answer": "your-turn",
    "digest": "news",
    "sign-in": "invitation",
}
