"""A reply plays: by the token it is addressed to, once, and it is answered to the seat's own address."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from events import commands as c
from service import people, tokens
from service.tables import inbound, talk, vacations
from tests.workers.replying import KEY, Post, answer_to, recipient_of
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.mail.reply.marker import MARKER
from workers.receive import ANSWERS, receive


@pytest.fixture
def post(office: Office, sink: Sink) -> Post:
    return Post(office, sink)


def first(post: Post, kinds: tuple[str, ...] = ("human", "bot")) -> tuple[str, Caught]:
    """A game, and the mail to the seat that is awaited first."""
    game = post.office.open_game(kinds)
    (mail,) = post.deliver()
    return game, mail


def version(post: Post, game: str) -> int:
    return post.office.handler.load(game).version


def test_every_mail_about_a_seat_can_be_replied_to(post: Post) -> None:
    _, mail = first(post)
    local, _, domain = recipient_of(mail.mail).partition("@")
    assert domain == "ten.example"
    assert len(local.removeprefix("post+")) == 32
    for kind in ("plain", "html"):
        assert MARKER in mail.part(kind)
        assert "help" in mail.part(kind)
    assert mail.part("plain").split("\n")[0] == mail.mail["Subject"]


def test_without_a_way_in_no_mail_offers_it(office: Office, sink: Sink) -> None:
    from workers.deliver import Run

    office.open_game(("human", "bot"))
    Run(office.parts(sink.smtp)).run()
    (mail,) = sink.caught
    assert mail.mail["Reply-To"] is None
    assert MARKER not in mail.part("plain")


def test_a_reply_plays_and_is_answered_with_the_table(post: Post) -> None:
    game, mail = first(post)
    assert post.reply(mail, "draw") == "answered"
    state = post.office.handler.load(game)
    assert len(state.row) == 1
    (answer,) = post.deliver()
    assert answer.to == mail.to
    assert answer.mail["Subject"] == "Done: Sunday table"
    text = answer.part("plain")
    assert f"draws {state.row[0]}" in text
    assert "> draw" in text
    assert recipient_of(answer.mail) != recipient_of(mail.mail)
    meta = post.office.handler.recorded(game)[-1].meta
    assert meta.via == "mail"


def test_the_same_message_twice_acts_once(post: Post) -> None:
    game, mail = first(post)
    raw = answer_to(mail.mail, "draw", "<once@mail.example>").as_bytes()
    to = recipient_of(mail.mail)
    assert post.bring(raw, to) == "answered"
    after = version(post, game)
    assert post.bring(raw, to) == "dropped: a copy"
    assert version(post, game) == after
    assert len(post.deliver()) == 1


def test_a_worker_that_died_in_the_middle_of_a_reply_acts_once(post: Post) -> None:
    game, mail = first(post)
    post.reply(mail, "draw\nsay one\nsay two")
    after = version(post, game)
    # As if it had died before the mail was closed.
    raw = answer_to(mail.mail, "draw\nsay one\nsay two", "<1@mail.example>").as_bytes()
    with post.office.store.unit() as unit:
        again = {"status": "new", "not_before": post.office.clock.now, "raw": raw}
        again["recipient"] = recipient_of(mail.mail)
        unit.connection.execute(inbound.update().values(**again))
    assert receive(post.parts) == 1
    assert version(post, game) == after
    (answer,) = post.deliver()
    assert answer.mail["Subject"] == "Done: Sunday table"
    with post.office.store.read() as reader:
        assert list(reader.connection.execute(select(talk.c.text)).scalars()) == ["one", "two"]


def test_whoever_writes_from_elsewhere_plays_for_the_seat_of_the_token(post: Post) -> None:
    _, mail = first(post)
    raw = answer_to(mail.mail, "draw", "<x@mail.example>").as_bytes()
    assert post.bring(raw, recipient_of(mail.mail), sender="eve@elsewhere.example") == "answered"
    assert [each.to for each in post.deliver()] == [mail.to]


def test_the_from_header_is_no_authority(post: Post) -> None:
    game, mail = first(post)
    raw = answer_to(mail.mail, "draw", "<x@mail.example>").as_bytes()
    before = version(post, game)
    assert post.bring(raw, f"post+{tokens.new_token()}@ten.example", mail.to) == "dropped: no seat"
    assert version(post, game) == before
    assert post.deliver() == []


def test_a_revoked_link_plays_no_more(post: Post) -> None:
    game, mail = first(post)
    with post.office.store.unit() as unit:
        tokens.revoke_all(unit.connection, game, 1, post.office.clock.now)
    assert post.reply(mail, "draw") == "dropped: no seat"


def test_a_reply_to_an_old_mail_is_told_so_and_brings_a_new_one(post: Post) -> None:
    game, mail = first(post, ("human", "human"))
    post.office.play_until(game, lambda state: state.turn > 2 and state.awaiting.kind == "draw")
    state = post.office.handler.load(game)
    before = state.version
    assert post.reply(mail, "draw") == "answered"
    assert version(post, game) == before
    answer = post.sink.to(mail.to)[-1] if post.deliver() else None
    assert answer is not None
    assert answer.mail["Subject"] == "Not done: Sunday table"


def test_a_reply_after_the_turn_is_over_names_who_is_awaited(post: Post) -> None:
    game, mail = first(post, ("human", "human"))
    seat = post.office.handler.load(game).awaiting.seat  # type: ignore[union-attr]
    post.office.play_until(game, lambda state: state.awaiting.seat != seat)
    post.reply(mail, "draw")
    post.deliver()
    answer = post.sink.to(mail.to)[-1]
    assert "is awaited" in answer.part("plain")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<ten.example>"},
        {"X_Auto_Response_Suppress": "All"},
    ],
)
def test_machines_are_never_answered(post: Post, headers: dict[str, str]) -> None:
    game, mail = first(post)
    before = version(post, game)
    assert post.reply(mail, "draw", **headers).startswith("dropped: ")
    assert version(post, game) == before
    assert post.deliver() == []


def test_an_empty_envelope_sender_is_dropped(post: Post) -> None:
    _, mail = first(post)
    raw = answer_to(mail.mail, "draw", "<x@mail.example>").as_bytes()
    assert post.bring(raw, recipient_of(mail.mail), sender="").startswith("dropped: ")


def test_answers_to_one_seat_are_limited_and_its_moves_are_not(post: Post) -> None:
    game, mail = first(post)
    for _ in range(ANSWERS):
        assert post.reply(mail, "help") == "answered"
    before = version(post, game)
    assert post.reply(mail, "draw") == "unanswered"
    assert version(post, game) > before
    post.office.clock.forward(timedelta(hours=1, seconds=1))
    assert post.reply(mail, "status") == "answered"


def test_help_lists_the_commands(post: Post) -> None:
    _, mail = first(post)
    post.reply(mail, "help")
    (answer,) = post.deliver()
    assert answer.mail["Subject"] == "How to play by reply: Sunday table"
    assert "stop numbers" in answer.part("plain")
    assert "stop numbers" in answer.part("html")


def test_what_nobody_understands_is_answered_with_what_to_write(post: Post) -> None:
    game, mail = first(post)
    before = version(post, game)
    assert post.reply(mail, "xyzzy") == "answered"
    (answer,) = post.deliver()
    assert answer.mail["Subject"] == "Not done: Sunday table"
    assert "no command" in answer.part("plain")
    assert version(post, game) == before


def test_errands(post: Post) -> None:
    game, mail = first(post, ("human", "human"))
    until = (post.office.clock.now + timedelta(days=3)).date().isoformat()
    text = f"say good luck\nvacation until {until}\norder any 2\nmute\nstatus"
    assert post.reply(mail, text) == "answered"
    seat = post.office.handler.load(game).awaiting.seat  # type: ignore[union-attr]
    with post.office.store.read() as reader:
        place = people.place(reader.connection, game, seat)
        said = reader.connection.execute(select(talk)).one()
        away = reader.connection.execute(select(vacations)).one()
        state = post.office.handler.load(game)
        assert post.office.orders is not None
        held = post.office.orders.held(reader, state, seat)
    assert place is not None
    assert place.muted
    assert (said.game, said.seat, said.text) == (game, seat, "good luck")
    assert (away.seat, away.last) == (seat, until)
    assert len(held) == 1
    post.deliver()
    answer = post.sink.to(mail.to)[-1]
    assert answer.mail["Subject"] == "Done: Sunday table"
    assert "From now on: bid up to 2 for any wild." in answer.part("plain")


def test_an_order_never_reaches_another_seat(post: Post) -> None:
    game, mail = first(post, ("human", "human"))
    post.reply(mail, "order any 17")
    seat = post.office.handler.load(game).awaiting.seat  # type: ignore[union-attr]
    post.office.play_until(game, lambda state: state.turn > 3 and state.awaiting.seat != seat)
    post.deliver()
    others = [each for each in post.sink.caught if each.to != mail.to]
    assert others
    assert all("17" not in each.part("plain").split("head ")[0] for each in others)


def test_of_a_mail_that_is_dealt_with_no_text_and_no_address_is_kept(post: Post) -> None:
    _, mail = first(post)
    post.reply(mail, "draw")
    with post.office.store.read() as reader:
        row = reader.connection.execute(select(inbound)).one()
    assert (row.raw, row.sender, row.recipient) == (b"", None, None)


def test_a_mail_of_30_megabytes_is_answered_with_what_to_write(post: Post) -> None:
    from workers.mail import incoming

    game, mail = first(post)
    raw = answer_to(mail.mail, "draw", "<big@mail.example>").as_bytes()
    now, to = post.office.clock.now, recipient_of(mail.mail)
    incoming.store_mail(post.office.store, raw, now, "a@mail.example", to, size=30 * 2**20)
    receive(post.parts)
    (answer,) = post.deliver()
    assert "too large" in answer.part("plain")
    assert KEY not in answer.raw.decode()
    assert isinstance(post.office.handler.load(game).row, list)
    assert post.office.handler.load(game).row == []


def test_a_seat_handed_to_a_bot_is_told_what_the_table_says(post: Post) -> None:
    game, mail = first(post)
    post.office.do(game, c.HandToBot(1, "left"), "seat:1")
    assert post.reply(mail, "draw") == "answered"
    (answer,) = [each for each in post.deliver() if each.mail["Subject"].startswith("Not done")]
    assert answer.to == mail.to
