"""A mail tells what happened since that seat's last mail, in order, and nothing twice."""

from __future__ import annotations

from datetime import timedelta

from service import notices, people
from service.wording import Words
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.deliver import Run, pause
from workers.mail.recap import EVENTS


def recap(caught: Caught) -> list[str]:
    part = caught.part("plain").partition("Since the last mail to you:\n")[2]
    lines = part.partition("\n\n")[0].replace("\n  ", " ").split("\n")
    return [line.removeprefix("- ") for line in lines if line.startswith("- ")]


def mailed(office: Office, sink: Sink, game: str, seat: int) -> list[Caught]:
    return sink.to(office.address(game, seat))


def test_the_first_mail_tells_from_the_beginning(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"), {1: "Ann"})
    Run(office.parts(sink.smtp)).run()
    lines = recap(sink.caught[0])
    assert lines[:2] == ["A game for 2 players is set up", "Ann: sits down"]
    assert lines[2].startswith("The game starts; first player: ")


def test_the_next_mail_begins_where_the_last_one_ended(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    for _ in range(25):
        Run(office.parts(sink.smtp)).run()
        if office.handler.load(game).over:
            break
        office.answer(game)
    words = Words()
    names = {1: "Ann", 2: "Bob"}
    recorded = office.handler.recorded(game)
    assert any(each.meta.by == "system" for each in recorded)
    told = [words.happened(each.event, names, "UTC", each.meta.by) for each in recorded]
    happened = [line for line in told if line is not None]
    for seat in (1, 2):
        lines = [line for caught in mailed(office, sink, game, seat) for line in recap(caught)]
        assert len(lines) > 10
        assert lines == happened[: len(lines)]


def test_two_mails_to_a_seat_at_once_tell_nothing_twice(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    for _ in range(4):
        office.answer(game)
    with office.store.unit() as unit:
        place = people.place(unit.connection, game, 1)
        assert place is not None
        for about in ("idle", "overdue"):
            notices.news(unit, game, 1, place.person, 4, about, office.clock.now, of=2)
    office.clock.forward(timedelta(hours=1))
    Run(office.parts(sink.smtp)).run()
    first, *later = mailed(office, sink, game, 1)
    assert recap(first)
    assert len(later) >= 1
    assert all(recap(each) == [] for each in later)


def test_a_mail_that_did_not_go_out_ends_no_recap(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot"), {1: "Ann"})
    address = office.address(game, 1)
    sink.data[address] = "451 later"
    Run(office.parts(sink.smtp)).run()
    sink.data.clear()
    office.clock.forward(pause(1))
    Run(office.parts(sink.smtp)).run()
    (mail,) = sink.caught
    assert recap(mail)[0] == "A game for 2 players is set up"


def test_a_long_recap_is_cut_at_its_beginning_and_says_so(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "bot", "bot", "bot"), {1: "Ann"})
    office.play_until(game, lambda state: state.version > 300)
    Run(office.parts(sink.smtp)).run()
    mail = mailed(office, sink, game, 1)[-1]
    assert len(recap(mail)) == EVENTS
    assert "earlier lines are left out: see the replay" in mail.part("plain")
    assert "earlier lines are left out: see the replay" in mail.part("html")
