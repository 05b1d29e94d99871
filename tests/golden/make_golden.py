"""Makes the golden games anew: ``python -m tests.golden.make_golden [FOLDER]``.

The games are kept for ever as they are (README.md). This says how they came about; while the bots
play as they did then, it gives the same files byte for byte.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from events import commands as c
from events import simulate
from events import types as t
from events.codec import line
from events.lines import read
from events.ten import bots
from tests.golden import around_the_table as people
from tests.golden.index import HERE, write_states
from tests.golden.table import Log, Table

SEARCHED = 400
"""So many simulated games are searched for one that ends as wanted."""


def by_bots() -> Iterator[tuple[str, Log]]:
    """One game for each number of players; two of them mixed from both bots."""
    mixed = ("sharp", "cautious")
    yield "one-sharp-bot-and-the-house", simulate.play(1, "golden", 1)
    yield "two-sharp-bots", simulate.play(2, "golden", 1)
    yield "three-mixed-bots", simulate.play(3, "golden", 1, mixed)
    yield "four-sharp-bots", simulate.play(4, "golden", 1)
    yield "five-mixed-bots", simulate.play(5, "golden", 1, mixed)


def searched(players: int, wanted: Callable[[Sequence[str]], bool]) -> Log:
    """The first simulated game whose types of events are as wanted. Raises LookupError."""
    for number in range(1, SEARCHED + 1):
        log = simulate.play(players, "golden", number)
        if wanted([each.type for each in log]):
            return log
    raise LookupError(f"none of {SEARCHED} games is as wanted")


def ends_by_a_wild_alone(types: Sequence[str]) -> bool:
    """E1: the last card was a wild and the row empty, so the turn just ended."""
    last = types.index("FinalBuyingStarted") - 1
    return types[last] in ("AuctionWon", "AuctionUnsold")


def bust_tokens_run_out() -> Log:
    """Five who always draw and never pay: more busts than there are bust tokens (T3)."""
    table = Table("bust tokens run out", "bbbbb")
    while (awaiting := table.state.awaiting) is not None:
        seat = awaiting.seat
        draws = awaiting.kind == "draw" and table.state.draw_pile
        table.do(
            c.DrawCard(seat) if draws else bots.default(table.state, seat), f"bot:{seat}", "bot"
        )
    assert any(isinstance(e.event, t.WentBust) and not e.event.bust_token for e in table.log)
    return table.log


def games() -> Iterator[tuple[str, Log]]:
    """Name and log of every golden game."""
    yield from by_bots()
    yield "last-card-a-wild", searched(2, ends_by_a_wild_alone)
    yield "bust-tokens-run-out", bust_tokens_run_out()
    yield "around-the-table", people.around_the_table()
    yield "undone-and-undone-again", people.undone_and_undone_again()
    yield "alone-with-the-house", people.alone_with_the_house()
    yield "given-up", people.given_up()
    yield "ended-in-the-lobby", people.ended_in_the_lobby()


def main(folder: Path) -> None:
    """Write the games, and the digests of the state at every version of them and of the samples."""
    for of in ("games", "states"):
        (folder / of).mkdir(parents=True, exist_ok=True)
    for name, log in games():
        lines = "".join(f"{line(each)}\n" for each in log)
        (folder / "games" / f"{name}.jsonl").write_bytes(lines.encode())
        write_states(folder, name, log)
    for path in sorted((HERE / "samples").glob("*.jsonl")):
        write_states(folder, path.stem, read(path.read_bytes()))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
