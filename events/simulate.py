"""Whole games by bots, without a store: the same seed gives the same files, byte for byte.

Ids, the seed of the shuffle and the clock all follow from the arguments; no chance and no real time
comes in.
"""

import hashlib
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from events import commands as c
from events import types as t
from events.codec import at_text, line, record
from events.ten import bots
from events.ten.chance import Dealer
from events.ten.decide import decide
from events.ten.fold import carry_out
from events.ten.phases.common import Given
from events.ten.shuffle import commitment
from events.ten.state import GameState

BEGINNING = datetime(2026, 1, 1, 0, 0, 1, tzinfo=UTC)
"""When every simulated game is created; each command after that comes a second later."""

_SECOND = timedelta(seconds=1)
_NAMES = uuid.UUID("9d4b0c1e-5f0e-5a3c-8a55-7e1f0a6c2b10").bytes
"""The namespace of the ids of simulated games and their hosts."""

SHARP = ("sharp",)


def play(
    players: int, seed: str | int, number: int, styles: Sequence[str] = SHARP
) -> list[t.Recorded]:
    """The events of one whole game, the ``number``-th of this seed, in version order.

    players: 1 to 5; with 1 the House sits at seat 2. styles: names of ``bots.STYLES``, given out
    from seat 1 on and round again. Raises BadSeats, or KeyError for an unknown style.
    """
    name = f"{seed}/{players}/{number}"
    secret = hashlib.sha256(f"tenpost simulate {name}".encode()).digest()
    game, host = (name_id(_NAMES, f"{name}/{of}") for of in ("game", "host"))
    seats = [t.SeatSpec(seat, "bot") for seat in range(1, players + 1)]
    if players == 1:
        seats.append(t.SeatSpec(2, "house"))
    create = c.CreateGame(host, seats, commitment(secret))
    return _Table(game, secret, seats, styles).play(create)


def name_id(namespace: bytes, name: str) -> str:
    """The text of ``uuid.uuid5``, without making a UUID: a game needs hundreds."""
    digits = hashlib.sha1(namespace + name.encode(), usedforsecurity=False).hexdigest()
    variant = "89ab"[int(digits[16], 16) & 3]
    return f"{digits[:8]}-{digits[8:12]}-5{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:32]}"


class _Table:
    """One game while it is played: a single draft, and the log so far."""

    def __init__(
        self, game: str, secret: bytes, seats: Sequence[t.SeatSpec], styles: Sequence[str]
    ) -> None:
        self._state = GameState(game)
        self._namespace = uuid.UUID(game).bytes
        self._given = Given(lambda seat, kind: None, Dealer(secret.hex()))
        self._log: list[t.Recorded] = []
        self._hash = t.GENESIS
        self._players = [
            ("house", bots.house)
            if spec.kind == "house"
            else (f"bot:{spec.seat}", bots.STYLES[styles[(spec.seat - 1) % len(styles)]])
            for spec in seats
        ]

    def play(self, create: c.CreateGame) -> list[t.Recorded]:
        """Carry out the creation, and then what the bots answer until nobody is awaited."""
        state, now = self._state, BEGINNING
        self._carry_out(
            decide(None, create, "host", "", self._given, state.game), now, "host", "cli"
        )
        while state.awaiting is not None:
            now += _SECOND
            seat = state.awaiting.seat
            by, choose = self._players[seat - 1]
            self._carry_out(decide(state, choose(state, seat), by, "", self._given), now, by, "bot")
        return self._log

    def _carry_out(self, decided: list[t.Event], now: datetime, by: str, via: str) -> None:
        """Record the events of one command and carry them out."""
        state, at = self._state, at_text(now)
        command = name_id(self._namespace, f"{state.version}:{by}")
        meta = t.Meta(by, via, command)
        for event in decided:
            each = record(state.game, state.version + 1, at, event, meta, self._hash)
            carry_out(state, event, each.version, by, via, command)
            self._hash = each.hash
            self._log.append(each)


def write_games(
    games: int, players: int, seed: str | int, out: Path, styles: Sequence[str] = SHARP
) -> list[Path]:
    """Play so many games into ``out``, which is made if need be: 0001.jsonl, 0002.jsonl ...

    A file of that name is written anew. Raises OSError if it cannot be, else as ``play``.
    """
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for number in range(1, games + 1):
        path = out / f"{number:04}.jsonl"
        log = play(players, seed, number, styles)
        path.write_bytes("".join(f"{line(each)}\n" for each in log).encode())
        written.append(path)
    return written
