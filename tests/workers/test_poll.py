"""A mailbox is polled: what is new is stored, and marked only once it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from service.config import Imap
from service.tables import inbound
from tests.workers.imap import PASSWORD, USER, Mailbox, running_mailbox
from tests.workers.replying import Post, answer_to
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.mail.incoming import LARGEST
from workers.poll import poll
from workers.receive import receive

MAIL = b"Subject: x\r\nTo: nobody@ten.example\r\n\r\ndraw\r\n"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with running_mailbox() as running:
        yield running


def imap(box: Mailbox, password: str = PASSWORD) -> Imap:
    return Imap("127.0.0.1", USER, password, box.port, "none", "In box")


def stored(office: Office) -> list[bytes]:
    with office.store.read() as reader:
        found = reader.connection.execute(select(inbound.c.raw).order_by(inbound.c.id))
        return list(found.scalars())


def test_what_is_new_is_stored_once(office: Office, box: Mailbox) -> None:
    box.mails += [MAIL, MAIL + b"two\r\n"]
    assert poll(imap(box), office.store, office.clock) == 2
    assert poll(imap(box), office.store, office.clock) == 0
    box.mails.append(MAIL + b"three\r\n")
    assert poll(imap(box), office.store, office.clock) == 1
    assert stored(office) == box.mails


def test_a_mailbox_that_goes_away_loses_nothing(office: Office, box: Mailbox) -> None:
    box.mails.append(MAIL)
    box.drops = True
    assert poll(imap(box), office.store, office.clock) == 0
    assert box.seen == set()
    box.drops = False
    assert poll(imap(box), office.store, office.clock) == 1


def test_a_mailbox_that_cannot_be_opened_is_logged_without_a_name(
    office: Office, box: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    assert poll(imap(box, "wrong"), office.store, office.clock) == 0
    assert "cannot be opened" in caplog.text
    assert "wrong" not in caplog.text
    gone = Imap("127.0.0.1", USER, PASSWORD, 1, "none")
    assert poll(gone, office.store, office.clock) == 0


def test_of_a_mail_of_30_megabytes_only_the_headers_are_fetched(
    office: Office, box: Mailbox
) -> None:
    box.mails.append(MAIL + b"x" * LARGEST)
    assert poll(imap(box), office.store, office.clock) == 1
    assert box.fetched == ["(BODY.PEEK[HEADER])"]
    assert len(stored(office)[0]) < 100


def test_a_reply_in_the_mailbox_plays(office: Office, sink: Sink, box: Mailbox) -> None:
    post = Post(office, sink)
    game = office.open_game(("human", "bot"))
    (mail,) = post.deliver()
    box.mails.append(answer_to(mail.mail, "draw", "<1@mail.example>").as_bytes())
    assert poll(imap(box), office.store, office.clock) == 1
    receive(post.parts)
    assert len(office.handler.load(game).row) == 1
