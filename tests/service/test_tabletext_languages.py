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
