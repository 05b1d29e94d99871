"""A bench whose parts fail now and then still tells all the rest."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench.measure import Row
from tests.parts.postgres import NoPostgres


def row(name: str, *, met: bool = True) -> Row:
    return Row(name, 1.0, "ms", None, None, 1.0, "as good as it gets", met, 0.0)


def fine() -> Iterator[Row]:
    yield row("one")


def halfway() -> Iterator[Row]:
    yield row("two")
    raise RuntimeError("the database is gone")


def other() -> Iterator[Row]:
    yield row("three")


def missing() -> Iterator[Row]:
    yield row("four", met=False)


def test_a_part_that_fails_costs_no_other_row() -> None:
    *_, results = bench.measure([("a", fine), ("b", halfway), ("c", other)])
    assert [each.name for each in results.rows] == ["one", "two", "three"]
    assert results.failed == [bench.Failed("b", "RuntimeError: the database is gone")]
    assert results.missed == 1


def test_a_failed_part_is_printed_as_missed_with_its_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    list(bench.measure([("the part", halfway)]))
    told = capsys.readouterr().out
    assert "the part\n    MISSED: it failed with RuntimeError: the database is gone" in told


def test_what_failed_is_written_and_answered_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(bench, "running_postgres", no_postgres)
    monkeypatch.setattr(
        bench, "_parts", lambda server, folder: [("a", fine), ("b", halfway), ("d", missing)]
    )
    assert bench.main() == 1
    written = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert [each["name"] for each in written["rows"]] == ["one", "two", "four"]
    assert written["failed"] == [{"part": "b", "error": "RuntimeError: the database is gone"}]
    assert "2 of 4 marks met" in capsys.readouterr().out


def test_without_a_database_the_parts_that_need_none_are_measured(tmp_path: Path) -> None:
    parts = dict(bench._parts("no PostgreSQL here", tmp_path))
    needy = ["moves", "ticks that find nothing"]
    *_, results = bench.measure([("a", fine), *((name, parts[name]) for name in needy)])
    assert [each.name for each in results.rows] == ["one"]
    assert [each.part for each in results.failed] == needy
    assert {each.error for each in results.failed} == {"NoPostgres: no PostgreSQL here"}


def no_postgres() -> object:
    raise NoPostgres("no PostgreSQL here")
