"""What is voted on at a table, and what a seat may propose to take back: only what would be accepted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.errors import Refusal
from events.store import Reader
from events.ten import consent
from events.ten.fold import PERSON
from events.ten.state import GameState
from service.views.seat import Door


@dataclass(frozen=True)
class Ballot:
    """An open proposal. ``about`` is ``undo``, ``pause`` or ``abandon``; ``version`` that of the proposal.
    ``own``: this seat made it and may withdraw it; ``asked``: this seat may vote. ``one``: it carries as
    soon as one other agrees, else all are needed. ``agreed``, ``against`` and ``waiting`` are names."""

    about: str
    by: str
    version: int
    to_version: int
    own: bool
    asked: bool
    one: bool
    agreed: Sequence[str]
    against: Sequence[str]
    waiting: Sequence[str]


@dataclass(frozen=True)
class Undo:
    """An undo that may be proposed. ``need``: ``now`` (nobody has to agree), ``one`` or ``all`` (others).
    ``move`` is the first move that it takes back, in words, or None; ``moves`` how many there are."""

    to_version: int
    need: str
    move: str | None
    moves: int


def ballots(state: GameState, seat: int, names: Mapping[int, str]) -> list[Ballot]:
    """All open proposals, as this seat sees them."""
    found = []
    for about, each in consent.proposals(state).items():
        waiting = [
            other for other in state.humans if other not in (*each.agreed, *each.against, each.seat)
        ]
        found.append(
            Ballot(
                about,
                names[each.seat],
                each.version,
                each.to_version,
                each.seat == seat,
                seat in waiting,
                about == "undo" and consent.own_last_move(state, each.seat, each.to_version),
                [names[other] for other in each.agreed if other != each.seat],
                [names[other] for other in each.against],
                [names[other] for other in waiting],
            )
        )
    return found


def last_own(state: GameState, seat: int) -> int | None:
    """The version that an undo of this seat's last own move leads to, if there is one to undo."""
    me = f"seat:{seat}"
    own = [m for m in (*state.marks, state.mark) if m.moved and m.by == me and m.via in PERSON]
    if not own:
        return None
    before = [m.version for m in consent.undo_points(state) if m.version < own[-1].version]
    return max(before, default=None)


def nearest(state: GameState, version: int) -> int | None:
    """The last version up to this one that an undo can lead back to."""
    points = [m.version for m in consent.undo_points(state) if m.version <= version]
    return max(points, default=None)


def need(state: GameState, seat: int, to_version: int) -> str | None:
    """Whose consent the undo needs: ``now`` for nobody's, ``one`` or ``all``; None if it would be refused."""
    try:
        consent.check_undo(state, seat, to_version)
    except Refusal:
        return None
    if consent.undo_open(state) is not None:
        return None
    if consent.undo_carries(state, seat, to_version, (seat,)):
        return "now"
    return "one" if consent.own_last_move(state, seat, to_version) else "all"


def undo(
    reader: Reader, door: Door, names: Mapping[int, str], to_version: int | None
) -> Undo | None:
    """The undo to this version as the seat behind the link may propose it; None if it may not."""
    if to_version is None:
        return None
    needed = need(door.state, door.seat, to_version)
    if needed is None:
        return None
    moves = consent.undone_moves(door.state, to_version)
    first = moves[0]
    recorded = reader.recorded(door.game, to_version, first.version)
    told = (
        door.words.happened(each.event, names, door.zone)
        for each in recorded
        if each.meta.by == first.by
    )
    move = next((text for text in told if text is not None), None)
    return Undo(to_version, needed, move, len(moves))
