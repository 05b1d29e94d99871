"""Quiet hours, weekends and vacations keep mail away and eat no clock."""

import random
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from service.clock import after, may_send, postponed, remind_at
from service.habits import Habits
from tests.service.clocks import COPENHAGEN, KATHMANDU, at, habits, shown, utc

DAY = 86_400
HOUR = 3_600


def here(text: str) -> datetime:
    return at(text, COPENHAGEN)


@pytest.mark.parametrize(
    ("now", "sent"),
    [
        ("2026-06-03 21:59:59", "2026-06-03 21:59:59"),
        ("2026-06-03 22:00:00", "2026-06-04 07:30:00"),
        ("2026-06-03 23:10:00", "2026-06-04 07:30:00"),
        ("2026-06-04 03:00:00", "2026-06-04 07:30:00"),
        ("2026-06-04 07:29:59", "2026-06-04 07:30:00"),
        ("2026-06-04 07:30:00", "2026-06-04 07:30:00"),
        ("2026-06-04 12:00:00", "2026-06-04 12:00:00"),
    ],
)
def test_no_mail_in_quiet_hours(now: str, sent: str) -> None:
    assert may_send(at(now, COPENHAGEN), habits(COPENHAGEN, "22:00-07:30")) == here(sent)


def test_quiet_hours_may_lie_within_a_day() -> None:
    who = habits(KATHMANDU, "09:00-17:00")
    assert may_send(at("2026-06-03 12:00", KATHMANDU), who) == at("2026-06-03 17:00", KATHMANDU)
    assert may_send(at("2026-06-03 18:00", KATHMANDU), who) == at("2026-06-03 18:00", KATHMANDU)


@pytest.mark.parametrize("quiet", ["", "08:00-08:00"])
def test_no_quiet_hours_keep_nothing_back(quiet: str) -> None:
    now = utc("2026-06-03 08:30")
    assert may_send(now, habits("UTC", quiet)) == now


@pytest.mark.parametrize(
    ("now", "sent"),
    [
        ("2026-06-05 23:59", "2026-06-05 23:59"),  # a Friday
        ("2026-06-06 00:00", "2026-06-08 00:00"),
        ("2026-06-07 23:59", "2026-06-08 00:00"),
    ],
)
def test_no_mail_on_a_weekend_off(now: str, sent: str) -> None:
    assert may_send(at(now, COPENHAGEN), habits(COPENHAGEN, weekends=True)) == here(sent)


def test_one_time_without_mail_may_follow_on_another() -> None:
    who = habits(COPENHAGEN, "22:00-07:30", weekends=True, away="2026-06-08..2026-06-09")
    assert may_send(at("2026-06-05 22:30", COPENHAGEN), who) == here("2026-06-10 07:30")
    assert may_send(at("2026-06-05 21:30", COPENHAGEN), who) == here("2026-06-05 21:30")


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_end_with_the_second() -> None:
    who = habits(COPENHAGEN, "22:00-02:30")
    assert may_send(utc("2026-10-25 00:15"), who) == utc("2026-10-25 01:30")
    assert may_send(utc("2026-10-25 00:45"), who) == utc("2026-10-25 01:30")


def test_quiet_hours_that_begin_in_the_hour_that_comes_twice_begin_with_the_first() -> None:
    who = habits(COPENHAGEN, "02:30-09:00")
    assert may_send(utc("2026-10-25 00:29"), who) == utc("2026-10-25 00:29")
    assert may_send(utc("2026-10-25 00:30"), who) == utc("2026-10-25 08:00")
    assert may_send(utc("2026-10-25 01:15"), who) == utc("2026-10-25 08:00")


def test_quiet_hours_that_end_in_the_hour_that_is_skipped_end_after_it() -> None:
    who = habits(COPENHAGEN, "22:00-02:30")
    assert shown(may_send(utc("2026-03-29 00:30"), who), COPENHAGEN) == "2026-03-29 03:30:00"


# Clocks.


@pytest.mark.parametrize(
    ("limit", "now", "due"),
    [
        (DAY, "2026-06-03 12:00", "2026-06-04 12:00"),
        (DAY, "2026-06-03 23:00", "2026-06-05 07:30"),  # the clock starts at 07:30
        (3 * DAY, "2026-06-04 02:00", "2026-06-07 07:30"),
        (HOUR, "2026-06-03 23:00", "2026-06-04 08:30"),
        (HOUR, "2026-06-03 21:30", "2026-06-04 08:00"),
        (12 * HOUR, "2026-06-03 20:00", "2026-06-04 17:30"),
        (5 * 60, "2026-06-03 21:58", "2026-06-04 07:33"),
        (DAY + HOUR, "2026-06-03 21:30", "2026-06-05 08:00"),
        (23 * HOUR, "2026-06-03 07:30", "2026-06-04 16:00"),
    ],
)
def test_a_clock_starts_when_its_mail_may_be_sent_and_sleep_does_not_eat_it(
    limit: int, now: str, due: str
) -> None:
    who = habits(COPENHAGEN, "22:00-07:30")
    assert after(limit, at(now, COPENHAGEN), who) == here(due)


@pytest.mark.parametrize(
    ("limit", "now", "due"),
    [
        (DAY, "2026-06-04 17:00", "2026-06-05 17:00"),
        (DAY, "2026-06-05 17:00", "2026-06-08 17:00"),  # Friday to Monday
        (3 * DAY, "2026-06-05 17:00", "2026-06-10 17:00"),
        (DAY, "2026-06-06 17:00", "2026-06-09 00:00"),  # starts on Monday at 00:00
        (HOUR, "2026-06-05 23:30", "2026-06-08 00:30"),
        (10 * DAY, "2026-06-05 17:00", "2026-06-19 17:00"),
    ],
)
def test_weekends_off_do_not_count(limit: int, now: str, due: str) -> None:
    who = habits(COPENHAGEN, weekends=True)
    assert after(limit, at(now, COPENHAGEN), who) == here(due)


def test_a_vacation_that_was_announced_does_not_count() -> None:
    who = habits(COPENHAGEN, "22:00-07:30", away="2026-07-06..2026-07-19")
    assert after(3 * DAY, at("2026-07-04 12:00", COPENHAGEN), who) == here("2026-07-21 12:00")
    assert after(3 * DAY, at("2026-07-10 12:00", COPENHAGEN), who) == here("2026-07-23 07:30")


def slow_may_send(who: Habits, minute: datetime) -> bool:
    """Minute by minute, as somebody with a calendar would look it up."""
    local = minute.astimezone(ZoneInfo(who.zone))
    if who.off(local.date()):
        return False
    begin, end, clock = who.quiet_from, who.quiet_to, local.time()
    if begin is None or end is None or begin == end:
        return True
    return not (begin <= clock < end if begin < end else clock >= begin or clock < end)


@pytest.mark.parametrize("number", range(40))
def test_hours_are_counted_as_minute_by_minute(number: int) -> None:
    """On days on which no clock changes, so that every minute has one name."""
    chance = random.Random(f"clock {number}")
    who = habits(
        chance.choice(["UTC", KATHMANDU, "America/New_York", "Pacific/Chatham"]),
        chance.choice(["", "22:00-07:00", "00:30-06:15", "13:00-14:00", "18:00-09:45"]),
        weekends=chance.random() < 0.5,
        away=chance.choice(["", "2026-06-03..2026-06-04", "2026-06-02..2026-06-02"]),
    )
    start = utc("2026-06-01 00:00") + timedelta(minutes=chance.randrange(7 * 1440))
    limit = chance.choice([5, 61, 240, 600, 1_000, 1_439]) * 60
    minute, left = start, limit // 60
    while not slow_may_send(who, minute):
        minute += timedelta(minutes=1)
    assert may_send(start, who) == minute
    while left:
        left -= slow_may_send(who, minute)
        minute += timedelta(minutes=1)
    assert after(limit, start, who) == minute


# Reminders.


@pytest.mark.parametrize(
    ("lead", "wanted"),
    [
        (None, "2026-06-05 18:00"),  # a quarter of three days before
        (HOUR, "2026-06-06 11:00"),
        (3 * DAY, "2026-06-05 00:00"),  # no time for that: halfway
    ],
)
def test_a_reminder_comes_at_the_lead_time(lead: int | None, wanted: str) -> None:
    now, due = utc("2026-06-03 12:00"), utc("2026-06-06 12:00")
    assert remind_at(due, now, 3 * DAY, lead, habits()) == utc(wanted)


def test_a_reminder_in_quiet_hours_waits_for_their_end() -> None:
    who = habits("UTC", "22:00-07:30")
    now, due = utc("2026-06-03 12:00"), utc("2026-06-06 12:00")
    assert remind_at(due, now, 3 * DAY, 10 * HOUR, who) == utc("2026-06-06 07:30")


def test_a_reminder_that_would_come_too_late_comes_before_the_quiet_hours() -> None:
    who = habits("UTC", "22:00-07:30")
    now, due = utc("2026-06-03 07:30"), utc("2026-06-06 07:30")
    assert remind_at(due, now, 3 * DAY, HOUR, who) == utc("2026-06-05 21:59:59")


def test_where_no_time_is_left_there_is_no_reminder() -> None:
    who = habits("UTC", "22:00-07:30")
    now, due = utc("2026-06-06 05:00"), utc("2026-06-06 07:35")
    assert remind_at(due, now, 300, None, who) == utc("2026-06-06 07:33:45")
    assert remind_at(due, utc("2026-06-06 07:35"), 300, None, who) is None
    assert remind_at(due, utc("2026-06-06 08:00"), 300, None, who) is None


def test_where_the_lead_time_is_past_the_reminder_comes_halfway() -> None:
    now, due = utc("2026-06-06 08:00"), utc("2026-06-06 12:00")
    assert remind_at(due, now, 3 * DAY, None, habits()) == utc("2026-06-06 10:00")
    assert remind_at(due, now, 4 * HOUR, None, habits()) == utc("2026-06-06 11:00")


# Days off that come in between.


@pytest.mark.parametrize(
    ("away", "due"),
    [
        ("2026-06-04..2026-06-04", "2026-06-06 12:00"),
        ("2026-06-03..2026-06-04", "2026-06-07 12:00"),
        ("2026-06-05..2026-06-11", "2026-06-12 12:00"),
        ("2026-06-06..2026-06-11", "2026-06-05 12:00"),
        ("2026-05-01..2026-06-02", "2026-06-05 12:00"),
    ],
)
def test_a_vacation_moves_a_running_deadline_on_by_its_days(away: str, due: str) -> None:
    now, running = at("2026-06-03 15:00", COPENHAGEN), at("2026-06-05 12:00", COPENHAGEN)
    then = habits(COPENHAGEN, away=away)
    assert postponed(running, now, habits(COPENHAGEN), then) == here(due)


def test_a_deadline_is_moved_past_weekends_that_it_had_not_reached() -> None:
    weekends = habits(COPENHAGEN, weekends=True)
    then = habits(COPENHAGEN, weekends=True, away="2026-06-04..2026-06-05")
    now, running = at("2026-06-03 15:00", COPENHAGEN), at("2026-06-05 12:00", COPENHAGEN)
    assert postponed(running, now, weekends, then) == here("2026-06-09 12:00")


def test_days_that_were_off_before_are_not_counted_again() -> None:
    weekends = habits(COPENHAGEN, weekends=True)
    then = habits(COPENHAGEN, weekends=True, away="2026-06-05..2026-06-08")
    now, running = at("2026-06-04 15:00", COPENHAGEN), at("2026-06-09 15:00", COPENHAGEN)
    assert postponed(running, now, weekends, then) == here("2026-06-11 15:00")


def test_taking_weekends_off_moves_a_running_deadline() -> None:
    now, running = at("2026-06-04 15:00", COPENHAGEN), at("2026-06-07 15:00", COPENHAGEN)
    then = habits(COPENHAGEN, weekends=True)
    assert postponed(running, now, habits(COPENHAGEN), then) == here("2026-06-09 15:00")


def test_a_deadline_is_never_moved_to_an_earlier_time() -> None:
    now, running = at("2026-06-04 15:00", COPENHAGEN), at("2026-06-07 15:00", COPENHAGEN)
    before = habits(COPENHAGEN, weekends=True)
    assert postponed(running, now, before, habits(COPENHAGEN)) == running
