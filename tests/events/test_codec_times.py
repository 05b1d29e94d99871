"""The written form of a moment (events.md, "Envelope": at)."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import at_moment, at_text
from tests.events.strategies import SEEDED, moments


def test_a_moment_is_written_in_utc_with_six_decimals() -> None:
    assert at_text(datetime(2026, 3, 1, 9, 30, tzinfo=UTC)) == "2026-03-01T09:30:00.000000Z"


def test_a_moment_of_another_zone_is_turned_to_utc() -> None:
    moment = datetime(2026, 3, 1, 9, 30, 0, 5, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    assert at_text(moment) == "2026-03-01T04:00:00.000005Z"


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        at_text(datetime(2026, 3, 1, 9, 30))  # noqa: DTZ001


@given(moments)
@SEEDED
def test_what_is_written_is_read_as_the_same_moment(moment: datetime) -> None:
    read = at_moment(at_text(moment))
    assert read == moment
    assert read.tzinfo is UTC


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "2026-03-01",
        "2026-03-01T09:30:00Z",
        "2026-03-01T09:30:00.123Z",
        "2026-03-01T09:30:00.1234567Z",
        "2026-03-01T09:30:00.123456",
        "2026-03-01T09:30:00.123456z",
        "2026-03-01T09:30:00.123456+00:00",
        "2026-03-01T10:30:00.123456+01:00",
        "2026-03-01 09:30:00.123456Z",
        "20260301T093000.123456Z",
        "2026-13-01T09:30:00.123456Z",
        "2026-02-29T09:30:00.123456Z",
        "2026-03-01T24:00:00.000000Z",
        "2026-03-01T23:59:60.000000Z",
        "2026-03-01T09:30:00.123456Z\n",
        " 2026-03-01T09:30:00.123456Z",
        "２026-03-01T09:30:00.123456Z",
        "2026-03-01T09:30:00.12345\ud800Z",
        "2026-W09-7T09:30:00.123456Z",
    ],
)
def test_every_other_writing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        at_moment(text)


@given(st.text(st.sampled_from("0123456789-:.TZW+ "), max_size=30))
@SEEDED
def test_no_text_is_read_that_would_be_written_otherwise(text: str) -> None:
    try:
        moment = at_moment(text)
    except ValueError:
        return
    assert at_text(moment) == text
