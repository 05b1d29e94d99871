"""A misspelt command line: usage, a sentence, exit status 2, nothing done."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.cli.conftest import Tenpost
from tests.service.cli.ran import files


def test_without_a_command_the_usage_is_shown(tenpost: Tenpost) -> None:
    assert "COMMAND" in tenpost().misspelt


def test_an_unknown_command_is_named_beside_those_that_there_are(tenpost: Tenpost) -> None:
    told = tenpost("frobnicate").misspelt
    commands = "up simulate replay verify export import score check rebuild".split()
    assert all(f"'{name}'" in told for name in ["frobnicate", *commands])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (("up", "--port", "http"), "a port is a number from 0 to 65535"),
        (("up", "--port", "65536"), "a port is a number from 0 to 65535"),
        (("up", "--port", "-1"), "a port is a number from 0 to 65535"),
        (("simulate", "--games", "0"), "give a number of games from 1 to 9999"),
        (("simulate", "--games", "10000"), "give a number of games from 1 to 9999"),
        (("simulate", "--games", "many"), "give a number of games from 1 to 9999"),
        (("simulate", "--players", "6"), "TEN is a game for 1 to 5 players"),
        (("simulate", "--players", "two"), "TEN is a game for 1 to 5 players"),
        (("simulate", "--seed", "\udcff"), "a seed is a text, such as 7 or monday"),
        (("replay", "log", "--at", "last"), "a version is a whole number: 1, 2, 3 and so on"),
        (("replay", "log", "--at", "1.5"), "a version is a whole number: 1, 2, 3 and so on"),
        (("replay", "log", "--at", "٣"), "a version is a whole number: 1, 2, 3 and so on"),
    ],
)
def test_a_value_that_cannot_be_says_what_can(
    tenpost: Tenpost, line: tuple[str, ...], told: str
) -> None:
    assert tenpost(*line).misspelt.endswith(f": {told}")


@pytest.mark.parametrize(
    "line",
    [
        ("simulate", "--games", "1", "--players", "2", "--seed", "1"),
        ("replay",),
        ("verify",),
        ("export",),
        ("import",),
        ("score", "R1", "--xml"),
        ("check", "everything"),
        ("rebuild", "everything"),
        ("import", "one", "two"),
    ],
)
def test_too_little_or_too_much_does_nothing(
    tenpost: Tenpost, tmp_path: Path, line: tuple[str, ...]
) -> None:
    assert tenpost(*line).misspelt
    assert files(tmp_path) == {}


@pytest.mark.parametrize(
    "command",
    ["up", "simulate", "replay", "verify", "export", "import", "score", "check", "rebuild"],
)
def test_every_command_explains_itself(tenpost: Tenpost, command: str) -> None:
    assert tenpost(command, "--help").said.startswith(f"usage: tenpost {command}")
