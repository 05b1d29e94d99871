"""The golden logs, and the file beside each that says what the state is at every version."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from events import types as t
from events.codec import canonical
from events.replay import states
from events.ten.state import GameState
from events.ten.view import public

HERE = Path(__file__).parent

LOGS = {
    path.stem: path for of in ("games", "samples") for path in sorted((HERE / of).glob("*.jsonl"))
}
"""Name -> log, of all games that are replayed for ever."""


def digest(state: GameState) -> str:
    """SHA-256 of the canonical JSON of the state as it leaves the service, 64 hex digits."""
    return sha256(canonical(public(state)).encode()).hexdigest()


def write_states(folder: Path, name: str, log: Sequence[t.Recorded]) -> None:
    """Write the digests of a log, a line a version."""
    lines = "".join(f"{digest(state)}\n" for state in states(log))
    (folder / "states" / f"{name}.txt").write_bytes(lines.encode())


def known_digests(name: str) -> list[str]:
    """The digests of a game as they were when it was recorded, for version 1, 2, 3 ..."""
    return (HERE / "states" / f"{name}.txt").read_text().splitlines()
