"""``tenpost replay``: the table at any version, as text or as the state object of events.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from events import lines
from events.replay import at
from events.ten.view import public
from tests.events.samples import NAMES, path_of, sample
from tests.service.cli.conftest import Tenpost

FIELDS = (
    "game version phase turn active awaiting draw_pile row row_numbers row_currency row_total market"
    " discarded auction seats supply results winners"
).split()
"""events.md, "State, as it leaves the service"."""


@pytest.mark.parametrize("name", NAMES)
def test_json_is_the_state_object_at_every_kind_of_moment(tenpost: Tenpost, name: str) -> None:
    log, file = sample(name), path_of(name)
    wanted = {each.type: each.version for each in log}
    for version in sorted(wanted.values()):
        state = json.loads(tenpost("replay", file, "--at", version, "--json").said)
        assert list(state) == FIELDS
        assert state == public(at(log[0].stream, (each.body for each in log), version))


def test_the_objects_inside_have_the_fields_of_the_contract(tenpost: Tenpost) -> None:
    file = path_of("five-bots")
    log = sample("five-bots")

    def state(version: int) -> dict[str, object]:
        found: dict[str, object] = json.loads(
            tenpost("replay", file, "--at", version, "--json").said
        )
        return found

    bid = next(each.version for each in log if each.type == "BidPlaced")
    auction, seats = state(bid)["auction"], state(bid)["seats"]
    assert isinstance(auction, dict)
    assert isinstance(seats, list)
    assert list(auction) == ["card", "order", "bids", "passed"]
    assert [list(each) for each in auction["bids"]] == [["seat", "amount"]]
    assert {tuple(seat) for seat in seats} == {("seat", "kind", "tokens", "busts", "cards")}
    opened = next(each.version for each in log if each.type == "DecisionOpened")
    awaiting = state(opened)["awaiting"]
    assert isinstance(awaiting, dict)
    assert list(awaiting) == ["seat", "kind", "due_at"]
    scored = next(each for each in log if each.type == "GameScored")
    last = state(len(log))
    assert (last["phase"], last["awaiting"]) == ("scored", None)
    data = json.loads(scored.body)["data"]
    assert (last["results"], last["winners"]) == (data["results"], data["winners"])


def test_the_last_version_is_shown_unless_another_is_asked_for(tenpost: Tenpost) -> None:
    file, last = path_of("two-bots"), len(sample("two-bots"))
    assert tenpost("replay", file).said == tenpost("replay", file, "--at", last).said
    assert f"version {last}" in tenpost("replay", file).said


@pytest.mark.parametrize("name", NAMES)
def test_the_text_keeps_to_72_columns_and_ends_with_the_score(tenpost: Tenpost, name: str) -> None:
    shown = tenpost("replay", path_of(name)).said
    assert max(map(len, shown.splitlines())) <= 72
    assert "points" in shown


@pytest.mark.parametrize("version", [0, -1, 10**6, 10**30])
def test_a_version_that_there_is_not_names_those_that_there_are(
    tenpost: Tenpost, version: int
) -> None:
    last = len(sample("two-bots"))
    told = tenpost("replay", path_of("two-bots"), "--at", version).refused
    assert f"the versions of this game are 1 to {last}" in told


@pytest.mark.parametrize("line", [("replay", "lost.jsonl"), ("replay", "lost", "--json")])
def test_what_is_neither_file_nor_game_is_a_sentence(
    tenpost: Tenpost, tmp_path: Path, line: tuple[str, ...]
) -> None:
    assert "neither a log file nor the id of a game" in tenpost(*line).refused
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_log(tenpost: Tenpost, tmp_path: Path) -> None:
    assert tenpost("replay", tmp_path).refused.startswith(f"{tmp_path}: ")


def test_a_beginning_of_a_log_can_be_replayed(tenpost: Tenpost, tmp_path: Path) -> None:
    begun = sample("five-bots")[:100]
    (tmp_path / "begun.jsonl").write_text("".join(lines.write(begun)))
    assert json.loads(tenpost("replay", "begun.jsonl", "--json").said)["version"] == 100
