"""The awaited seat is reminded once for each deadline, and never after it has answered (report T4)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update

from events import commands as c
from service import notices
from service.tables import persons
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.deliver import Run

DAY = timedelta(days=1)
QUARTER = timedelta(hours=54)
"""Until a quarter of three days is left."""


def subjects(sink: Sink, address: str) -> list[str]:
    return [caught.mail["Subject"].partition(":")[0] for caught in sink.to(address)]


def deliver_after(office: Office, sink: Sink, wait: timedelta) -> None:
    office.clock.forward(wait)
    Run(office.parts(sink.smtp)).run()


def test_a_player_is_reminded_a_quarter_of_the_limit_before_the_deadline_and_once(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "bot"))  # three days for a turn
    address = office.address(game, 1)
    deliver_after(office, sink, timedelta(0))
    deliver_after(office, sink, QUARTER - timedelta(minutes=1))
    assert subjects(sink, address) == ["Your turn"]
    deliver_after(office, sink, timedelta(minutes=1))
    assert subjects(sink, address) == ["Your turn", "Still your move"]
    deliver_after(office, sink, timedelta(hours=17))
    assert len(sink.caught) == 2


def test_a_player_who_chose_another_time_is_reminded_then(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot"))
    with office.store.unit() as unit:
        unit.connection.execute(update(persons).values(lead_s=3600))
    deliver_after(office, sink, timedelta(0))
    deliver_after(office, sink, 3 * DAY - timedelta(minutes=61))
    assert subjects(sink, office.address(game, 1)) == ["Your turn"]
    deliver_after(office, sink, timedelta(minutes=1))
    assert subjects(sink, office.address(game, 1)) == ["Your turn", "Still your move"]


def test_where_little_time_is_left_the_reminder_comes_halfway(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot"), options={"turn_s": 4 * 3600})
    with office.store.unit() as unit:
        unit.connection.execute(update(persons).values(lead_s=7 * 3600))
    deliver_after(office, sink, timedelta(0))
    deliver_after(office, sink, timedelta(hours=1, minutes=59))
    assert len(sink.caught) == 1
    deliver_after(office, sink, timedelta(minutes=1))
    assert subjects(sink, office.address(game, 1))[1] == "Still your move"


def test_whoever_has_played_is_not_reminded(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    deliver_after(office, sink, timedelta(0))
    first = office.handler.load(game).awaiting
    assert first is not None
    office.play_until(game, lambda state: state.turn > 1)
    deliver_after(office, sink, QUARTER)
    assert "Still your move" not in subjects(sink, office.address(game, first.seat))


def test_a_deadline_that_moved_is_reminded_of_anew(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot"))
    deliver_after(office, sink, timedelta(0))
    later = "2026-03-09T09:30:00.000000Z"
    office.do(game, c.ExtendDeadline(1, later, "vacation"), "system", "sweep")
    deliver_after(office, sink, QUARTER)
    assert len(sink.caught) == 1
    deliver_after(office, sink, 5 * DAY - timedelta(minutes=1))
    assert len(sink.caught) == 1
    deliver_after(office, sink, timedelta(minutes=1))
    assert subjects(sink, office.address(game, 1)) == ["Your turn", "Still your move"]


def test_a_paused_game_reminds_nobody_until_it_goes_on(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot"))
    deliver_after(office, sink, timedelta(0))
    office.do(game, c.PauseGame("host"), "host")
    deliver_after(office, sink, 2 * DAY)
    assert len(sink.caught) == 1
    office.do(game, c.ResumeGame(), "host")
    deliver_after(office, sink, QUARTER - timedelta(minutes=1))
    assert len(sink.caught) == 1
    deliver_after(office, sink, timedelta(minutes=1))
    assert subjects(sink, office.address(game, 1)) == ["Your turn", "Still your move"]


def test_without_a_clock_a_player_is_reminded_after_three_days_and_the_host_is_told(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "human"), options={"turn_s": None, "auction_s": None})
    office.play_until(game, lambda state: state.awaiting is not None and state.awaiting.seat == 2)
    deliver_after(office, sink, timedelta(0))
    deliver_after(office, sink, 3 * DAY)
    Run(office.parts(sink.smtp)).run()
    assert subjects(sink, office.address(game, 2)) == ["Your turn", "Still your move"]
    assert subjects(sink, office.address(game, 1)) == ["Not heard of for days (Player 2)"]


def test_the_host_is_not_told_about_the_host(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"), options={"turn_s": None, "auction_s": None})
    deliver_after(office, sink, timedelta(0))
    deliver_after(office, sink, 3 * DAY)
    Run(office.parts(sink.smtp)).run()
    assert len(sink.caught) == 2


def test_a_nudge_is_mailed_with_the_name_of_who_nudges(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    other = 3 - awaiting.seat
    with office.store.unit() as unit:
        person = office.handler.load(game).seat(awaiting.seat).player or ""
        now = office.clock.now
        notices.nudge(unit, game, awaiting.seat, person, awaiting.decision, other, now)
    Run(office.parts(sink.smtp)).run()
    mail = next(c for c in sink.caught if c.mail["Subject"].startswith("Still"))
    asks = f"{'Ann' if other == 1 else 'Bob'} asks you to go on."
    assert asks in mail.part("plain")
    assert asks in mail.part("html")


@pytest.mark.parametrize("answer", ["mail", "451 later"])
def test_a_reminder_is_planned_only_when_the_mail_is_out(
    office: Office, sink: Sink, answer: str
) -> None:
    game = office.open_game(("human", "bot"))
    if answer != "mail":
        sink.data[office.address(game, 1)] = answer
    Run(office.parts(sink.smtp)).run()
    sink.data.clear()
    office.clock.forward(QUARTER)
    Run(office.parts(sink.smtp)).run()
    expected = ["Your turn", "Still your move"] if answer == "mail" else ["Your turn"]
    assert subjects(sink, office.address(game, 1)) == expected
