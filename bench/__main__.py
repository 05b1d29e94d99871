"""``python -m bench``: every row, as a table and as bench/results.json.

A part that fails is told as missed, with its error, and costs the other parts nothing.
"""

import json
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

import psycopg

from bench import fold, games, length, machine, mails, move, pages, post, replay, score, ticks
from bench.measure import Row
from tests.parts.guarded import DidNotStart
from tests.parts.postgres import NoPostgres, PostgresServer, running_postgres

RESULTS = Path(__file__).parent / "results.json"

Part = tuple[str, Callable[[], Iterable[Row]]]
"""What it measures, for when it fails; and the measuring, whose rows are shown as they come."""


@dataclass(frozen=True)
class Failed:
    """A part that raised, and what."""

    part: str
    error: str


@dataclass
class Results:
    """What was measured so far."""

    rows: list[Row] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)

    @property
    def missed(self) -> int:
        return sum(not row.met for row in self.rows) + len(self.failed)

    def as_json(self) -> dict[str, object]:
        return {
            "rows": [row.as_json() for row in self.rows],
            "failed": [asdict(each) for each in self.failed],
        }


def measure(parts: Iterable[Part]) -> Iterator[Results]:
    """Run the parts one after another; after each row and each failure the results so far."""
    results = Results()
    for name, part in parts:
        try:
            for row in part():
                _show(row)
                results.rows.append(row)
                yield results
        except Exception as error:
            traceback.print_exc()
            told = f"{type(error).__name__}: {error}"
            print(f"{name}\n    MISSED: it failed with {told}", flush=True)
            results.failed.append(Failed(name, told))
            yield results


def main() -> int:
    """Measure, print, write. 1 if a mark was missed or a part failed."""
    results = Results()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server: PostgresServer | str
        try:
            server = stack.enter_context(running_postgres())
        except (NoPostgres, DidNotStart) as reason:
            server = str(reason)
        described = machine.describe(*_settings(server))
        for results in measure(_parts(server, folder)):
            told = {"machine": described, **results.as_json()}
            RESULTS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    marks = len(results.rows) + len(results.failed)
    print(f"{marks - results.missed} of {marks} marks met; written to bench/{RESULTS.name}")
    return 1 if results.missed else 0


def _parts(server: PostgresServer | str, folder: Path) -> Sequence[Part]:
    """server: or why there is none; then its parts fail with that."""

    def on(measured: Callable[[PostgresServer], Iterable[Row]]) -> Callable[[], Iterable[Row]]:
        def part() -> Iterable[Row]:
            if isinstance(server, str):
                raise NoPostgres(server)
            return measured(server)

        return part

    return (
        ("load and fold a game", on(partial(fold.rows, folder=folder))),
        ("moves", on(move.rows)),
        ("moves over HTTP", on(post.rows)),
        ("the replay's pages", on(replay.rows)),
        ("pages against a plain one", on(pages.rows)),
        ("mails", on(mails.rows)),
        ("scoring", score.rows),
        ("games by bots", games.rows),
        ("the length of a game", length.rows),
        # The last: the server is left with a million rows to tidy up.
        ("ticks that find nothing", on(ticks.rows)),
    )


def _settings(server: PostgresServer | str) -> tuple[str, str]:
    """The server's version and whether it syncs; nothing without a server."""
    if isinstance(server, str):
        return "", ""
    with psycopg.connect(server.dsn("postgres")) as connection:
        asked = "SELECT current_setting('server_version'), current_setting('fsync')"
        return connection.execute(asked).fetchone() or ("", "")


def _show(row: Row) -> None:
    def cell(figure: float | None) -> str:
        return "-" if figure is None else f"{figure:.3g}"

    verdict = "met" if row.met else "MISSED"
    print(
        f"{row.name}\n    ours {cell(row.ours)} {row.unit}, peer {cell(row.peer)},"
        f" floor {cell(row.floor)}, ratio {row.ratio:.3g}, spread {row.spread:.2f}"
        f"\n    {verdict}: {row.mark}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
