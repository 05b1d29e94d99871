"""A five-player game to measure with: its log, and what its people did, move by move.

All seats are human, so that a move is one command; the bots only choose what the people do.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from sqlalchemy import insert, text

from events import codec, projections
from events import commands as c
from events import types as t
from events.commands import Wish
from events.deadlines import by_options
from events.draft import Draft
from events.replay import fold
from events.store import Store
from events.tables import seeds, streams
from events.ten import bots
from events.ten.chance import Dealer
from events.ten.state import GameState

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
SEED = bytes(range(32)).hex()
GAME = "00000000-0000-4000-8000-000000000000"
LEFT = 60
"""How many commands of the game are left to play after the prefix: "near the end"."""


@dataclass(frozen=True)
class Scripted:
    """recorded: the events up to the cut; moves: what follows, as (seat, wish)."""

    recorded: tuple[t.Recorded, ...]
    moves: tuple[tuple[int, Wish], ...]
    whole: tuple[t.Recorded, ...]


@cache
def scripted() -> Scripted:
    """The game, always the same."""
    draft = Draft(GAME, None, None, NOW, Dealer(SEED), by_options, lambda version: GameState(GAME))
    seats = [t.SeatSpec(seat, "human") for seat in range(1, 6)]
    host = _id(1)
    draft.carry(c.CreateGame(host, seats, Dealer(SEED).seed), "host", "cli", _id(2))
    for seat in range(1, 6):
        draft.carry(c.ClaimSeat(seat, _id(10 + seat)), f"seat:{seat}", "web", _id(20 + seat))
    moves: list[tuple[int, Wish]] = []
    cuts: list[int] = []
    while draft.state.awaiting is not None:
        seat = draft.state.awaiting.seat
        wish = bots.choose(draft.state, seat)
        moves.append((seat, wish))
        cuts.append(len(draft.recorded))
        draft.carry(wish, f"seat:{seat}", "web", _id(100 + len(moves)))
        draft.answer(2000, lambda state: None)
    whole = tuple(draft.recorded)
    return Scripted(whole[: cuts[-LEFT]], tuple(moves[-LEFT:]), whole)


def _id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def game_id(number: int) -> str:
    return f"00000000-0000-4000-9000-{number:012d}"


def fill(store: Store, copies: int, *, whole: bool = False) -> list[str]:
    """Store one game and ``copies`` more with other ids; answers these ids.

    The copies are made by the database. Their hashes are those of the first: a load trusts the log.
    """
    log = scripted().whole if whole else scripted().recorded
    state = fold(GAME, [each.body for each in log])
    with store.unit() as unit:
        unit.append(GAME, 0, log)
        projections.write(unit, state, NOW, NOW, view_only=False)
        unit.connection.execute(insert(seeds), {"stream": GAME, "seed": SEED})
    games = [game_id(number) for number in range(copies)]
    if not games:
        return games
    with store.unit() as unit:
        for game in games:
            unit.connection.execute(_COPY, {"game": game, "first": GAME})
        head = log[-1]
        unit.connection.execute(
            insert(streams),
            [
                {
                    "stream": g,
                    "kind": "game",
                    "version": head.version,
                    "hash": head.hash,
                    "at": head.at,
                }
                for g in games
            ],
        )
        unit.connection.execute(insert(seeds), [{"stream": g, "seed": SEED} for g in games])
    for game in games:
        twin = state.copy()
        twin.game = game
        with store.unit() as unit:
            projections.write(unit, twin, NOW, NOW, view_only=False)
    return games


_COPY = text(
    "INSERT INTO events (stream, version, type, command, body, hash) "
    "SELECT CAST(:game AS VARCHAR), version, type, command, "
    "replace(body, CAST(:first AS VARCHAR), CAST(:game AS VARCHAR)), hash "
    "FROM events WHERE stream = CAST(:first AS VARCHAR)"
)


def command(game: str, number: int, version: int) -> c.Command:
    """The scripted move ``number`` after the cut, for one game at ``version``."""
    seat, wish = scripted().moves[number]
    id = codec.hash_of(game, str(number))[:32]
    shaped = f"{id[:8]}-{id[8:12]}-4{id[13:16]}-8{id[17:20]}-{id[20:32]}"
    return c.Command(shaped, f"seat:{seat}", "web", NOW, wish, version)
