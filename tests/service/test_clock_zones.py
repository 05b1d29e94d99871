"""A clock keeps the time of day of its person's zone, whatever the zone does in the meantime (T3)."""

from datetime import date, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.clock import after, due_at, instant
from tests.service.clocks import COPENHAGEN, KATHMANDU, at, habits, shown, utc

DAY = 86_400
HOUR = 3_600
MINUTE = 60


@pytest.mark.parametrize(
    ("start", "due"),
    [
        ("2026-03-26 20:00", "2026-03-29 20:00"),  # clocks go forward on the 29th
        ("2026-10-23 20:00", "2026-10-26 20:00"),  # and back on the 25th
        ("2026-06-01 08:30:15", "2026-06-04 08:30:15"),
    ],
)
def test_three_days_end_at_the_time_of_day_they_began_at(start: str, due: str) -> None:
    who = habits(COPENHAGEN)
    assert after(3 * DAY, at(start, COPENHAGEN), who) == at(due, COPENHAGEN)


def test_across_a_change_of_clocks_a_day_has_23_or_25_hours() -> None:
    who = habits(COPENHAGEN)
    spring, autumn = at("2026-03-28 12:00", COPENHAGEN), at("2026-10-24 12:00", COPENHAGEN)
    assert after(DAY, spring, who) - spring == timedelta(hours=23)
    assert after(DAY, autumn, who) - autumn == timedelta(hours=25)


def test_hours_are_hours_on_such_a_night_too() -> None:
    who = habits(COPENHAGEN)
    spring, autumn = at("2026-03-28 22:00", COPENHAGEN), at("2026-10-24 22:00", COPENHAGEN)
    for start in (spring, autumn):
        assert after(8 * HOUR, start, who) == start + timedelta(hours=8)
    assert shown(after(8 * HOUR, spring, who), COPENHAGEN) == "2026-03-29 07:00:00"
    assert shown(after(8 * HOUR, autumn, who), COPENHAGEN) == "2026-10-25 05:00:00"


def test_a_time_of_day_that_is_skipped_is_moved_on_by_what_is_skipped() -> None:
    start = at("2026-03-28 02:30", COPENHAGEN)
    due = after(DAY, start, habits(COPENHAGEN))
    assert shown(due, COPENHAGEN) == "2026-03-29 03:30:00"
    assert due == utc("2026-03-29 01:30")
    assert due - start == timedelta(hours=24)


def test_of_a_time_of_day_that_comes_twice_the_later_ends_the_clock() -> None:
    start = at("2026-10-24 02:30", COPENHAGEN)
    due = after(DAY, start, habits(COPENHAGEN))
    assert shown(due, COPENHAGEN) == "2026-10-25 02:30:00"
    assert due == utc("2026-10-25 01:30")


@pytest.mark.parametrize("fold", [0, 1])
def test_a_clock_set_in_the_hour_that_comes_twice_ends_at_its_time_of_day(fold: int) -> None:
    start = at("2026-10-25 02:15", COPENHAGEN, fold)
    assert after(DAY, start, habits(COPENHAGEN)) == at("2026-10-26 02:15", COPENHAGEN)


def test_kathmandu_is_five_hours_and_three_quarters_ahead() -> None:
    who = habits(KATHMANDU, "22:00-07:00")
    assert after(DAY, utc("2026-03-01 12:00"), who) == utc("2026-03-02 12:00")
    # 21:55 there is 16:10 in UTC; what is left of an hour runs on from 07:00 there, 01:15 in UTC.
    assert after(HOUR, utc("2026-03-01 16:10"), who) == utc("2026-03-02 02:10")
    assert after(DAY, utc("2026-03-01 16:20"), who) == utc("2026-03-03 01:15")


def test_a_zone_that_changes_its_rules_keeps_the_time_of_day() -> None:
    """Kazakhstan made one zone of two on 1 March 2024: Almaty's midnight came twice."""
    almaty = "Asia/Almaty"
    start = at("2024-02-28 10:00", almaty)
    due = after(3 * DAY, start, habits(almaty))
    assert shown(due, almaty) == "2024-03-02 10:00:00"
    assert due - start == timedelta(days=3, hours=1)


def test_a_zone_that_gave_up_summer_time_keeps_the_time_of_day() -> None:
    """Jordan went to summer time in 2022 and never came back."""
    amman = "Asia/Amman"
    assert after(3 * DAY, at("2022-10-26 09:00", amman), habits(amman)) == utc("2022-10-29 06:00")
    assert after(3 * DAY, at("2021-10-27 09:00", amman), habits(amman)) == utc("2021-10-30 07:00")


def test_a_day_that_a_zone_left_out_is_not_lost() -> None:
    """Samoa went from 29 to 31 December 2011."""
    apia = "Pacific/Apia"
    start = at("2011-12-29 09:00", apia)
    assert after(DAY, start, habits(apia)) == start + timedelta(hours=24)
    assert shown(after(DAY, start, habits(apia)), apia) == "2011-12-31 09:00:00"
    assert shown(after(3 * DAY, start, habits(apia)), apia) == "2012-01-01 09:00:00"


@pytest.mark.parametrize(
    ("zone", "day", "clock", "early", "late"),
    [
        (COPENHAGEN, "2026-03-29", "02:30", "2026-03-29 01:30", "2026-03-29 01:30"),
        (COPENHAGEN, "2026-10-25", "02:30", "2026-10-25 00:30", "2026-10-25 01:30"),
        (COPENHAGEN, "2026-07-01", "02:30", "2026-07-01 00:30", "2026-07-01 00:30"),
        ("Asia/Almaty", "2024-02-29", "23:30", "2024-02-29 17:30", "2024-02-29 18:30"),
        ("America/Havana", "2026-03-08", "00:00", "2026-03-08 05:00", "2026-03-08 05:00"),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04 14:45", "2026-04-04 15:15"),
    ],
)
def test_the_moment_of_a_wall_clock(zone: str, day: str, clock: str, early: str, late: str) -> None:
    when = date.fromisoformat(day), time.fromisoformat(clock), ZoneInfo(zone)
    assert instant(*when, late=False) == utc(early)
    assert instant(*when) == utc(late)


def test_a_zone_that_is_not_known_any_more_is_taken_for_utc() -> None:
    assert after(DAY, utc("2026-03-28 12:00"), habits("Mars/Olympus")) == utc("2026-03-29 12:00")


def test_a_clock_ends_on_a_whole_second_and_is_never_shorter() -> None:
    start = utc("2026-03-01 12:00:00.000001")
    assert after(5 * MINUTE, start, habits()) == utc("2026-03-01 12:05:01")
    assert after(3 * DAY, start, habits()) == utc("2026-03-04 12:00:01")


@pytest.mark.parametrize(
    ("options", "kind", "due"),
    [
        ({}, "draw", "2026-03-31 12:00"),
        ({}, "buy", "2026-03-31 12:00"),
        ({}, "bid", "2026-03-29 12:00"),
        ({"turn_s": 300}, "draw", "2026-03-28 12:05"),
        ({"turn_s": 30 * DAY}, "draw", "2026-04-27 12:00"),
        ({"auction_s": 90 * MINUTE}, "bid", "2026-03-28 13:30"),
    ],
)
def test_the_options_of_the_game_set_the_limit(
    options: dict[str, int], kind: str, due: str
) -> None:
    now = at("2026-03-28 12:00", COPENHAGEN)
    assert due_at(options, kind, now, habits(COPENHAGEN)) == at(due, COPENHAGEN)


def test_without_a_limit_nothing_is_due() -> None:
    now = utc("2026-03-28 12:00")
    assert due_at({"turn_s": None}, "draw", now, habits()) is None
    assert due_at({"auction_s": None}, "bid", now, habits()) is None
