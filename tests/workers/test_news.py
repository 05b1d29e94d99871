"""What the clock did and what concerns a seat is mailed to whom it concerns (reports T6, T7)."""

from __future__ import annotations

from datetime import timedelta

from events import commands as c
from service import notices
from service.links import Links
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.deliver import Run
from workers.sweep import sweep


def mailed(office: Office, sink: Sink, game: str, seat: int) -> list[str]:
    return [
        caught.mail["Subject"].partition(": Sunday")[0]
        for caught in sink.to(office.address(game, seat))
    ]


def run_out(office: Office) -> None:
    office.clock.forward(timedelta(days=4))
    assert sweep(office.store, office.handler, office.clock.now) == 1


def last(office: Office, sink: Sink, game: str, seat: int, subject: str) -> Caught:
    found = [
        c for c in sink.to(office.address(game, seat)) if c.mail["Subject"].startswith(subject)
    ]
    return found[-1]


def test_the_clock_says_what_it_did(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    run_out(office)
    Run(office.parts(sink.smtp)).run()
    mail = last(office, sink, game, awaiting.seat, "Your time ran out")
    for part in (mail.part("plain"), mail.part("html")):
        assert "A cautious bot plays this turn to its end for you." in part
    assert "time ran out" in mail.part("plain")


def test_a_seat_that_a_bot_plays_for_till_the_turns_end_is_offered_no_bid(
    office: Office, sink: Sink
) -> None:
    for _ in range(12):
        game = office.open_game(("human",) * 4)
        awaiting = office.handler.load(game).awaiting
        assert awaiting is not None
        office.clock.forward(timedelta(days=4))
        sweep(office.store, office.handler, office.clock.now)
        Run(office.parts(sink.smtp)).run()
        state = office.handler.load(game)
        if state.auction is not None and awaiting.seat in state.auction.still_to_bid:
            break
    assert state.forfeited == awaiting.seat
    mail = last(office, sink, game, awaiting.seat, "Your time ran out")
    assert "Auction of" in mail.part("plain")
    assert "Seal a bid" not in mail.part("plain")


def test_a_pass_by_the_clock_is_told(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human", "human"))
    state = office.play_until(game, lambda state: state.auction is not None)
    assert state.awaiting is not None
    run_out(office)
    Run(office.parts(sink.smtp)).run()
    mail = last(office, sink, game, state.awaiting.seat, "Your time ran out")
    assert "The clock passed for you in the auction." in mail.part("plain")


def test_the_third_time_out_in_a_row_tells_seat_and_host_of_the_bot(
    office: Office, sink: Sink
) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    while office.handler.load(game).seat(2).kind == "human":
        state = office.handler.load(game)
        assert state.awaiting is not None
        if state.awaiting.seat == 2:
            run_out(office)
        else:
            office.answer(game)
        assert not state.over
    Run(office.parts(sink.smtp)).run()
    mail = last(office, sink, game, 2, "Your time ran out")
    assert "a bot plays on in your place" in mail.part("plain")
    assert "A bot plays on (Bob)" in mailed(office, sink, game, 1)


def test_a_seat_that_the_host_gave_to_a_bot_is_told(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    office.do(game, c.HandToBot(2, "host"), "host")
    Run(office.parts(sink.smtp)).run()
    assert mailed(office, sink, game, 2) == ["A bot plays for you"]


def test_an_auction_won_while_away_is_told_to_the_winner(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human", "human"), {1: "Ann", 2: "Bob", 3: "Cy"})
    state = office.play_until(game, lambda state: state.auction is not None)
    assert state.awaiting is not None
    assert state.auction is not None
    winner = state.awaiting.seat
    card = state.auction.card
    bid = c.PlaceBid(winner, 1, c.Payment(1))
    office.do(game, bid, f"seat:{winner}")
    office.play_until(game, lambda state: state.auction is None)
    Run(office.parts(sink.smtp)).run()
    assert winner != office.handler.load(game).active
    mail = last(office, sink, game, winner, f"You won {card}")
    assert f"The auction went to you: {card}" in mail.part("plain")


def test_an_address_that_is_refused_is_told_to_the_host(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    office.play_until(game, lambda state: state.awaiting is not None and state.awaiting.seat == 2)
    sink.rcpt[office.address(game, 2)] = "550 5.1.1 no such user"
    Run(office.parts(sink.smtp)).run()
    mail = last(office, sink, game, 1, "Mail does not arrive (Bob)")
    assert "refuses our mail for good: Bob" in " ".join(mail.part("plain").split())


def test_a_declined_seat_is_told_to_the_host(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    state = office.handler.load(game)
    with office.store.unit() as unit:
        player = state.seat(1).player or ""
        notices.news(unit, game, 1, player, state.version, "declined", office.clock.now, of=2)
    Run(office.parts(sink.smtp)).run()
    mail = last(office, sink, game, 1, "A place is open again")
    assert "Seat 2 was offered and declined." in " ".join(mail.part("plain").split())


def test_a_fresh_link_comes_even_to_a_muted_seat(office: Office, sink: Sink) -> None:
    from service import people

    game = office.open_game(("human", "bot"))
    player = office.handler.load(game).seat(1).player
    with office.store.unit() as unit:
        people.mute(unit.connection, game, 1, muted=True)
        notices.link(unit, game, 1, player, office.clock.now)
    Run(office.parts(sink.smtp)).run()
    assert mailed(office, sink, game, 1) == ["Your link"]
    assert Links("https://ten.example").play("") in sink.caught[0].part("plain")


def test_two_seats_with_one_address_are_told_apart(office: Office, sink: Sink) -> None:
    from service import people

    game = office.open_game(("human", "human"), {1: "Ann", 2: "Bob"})
    with office.store.unit() as unit:
        first = people.place(unit.connection, game, 1)
        assert first is not None
        assert first.address_id is not None
        people.move_mail(unit.connection, game, 2, first.address_id)
    Run(office.parts(sink.smtp)).run()
    awaiting = office.handler.load(game).awaiting
    assert awaiting is not None
    name = {1: "Ann", 2: "Bob"}[awaiting.seat]
    (mail,) = sink.caught
    for part in (mail.part("plain"), mail.part("html")):
        assert f"This mail is for {name}, seat {awaiting.seat}." in part
    assert str(mail.mail["To"]).startswith(name)
