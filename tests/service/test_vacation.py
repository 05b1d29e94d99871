"""A vacation behind a seat's link: taken within the game's days, told to the table, ended early."""

from datetime import timedelta

import pytest
from sqlalchemy import update
from werkzeug.test import TestResponse

from events.codec import at_moment
from events.tables import outbox
from events.ten.state import GameState
from tests.service.tables import awaited, offered, seat_path, send, table
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    return table(world, vacation_days=10)


def take(world: World, path: str, first: str, last: str, **more: str) -> TestResponse:
    sent = {"command": world.uuid(), "first": first, "last": last, **more}
    return world.client.post(f"{path}/away", data=sent)


def rows(world: World) -> list[object]:
    return world.everything()["vacations"]


def other(world: World, game: str) -> int:
    return next(seat for seat in (1, 2, 3) if seat != awaited(world, game))


def due(state: GameState) -> str:
    assert state.awaiting is not None
    assert state.awaiting.due_at is not None
    return state.awaiting.due_at


def test_it_is_taken_with_the_form_and_shown_to_the_table(world: World, game: str) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    assert "10 days of vacation are left" in text(world.client.get(f"{path}/away"))
    answer = send(world, f"{path}/away", f"{path}/away", first="2026-03-01", last="2026-03-05")
    assert answer.status_code == 303
    assert "5 days of vacation are left" in text(world.client.get(f"{path}/away"))
    third = next(each for each in (1, 2, 3) if each not in (seat, awaited(world, game)))
    assert "away until Thu, Mar 5, 2026" in text(world.client.get(seat_path(world, game, third)))
    assert "Thu, Mar 5, 2026" in text(world.client.get(f"{seat_path(world, game, third)}/away"))
    # Who is away from home is nothing that strangers need to know.
    assert "away until" not in text(world.client.get(f"/g/{game}"))


def test_the_others_are_told_by_mail(world: World, game: str) -> None:
    """Report T6."""
    seat = other(world, game)
    take(world, seat_path(world, game, seat), "2026-03-10", "2026-03-12")
    news = [row for row in world.mails("news") if row.payload["about"] == "vacation"]
    assert {row.seat for row in news} == {1, 2, 3} - {seat}


def test_the_deadline_of_the_awaited_seat_moves_on(world: World, game: str) -> None:
    before = due(world.state(game))
    take(world, seat_path(world, game, awaited(world, game)), "2026-03-02", "2026-03-04")
    assert at_moment(due(world.state(game))) - at_moment(before) == timedelta(days=3)


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("2026-03-02", "2026-03-12", "grants each seat 10 days of vacation"),
        ("2026-03-05", "2026-03-03", "before it begins"),
        ("2026-02-27", "2026-03-03", "cannot begin on 2026-02-27"),
        ("2028-03-02", "2028-03-03", "cannot begin on 2028-03-02"),
        ("2026-02-30", "2026-03-03", "Choose a first and a last day"),
        ("", "2026-03-03", "Choose a first and a last day"),
        ("tomorrow", "x", "Choose a first and a last day"),
        ("20260302", "20260303", "Choose a first and a last day"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_a_sentence_and_stored_nowhere(
    world: World, game: str, first: str, last: str, sentence: str
) -> None:
    path = seat_path(world, game, other(world, game))
    before = world.everything()
    answer = world.client.post(
        f"{path}/away", data={"command": world.uuid(), "first": first, "last": last}
    )
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert world.everything() == before


def test_sent_twice_it_is_one_vacation(world: World, game: str) -> None:
    path = seat_path(world, game, other(world, game))
    sent = {"command": world.uuid(), "first": "2026-03-02", "last": "2026-03-04"}
    for _ in range(2):
        assert world.client.post(f"{path}/away", data=sent).status_code == 303
    assert len(rows(world)) == 1
    assert "7 days of vacation are left" in text(world.client.get(f"{path}/away"))


def test_home_early_the_days_that_are_left_are_the_seats_again(world: World, game: str) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    take(world, path, "2026-03-01", "2026-03-08")
    world.clock.passes(days=2)
    (back,) = offered(world, f"{path}/away", "/away/end")
    for _ in range(2):
        assert world.client.post(back.action, data=back.data()).status_code == 303
    shown = text(world.client.get(f"{path}/away"))
    assert "8 days of vacation are left" in shown
    assert "away until" not in text(world.client.get(path))


def test_who_was_told_of_it_is_told_that_it_has_ended_and_nobody_else(
    world: World, game: str
) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    take(world, path, "2026-03-01", "2026-03-08")
    first, second = [row for row in world.mails("news") if row.payload["about"] == "vacation"]
    with world.store.unit() as unit:
        sent = update(outbox).where(outbox.c.id == first.id)
        unit.connection.execute(sent.values(status="sent", not_before=None))
    send(world, f"{path}/away", f"{path}/away/end")
    statuses = {row.id: row.status for row in world.mails("news")}
    assert statuses[second.id] == "superseded"
    (home,) = [row for row in world.mails("news") if row.payload["about"] == "home"]
    assert (home.seat, home.person, home.payload["of"]) == (first.seat, first.person, seat)


def test_one_that_has_not_begun_is_taken_back_whole(world: World, game: str) -> None:
    path = seat_path(world, game, other(world, game))
    sent = {"command": world.uuid(), "first": "2026-03-20", "last": "2026-03-24"}
    world.client.post(f"{path}/away", data=sent)
    send(world, f"{path}/away", f"{path}/away/end")
    assert "10 days of vacation are left" in text(world.client.get(f"{path}/away"))
    assert not offered(world, f"{path}/away", "/away/end")
    # The form that took it, sent again, takes no other.
    world.client.post(f"{path}/away", data=sent)
    assert "10 days of vacation are left" in text(world.client.get(f"{path}/away"))


def test_one_that_has_moved_a_deadline_ends_after_the_move(world: World, game: str) -> None:
    """Else the days would come back and the time that they gave would stay."""
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    take(world, path, "2026-03-01", "2026-03-08")
    (back,) = offered(world, f"{path}/away", "/away/end")
    before = world.everything()
    answer = world.client.post(back.action, data=back.data())
    assert answer.status_code == 422
    assert "make your move first" in text(answer)
    assert world.everything() == before
    world.play(game, lambda state: state.awaiting is not None and state.awaiting.seat != seat)
    send(world, f"{path}/away", f"{path}/away/end")
    assert "10 days of vacation are left" in text(world.client.get(f"{path}/away"))


def test_nobody_ends_the_vacation_of_another_seat(world: World, game: str) -> None:
    """Report L8."""
    seat = other(world, game)
    path = seat_path(world, game, seat)
    take(world, path, "2026-03-20", "2026-03-24")
    (back,) = offered(world, f"{path}/away", "/away/end")
    foreign = seat_path(world, game, awaited(world, game))
    assert not offered(world, f"{foreign}/away", "/away/end")
    before = rows(world)
    world.client.post(f"{foreign}/away/end", data=back.data())
    assert rows(world) == before
    for id in ("", "x", "%s", world.uuid()[:-1]):
        sent = {"command": world.uuid(), "vacation": id}
        assert world.client.post(f"{path}/away/end", data=sent).status_code == 400
    assert rows(world) == before


def test_looking_takes_no_vacation(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    for method in ("GET", "HEAD"):
        assert world.client.open(f"{path}/away", method=method).status_code == 200
        assert world.client.open(f"{path}/away/end", method=method).status_code == 405
    assert world.everything() == before
