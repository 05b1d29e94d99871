"""The caught mails: kept in a folder, listed, and shown without running or loading anything."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from events.engine import make_engine
from service.app import create_app
from service.config import Settings
from service.embedded.mailbox import Mailbox
from service.views.inbox import inbox, linked


def mail(
    subject: str = "News", text: str = "hello\n", html: str = "<html><head></head></html>"
) -> bytes:
    made = EmailMessage()
    made["Subject"] = subject
    made["From"] = "ten@localhost"
    made["To"] = "ann@example.org"
    made.set_content(text)
    made.add_alternative(html, subtype="html")
    return made.as_bytes()


@pytest.fixture
def box(tmp_path: Path) -> Mailbox:
    return Mailbox(tmp_path / "inbox")


@pytest.fixture
def client(box: Mailbox, sqlite_url: str) -> Iterator[FlaskClient]:
    settings = Settings(sqlite_url, "http://127.0.0.1:8010", "k" * 32)
    engine = make_engine(sqlite_url)
    app = create_app(settings, engine)
    app.register_blueprint(inbox(box))
    yield app.test_client()
    engine.dispose()


def test_mails_are_listed_newest_first(box: Mailbox, client: FlaskClient) -> None:
    for number in (1, 2, 3):
        box.add(mail(f"News {number}"))
    page = client.get("/inbox").text
    assert page.index("News 3") < page.index("News 2") < page.index("News 1")


def test_an_empty_inbox_says_so(client: FlaskClient) -> None:
    assert "There is no mail yet" in client.get("/inbox").text


def test_every_other_page_leads_to_the_mails_where_they_are_caught(
    client: FlaskClient, sqlite_url: str
) -> None:
    """After a turn it is the next mail that leads on; who tries the service out must find it."""
    way = '<a href="/inbox">'
    assert way in client.get("/").text
    assert way in client.get("/nowhere").text
    assert way not in client.get("/inbox").text
    engine = make_engine(sqlite_url)
    mailing = create_app(Settings(sqlite_url, "https://ten.example.org", "k" * 32), engine)
    assert way not in mailing.test_client().get("/").text
    engine.dispose()


def test_a_mail_is_shown_in_a_frame_that_runs_nothing(box: Mailbox, client: FlaskClient) -> None:
    box.add(mail(html="<html><head></head><body><script>alert(1)</script></body></html>"))
    page = client.get("/inbox/1")
    assert "allow-scripts" not in page.text
    assert 'sandbox="' in page.text
    html = client.get("/inbox/1/html")
    policy = html.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy


def test_links_lead_out_of_the_frame(box: Mailbox, client: FlaskClient) -> None:
    box.add(mail())
    assert '<base target="_top">' in client.get("/inbox/1/html").text


def test_the_source_is_the_mail_as_it_came(box: Mailbox, client: FlaskClient) -> None:
    raw = mail()
    box.add(raw)
    answer = client.get("/inbox/1/source")
    assert answer.data == raw
    assert answer.mimetype == "text/plain"


@pytest.mark.parametrize("path", ["/inbox/7", "/inbox/7/html", "/inbox/7/source", "/inbox/../x"])
def test_a_mail_that_is_not_there_is_a_page_that_says_so(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


@pytest.mark.parametrize("number", ["9" * 300, "9" * 5000, "-1", "0"])
def test_a_number_that_no_mail_can_have_is_no_fault_of_ours(
    client: FlaskClient, number: str
) -> None:
    for path in (f"/inbox/{number}", f"/inbox/{number}/source"):
        assert client.get(path).status_code == 404


def test_a_broken_mail_does_not_break_the_list(box: Mailbox, client: FlaskClient) -> None:
    box.add(b"\xff\xfe no mail at all")
    box.add(b"")
    box.add(mail("After it"))
    assert "After it" in client.get("/inbox").text
    assert client.get("/inbox/1").status_code == 200
    assert client.get("/inbox/2/html").status_code == 200


def test_a_subject_is_shown_as_text(box: Mailbox, client: FlaskClient) -> None:
    box.add(mail("<script>alert(1)</script>"))
    for path in ("/inbox", "/inbox/1"):
        assert "<script>" not in client.get(path).text


def test_an_address_in_the_text_can_be_followed_and_nothing_else_is_markup() -> None:
    shown = linked("see <b> https://ten.example/p/abc/draw, now")
    assert shown == (
        'see &lt;b&gt; <a href="https://ten.example/p/abc/draw">https://ten.example/p/abc/draw</a>, now'
    )


def test_mails_survive_a_restart(box: Mailbox, tmp_path: Path) -> None:
    box.add(mail("First"))
    again = Mailbox(tmp_path / "inbox")
    assert again.add(mail("Second")) == 2
    assert again.numbers() == [2, 1]


def test_mails_that_come_at_once_are_all_kept(box: Mailbox) -> None:
    threads = [threading.Thread(target=box.add, args=(mail(),)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert box.numbers() == list(range(20, 0, -1))


def test_the_oldest_mails_go_first(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / "small", kept=5)
    for number in range(1, 9):
        box.add(mail(f"News {number}"))
    assert box.numbers() == [8, 7, 6, 5, 4]
    assert box.get(3) is None
