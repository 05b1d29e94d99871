"""A mail made to keep a worker busy is not taken apart but dropped without a word, and the next one plays."""

from __future__ import annotations

import pytest

from tests.workers.replying import Post, recipient_of
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.mail.reply.opening import LARGEST, open_mail

HEAD = b"From: eve@mail.example\r\nMessage-ID: <1@mail.example>\r\n"


def nested(levels: int) -> bytes:
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level)
        for level in range(levels)
    )
    return opened + b"\r\ndraw\r\n"


def folded(kind: bytes, end: bytes = b"\r\n") -> bytes:
    return b"Content-Type: " + kind + end + (b" " + b";" * 900 + end) * 10 + end + b"draw" + end


HEAVY = {
    "parameters": HEAD + folded(b"text/plain"),
    "parameters of a multipart": HEAD + folded(b"multipart/mixed; boundary=x"),
    "parameters behind bare CRs": b"Subject: x\r" + folded(b"text/plain", b"\r"),
    "parameters of a part": HEAD
    + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n"
    + folded(b"text/plain"),
    "a file's name": HEAD
    + folded(b"attachment").replace(b"Content-Type", b"content-disposition", 1),
    "parts within parts": HEAD + nested(3000),
    "mails within mails": HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 3000,
    "parts": HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\n" * 6000,
    "headers": HEAD + b"X-A: b\r\n" * 50_000 + b"\r\ndraw\r\n",
    "a head without an end": HEAD + b"X-A: b\r\n" * 50_000,
    "blocks of a report": HEAD
    + b"Content-Type: message/delivery-status\r\n\r\n"
    + b"a: b\r\n\r\n" * 60_000,
}


@pytest.fixture
def post(office: Office, sink: Sink) -> Post:
    return Post(office, sink)


def asked(post: Post) -> Caught:
    post.office.open_game(("human", "bot"))
    (mail,) = post.deliver()
    return mail


@pytest.mark.parametrize("name", HEAVY)
def test_it_is_dropped_and_the_next_mail_plays(post: Post, name: str) -> None:
    mail = asked(post)
    assert post.bring(HEAVY[name], recipient_of(mail.mail)) == "dropped: malformed"
    assert post.deliver() == []
    assert post.reply(mail, "draw") == "answered"


def test_of_a_very_large_mail_the_headers_alone_are_read(post: Post) -> None:
    mail = asked(post)
    large = HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\n" * 800_000
    assert len(large) > LARGEST
    assert post.bring(large, recipient_of(mail.mail)) == "answered"
    opened = open_mail(large)
    assert opened is not None
    assert opened["From"] == "eve@mail.example"
    assert not opened.is_multipart() or opened.get_payload() == []


def test_comments_within_comments_name_nobody(post: Post) -> None:
    asked(post)
    raw = b"To: " + b"(" * 3000 + b"\r\nMessage-ID: <2@mail.example>\r\n\r\ndraw\r\n"
    assert post.bring(raw, None) == "dropped: no seat"
