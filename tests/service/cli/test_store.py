"""Logs into the database and out again, and the checks of all that is stored there."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from events import commands as c
from events import lines
from events.engine import make_engine
from events.errors import ViewOnly
from events.handler import Handler
from events.migrate import migrate
from events.store import Store
from service.config import embedded_database
from tests.events.samples import NAMES, path_of, sample
from tests.service.cli.conftest import Tenpost
from tests.service.cli.ran import files

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NOBODY = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def stored(tenpost: Tenpost, tmp_path: Path) -> str:
    """The id of a whole game stored in ``data``."""
    told = tenpost("import", path_of("two-bots"), "--data", "data").said
    return told.partition(":")[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_comes_out_as_it_went_in_byte_for_byte(tenpost: Tenpost, name: str) -> None:
    file = path_of(name)
    game = sample(name)[0].stream
    assert tenpost("import", file).said.startswith(f"{game}: imported, ")
    assert tenpost("export", game).said == file.read_text(encoding="utf-8")
    assert "all right" in tenpost("verify", game).said
    assert tenpost("replay", game).said == tenpost("replay", file).said


def test_the_data_folder_can_be_named_by_the_environment(
    tenpost: Tenpost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TENPOST_DATA_DIR", "elsewhere")
    tenpost("import", path_of("two-bots"))
    assert "1 game checked" in tenpost("check", "--data", "elsewhere").said


def test_a_stream_that_exists_already_is_refused_and_kept(
    tenpost: Tenpost, tmp_path: Path, stored: str
) -> None:
    before = tenpost("export", stored).said
    (tmp_path / "begun.jsonl").write_text("".join(lines.write(sample("two-bots")[:50])))
    for file in (path_of("two-bots"), "begun.jsonl"):
        told = tenpost("import", file).refused
        assert told == f"The game {stored} is stored here already, and an import replaces nothing."
    assert tenpost("export", stored).said == before


def test_an_unfinished_game_is_a_view_only(tenpost: Tenpost, tmp_path: Path) -> None:
    """Its draw pile is known only where it was dealt (events.md, "Command line")."""
    log = sample("three-people-one-undo")
    upto = next(each.version for each in log if each.type == "CardDrawn") - 1
    (tmp_path / "begun.jsonl").write_text("".join(lines.write(log[:upto])))
    assert "can be watched, not played" in tenpost("import", "begun.jsonl").said
    assert json.loads(tenpost("replay", log[0].stream, "--json").said)["version"] == upto
    engine = make_engine(embedded_database(tmp_path / "data"))
    handler = Handler(Store(engine))
    awaiting = handler.load(log[0].stream).awaiting
    assert awaiting is not None
    draw = c.Command(NOBODY, f"seat:{awaiting.seat}", "web", NOON, c.DrawCard(awaiting.seat))
    with pytest.raises(ViewOnly):
        handler.execute(log[0].stream, draw)
    engine.dispose()
    assert tenpost("export", log[0].stream).said == (tmp_path / "begun.jsonl").read_text()


@pytest.mark.parametrize("game", [NOBODY, "two-bots", "../data", "٣", "x" * 300])
def test_a_game_that_is_not_stored_is_a_sentence(tenpost: Tenpost, stored: str, game: str) -> None:
    for command in ("export", "verify", "replay"):
        ran = tenpost(command, game)
        assert ran.status == 1
        assert ran.out.count("\n") + ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    [("export", NOBODY), ("check",), ("rebuild",), ("ready",)],
    ids=lambda line: str(line[0]),
)
def test_where_there_is_no_database_none_is_made(
    tenpost: Tenpost, tmp_path: Path, line: tuple[str, ...]
) -> None:
    told = tenpost(*line, "--data", "nowhere").refused
    assert "No games are stored at nowhere" in told
    assert "tenpost up" in told
    assert files(tmp_path) == {}


@pytest.mark.parametrize("left", ["empty", "older"])
def test_a_database_of_an_older_program_asks_for_its_migration(
    tenpost: Tenpost, tmp_path: Path, left: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tenpost.sqlite3").touch()
    if left == "older":
        engine = make_engine(embedded_database(tmp_path / "data"))
        migrate(engine, "0001")
        engine.dispose()
    for line in (("check",), ("rebuild",), ("ready",), ("replay", NOBODY)):
        assert "Run the migrations" in tenpost(*line).refused
    assert tenpost("migrate").said
    assert tenpost("ready").said == "ready\n"


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_data_folder_that_cannot_be_written_is_a_sentence(
    tenpost: Tenpost, tmp_path: Path, place: str
) -> None:
    (tmp_path / "taken").write_text("mine")
    told = tenpost("import", path_of("two-bots"), "--data", place).refused
    assert told.startswith(f"{place} cannot be written")
    assert files(tmp_path) == {"taken": b"mine"}


@pytest.mark.parametrize(
    "line",
    [("check",), ("rebuild",), ("migrate",), ("export", NOBODY), ("import", path_of("two-bots"))],
    ids=lambda line: str(line[0]),
)
def test_a_file_that_is_no_database_is_a_sentence_and_stays_as_it_is(
    tenpost: Tenpost, tmp_path: Path, line: tuple[object, ...]
) -> None:
    file = tmp_path / "data" / "tenpost.sqlite3"
    file.parent.mkdir()
    file.write_text("Dear Bo, this is no database.\n" * 100)
    before = files(tmp_path)
    assert "not a database" in tenpost(*line).refused
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "TENPOST_DATABASE_URL"),
        ("mysql://x/y", "TENPOST_DATABASE_URL"),
        ("sqlite://", "file"),
        ("postgresql+psycopg://nobody@127.0.0.1:1/x", "does not answer"),
    ],
)
def test_a_database_url_that_leads_nowhere_is_a_sentence(
    tenpost: Tenpost, monkeypatch: pytest.MonkeyPatch, url: str, told: str
) -> None:
    monkeypatch.setenv("TENPOST_DATABASE_URL", url)
    for command in ("check", "rebuild", "migrate"):
        assert told in tenpost(command).refused


def test_check_goes_through_every_stored_game(tenpost: Tenpost, stored: str) -> None:
    for name in NAMES:
        if name != "two-bots":
            tenpost("import", path_of(name))
    assert tenpost("check").said == f"{len(NAMES)} games checked, none wrong.\n"


def test_check_names_the_game_whose_log_was_tampered_with(
    tenpost: Tenpost, tmp_path: Path, stored: str
) -> None:
    """The trigger keeps the log from the program; who has the file can do as he likes, and is found out."""
    tenpost("import", path_of("five-bots"))
    with closing(sqlite3.connect(tmp_path / "data" / "tenpost.sqlite3")) as database, database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        changed = database.execute(
            "UPDATE events SET body = replace(body, '\"turn\":2', '\"turn\":3')"
            " WHERE stream = ? AND type = 'TurnStarted' AND body LIKE '%\"turn\":2%'",
            (stored,),
        )
        assert changed.rowcount > 0
    ran = tenpost("check")
    wrong, count = ran.out.splitlines()
    assert (ran.status, ran.err) == (1, "")
    assert wrong.startswith(f"{stored}: The log is wrong at event ")
    assert count == "2 games checked, 1 wrong."


def test_rebuild_fills_the_read_models_from_the_log(
    tenpost: Tenpost, tmp_path: Path, stored: str
) -> None:
    file = tmp_path / "data" / "tenpost.sqlite3"

    def models() -> list[list[tuple[object, ...]]]:
        with closing(sqlite3.connect(file)) as database:
            return [
                database.execute("SELECT * FROM games ORDER BY game").fetchall(),
                database.execute("SELECT * FROM seats ORDER BY game, seat").fetchall(),
            ]

    before = models()
    assert all(before)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM seats")
        database.execute("UPDATE games SET phase = 'lobby', turn = 99")
    assert models() != before
    assert tenpost("rebuild").said == "The read models of 1 game are rebuilt from the log.\n"
    assert models() == before


def test_migrate_makes_the_tables_and_ready_sees_them(tenpost: Tenpost) -> None:
    assert tenpost("ready").status == 1
    for _ in range(2):
        assert tenpost("migrate").said
    assert tenpost("ready").said == "ready\n"
    assert tenpost("check").said == "0 games checked, none wrong.\n"
