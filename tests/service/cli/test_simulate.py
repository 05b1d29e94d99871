"""``tenpost simulate``: whole games by bots, the same bytes for the same seed, and every log verifies."""

from __future__ import annotations

from pathlib import Path

import pytest

from events import lines
from tests.service.cli.conftest import Tenpost
from tests.service.cli.ran import files


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_game_ends_and_verifies_and_the_same_seed_gives_the_same_bytes(
    tenpost: Tenpost, tmp_path: Path, players: int
) -> None:
    asked = ("simulate", "--games", 3, "--players", players, "--seed", "monday", "--out")
    for out in ("one", "other"):
        assert tenpost(*asked, out).said == f"3 games written to {out}.\n"
    one, other = files(tmp_path / "one"), files(tmp_path / "other")
    assert list(one) == ["0001.jsonl", "0002.jsonl", "0003.jsonl"]
    assert one == other
    assert len(set(one.values())) == 3
    told = tenpost("verify", *(f"one/{name}" for name in one)).said.splitlines()
    assert len(told) == 3
    for line, (name, text) in zip(told, one.items(), strict=True):
        count = text.count(b"\n")
        assert (
            line == f"one/{name}: {count} events, all right; the game is scored, its seed revealed"
        )
        assert lines.read(text)[-1].type == "DeckRevealed"


def test_another_seed_or_number_of_players_gives_another_game(
    tenpost: Tenpost, tmp_path: Path
) -> None:
    for seed, players in (("1", 2), ("2", 2), ("1", 3)):
        out = f"{seed}-{players}"
        tenpost("simulate", "--games", 1, "--players", players, "--seed", seed, "--out", out)
    assert len({path.read_bytes() for path in tmp_path.glob("*/0001.jsonl")}) == 3


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_file_where_the_folder_should_be_is_a_sentence(
    tenpost: Tenpost, tmp_path: Path, place: str
) -> None:
    (tmp_path / "taken").write_text("mine")
    ran = tenpost("simulate", "--games", 1, "--players", 2, "--seed", 1, "--out", place)
    assert ran.refused.startswith(f"{place}: ")
    assert files(tmp_path) == {"taken": b"mine"}
