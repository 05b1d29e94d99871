"""Mail is brought by SMTP or LMTP to addresses that we made, and only stored."""

from __future__ import annotations

import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest
from sqlalchemy import select

from events.store import Store
from service.config import Listening, Settings, SettingsError
from service.tables import inbound
from service.tokens import new_token
from tests.workers.tables import Office
from workers.inbound import open_door
from workers.mail.incoming import LARGEST
from workers.mail.signed import bounce_address

KEY = "k" * 32
MAIL = b"Subject: x\r\n\r\ndraw\r\n"


def settings(office: Office, protocol: str = "lmtp", port: int = 0) -> Settings:
    url = office.store.engine.url.render_as_string(hide_password=False)
    return Settings(
        url,
        "https://ten.example",
        KEY,
        mail_from="Post@ten.example",
        listening=Listening(protocol, port=port),
    )


@contextmanager
def opened(office: Office, protocol: str = "lmtp") -> Iterator[tuple[int, threading.Event]]:
    """The door's port, and what is set when a worker is woken."""
    woken = threading.Event()
    store = Store(office.store.engine)
    listener = open_door(settings(office, protocol), store, woken.set, office.clock)
    listener.start()
    try:
        yield listener.port, woken
    finally:
        listener.stop()


def stored(office: Office) -> list[tuple[str | None, str | None, bytes]]:
    with office.store.read() as reader:
        rows = reader.connection.execute(select(inbound).order_by(inbound.c.id)).all()
    return [(row.sender, row.recipient, row.raw) for row in rows]


@pytest.mark.parametrize("protocol", ["lmtp", "smtp"])
def test_a_reply_is_stored_as_it_came_and_a_worker_is_woken(office: Office, protocol: str) -> None:
    to = f"post+{new_token()}@ten.example"
    with opened(office, protocol) as (port, woken):
        client = smtplib.LMTP if protocol == "lmtp" else smtplib.SMTP
        with client("127.0.0.1", port) as server:
            assert server.sendmail("ann@mail.example", [to], MAIL) == {}
        assert woken.wait(10)
    assert stored(office) == [("ann@mail.example", to, MAIL)]


def test_a_bounce_has_no_sender(office: Office) -> None:
    to = bounce_address("post@ten.example", KEY, 7)
    with opened(office) as (port, _), smtplib.LMTP("127.0.0.1", port) as server:
        server.sendmail("", [to], MAIL)
    assert stored(office) == [("", to, MAIL)]


@pytest.mark.parametrize(
    "to",
    [
        "post@ten.example",
        "somebody@ten.example",
        f"post+{'a' * 31}@ten.example",
        f"post+{'a' * 32}@elsewhere.example",
        f"other+{'a' * 32}@ten.example",
        bounce_address("post@ten.example", "another key", 7),
    ],
)
def test_what_is_for_nobody_here_is_refused_at_the_door(office: Office, to: str) -> None:
    with (
        opened(office) as (port, _),
        smtplib.LMTP("127.0.0.1", port) as server,
        pytest.raises(smtplib.SMTPRecipientsRefused) as refused,
    ):
        server.sendmail("eve@mail.example", [to], MAIL)
    assert refused.value.recipients[to][0] == 550
    assert stored(office) == []


def test_an_address_in_capitals_is_ours(office: Office) -> None:
    to = f"POST+{new_token().upper()}@TEN.example"
    with opened(office) as (port, _), smtplib.LMTP("127.0.0.1", port) as server:
        server.sendmail("ann@mail.example", [to], MAIL)
    assert len(stored(office)) == 1


def test_a_mail_of_30_megabytes_is_refused_and_the_next_one_is_taken(office: Office) -> None:
    to = f"post+{new_token()}@ten.example"
    with opened(office) as (port, _):
        with (
            smtplib.LMTP("127.0.0.1", port) as server,
            pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)) as refused,
        ):
            server.sendmail("ann@mail.example", [to], b"x" * (LARGEST + 1))
        assert refused.value.smtp_code == 552
        with smtplib.LMTP("127.0.0.1", port) as server:
            server.sendmail("ann@mail.example", [to], MAIL)
    assert len(stored(office)) == 1


def test_without_a_database_the_mail_is_the_senders_to_bring_again(office: Office) -> None:
    to = f"post+{new_token()}@ten.example"
    with office.store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE inbound")
    with (
        opened(office) as (port, _),
        smtplib.LMTP("127.0.0.1", port) as server,
        pytest.raises(smtplib.SMTPDataError) as put_off,
    ):
        server.sendmail("ann@mail.example", [to], MAIL)
    assert put_off.value.smtp_code == 451


def test_a_port_that_is_taken_is_said_in_a_sentence(office: Office) -> None:
    said = "cannot be listened at"
    with opened(office) as (port, _), pytest.raises(SettingsError, match=said) as refused:
        open_door(settings(office, port=port), office.store, lambda: None)
    assert f"TENPOST_INBOUND_PORT {port}" in str(refused.value)


@pytest.mark.parametrize("odd", [b"\0", b"\xff\xfe", b"\x07"])
def test_what_is_no_text_in_an_address_is_not_stored(office: Office, odd: bytes) -> None:
    """No database takes it, and PostgreSQL takes no NUL."""
    to = f"post+{new_token()}@ten.example"
    with opened(office) as (port, _), socket.create_connection(("127.0.0.1", port)) as server:
        said = server.makefile("rb")

        def answers(line: bytes) -> bytes:
            server.sendall(line + b"\r\n")
            while (told := said.readline())[3:4] == b"-":
                pass
            return told[:3]

        said.readline()
        assert answers(b"LHLO mail.example") == b"250"
        assert answers(b"MAIL FROM:<an" + odd + b"n@mail.example>") == b"250"
        assert answers(b"RCPT TO:<post+" + odd + b"+" + to.encode()[5:] + b">") == b"550"
        assert answers(b"RCPT TO:<" + to.encode() + b">") == b"250"
        assert answers(b"DATA") == b"354"
        assert answers(MAIL + b".") == b"250"
        said.close()
    assert stored(office) == [("ann@mail.example", to, MAIL)]


def test_what_is_wrong_here_is_not_told_to_the_sender(office: Office) -> None:
    def broken() -> datetime:
        raise RuntimeError("INSERT INTO secret")

    listener = open_door(settings(office), Store(office.store.engine), lambda: None, broken)
    listener.start()
    try:
        with (
            smtplib.LMTP("127.0.0.1", listener.port) as server,
            pytest.raises(smtplib.SMTPDataError) as put_off,
        ):
            server.sendmail("ann@mail.example", [f"post+{new_token()}@ten.example"], MAIL)
    finally:
        listener.stop()
    assert put_off.value.smtp_code == 451
    assert "secret" not in str(put_off.value)
    assert stored(office) == []
