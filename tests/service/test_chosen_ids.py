"""The one-time id of a form is the sender's to choose, and yet none of those that the service derives."""

import uuid
from datetime import timedelta

import pytest

from events.codec import at_moment
from tests.service.world import World, form, solo, text
from workers.sweep import sweep


def derived(game: str, name: str) -> str:
    """As the service makes the ids of its own commands; a game's id is on its public page."""
    return str(uuid.uuid5(uuid.UUID(game), name))


@pytest.fixture
def game(world: World) -> str:
    persons = [world.person(name, f"{name.lower()}@x.org") for name in ("Ann", "Bo")]
    return world.game(["human", "human", "bot"], persons, turn_s=86_400)


def test_nobody_comes_to_the_hosts_seat_of_a_rematch_by_its_id(world: World, game: str) -> None:
    world.play(game, lambda state: state.over)
    new = world.client.post(f"/p/{world.token(game, 1)}/rematch").location or ""
    assert world.client.get(new).status_code == 200
    for number in (1, 2):
        before = world.everything()
        answer = world.create(**solo(command=derived(game, f"rematch {number}")))
        assert answer.status_code == 400
        assert answer.location is None
        assert world.everything() == before
    assert "/rematch" not in text(world.client.get(new))


def test_nobody_keeps_the_clock_from_running_out(world: World, game: str) -> None:
    awaiting = world.state(game).awaiting
    assert awaiting is not None
    assert awaiting.due_at is not None
    path = f"/p/{world.token(game, awaiting.seat)}"
    page = form(world.client.get(f"{path}/around"), f"{path}/propose")
    id = derived(game, f"time-out:{awaiting.decision}")
    answer = world.client.post(f"{path}/propose", data=page.data(command=id))
    assert answer.status_code == 400
    assert "without a proper value for “command”" in text(answer)
    world.clock.now = at_moment(awaiting.due_at) + timedelta(seconds=1)
    sweep(world.store, world.handler, world.clock.now)
    assert "TimedOut" in world.log(game)
