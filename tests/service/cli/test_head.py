"""``tenpost verify --head V:HASH``: a log held against what a mail printed."""

from __future__ import annotations

import pytest

from tests.events.samples import path_of, sample
from tests.service.cli.conftest import Tenpost

FILE = path_of("three-people-one-undo")
LOG = sample("three-people-one-undo")


@pytest.mark.parametrize("digits", [12, 13, 64])
def test_a_head_of_this_log_is_held(tenpost: Tenpost, digits: int) -> None:
    for version in (1, 50, len(LOG)):
        head = f"{version}:{LOG[version - 1].hash[:digits]}"
        assert "all right" in tenpost("verify", "--head", head, FILE).said


def test_capitals_are_the_same_digits(tenpost: Tenpost) -> None:
    assert tenpost("verify", "--head", f"50:{LOG[49].hash[:12].upper()}", FILE).said


def test_a_head_of_another_log_names_the_event(tenpost: Tenpost) -> None:
    ran = tenpost("verify", "--head", f"50:{LOG[48].hash[:12]}", FILE)
    assert ran.status == 1
    assert f"event 50 {LOG[49].type}" in ran.out


def test_a_head_beyond_the_log_says_that_events_are_missing(tenpost: Tenpost) -> None:
    """A log whose end was cut off is right as far as it goes; the head tells."""
    ran = tenpost("verify", "--head", f"{len(LOG) + 1}:{'0' * 12}", FILE)
    assert ran.status == 1
    assert "missing" in ran.out


@pytest.mark.parametrize(
    "head",
    ["", ":", "50", "50:", f":{'0' * 12}", f"50:{'0' * 11}", f"50:{'0' * 65}", f"50:{'x' * 12}",
     f"-1:{'0' * 12}", f"٣:{'0' * 12}", f"1e3:{'0' * 12}", f"{'9' * 30}:{'0' * 12}"],
)  # fmt: skip
def test_a_malformed_head_says_how_one_is_written(tenpost: Tenpost, head: str) -> None:
    assert "at least 12 hex digits" in tenpost("verify", f"--head={head}", FILE).refused
