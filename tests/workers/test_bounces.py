"""A bounce marks the address that it is about, if it came to the signed address of one of our mails."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from events.tables import outbox
from service import notices, people
from service.people import Place
from tests.mail.mails import expected, raw
from tests.workers.replying import KEY, Post
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.mail.signed import bounce_address, bounced_row

REPORTS = expected("reports")
FOR_GOOD = [n for n, row in REPORTS.items() if any(f["permanent"] for f in row["failures"])]


@pytest.fixture
def post(office: Office, sink: Sink) -> Post:
    return Post(office, sink)


def place(post: Post, game: str, seat: int) -> Place:
    with post.office.store.read() as reader:
        found = people.place(reader.connection, game, seat)
    assert found is not None
    return found


def first(post: Post, kinds: tuple[str, ...] = ("human", "human")) -> tuple[str, int, Caught]:
    game = post.office.open_game(kinds)
    (mail,) = post.deliver()
    awaiting = post.office.handler.load(game).awaiting
    assert awaiting is not None
    return game, awaiting.seat, mail


def test_each_mail_has_a_sender_of_its_own_that_says_which_it_is(post: Post) -> None:
    _, _, mail = first(post)
    row = bounced_row(mail.sender, KEY)
    with post.office.store.read() as reader:
        sent = reader.connection.execute(select(outbox).where(outbox.c.id == row)).one()
    assert mail.mail["Message-ID"] == f"<{sent.message_id}@ten.example>"


@pytest.mark.parametrize("name", REPORTS)
def test_only_a_failure_for_good_marks_the_address(post: Post, name: str) -> None:
    game, seat, mail = first(post)
    post.bring(raw("reports", name), mail.sender, "")
    state = place(post, game, seat).address_state
    assert state == ("bouncing" if name in FOR_GOOD else "ok")


def test_the_host_is_told_and_nobody_else(post: Post) -> None:
    game, _, _ = first(post)
    state = post.office.handler.load(game)
    host = next(seat.seat for seat in state.seats if seat.player == state.host)
    other = 3 - host
    post.office.play_until(game, lambda state: state.awaiting.seat == other)
    post.deliver()
    mail = post.sink.to(post.office.address(game, other))[-1]
    before = len(post.sink.caught)
    post.bring(raw("reports", FOR_GOOD[0]), mail.sender, "")
    post.deliver()
    (news,) = post.sink.caught[before:]
    assert news.to == post.office.address(game, host)
    assert news.mail["Subject"] == "Mail does not arrive (Player 2): Sunday table"


def test_a_second_bounce_of_the_same_address_tells_nothing_new(post: Post) -> None:
    _, _, mail = first(post)
    post.bring(raw("reports", FOR_GOOD[0]), mail.sender, "")
    with post.office.store.read() as reader:
        rows = len(reader.connection.execute(select(outbox.c.id)).all())
    post.bring(raw("reports", FOR_GOOD[0]), mail.sender, "")
    with post.office.store.read() as reader:
        assert len(reader.connection.execute(select(outbox.c.id)).all()) == rows


def test_nobody_can_make_one_up(post: Post) -> None:
    game, seat, mail = first(post)
    row = bounced_row(mail.sender, KEY)
    assert row is not None
    forged = bounce_address("post@ten.example", "another key", row)
    assert post.bring(raw("reports", FOR_GOOD[0]), forged, "").startswith("dropped: ")
    assert place(post, game, seat).address_state == "ok"


def test_the_address_that_bounced_is_marked_and_not_the_one_that_came_after(post: Post) -> None:
    game, seat, mail = first(post)
    with post.office.store.unit() as unit:
        held = people.place(unit.connection, game, seat)
        assert held is not None
        new = people.know_address(unit.connection, "new@example.org", post.office.clock.now)
        people.confirm_address(unit.connection, new.id, held.person, post.office.clock.now)
        people.move_mail(unit.connection, game, seat, new.id)
    post.bring(raw("reports", FOR_GOOD[0]), mail.sender, "")
    assert place(post, game, seat).address == "new@example.org"
    assert place(post, game, seat).address_state == "ok"


def test_a_bounce_that_is_polled_is_known_by_its_header(post: Post) -> None:
    game, seat, mail = first(post)
    report = raw("reports", "postfix-unknown-user")
    head, _, body = report.partition(b"\n\n" if b"\r\n" not in report else b"\r\n\r\n")
    lines = [
        line
        for line in head.splitlines()
        if not line.lower().startswith((b"to:", b"delivered-to:"))
    ]
    again = b"\r\n".join([b"Delivered-To: " + mail.sender.encode(), *lines]) + b"\r\n\r\n" + body
    assert post.bring(again, None, None) == "bounce: for good"
    assert place(post, game, seat).address_state == "bouncing"


def test_send_again_mails_a_fresh_link_and_what_comes_after(post: Post) -> None:
    game, seat, mail = first(post)
    post.bring(raw("reports", FOR_GOOD[0]), mail.sender, "")
    with post.office.store.unit() as unit:
        held = people.place(unit.connection, game, seat)
        assert held is not None
        assert notices.again(unit, held, post.office.clock.now)
    with post.office.store.unit() as unit:
        assert not notices.again(unit, place(post, game, seat), post.office.clock.now)
    before = len(post.sink.to(mail.to))
    post.deliver()
    assert post.sink.to(mail.to)[before].mail["Subject"] == "Your link: Sunday table"
