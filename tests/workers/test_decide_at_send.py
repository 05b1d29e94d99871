"""Whether a mail goes out is decided when it is sent (reports M4, T4, W2, W7)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import Table, select, update

from events import commands as c
from events.errors import Refusal
from events.outbox import MID_TURN
from events.tables import outbox
from service import people
from service.tables import persons, places
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.deliver import Run


def statuses(office: Office) -> list[str]:
    """Of all rows but the reminders that are planned, oldest first."""
    found = select(outbox.c.status).where(outbox.c.kind != "reminder").order_by(outbox.c.id)
    with office.store.read() as reader:
        return list(reader.connection.execute(found).scalars())


def test_a_mail_goes_to_the_awaited_seat(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    Run(office.parts(sink.smtp)).run()
    assert [caught.to for caught in sink.caught] == [office.address(game, awaiting.seat)]
    assert statuses(office) == ["sent"]


def test_nothing_is_sent_about_a_decision_that_was_answered(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    first = office.handler.load(game).awaiting
    assert first is not None
    office.play_until(game, lambda state: state.awaiting.seat != first.seat)
    Run(office.parts(sink.smtp)).run()
    assert office.address(game, first.seat) not in sink.attempts
    assert statuses(office)[0] == "superseded"


def test_a_seat_that_left_the_page_is_mailed_after_a_while_and_not_before(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "human"))
    office.play_until(game, lambda state: len(state.market) > 3, bold=True)
    state = office.play_until(game, lambda state: state.awaiting.kind == "buy")
    assert state.awaiting is not None
    address = office.address(game, state.awaiting.seat)
    Run(office.parts(sink.smtp)).run()
    assert address not in sink.attempts
    office.clock.forward(MID_TURN)
    Run(office.parts(sink.smtp)).run()
    (mail,) = sink.to(address)
    assert mail.mail["Subject"] == "You may buy: Sunday table"


@pytest.mark.parametrize("table", [places, persons], ids=["this-game", "all-mail"])
def test_a_muted_seat_is_not_mailed(office: Office, sink: Sink, table: Table) -> None:
    office.open_game(("human", "bot"))
    with office.store.unit() as unit:
        unit.connection.execute(update(table).values(muted=True))
    Run(office.parts(sink.smtp)).run()
    assert sink.caught == []
    assert statuses(office) == ["superseded"]


@pytest.mark.parametrize("state", ["bouncing", "refused"])
def test_an_address_that_failed_is_not_tried_again(office: Office, sink: Sink, state: str) -> None:
    game = office.open_game(("human", "bot"))
    with office.store.unit() as unit:
        place = people.place(unit.connection, game, 1)
        assert place is not None
        assert place.address_id is not None
        people.mark_address(unit.connection, place.address_id, state)
    Run(office.parts(sink.smtp)).run()
    assert sink.attempts == []
    assert statuses(office) == ["superseded"]


def test_whoever_left_is_not_mailed_and_whoever_sits_there_now_is(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "bot"))
    before = office.address(game, 1)
    with office.store.unit() as unit:
        new = people.add_person(
            unit.connection, "New", "new@example.org", "en", "UTC", office.clock.now
        )
        people.seat_person(unit.connection, game, 1, new.id)
    office.do(game, c.ReplacePlayer(1, new.id), "host")
    Run(office.parts(sink.smtp)).run()
    assert before not in sink.attempts
    assert [caught.to for caught in sink.caught] == ["new@example.org"]


def test_an_erased_person_is_not_mailed(office: Office, sink: Sink) -> None:
    office.open_game(("human", "bot"))
    with office.store.unit() as unit:
        unit.connection.execute(update(persons).values(erased=office.clock.now))
    Run(office.parts(sink.smtp)).run()
    assert sink.attempts == []


def test_a_seat_that_a_bot_plays_now_is_not_asked(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    office.do(game, c.HandToBot(awaiting.seat, "host"), "host")
    Run(office.parts(sink.smtp)).run()
    told = [caught.mail["Subject"] for caught in sink.to(office.address(game, awaiting.seat))]
    assert told == ["A bot plays for you: Sunday table"]


def test_an_auction_is_told_to_every_person_who_may_still_bid_once(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "human", "human"))
    state = office.play_until(game, lambda state: state.auction is not None)
    assert state.auction is not None
    Run(office.parts(sink.smtp)).run()
    assert sorted(caught.to for caught in sink.caught) == sorted(
        office.address(game, seat) for seat in state.auction.still_to_bid
    )


def test_whoever_is_not_yet_asked_may_seal_a_bid(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human", "human"))
    state = office.play_until(game, lambda state: state.auction is not None)
    assert state.awaiting is not None
    Run(office.parts(sink.smtp)).run()
    asked = office.address(game, state.awaiting.seat)
    for caught in sink.caught:
        assert ("Seal a bid now" in caught.part("plain")) == (caught.to != asked)
        assert ("Seal a bid now" in caught.part("html")) == (caught.to != asked)


def test_whoever_is_reached_in_an_auction_is_mailed_again(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human", "human"))
    state = office.play_until(game, lambda state: state.auction is not None)
    Run(office.parts(sink.smtp)).run()
    before = len(sink.caught)
    while (now := office.handler.load(game)).auction is not None and now.awaiting == state.awaiting:
        office.answer(game)
    reached = office.handler.load(game).awaiting
    assert reached is not None
    Run(office.parts(sink.smtp)).run()
    if reached.kind == "bid":
        assert [c.to for c in sink.caught[before:]] == [office.address(game, reached.seat)]
        assert sink.caught[-1].mail["Subject"].startswith("Your bid for")


def test_a_second_run_and_a_restart_find_nothing_to_send(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    Run(office.parts(sink.smtp)).run()
    assert len(sink.caught) == 1
    restarted = Office.on(office.store)
    restarted.handler.load(game)
    restarted.clock.forward(timedelta(hours=2))
    Run(restarted.parts(sink.smtp)).run()
    assert len(sink.caught) == 1


def test_a_refused_move_mails_nobody(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    Run(office.parts(sink.smtp)).run()
    state = office.handler.load(game)
    assert state.awaiting is not None
    with pytest.raises(Refusal):
        office.do(game, c.PassBid(state.awaiting.seat), f"seat:{state.awaiting.seat}")
    Run(office.parts(sink.smtp)).run()
    assert len(sink.caught) == 1
