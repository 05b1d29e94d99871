"""What the others said stands in the next mail's recap, once, after what had happened by then."""

from __future__ import annotations

from datetime import timedelta

from service import people, talk
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from tests.workers.test_recap import mailed, recap
from workers.deliver import Run
from workers.mail.recap import SAID


def say(office: Office, game: str, seat: int, text: str) -> str:
    id = office.new_id()
    with office.store.unit() as unit:
        place = people.place(unit.connection, game, seat)
        assert place is not None
        talk.say(unit, id, game, seat, place.person, text, office.clock.now)
    return id


def table(office: Office) -> tuple[str, int, int]:
    """A game of two: with the seat that is awaited, and the other one."""
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    return game, awaiting.seat, 3 - awaiting.seat


def next_turn(office: Office, game: str, seat: int) -> None:
    """Until the seat is awaited, then the mails."""
    state = office.handler.load(game)
    while state.awaiting is None or state.awaiting.seat != seat:
        office.answer(game)
        state = office.handler.load(game)


def send(office: Office, sink: Sink) -> None:
    office.clock.forward(timedelta(minutes=31))
    Run(office.parts(sink.smtp)).run()


def talked(caught: Caught) -> list[str]:
    return [line for line in recap(caught) if "“" in line]


def test_a_line_is_told_once_where_it_was_said(office: Office, sink: Sink) -> None:
    game, first, second = table(office)
    name = {1: "Ann", 2: "Bob"}[first]
    say(office, game, first, "good luck")
    # Of the same version as the mail that follows, and said after it.
    send(office, sink)
    next_turn(office, game, second)
    say(office, game, first, "and now?")
    send(office, sink)
    mail = mailed(office, sink, game, second)[-1]
    assert talked(mail) == [f"{name}: “good luck”", f"{name}: “and now?”"]
    assert recap(mail)[-1] == f"{name}: “and now?”"
    assert f"{name}: “good luck”" in mail.part("html")
    next_turn(office, game, first)
    next_turn(office, game, second)
    send(office, sink)
    assert talked(mailed(office, sink, game, second)[-1]) == []


def test_what_is_said_right_after_a_mail_is_in_the_next(office: Office, sink: Sink) -> None:
    game, first, second = table(office)
    next_turn(office, game, second)
    send(office, sink)
    say(office, game, first, "too late for that one")
    next_turn(office, game, first)
    next_turn(office, game, second)
    before = len(mailed(office, sink, game, second))
    send(office, sink)
    # Of several mails the first tells it.
    mails = mailed(office, sink, game, second)[before:]
    (line,) = [line for mail in mails for line in talked(mail)]
    assert line.endswith(": “too late for that one”")


def test_nobody_is_told_the_own_lines(office: Office, sink: Sink) -> None:
    game, _first, second = table(office)
    say(office, game, second, "talking to myself")
    next_turn(office, game, second)
    send(office, sink)
    assert talked(mailed(office, sink, game, second)[-1]) == []


def test_an_erased_line_is_not_told(office: Office, sink: Sink) -> None:
    game, first, second = table(office)
    id = say(office, game, first, "oh no")
    next_turn(office, game, second)
    with office.store.unit() as unit:
        assert talk.erase(unit.connection, game, id)
    send(office, sink)
    assert talked(mailed(office, sink, game, second)[-1]) == []


def test_markup_in_a_line_is_text(office: Office, sink: Sink) -> None:
    game, first, second = table(office)
    say(office, game, first, "<img src=x onerror=alert(1)> & %(name)s")
    next_turn(office, game, second)
    send(office, sink)
    mail = mailed(office, sink, game, second)[-1]
    assert "<img" not in mail.part("html")
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; %(name)s" in mail.part("html")
    assert "<img src=x onerror=alert(1)> & %(name)s" in mail.part("plain").replace("\n  ", " ")


def test_of_many_lines_the_last_are_told_and_the_page_has_the_rest(
    office: Office, sink: Sink
) -> None:
    game, first, second = table(office)
    for number in range(SAID + 3):
        say(office, game, first, f"line {number}.")
    next_turn(office, game, second)
    send(office, sink)
    mail = mailed(office, sink, game, second)[-1]
    assert len(talked(mail)) == SAID
    assert "line 2." not in mail.part("plain")
    assert recap(mail)[-1] == "3 earlier lines of talk are on the page of the table"
