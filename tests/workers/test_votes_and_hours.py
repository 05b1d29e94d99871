"""Votes are asked for by mail while they are open (report T7); nobody is mailed in quiet hours."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from events import commands as c
from service.tables import persons
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.deliver import Run


def subjects(office: Office, sink: Sink, game: str, seat: int) -> list[str]:
    found = sink.to(office.address(game, seat))
    return [caught.mail["Subject"].partition(": Sunday")[0] for caught in found]


PROPOSALS = [
    (c.ProposePause(1), "A vote on a pause", "Ann: proposes to pause the game."),
    (
        c.ProposeAbandon(1),
        "A vote on ending the game",
        "Ann: proposes to end the game without a score.",
    ),
]


@pytest.mark.parametrize(("wish", "subject", "told"), PROPOSALS, ids=["pause", "abandon"])
def test_every_other_player_is_asked(
    office: Office, sink: Sink, wish: c.Wish, subject: str, told: str
) -> None:
    game = office.open_game(("human", "human", "human"), {1: "Ann"})
    office.do(game, wish, "seat:1")
    Run(office.parts(sink.smtp)).run()
    assert subject not in subjects(office, sink, game, 1)
    for seat in (2, 3):
        assert subject in subjects(office, sink, game, seat)
    asked = [caught for caught in sink.caught if caught.mail["Subject"].startswith(subject)]
    for caught in asked:
        assert told in " ".join(caught.part("plain").split())
        assert told in " ".join(caught.part("html").split())


def test_an_undo_names_what_it_would_take_back(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    first = office.handler.load(game)
    assert first.awaiting is not None
    mover = first.awaiting.seat
    office.play_until(game, lambda state: state.turn > 1)
    office.do(game, c.ProposeUndo(mover, first.version), f"seat:{mover}")
    Run(office.parts(sink.smtp)).run()
    other = 3 - mover
    (mail,) = [
        caught
        for caught in sink.to(office.address(game, other))
        if caught.mail["Subject"].startswith("A vote on taking moves back")
    ]
    name = {1: "Ann", 2: "Bob"}[mover]
    for kind in ("plain", "html"):
        asked = mail.part(kind).partition("Agree or disagree")[0]
        assert f"{name}: proposes to take back what is listed here." in " ".join(asked.split())
        assert f"{name}: draws " in asked
        assert f"{name}: takes " in asked
        assert "sits down" not in asked


def test_whoever_has_voted_is_not_asked(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human", "human"))
    office.do(game, c.ProposePause(1), "seat:1")
    office.do(game, c.VotePause(2, agree=True), "seat:2")
    Run(office.parts(sink.smtp)).run()
    assert "A vote on a pause" not in subjects(office, sink, game, 2)
    assert "A vote on a pause" in subjects(office, sink, game, 3)


def test_a_proposal_that_was_decided_is_not_asked_about(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    office.do(game, c.ProposePause(1), "seat:1")
    office.do(game, c.VotePause(2, agree=False), "seat:2")
    Run(office.parts(sink.smtp)).run()
    assert "A vote on a pause" not in subjects(office, sink, game, 2)


def test_a_mail_waits_for_the_end_of_the_quiet_hours_and_loses_no_attempt(
    office: Office, sink: Sink
) -> None:
    office.clock.now = datetime(2026, 3, 1, 22, 30, tzinfo=UTC)
    game = office.open_game(("human", "bot"))
    with office.store.unit() as unit:
        quiet = update(persons).values(quiet_from="22:00", quiet_to="07:00")
        unit.connection.execute(quiet)
    Run(office.parts(sink.smtp)).run()
    assert sink.attempts == []
    office.clock.now = datetime(2026, 3, 2, 6, 59, tzinfo=UTC)
    Run(office.parts(sink.smtp)).run()
    assert sink.attempts == []
    office.clock.forward(timedelta(minutes=1))
    Run(office.parts(sink.smtp)).run()
    assert sink.attempts == [office.address(game, 1)]
