"""Clocks and reminders by the habits of whoever is awaited, and vacations as they are taken."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from events import commands as c
from events import errors
from events import types as t
from events.codec import at_text
from events.handler import CommandIdMalformed
from events.ten.state import GameState
from service.habits import VacationTooLong
from service.hours import TakeVacation, announced, hours, known, remind_at, take, taken
from service.people import change_person
from tests.harness.village import Village
from tests.service.clocks import COPENHAGEN, KATHMANDU, at, habits, utc, vacation

DAY = 86_400


@pytest.fixture
def village(sqlite_url: str) -> Iterator[Village]:
    village = Village.at(sqlite_url)
    yield village
    village.store.engine.dispose()


def due(state: GameState) -> str | None:
    assert state.awaiting is not None
    return state.awaiting.due_at


def alone(village: Village, *, lead_s: int | None = None, **habit: object) -> str:
    """A game in which one person is awaited in the first turn, two bots at the table."""
    person = village.person(habits(**habit), lead_s)  # type: ignore[arg-type]
    return village.game([person, None, None])


def awaited(village: Village, game: str) -> GameState:
    """The state once seat 1 is awaited for a draw; bots have had their turns."""
    state = village.handler.load(game)
    assert state.awaiting is not None
    assert state.awaiting.seat == 1
    return state


def test_a_decision_is_due_by_the_habits_of_its_person(village: Village) -> None:
    village.now = at("2026-03-27 23:10", COPENHAGEN)
    game = alone(village, zone=COPENHAGEN, quiet="22:00-07:30")
    # It opens on the 28th at 07:30; on the 29th clocks go forward.
    opened = awaited(village, game)
    limit = 3 if opened.awaiting and opened.awaiting.kind != "bid" else 1
    assert due(opened) == at_text(at(f"2026-03-{28 + limit} 07:30", COPENHAGEN))


def test_each_seat_has_the_clock_of_its_own_zone(village: Village) -> None:
    village.now = at("2026-03-26 20:00", COPENHAGEN)
    here, there = village.person(habits(COPENHAGEN)), village.person(habits(KATHMANDU))
    state = village.handler.load(village.game([here, there]))
    assert state.awaiting is not None
    if state.awaiting.seat == 1:
        assert due(state) == at_text(at("2026-03-29 20:00", COPENHAGEN))
    else:
        assert due(state) == at_text(utc("2026-03-29 19:00"))


def test_habits_that_are_changed_hold_for_the_next_decision(village: Village) -> None:
    game = alone(village, zone="UTC")
    state = awaited(village, game)
    before = due(state)
    with village.store.unit() as unit:
        player = state.seat(1).player
        assert player is not None
        change_person(unit.connection, player, weekends_off=True)
    assert due(village.handler.load(game)) == before
    village.now = utc("2026-03-06 12:00")  # a Friday
    village.do(game, c.DrawCard(1), "seat:1")
    state = village.handler.load(game)
    while state.awaiting is not None and due(state) == before:
        village.do(game, c.TakeNumbers(1) if state.row_numbers else c.DrawCard(1), "seat:1")
        state = village.handler.load(game)
    assert state.awaiting is not None
    days = 1 if state.awaiting.kind == "bid" else 3
    assert due(state) == at_text(utc(f"2026-03-{8 + days:02} 12:00"))


def test_somebody_who_is_not_known_here_has_the_plain_limit(village: Village) -> None:
    game = village.game(["00000000-0000-4000-a000-000000000099", None])
    assert due(awaited(village, game)) == at_text(village.now + timedelta(days=3))


# Reminders.


def reminded(village: Village, game: str) -> datetime | None:
    """When the awaited seat is to be reminded, as of now."""
    state = village.handler.load(game)
    assert state.awaiting is not None
    with village.store.read() as reader:
        player = state.seat(state.awaiting.seat).player
        who = known(reader.connection, game, state.awaiting.seat, player)
    return remind_at(state, who, village.now)


def test_a_reminder_comes_at_the_lead_time_of_its_person(village: Village) -> None:
    game = alone(village, lead_s=7_200)
    assert reminded(village, game) == village.now + timedelta(days=3, hours=-2)


def test_without_a_lead_time_it_comes_a_quarter_of_the_limit_before(village: Village) -> None:
    game = alone(village)
    assert reminded(village, game) == village.now + timedelta(hours=54)


def test_without_a_clock_there_is_no_deadline_to_remind_of(village: Village) -> None:
    game = village.game([village.person(), None], turn_s=None, auction_s=None)
    assert reminded(village, game) is None


def test_a_deadline_that_moves_may_remind_once_more(village: Village) -> None:
    game = alone(village)
    assert village.mails("reminder") == []
    later = at_text(village.now + timedelta(days=5))
    village.do(game, c.ExtendDeadline(1, later, "host"), "host")
    (row,) = village.mails("reminder")
    assert (row.seat, row.payload) == (1, {"due": later})
    assert reminded(village, game) == village.now + timedelta(days=5, hours=-18)


def test_what_leaves_the_deadline_as_it_was_reminds_of_nothing(village: Village) -> None:
    game = village.game([village.person(), village.person()])
    state = village.handler.load(game)
    village.do(game, c.ChangeHost("00000000-0000-4000-a000-000000000099"), "host")
    village.do(game, c.ProposePause(1), "seat:1")
    assert due(village.handler.load(game)) == due(state)
    assert village.mails("reminder") == []


def test_a_pause_takes_the_deadline_away_and_its_end_brings_a_new_one(village: Village) -> None:
    game = alone(village)
    village.do(game, c.PauseGame("host"), "host")
    assert village.mails("reminder") == []
    village.now += timedelta(days=9)
    village.do(game, c.ResumeGame(), "host")
    state = village.handler.load(game)
    assert due(state) == at_text(village.now + timedelta(days=3))
    (row,) = village.mails("reminder")
    assert row.payload == {"due": due(state)}


def test_the_host_is_told_when_a_seat_of_a_waiting_game_is_overdue(village: Village) -> None:
    host, other = village.person(), village.person()
    game = village.game([host, other], timeouts="wait")
    state = village.handler.load(game)
    assert state.awaiting is not None
    (row,) = village.mails("news")
    assert (row.seat, row.person) == (1, host)
    about = {"about": "overdue", "of": state.awaiting.seat, "due": due(state)}
    assert row.payload == about
    assert row.not_before == village.now + timedelta(days=3)


# Vacations.


def test_a_vacation_is_told_to_the_others_and_moves_the_deadline_in_one_append(
    village: Village,
) -> None:
    people = [village.person(), village.person(), village.person()]
    game = village.game(people)
    state = village.handler.load(game)
    assert state.awaiting is not None
    seat = state.awaiting.seat
    moved = village.vacation(game, seat, "2026-03-03", "2026-03-12")
    assert due(moved) == at_text(village.now + timedelta(days=13))
    (extended,) = village.handler.recorded(game, after=state.version)
    assert extended.event == t.DeadlineExtended(seat, due(moved), "vacation")
    assert (extended.meta.by, extended.meta.via) == ("system", "bot")
    rows = village.mails("news")
    assert sorted(row.seat for row in rows) == sorted({1, 2, 3} - {seat})
    days = {"first": "2026-03-03", "last": "2026-03-12"}
    assert {tuple(row.payload.items()) for row in rows} == {
        tuple({"about": "vacation", "of": seat, **days}.items())
    }


def test_a_vacation_of_somebody_else_moves_nothing(village: Village) -> None:
    game = village.game([village.person(), village.person()])
    state = village.handler.load(game)
    assert state.awaiting is not None
    other = 3 - state.awaiting.seat
    assert village.vacation(game, other, "2026-03-02", "2026-03-12").version == state.version
    assert [row.seat for row in village.mails("news")] == [state.awaiting.seat]


def test_a_vacation_that_begins_after_the_deadline_leaves_it(village: Village) -> None:
    game = alone(village)
    state = awaited(village, game)
    assert village.vacation(game, 1, "2026-03-06", "2026-03-12").version == state.version


def test_the_days_of_a_vacation_are_counted_for_its_seat(village: Village) -> None:
    game = alone(village)
    village.vacation(game, 1, "2026-04-01", "2026-04-10")
    with pytest.raises(VacationTooLong) as caught:
        village.vacation(game, 1, "2026-05-01", "2026-05-05")
    assert caught.value.params == {"asked": 5, "left": 4, "granted": 14}
    village.vacation(game, 1, "2026-05-01", "2026-05-04")
    with village.store.read() as reader:
        assert len(taken(reader.connection, game, 1)) == 2


def test_a_refused_vacation_stores_nothing_and_tells_nobody(village: Village) -> None:
    game = village.game([village.person(), village.person()])
    version = village.handler.load(game).version
    with pytest.raises(VacationTooLong):
        village.vacation(game, 1, "2026-03-02", "2026-04-12")
    with pytest.raises(errors.UnknownSeat):
        village.vacation(game, 7, "2026-03-02", "2026-03-03")
    assert village.handler.load(game).version == version
    assert village.mails("news") == []
    with village.store.read() as reader:
        assert taken(reader.connection, game, 1) == []


def test_the_same_vacation_is_taken_once(village: Village) -> None:
    game = village.game([village.person(), village.person()])
    wish = TakeVacation(village.new_id(), 1, vacation("2026-03-03..2026-03-04"), village.now)
    first = take(village.handler, game, wish)
    assert take(village.handler, game, wish).version == first.version
    assert len(village.mails("news")) == 1


def test_only_a_person_of_a_running_game_takes_a_vacation(village: Village) -> None:
    game = village.game([village.person(), village.person(), None])
    with pytest.raises(errors.NotAPlayer):
        village.vacation(game, 3, "2026-03-03", "2026-03-04")
    village.do(game, c.HandToBot(2, "left"), "seat:2")
    with pytest.raises(errors.NotAPlayer):
        village.vacation(game, 2, "2026-03-03", "2026-03-04")
    village.do(game, c.EndGame("host"), "host")
    with pytest.raises(errors.WrongPhase):
        village.vacation(game, 1, "2026-03-03", "2026-03-04")
    with pytest.raises(CommandIdMalformed):
        take(
            village.handler,
            game,
            TakeVacation("x", 1, vacation("2026-03-03..2026-03-04"), village.now),
        )


def test_whoever_takes_over_a_seat_has_the_days_that_are_left_and_is_not_away(
    village: Village,
) -> None:
    game = village.game([village.person(), village.person()])
    village.vacation(game, 2, "2026-03-02", "2026-03-11")
    assert village.habits(game, 2).vacations
    village.do(game, c.ReplacePlayer(2, village.person()), "host")
    assert not village.habits(game, 2).vacations
    state = village.handler.load(game)
    with village.store.read() as reader:
        assert announced(reader.connection, state) == {}
    with pytest.raises(VacationTooLong):
        village.vacation(game, 2, "2026-03-12", "2026-03-16")
    village.vacation(game, 2, "2026-03-12", "2026-03-15")
    state = village.handler.load(game)
    with village.store.read() as reader:
        assert announced(reader.connection, state) == {2: [vacation("2026-03-12..2026-03-15")]}


def test_one_person_in_two_seats_is_away_from_the_one(village: Village) -> None:
    person = village.person()
    game = village.game([person, person])
    village.vacation(game, 1, "2026-03-02", "2026-03-06")
    assert (len(village.habits(game, 1).vacations), len(village.habits(game, 2).vacations)) == (
        1,
        0,
    )
    state = village.handler.load(game)
    with village.store.read() as reader:
        clock = hours(reader)
        assert clock(state, 1, "draw", village.now) == utc("2026-03-10 00:00")
        assert clock(state, 2, "draw", village.now) == utc("2026-03-05 12:00")
