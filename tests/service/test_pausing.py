"""A game is paused, resumed and ended by consent of all who play, behind any link of a seat."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.service.tables import awaited, offered, seat_path, send, table
from tests.service.world import Form, World, text


@pytest.fixture
def game(world: World) -> str:
    return table(world)


def proposal(world: World, path: str, about: str) -> Form:
    forms = offered(world, f"{path}/around", "/propose")
    return next(f for f in forms if f.fields["about"] == [about])


def propose(world: World, path: str, about: str, **more: Any) -> TestResponse:
    sent = proposal(world, path, about)
    return world.client.post(sent.action, data=sent.data(**more))


def vote(world: World, game: str, seat: int, button: int = 0) -> None:
    path = seat_path(world, game, seat)
    assert send(world, path, f"{path}/vote", button).status_code == 303


def test_all_agree_to_a_pause_and_anyone_ends_it(world: World, game: str) -> None:
    first = seat_path(world, game, 1)
    propose(world, first, "pause")
    vote(world, game, 2)
    assert world.state(game).paused is None
    vote(world, game, 3)
    state = world.state(game)
    assert state.paused == "consent"
    assert state.awaiting is not None
    assert state.awaiting.due_at is None
    last = seat_path(world, game, 3)
    assert "The game is paused, as all agreed." in text(world.client.get(last))
    send(world, last, f"{last}/resume")
    state = world.state(game)
    assert state.paused is None
    assert state.awaiting is not None
    assert state.awaiting.due_at is not None


def test_one_no_closes_the_proposal(world: World, game: str) -> None:
    propose(world, seat_path(world, game, 1), "pause")
    vote(world, game, 2, button=1)
    assert not offered(world, seat_path(world, game, 3), "/vote")
    vote_again = {"command": world.uuid(), "about": "pause", "agree": "yes", "proposal": "5"}
    answer = world.client.post(f"{seat_path(world, game, 3)}/vote", data=vote_again)
    assert answer.status_code == 409


def test_moves_are_welcome_during_a_pause(world: World, game: str) -> None:
    propose(world, seat_path(world, game, 1), "pause")
    vote(world, game, 2)
    vote(world, game, 3)
    path = seat_path(world, game, awaited(world, game))
    version = world.state(game).version
    assert send(world, path, path).status_code == 303
    assert world.state(game).version > version


def test_two_proposals_of_a_kind_at_once_are_refused(world: World, game: str) -> None:
    second = seat_path(world, game, 2)
    late = proposal(world, second, "abandon")
    propose(world, seat_path(world, game, 1), "abandon")
    before = world.everything()
    answer = world.client.post(late.action, data=late.data())
    assert answer.status_code == 409
    assert "Another proposal is open" in text(answer)
    assert world.everything() == before


def test_the_game_ends_when_all_agree(world: World, game: str) -> None:
    propose(world, seat_path(world, game, 1), "abandon")
    vote(world, game, 2)
    vote(world, game, 3)
    assert world.state(game).phase == "abandoned"
    path = seat_path(world, game, 2)
    assert world.client.get(path).status_code == 200
    assert "The game is over." in text(world.client.get(f"{path}/around"))
    assert not offered(world, f"{path}/around", "/propose")


def test_alone_it_ends_at_once_but_only_if_that_is_said_to_be_meant(world: World) -> None:
    game = table(world, humans=1, bots=1)
    path = seat_path(world, game, 1)
    answer = propose(world, path, "abandon")
    assert answer.status_code == 422
    assert world.state(game).phase != "abandoned"
    propose(world, path, "abandon", sure="yes")
    assert world.state(game).phase == "abandoned"


def test_a_form_that_no_page_sends_is_refused_and_nothing_is_stored(
    world: World, game: str
) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    id = world.uuid()
    for end, sent in (
        ("propose", {"command": id, "about": "undo"}),
        ("propose", {"command": id}),
        ("propose", {"about": "pause"}),
        ("vote", {"command": id, "about": "x", "agree": "yes", "proposal": "1"}),
        ("vote", {"command": id, "about": "pause", "agree": "maybe", "proposal": "1"}),
        ("vote", {"command": id, "about": "pause", "agree": "yes", "proposal": "x"}),
        ("resume", {"command": "x"}),
    ):
        assert world.client.post(f"{path}/{end}", data=sent).status_code == 400, (end, sent)
    answer = world.client.post(f"{path}/resume", data={"command": id})
    assert "The game is not paused." in text(answer)
    assert world.everything() == before
