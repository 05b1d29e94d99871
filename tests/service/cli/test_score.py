"""``tenpost score``: points, runs and the best use of wilds."""

from __future__ import annotations

import json

import pytest

from tests.service.cli.conftest import Tenpost


def test_points_and_runs_are_printed(tenpost: Tenpost) -> None:
    assert tenpost("score", "R1", "R2", "B7").said == "3 points\nred: 1-2  R1 R2\nblue: 7  B7\n"


def test_no_card_is_no_point(tenpost: Tenpost) -> None:
    assert tenpost("score").said == "0 points\n"


def test_json_is_points_and_runs_as_in_the_log(tenpost: Tenpost) -> None:
    assert json.loads(tenpost("score", "G9", "WW", "G7", "--json").said) == {
        "points": 3,
        "runs": {"G": {"start": 7, "length": 3, "cards": ["G7", "WW", "G9"]}},
    }


@pytest.mark.parametrize("code", ["XX", "R0", "r1", "C3", "R10", "", "٣", "\udcff"])
def test_what_is_no_card_of_a_collection_is_a_sentence(tenpost: Tenpost, code: str) -> None:
    assert tenpost("score", "R1", code).refused.startswith("This cannot be scored: ")


def test_more_copies_than_a_deck_has_are_a_sentence(tenpost: Tenpost) -> None:
    assert "W1 is there more often" in tenpost("score", "W1", "W1").refused
