"""The table as text in every language: no line wider than a mail client shows, nothing left unfilled."""

from pathlib import Path

import pytest

from events import lines, replay
from events.ten import view
from service.tabletext import WIDTH, scores, table, width
from service.wording import Words

GOLDEN = sorted((Path(__file__).parents[1] / "golden").rglob("*.jsonl"))


@pytest.mark.parametrize("language", ["da", "sq", "ne", "cy"])
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_table_keeps_its_width(path: Path, language: str) -> None:
    words = Words(language)
    names = {seat: f"Ann {seat}" for seat in range(1, 6)}
    for state in list(replay.states(lines.read(path.read_bytes())))[::19]:
        public = view.public(state)
        text = f"{table(words, public, names, 1)}\n{scores(words, public, names)}"
        assert max(map(width, text.split("\n"))) <= WIDTH
        assert "%(" not in text


@pytest.mark.parametrize("language", ["da", "sq", "ne", "cy"])
def test_a_run_stands_apart_from_the_name_of_its_colour(language: str) -> None:
    words = Words(language)
    run = {"start": 1, "length": 6, "cards": ["O1", "O2", "O3", "O4", "OW", "W6"]}
    result = {"seat": 1, "rank": 1, "points": 6, "tokens": 0, "cards": 6}
    runs = dict.fromkeys("RBOG", run)
    told = scores(words, {"results": [{**result, "runs": runs}]}, {1: "Ann"}).split("\n")
    found = [line for line in told if "1-6" in line]
    for colour, line in zip("RBOG", found, strict=True):
        assert line.strip().startswith(f"{words.colour(colour)} ")
    assert len({width(line[: line.index("1-6")]) for line in found}) == 1
