"""Mails to an address: to sign in, to confirm it, to offer a seat. Never to one that does not want them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from events import commands as c
from events.tables import outbox
from events.types import SeatSpec
from service import notices, offers, people, tokens
from service.tables import addresses
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.deliver import Run

ANN = "Ann+ten@Example.org"


def know(office: Office, address: str = ANN, *, confirmed: bool = True) -> people.Address:
    with office.store.unit() as unit:
        now = office.clock.now
        if confirmed:
            people.add_person(unit.connection, "Ann", address, "en", "Europe/Berlin", now)
        return people.know_address(unit.connection, address, now)


def token_in(caught: Caught, path: str) -> str:
    found = set(re.findall(rf"https://ten\.example/{path}/([a-z2-7]{{32}})", caught.part("plain")))
    (token,) = found
    return token


def found(office: Office, token: str) -> tokens.Token:
    with office.store.read() as reader:
        known = tokens.find(reader.connection, token, office.clock.now)
    assert known is not None
    return known


def deliver(office: Office, sink: Sink) -> list[Caught]:
    Run(office.parts(sink.smtp)).run()
    return sink.caught


def test_the_link_to_my_games_is_mailed_to_a_confirmed_address(office: Office, sink: Sink) -> None:
    address = know(office)
    with office.store.unit() as unit:
        notices.sign_in(unit, address.id, office.clock.now)
    (mail,) = deliver(office, sink)
    assert mail.to == ANN
    assert mail.mail["Subject"] == "Your games"
    token = found(office, token_in(mail, "s"))
    assert (token.purpose, token.subject) == ("sign-in", address.id)
    assert token.expires == office.clock.now + timedelta(days=1)
    assert "until Mon, Mar 2, 2026, 10:30 CET (Europe/Berlin)" in " ".join(
        mail.part("plain").split()
    )


def test_a_sign_in_mail_comes_though_all_mail_is_muted(office: Office, sink: Sink) -> None:
    address = know(office)
    assert address.person is not None
    with office.store.unit() as unit:
        people.change_person(unit.connection, address.person, muted=True)
        notices.sign_in(unit, address.id, office.clock.now)
    assert len(deliver(office, sink)) == 1


def test_no_sign_in_mail_goes_to_an_address_that_nobody_confirmed(
    office: Office, sink: Sink
) -> None:
    address = know(office, confirmed=False)
    with office.store.unit() as unit:
        notices.sign_in(unit, address.id, office.clock.now)
    assert deliver(office, sink) == []


def draft(office: Office, kind: str, address: people.Address) -> str:
    content = {
        "game": "Friday <i>table</i>",
        "name": "Ann",
        "language": "en",
        "zone": "Asia/Kathmandu",
    }
    with office.store.unit() as unit:
        id = offers.draft(unit.connection, kind, address.id, content, office.clock.now)
        if kind == "game":
            notices.confirm_game(unit, address.id, id, office.clock.now)
    return id


def test_the_host_of_a_game_to_be_is_asked_to_confirm(office: Office, sink: Sink) -> None:
    id = draft(office, "game", know(office, confirmed=False))
    (mail,) = deliver(office, sink)
    assert mail.mail["Subject"] == "Confirm your address to start the game: Friday <i>table</i>"
    token = found(office, token_in(mail, "c"))
    assert (token.purpose, token.subject) == ("confirm", id)
    assert "(Asia/Kathmandu)" in " ".join(mail.part("plain").split())
    assert "<i>table" not in mail.part("html")


def test_a_seats_new_address_is_asked_to_confirm(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    Run(office.parts(sink.smtp)).run()
    before = len(sink.caught)
    address = know(office, confirmed=False)
    id = draft(office, "seat", address)
    with office.store.unit() as unit:
        notices.confirm_seat(unit, game, 1, address.id, id, office.clock.now)
    mail = deliver(office, sink)[before]
    assert mail.to == ANN
    assert mail.mail["Subject"] == "Confirm your address: Sunday table"
    assert found(office, token_in(mail, "c")).subject == id


@pytest.mark.parametrize("reason", ["used", "expired", "never"])
def test_a_confirmation_that_is_over_is_not_mailed(office: Office, sink: Sink, reason: str) -> None:
    address = know(office, confirmed=False)
    id = draft(office, "game", address)
    with office.store.unit() as unit:
        if reason == "used":
            assert offers.use_draft(unit.connection, id, "form", office.clock.now)
        if reason == "never":
            people.never_again(unit.connection, address.id)
    if reason == "expired":
        office.clock.forward(offers.DRAFT_FOR)
    assert deliver(office, sink) == []


def offer(office: Office) -> tuple[str, str, people.Address]:
    """A game of two in its lobby whose host offers seat 2; game, invitation, address."""
    game, now = office.new_id(), office.clock.now
    with office.store.unit() as unit:
        host = people.add_person(unit.connection, "Bob, host", "bob@example.org", "en", "UTC", now)
        people.name_game(unit.connection, game, "Friday table", host.id, now)
        people.seat_person(unit.connection, game, 1, host.id)
    office.do(game, c.CreateGame(host.id, [SeatSpec(1, "human"), SeatSpec(2, "human")], ""), "host")
    office.do(game, c.ClaimSeat(1, host.id), "seat:1")
    with office.store.unit() as unit:
        address = people.know_address(unit.connection, ANN, now)
        id = offers.invite(unit.connection, game, 2, address.id, now, 14)
        notices.invitation(unit, game, 2, id, address.id, now)
    return game, id, address


def test_an_invitation_says_who_asks_whom_and_shows_the_seal(office: Office, sink: Sink) -> None:
    game, id, address = offer(office)
    (mail,) = deliver(office, sink)
    assert mail.to == ANN
    assert mail.mail["Subject"] == "Bob, host invites you to a game of TEN: Friday table"
    text = " ".join(mail.part("plain").split())
    assert ANN in text
    assert office.handler.load(game).commitment in text
    assert "a table for 2 players" in text
    token = found(office, token_in(mail, "i"))
    assert (token.purpose, token.subject, token.game, token.seat) == ("invitation", id, game, 2)
    stop = found(office, mail.mail["List-Unsubscribe"].strip("<>").rpartition("/")[2])
    assert (stop.purpose, stop.subject, stop.game) == ("unsubscribe", address.id, None)
    assert mail.mail["References"] == f"<game.{game}@ten.example>"


@pytest.mark.parametrize("reason", ["withdrawn", "taken", "expired", "never", "refused", "ended"])
def test_an_invitation_that_does_not_stand_is_not_mailed(
    office: Office, sink: Sink, reason: str
) -> None:
    game, id, address = offer(office)
    with office.store.unit() as unit:
        if reason == "withdrawn":
            offers.withdraw(unit.connection, game, 2)
        if reason == "taken":
            assert offers.take(unit.connection, id, "form", office.clock.now)
        if reason == "never":
            people.never_again(unit.connection, address.id)
        if reason == "refused":
            people.mark_address(unit.connection, address.id, "refused")
    if reason == "expired":
        office.clock.forward(timedelta(days=14))
    if reason == "ended":
        office.do(game, c.EndGame("host"), "host")
    assert ANN not in [caught.to for caught in deliver(office, sink)]


def test_an_invitation_that_is_refused_marks_the_address_and_tells_the_host(
    office: Office, sink: Sink
) -> None:
    _, _, address = offer(office)
    sink.rcpt[ANN] = "550 no such user"
    deliver(office, sink)
    Run(office.parts(sink.smtp)).run()
    with office.store.read() as reader:
        state = select(addresses.c.state).where(addresses.c.id == address.id)
        assert reader.connection.execute(state).scalar_one() == "refused"
    assert [caught.to for caught in sink.caught] == ["bob@example.org"]
    assert sink.caught[0].mail["Subject"].startswith("Mail does not arrive (seat 2)")


def test_rows_and_their_errors_hold_no_address_and_no_token(office: Office, sink: Sink) -> None:
    _, _, address = offer(office)
    sink.rcpt[ANN] = f"550 <{ANN}> unknown here"
    deliver(office, sink)
    with office.store.read() as reader:
        rows = reader.connection.execute(select(outbox)).all()
        kept = " ".join(str(value) for row in rows for value in row).casefold()
    assert "example.org" not in kept
    assert not re.search(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])", kept.replace("-", ""))
    with office.store.unit() as unit:
        unit.connection.execute(update(addresses).values(state="ok"))
    assert address.address == ANN
