"""Times are absolute, in the reader's zone, and name it (reports T1, T3)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from service.wording import Words

WORDS = Words()
AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("UTC", "Sun, Mar 1, 2026, 09:30 UTC"),
        (None, "Sun, Mar 1, 2026, 09:30 UTC"),
        ("Europe/Copenhagen", "Sun, Mar 1, 2026, 10:30 CET (Europe/Copenhagen)"),
        ("Asia/Kathmandu", "Sun, Mar 1, 2026, 15:15 UTC+05:45 (Asia/Kathmandu)"),
        ("America/St_Johns", "Sun, Mar 1, 2026, 06:00 NST (America/St_Johns)"),
    ],
)
def test_a_time_is_told_in_the_zone_of_the_reader(zone: str | None, told: str) -> None:
    assert WORDS.moment(AT, zone) == told


def test_the_text_of_an_event_is_told_like_the_time_it_means() -> None:
    assert WORDS.moment("2026-03-01T09:30:00.000000Z", "Europe/Berlin") == WORDS.moment(
        AT, "Europe/Berlin"
    )


def test_the_hour_that_comes_twice_is_told_apart() -> None:
    first = WORDS.moment("2026-10-25T00:30:00.000000Z", "Europe/Berlin")
    second = WORDS.moment("2026-10-25T01:30:00.000000Z", "Europe/Berlin")
    assert "02:30 CEST" in first
    assert "02:30 CET" in second


def test_a_zone_that_no_longer_exists_does_not_keep_a_mail_from_being_written() -> None:
    assert WORDS.moment(AT, "Mars/Olympus") == "Sun, Mar 1, 2026, 09:30 UTC"
    assert WORDS.moment(AT, "../etc/passwd") == "Sun, Mar 1, 2026, 09:30 UTC"


def test_only_plain_spaces_are_used() -> None:
    assert WORDS.moment(AT, "Asia/Kathmandu").isascii()
