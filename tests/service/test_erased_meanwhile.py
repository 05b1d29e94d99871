"""A person leaves for good while a page or a reply of theirs is at work: nothing of it stays behind."""

from datetime import date
from threading import Event, Thread
from uuid import uuid4

import pytest

from events.errors import NotAPlayer
from service import hours, people, profile, talk
from service.erasure import erase_person
from service.habits import Vacation
from tests.service.leaver import NAME, TRACES, Leaver, everything
from tests.workers.tables import Office


@pytest.fixture
def leaver(office: Office) -> Leaver:
    return Leaver(office)


def say(leaver: Leaver, text: str) -> None:
    office = leaver.office
    with office.store.unit() as unit:
        talk.say(unit, str(uuid4()), leaver.running, 1, leaver.ann.id, text, office.clock.now)


def erase(leaver: Leaver) -> None:
    with leaver.office.store.unit() as unit:
        assert erase_person(unit.connection, leaver.ann.id, leaver.office.clock.now)


def test_what_comes_too_late_is_not_stored(leaver: Leaver) -> None:
    office = leaver.office
    erase(leaver)
    before = everything(office.store)
    with pytest.raises(NotAPlayer):
        say(leaver, "good bye")
    days = Vacation(date(2026, 5, 1), date(2026, 5, 2))
    with pytest.raises(NotAPlayer):
        hours.take(
            office.handler,
            leaver.running,
            hours.TakeVacation(str(uuid4()), 1, days, office.clock.now),
        )
    with office.store.unit() as unit:
        conn = unit.connection
        profile.keep(conn, leaver.ann.id, {"name": NAME, "language": "da", "muted": True})
        people.name_seat(conn, leaver.running, 1, NAME)
        bo = people.find_address(conn, "bo@x.org")
        assert bo is not None
        people.move_mail(conn, leaver.running, 1, bo.id)
    assert everything(office.store) == before


def test_a_line_that_is_being_said_is_waited_for_and_erased_with_the_rest(leaver: Leaver) -> None:
    office = leaver.office
    said, go_on = Event(), Event()

    def speak() -> None:
        with office.store.unit() as unit:
            now = office.clock.now
            talk.say(unit, str(uuid4()), leaver.running, 1, leaver.ann.id, f"{NAME} here", now)
            said.set()
            go_on.wait(5)

    speaking, erasing = Thread(target=speak), Thread(target=erase, args=[leaver])
    speaking.start()
    assert said.wait(5)
    erasing.start()
    erasing.join(0.3)
    assert erasing.is_alive()
    go_on.set()
    speaking.join()
    erasing.join()
    assert [trace for trace in TRACES if trace in everything(office.store)] == []
