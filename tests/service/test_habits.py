"""What people may choose about time, and what is refused."""

from datetime import date, time

import pytest

from service import habits
from service.habits import check_vacation, fit_lead, fit_limit, fit_quiet
from tests.service.clocks import vacation

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize("seconds", [None, 300, 301, 86_400, 30 * 86_400])
def test_a_limit_is_from_five_minutes_to_thirty_days_or_none(seconds: int | None) -> None:
    assert fit_limit("turn_s", seconds) == seconds
    assert fit_lead(seconds) == seconds


@pytest.mark.parametrize("seconds", [0, 299, -300, 30 * 86_400 + 1, True, 300.0, "300"])
def test_any_other_limit_is_refused(seconds: object) -> None:
    with pytest.raises(habits.BadLimit) as caught:
        fit_limit("auction_s", seconds)  # type: ignore[arg-type]
    assert caught.value.params == {"option": "auction_s", "value": seconds}
    with pytest.raises(habits.BadLead):
        fit_lead(seconds)  # type: ignore[arg-type]


def test_quiet_hours_are_two_times_of_day() -> None:
    assert fit_quiet("22:00", "07:30") == (time(22), time(7, 30))
    assert fit_quiet("13:00", "14:00") == (time(13), time(14))
    assert fit_quiet("18:00", "10:00") == (time(18), time(10))
    assert fit_quiet("", "") is None


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("22:00", ""),
        ("", "07:00"),
        ("22:00", "22:00"),
        ("18:00", "10:01"),
        ("00:00", "23:59"),
        ("24:00", "07:00"),
        ("22", "07"),
        ("22:00:30", "07:00"),
        ("tea", "dawn"),
        ("22:00\n", "07:00"),
        ("٢٢:00", "07:00"),
    ],
)
def test_other_quiet_hours_are_refused(begin: str, end: str) -> None:
    with pytest.raises(habits.BadQuietHours):
        fit_quiet(begin, end)


@pytest.mark.parametrize(
    ("new", "taken"),
    [
        ("2026-06-01..2026-06-14", ""),
        ("2026-06-01..2026-06-01", "2026-05-01..2026-05-13"),
        ("2026-07-10..2026-07-14", "2026-07-01..2026-07-13"),
        ("2027-06-02..2027-06-02", ""),
    ],
)
def test_a_seat_may_take_the_days_that_the_game_grants(new: str, taken: str) -> None:
    check_vacation(vacation(new), [vacation(each) for each in taken.split()], 14, TODAY)


@pytest.mark.parametrize(
    ("new", "taken", "granted", "params"),
    [
        ("2026-06-01..2026-06-15", "", 14, (15, 14)),
        ("2026-06-01..2026-06-02", "2026-05-01..2026-05-13", 14, (2, 1)),
        ("2026-06-01..2026-06-01", "", 0, (1, 0)),
        ("2026-07-10..2026-07-20", "2026-07-01..2026-07-13", 14, (7, 1)),
        ("2026-06-01..9999-12-31", "", 14, (2_912_292, 14)),
        ("2026-06-01..9999-12-31", "", 10**9, (2_912_292, 366)),
    ],
)
def test_a_vacation_beyond_the_budget_is_refused(
    new: str, taken: str, granted: int, params: tuple[int, int]
) -> None:
    with pytest.raises(habits.VacationTooLong) as caught:
        check_vacation(vacation(new), [vacation(e) for e in taken.split()], granted, TODAY)
    asked, left = params
    assert caught.value.params == {"asked": asked, "left": left, "granted": granted}


def test_a_vacation_begins_today_or_later_and_ends_after_it_began() -> None:
    with pytest.raises(habits.VacationOutOfReach):
        check_vacation(vacation("2026-05-31..2026-06-02"), [], 14, TODAY)
    with pytest.raises(habits.VacationOutOfReach):
        check_vacation(vacation("2027-06-03..2027-06-03"), [], 14, TODAY)
    with pytest.raises(habits.VacationBackwards):
        check_vacation(vacation("2026-06-05..2026-06-04"), [], 14, TODAY)
