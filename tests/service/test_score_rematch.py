"""After a game the same people meet again in one step."""

import pytest

from events import commands as c
from service import people
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    persons = [world.person(name, f"{name.lower()}@x.org") for name in ("Ann", "Bo")]
    game = world.game(["human", "human", "bot"], persons, turn_s=86_400, undo="free")
    world.play(game, lambda state: state.over)
    return game


def again(world: World, game: str, seat: int) -> str:
    """The path that asking for a rematch leads to."""
    answer = world.client.post(f"/p/{world.token(game, seat)}/rematch")
    assert answer.status_code == 303
    return answer.location or ""


def test_the_same_people_are_invited_to_the_same_game(world: World, game: str) -> None:
    old = world.state(game)
    path = again(world, game, 2)
    new = world.state(world.game_of(path))
    assert new.game != game
    assert new.options == old.options
    assert [seat.kind for seat in new.seats] == ["human", "bot", "human"]
    assert new.host == new.seat(1).player == old.seat(2).player
    assert new.seat(3).player is None
    with world.store.read() as reader:
        assert people.game_name(reader.connection, new.game) == "Sunday table"
        asked = people.find_address(reader.connection, "ann@x.org")
    assert asked is not None
    invited = [row for row in world.mails("invitation") if row.game == new.game]
    assert [row.payload["address"] for row in invited] == [asked.id]
    assert world.client.get(path).status_code == 200


def test_sent_twice_or_by_two_people_it_is_one_game(world: World, game: str) -> None:
    first = world.game_of(again(world, game, 1))
    assert world.game_of(again(world, game, 1)) == first
    other = world.token(game, 2)
    answer = world.client.post(f"/p/{other}/rematch")
    assert answer.status_code == 409
    assert "Ann: has begun a rematch" in text(answer)
    shown = world.client.get(f"/p/{other}")
    assert "Ann: has begun a rematch" in text(shown)
    assert "/rematch" not in shown.get_data(as_text=True)
    assert len([row for row in world.mails("invitation") if row.game == first]) == 1


def test_after_the_rematch_there_may_be_another(world: World, game: str) -> None:
    first = world.game_of(again(world, game, 1))
    world.do(first, c.EndGame("host"), "host")
    assert world.game_of(again(world, game, 2)) != first


def test_alone_it_begins_at_once(world: World) -> None:
    game = world.game(["human", "house"], [world.person("Ann")])
    world.play(game, lambda state: state.over)
    new = world.state(world.game_of(again(world, game, 1)))
    assert [seat.kind for seat in new.seats] == ["human", "house"]
    assert new.phase == "drawing"


def test_looking_begins_nothing_and_a_running_game_has_no_rematch(world: World, game: str) -> None:
    path = f"/p/{world.token(game, 1)}/rematch"
    assert world.client.get(path).status_code == 405
    running = world.game(["human", "bot"], [world.person("Cy", "c@x.org")])
    answer = world.client.post(f"/p/{world.token(running, 1)}/rematch")
    assert answer.status_code == 409
    assert not list(world.mails("invitation"))
