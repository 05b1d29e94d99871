"""A deadline comes as a calendar entry, which moves when the deadline does."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

from events import commands as c
from events.codec import at_moment, at_text
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.deliver import Run
from workers.mail.calendar import deadline


def entry(caught: Caught) -> dict[str, str]:
    """The properties of the entry that the mail brings."""
    (part,) = [p for p in caught.mail.walk() if p.get_content_type() == "text/calendar"]
    assert isinstance(part, EmailMessage)
    text = part.get_payload(decode=True).decode()  # type: ignore[union-attr]
    assert text.endswith("\r\n")
    lines = re.sub("\r\n ", "", text).splitlines()
    assert lines[:1] + lines[-1:] == ["BEGIN:VCALENDAR", "END:VCALENDAR"]
    return dict(line.split(":", 1) for line in lines)


def deliver(office: Office, sink: Sink) -> Caught:
    Run(office.parts(sink.smtp)).run()
    return sink.caught[-1]


def test_the_entry_is_at_the_deadline_and_names_the_public_table(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "bot"), name="Sunday, late; table")
    mail = deliver(office, sink)
    found = entry(mail)
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    assert awaiting.due_at is not None
    due = at_moment(awaiting.due_at)
    assert found["DTSTART"] == f"{due:%Y%m%dT%H%M%SZ}"
    assert found["SUMMARY"] == "Your turn: Sunday\\, late\\; table"
    assert found["URL"] == f"https://ten.example/g/{game}"
    assert found["METHOD"] == "PUBLISH"


def test_a_deadline_that_moved_is_the_same_entry_with_a_higher_sequence(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "bot"))
    before = entry(deliver(office, sink))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    assert awaiting.due_at is not None
    later = at_moment(awaiting.due_at) + timedelta(days=1)
    office.do(game, c.ExtendDeadline(1, at_text(later), "host"), "host")
    office.clock.now = later - timedelta(minutes=1)
    after = entry(deliver(office, sink))
    assert len(sink.caught) == 2
    assert after["UID"] == before["UID"]
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after["DTSTART"] == f"{later:%Y%m%dT%H%M%SZ}"


def test_without_a_clock_there_is_no_entry(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"), options={"turn_s": None, "auction_s": None})
    kinds = [part.get_content_type() for part in deliver(office, sink).mail.walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]


def test_lines_are_short_and_no_sign_is_cut() -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    summary = "नमस्ते " * 20 + "😀" * 30
    text = deadline("u@ten.example", 3, now, now, summary, "https://ten.example/g/x")
    for line in text.encode().split(b"\r\n"):
        assert len(line) <= 75
        line.decode()
    assert " ".join(summary.split()) in text.replace("\r\n ", "")
