"""``python -m bench``: every row, as a table and as bench/results.json."""

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg

from bench import fold, games, machine, move, score
from bench.measure import Row
from tests.parts.postgres import NoPostgres, running_postgres

RESULTS = Path(__file__).parent / "results.json"


def main() -> int:
    """Measure, print, write. 1 if a mark was missed."""
    rows: list[Row] = []
    try:
        with running_postgres() as server, tempfile.TemporaryDirectory() as folder:
            with psycopg.connect(server.dsn("postgres")) as connection:
                version, fsync = connection.execute(
                    "SELECT current_setting('server_version'), current_setting('fsync')"
                ).fetchone() or ("", "")
            described = machine.describe(version, fsync)
            parts: list[Callable[[], list[Row]]] = [
                partial(fold.rows, server, Path(folder)),
                partial(move.rows, server),
                score.rows,
                games.rows,
            ]
            for part in parts:
                for row in part():
                    _show(row)
                    rows.append(row)
    except NoPostgres as reason:
        print(f"bench: {reason}", file=sys.stderr)
        return 1
    told = {"machine": described, "rows": [row.as_json() for row in rows]}
    RESULTS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    missed = [row.name for row in rows if not row.met]
    print(f"{len(rows) - len(missed)} of {len(rows)} marks met; written to bench/{RESULTS.name}")
    return 1 if missed else 0


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
