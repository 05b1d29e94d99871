"""Whoever leaves for good is erased everywhere, and every game goes on, or stays, whole."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from events import commands as c
from events import verify as verification
from events.handler import Handler
from events.tables import outbox
from events.ten.state import GameState
from events.ten.view import public
from service import departure, people
from service.erasure import erase_person
from service.logs import JsonLines
from service.tables import drafts, inbound
from tests.service.leaver import ADDRESS, SECOND, TRACES, Leaver, everything
from tests.workers.sink import Sink, running_sink
from tests.workers.tables import Office
from workers.deliver import Run
from workers.sweep import sweep


@pytest.fixture
def sink() -> Iterator[Sink]:
    with running_sink() as running:
        yield running


@pytest.fixture
def leaver(office: Office) -> Leaver:
    return Leaver(office)


def leave(leaver: Leaver, via: str = "web") -> bool:
    office = leaver.office
    return departure.leave(office.store, office.handler, leaver.ann.id, office.clock.now, via)


def state(leaver: Leaver, game: str) -> GameState:
    return leaver.office.handler.load(game)


def test_nothing_in_the_whole_database_and_in_no_log_tells_of_them(
    leaver: Leaver, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    office = leaver.office
    Run(office.parts(sink.smtp)).run()
    assert sink.to(SECOND)
    before = everything(office.store)
    assert all(trace in before for trace in TRACES)
    assert leave(leaver)
    Run(office.parts(sink.smtp)).run()
    after = everything(office.store)
    assert [trace for trace in TRACES if trace in after] == []
    form = JsonLines()
    # All but the log of the mail server that the test itself runs.
    ours = [record for record in caplog.records if record.name != "mail.log"]
    assert ours
    said = "\n".join(form.format(record) + str(record.__dict__) for record in ours)
    assert [trace for trace in TRACES if trace in said.lower()] == []


def test_mail_that_was_on_its_way_is_not_sent(leaver: Leaver, sink: Sink) -> None:
    leave(leaver)
    Run(leaver.office.parts(sink.smtp)).run()
    assert sink.to(ADDRESS) == []
    assert sink.to(SECOND) == []
    assert sink.to("bo@x.org")


def test_every_game_still_replays_and_verifies(leaver: Leaver) -> None:
    games = (leaver.running, leaver.lobby, leaver.alone, leaver.guest, leaver.asked)
    office = leaver.office
    before = {game: office.handler.bodies(game) for game in games}
    leave(leaver)
    for game in games:
        recorded = office.handler.recorded(game)
        assert [each.body for each in recorded][: len(before[game])] == before[game]
        verification.verify(recorded)
        fresh = Handler(office.store).load(game)
        assert public(fresh) == public(office.handler.load(game))


def test_running_seats_go_to_a_bot_and_the_host_is_another(leaver: Leaver) -> None:
    leave(leaver)
    there = state(leaver, leaver.running)
    assert there.seat(1).kind == "bot"
    assert there.host == leaver.bo.id
    assert there.awaiting is not None
    assert there.awaiting.seat in (2, 3)
    assert state(leaver, leaver.guest).seat(2).kind == "bot"
    assert state(leaver, leaver.guest).host == leaver.bo.id
    recorded = leaver.office.handler.recorded(leaver.running)
    (handed,) = [each for each in recorded if each.type == "SeatHandedToBot"]
    assert (handed.meta.by, handed.meta.via) == ("seat:1", "web")
    assert handed.event.reason == "left"  # type: ignore[attr-defined]


def test_a_lobby_goes_to_another_host_or_ends(leaver: Leaver) -> None:
    leave(leaver)
    assert state(leaver, leaver.lobby).host == leaver.bo.id
    assert state(leaver, leaver.lobby).phase == "lobby"
    assert state(leaver, leaver.alone).phase == "abandoned"


def test_a_seat_of_a_lobby_goes_to_a_bot_when_the_game_has_begun(leaver: Leaver) -> None:
    office = leaver.office
    leave(leaver)
    office.do(leaver.lobby, c.ClaimSeat(3, leaver.cy.id), "seat:3")
    assert state(leaver, leaver.lobby).seat(1).kind == "human"
    assert departure.tell_all(office.store, office.handler, office.clock.now) == 1
    assert state(leaver, leaver.lobby).seat(1).kind == "bot"
    assert departure.tell_all(office.store, office.handler, office.clock.now) == 0


def test_games_that_a_crash_left_untold_are_told_by_the_sweep(leaver: Leaver) -> None:
    office = leaver.office
    with office.store.unit() as unit:
        assert erase_person(unit.connection, leaver.ann.id, office.clock.now)
    assert state(leaver, leaver.running).seat(1).kind == "human"
    assert departure.tell_all(office.store, office.handler, office.clock.now) == 4
    assert state(leaver, leaver.running).seat(1).kind == "bot"
    assert state(leaver, leaver.alone).phase == "abandoned"
    assert sweep(office.store, office.handler, office.clock.now) == 0


def test_leaving_twice_changes_nothing_more(leaver: Leaver) -> None:
    assert leave(leaver)
    before = everything(leaver.office.store)
    assert not leave(leaver)
    assert everything(leaver.office.store) == before


def test_an_invitation_to_them_is_declined_and_its_host_is_told(leaver: Leaver) -> None:
    leave(leaver)
    with leaver.office.store.read() as reader:
        asked = select(outbox.c.payload).where(outbox.c.game == leaver.asked)
        told = list(reader.connection.execute(asked).scalars())
    assert told == [{"about": "declined", "of": 2}]


def test_what_others_planned_and_were_told_stays_without_them(leaver: Leaver) -> None:
    leave(leaver)
    with leaver.office.store.read() as reader:
        (plan,) = reader.connection.execute(select(drafts.c.content)).scalars()
        (told,) = reader.connection.execute(select(inbound.c.told)).scalars()
    assert plan["places"] == [{"kind": "link", "address": None}]
    assert told["lines"][0]["done"] == ["…: bids 4"]


def test_a_reply_of_somebody_whose_address_ends_alike_waits_on(leaver: Leaver) -> None:
    now = leaver.office.clock.now
    other = f"not-{ADDRESS}".lower()
    raw = f"From: <{other}>\r\n\r\ndraw\r\n".encode()
    row = {"received": now, "size": 9, "attempts": 0, "raw": raw, "status": "new"}
    with leaver.office.store.unit() as unit:
        unit.connection.execute(insert(inbound).values(**row, sender=other, not_before=now))
    leave(leaver)
    with leaver.office.store.read() as reader:
        waiting = select(inbound.c.sender).where(inbound.c.status != "done")
        assert list(reader.connection.execute(waiting).scalars()) == [other]


def test_others_keep_what_is_theirs(leaver: Leaver) -> None:
    leave(leaver)
    with leaver.office.store.read() as reader:
        cy = people.place(reader.connection, leaver.running, 3)
        bo = people.person(reader.connection, leaver.bo.id)
        assert people.game_name(reader.connection, leaver.guest) == "At Bo's"
        assert people.game_name(reader.connection, leaver.running) == leaver.running[:8]
    assert cy is not None
    assert (cy.name, cy.address) == ("Cy", "cy@x.org")
    assert bo is not None
    assert bo.name == "Bo"


def test_an_address_that_is_nobodys_is_forgotten_too(leaver: Leaver) -> None:
    office = leaver.office
    with office.store.unit() as unit:
        people.know_address(unit.connection, "Stranger@x.org", office.clock.now)
    at = (office.store, office.handler)
    assert departure.forget(*at, "stranger@X.org", office.clock.now, "cli")
    assert "stranger" not in everything(office.store)
    assert not departure.forget(*at, "stranger@x.org", office.clock.now, "cli")


def test_the_address_may_come_again_as_somebody_new(leaver: Leaver) -> None:
    office = leaver.office
    assert departure.forget(office.store, office.handler, ADDRESS, office.clock.now, "cli")
    with office.store.unit() as unit:
        again = people.add_person(unit.connection, "A", ADDRESS, "en", "UTC", office.clock.now)
    assert again.id != leaver.ann.id


def test_the_file_of_sqlite_keeps_no_trace_of_what_was_deleted(
    sqlite_url: str, tmp_path: Path
) -> None:
    office = Office.at(sqlite_url)
    leaver = Leaver(office)
    leave(leaver)
    files = list(tmp_path.glob("tenpost.sqlite3*"))
    assert {"tenpost.sqlite3", "tenpost.sqlite3-wal"} <= {file.name for file in files}
    for file in files:
        held = file.read_bytes().lower()
        assert [trace for trace in TRACES if trace.encode() in held] == [], file.name
    office.store.engine.dispose()
