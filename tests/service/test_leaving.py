"""A seat is left to a bot and taken back by one button behind any of its links."""

import pytest

from events import commands as c
from events.ten.bots import choose
from tests.service.tables import awaited, offered, seat_path, send, table
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    return table(world)


def other(world: World, game: str) -> int:
    return next(seat for seat in (1, 2, 3) if seat != awaited(world, game))


def kind(world: World, game: str, seat: int) -> str:
    return world.state(game).seat(seat).kind


def test_a_bot_plays_on_until_the_person_returns(world: World, game: str) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    assert send(world, f"{path}/around", f"{path}/resign", sure="yes").status_code == 303
    assert kind(world, game, seat) == "bot"
    # Any link of the seat, also one that was mailed long before.
    assert "A bot plays in your place." in text(world.client.get(path))
    assert send(world, path, f"{path}/return").status_code == 303
    assert kind(world, game, seat) == "human"
    assert not offered(world, path, "/return")


def test_the_bot_answers_at_once_where_the_seat_is_awaited(world: World, game: str) -> None:
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    send(world, f"{path}/around", f"{path}/resign", sure="yes")
    assert awaited(world, game) != seat


def test_who_does_not_say_that_it_is_meant_stays(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    answer = send(world, f"{path}/around", f"{path}/resign")
    assert answer.status_code == 422
    assert "Tick the box" in text(answer)
    assert world.everything() == before


def test_who_never_left_cannot_return_and_who_left_cannot_leave(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    answer = world.client.post(f"{path}/return", data={"command": world.uuid()})
    assert answer.status_code == 422
    assert "Only the person who sits at this seat" in text(answer)
    assert world.everything() == before
    send(world, f"{path}/around", f"{path}/resign", sure="yes")
    before = world.everything()
    again = {"command": world.uuid(), "sure": "yes"}
    assert world.client.post(f"{path}/resign", data=again).status_code == 422
    assert world.everything() == before


def test_sent_twice_the_person_has_left_once(world: World, game: str) -> None:
    path = seat_path(world, game, other(world, game))
    (left,) = offered(world, f"{path}/around", "/resign")
    for _ in range(2):
        assert world.client.post(left.action, data=left.data(sure="yes")).status_code == 303
    assert world.log(game).count("SeatHandedToBot") == 1


def test_a_link_leaves_its_own_seat_only(world: World, game: str) -> None:
    """Report L8: whatever the form says of seats."""
    path = seat_path(world, game, 1)
    sent = {"command": world.uuid(), "sure": "yes", "seat": "2"}
    world.client.post(f"{path}/resign", data=sent)
    assert [kind(world, game, seat) for seat in (1, 2, 3)] == ["bot", "human", "human"]


def test_after_three_time_outs_the_button_is_behind_every_link(world: World) -> None:
    game = table(world, humans=2, turn_s=3600, auction_s=3600)
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    for _ in range(60):
        state = world.state(game)
        if state.seat(seat).kind == "bot" or state.awaiting is None:
            break
        if state.awaiting.seat == seat:
            world.clock.passes(hours=2)
            out = c.TimeOut(seat, state.awaiting.decision)
            world.handler.execute(
                game, c.Command(world.uuid(), "clock", "sweep", world.clock.now, out)
            )
        else:
            world.do(game, choose(state, state.awaiting.seat), f"seat:{state.awaiting.seat}")
    assert kind(world, game, seat) == "bot"
    send(world, path, f"{path}/return")
    assert kind(world, game, seat) == "human"


def test_looking_neither_leaves_nor_returns(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    for end in ("resign", "return", "resume", "undo", "vote", "propose"):
        assert world.client.get(f"{path}/{end}").status_code == 405
    assert world.client.get(f"{path}/around").status_code == 200
    assert world.everything() == before
