"""What the mail server answers decides what becomes of a row, and of no other (mail.md, "Results")."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from sqlalchemy import select

from events.tables import outbox
from service.config import Smtp
from service.tables import addresses
from tests.workers.sink import Sink, running_sink
from tests.workers.tables import Office
from workers.deliver import FIRST_PAUSE, LONGEST_PAUSE, PATIENCE, Run, pause
from workers.mail.transport import Outgoing

PATIENCE_S = 0.5
"""How long the client of these tests waits for an answer."""


def queue(office: Office, number: int = 4) -> list[str]:
    """So many mails that are owed to as many people; their addresses, in the order of the rows."""
    games = [office.open_game(("human", "bot")) for _ in range(number)]
    return [office.address(game, 1) for game in games]


def run(office: Office, smtp: Smtp) -> Run:
    made = Run(office.parts(smtp), patience_s=PATIENCE_S)
    made.run(budget_s=60)
    return made


def rows(office: Office) -> list[tuple[str, int, str | None]]:
    """(status, attempts, error) of each mail but reminders, in the order they were owed."""
    found = select(outbox.c.status, outbox.c.attempts, outbox.c.last_error)
    with office.store.read() as reader:
        rows = reader.connection.execute(
            found.where(outbox.c.kind != "reminder").order_by(outbox.c.id)
        )
        return [(row.status, row.attempts, row.last_error) for row in rows]


def states(office: Office) -> dict[str, str]:
    with office.store.read() as reader:
        found = reader.connection.execute(select(addresses.c.address, addresses.c.state))
        return {row.address: row.state for row in found}


def test_250_is_sent(office: Office, sink: Sink) -> None:
    people = queue(office)
    run(office, sink.smtp)
    assert [caught.to for caught in sink.caught] == people
    assert [status for status, *_ in rows(office)] == ["sent"] * 4
    assert sink.sessions == 1


@pytest.mark.parametrize("where", ["rcpt", "data"])
@pytest.mark.parametrize("answer", ["450 4.2.0 busy", "451 4.3.0 later", "421 4.7.0 too many"])
def test_a_passing_trouble_is_tried_again_later_with_the_same_message_id(
    office: Office, sink: Sink, where: str, answer: str
) -> None:
    people = queue(office)
    getattr(sink, where)[people[1]] = answer
    run(office, sink.smtp)
    assert [caught.to for caught in sink.caught] == [people[0], people[2], people[3]]
    status, attempts, error = rows(office)[1]
    assert (status, attempts) == ("pending", 1)
    assert error is not None
    assert answer[:3] in error
    assert states(office)[people[1]] == "ok"
    getattr(sink, where).clear()
    run(office, sink.smtp)
    assert len(sink.caught) == 3  # not before its pause is over
    office.clock.forward(FIRST_PAUSE)
    run(office, sink.smtp)
    assert [caught.to for caught in sink.caught][3:] == [people[1]]


@pytest.mark.parametrize("where", ["rcpt", "data"])
@pytest.mark.parametrize("answer", ["550 5.1.1 no such user", "554 5.7.1 not wanted"])
def test_a_refusal_fails_that_recipient_alone_and_marks_the_address(
    office: Office, sink: Sink, where: str, answer: str
) -> None:
    people = queue(office)
    getattr(sink, where)[people[1]] = answer
    run(office, sink.smtp)
    assert [caught.to for caught in sink.caught] == [people[0], people[2], people[3]]
    status, _, error = rows(office)[1]
    assert status == "dead"
    assert error is not None
    assert answer[:3] in error
    found = states(office)
    assert found.pop(people[1]) == "refused"
    assert set(found.values()) == {"ok"}


@pytest.mark.parametrize("answer", ["hang", "drop"])
def test_a_server_that_hangs_or_drops_one_mail_does_not_keep_the_others(
    office: Office, sink: Sink, answer: str
) -> None:
    people = queue(office)
    sink.data[people[1]] = answer
    run(office, sink.smtp)
    assert [caught.to for caught in sink.caught] == [people[0], people[2], people[3]]
    assert rows(office)[1][:2] == ("pending", 1)
    assert states(office)[people[1]] == "ok"
    sink.data.clear()
    office.clock.forward(FIRST_PAUSE)
    run(office, sink.smtp)
    assert sink.caught[-1].to == people[1]


def test_a_server_that_is_not_there_costs_one_attempt_and_nothing_is_lost(office: Office) -> None:
    with running_sink() as gone:
        smtp = gone.smtp
    people = queue(office)
    first = run(office, smtp)
    assert first.unreachable
    assert [attempts for _, attempts, _ in rows(office)] == [1, 0, 0, 0]
    with running_sink(smtp.port) as back:
        office.clock.forward(FIRST_PAUSE)
        run(office, smtp)
        assert sorted(caught.to for caught in back.caught) == sorted(people)


def test_a_server_that_closes_an_idle_connection_costs_no_attempt() -> None:
    mail = EmailMessage()
    mail.set_content("hello\n")
    with running_sink() as sink:
        outgoing = Outgoing(sink.smtp, PATIENCE_S)
        outgoing.send(mail, "ten@ten.example", "ann@example.org")
    with running_sink(sink.port) as again, outgoing:
        outgoing.send(mail, "ten@ten.example", "bob@example.org")
        assert [caught.to for caught in again.caught] == ["bob@example.org"]


def test_pauses_grow_and_have_an_end() -> None:
    pauses = [pause(attempt) for attempt in range(1, 40)]
    assert pauses == sorted(pauses)
    assert pauses[0] == FIRST_PAUSE
    assert pauses[1] == 2 * FIRST_PAUSE
    assert pauses[-1] == LONGEST_PAUSE


def test_a_mail_that_never_gets_through_is_given_up_and_keeps_its_error(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "bot"), options={"turn_s": None, "auction_s": None})
    sink.rcpt[office.address(game, 1)] = "451 4.3.0 later"
    while rows(office)[0][0] == "pending":
        run(office, sink.smtp)
        office.clock.forward(LONGEST_PAUSE)
    status, attempts, error = rows(office)[0]
    assert status == "dead"
    assert attempts >= PATIENCE / LONGEST_PAUSE
    assert error is not None
    assert "451" in error


def test_a_deadline_that_passed_makes_the_mail_pointless(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    sink.rcpt[office.address(game, awaiting.seat)] = "451 4.3.0 later"
    run(office, sink.smtp)
    office.play_until(game, lambda state: state.turn > 1)
    office.clock.forward(FIRST_PAUSE)
    run(office, sink.smtp)
    assert rows(office)[0][0] == "superseded"


def test_an_error_that_is_kept_holds_no_address(office: Office, sink: Sink) -> None:
    (person,) = queue(office, 1)
    sink.rcpt[person] = f"550 5.1.1 <{person}>: no mailbox {person.upper()} here"
    run(office, sink.smtp)
    error = rows(office)[0][2]
    assert error is not None
    assert "@" not in error


def test_a_sender_that_is_refused_is_our_own_trouble(office: Office, sink: Sink) -> None:
    (person,) = queue(office, 1)
    sink.sender = "550 5.7.1 not from you"
    run(office, sink.smtp)
    assert rows(office)[0][0] == "pending"
    assert states(office)[person] == "ok"


def test_a_mail_that_cannot_be_written_does_not_stand_in_the_way(
    office: Office, sink: Sink, caplog: pytest.LogCaptureFixture
) -> None:
    people = queue(office, 3)
    with office.store.unit() as unit:
        second = select(outbox.c.id).order_by(outbox.c.id).offset(1).limit(1)
        row = unit.connection.execute(second).scalar_one()
        unit.connection.execute(
            outbox.update().where(outbox.c.id == row).values(kind="from-a-newer-program")
        )
    run(office, sink.smtp)
    assert [caught.to for caught in sink.caught] == [people[0], people[2]]
    assert "the mail could not be made" in caplog.text
