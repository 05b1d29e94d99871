"""How often something may be asked for: sign-in, invitations, new games; never a valid move."""

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.engine import make_engine
from service.app import create_app
from service.config import Settings
from service.extensions import limiter
from tests.service.world import Clock, World, form, party, solo, text


def test_links_to_sign_in_are_limited_for_each_address(world: World) -> None:
    world.person("Ann", "ann@x.org")
    answers = [
        world.client.post("/sign-in", data={"address": address}).status_code
        for address in ["ann@x.org", "ANN@x.org"] * 4
    ]
    assert answers == [200] * 6 + [429] * 2
    assert world.client.post("/sign-in", data={"address": "bo@x.org"}).status_code == 200


def test_links_to_sign_in_are_limited_for_each_sender(world: World) -> None:
    answers = [
        world.client.post("/sign-in", data={"address": f"p{number}@x.org"}).status_code
        for number in range(35)
    ]
    assert answers == [200] * 30 + [429] * 5


def test_the_invitations_of_one_recipient_are_limited_over_all_hosts(world: World) -> None:
    for number in range(6):
        path = world.confirmed(**party("bo@x.org", address=f"host{number}@x.org"))
        assert path.startswith("/p/")
    before = world.everything()
    world.create(**party("BO@x.org", address="host9@x.org"))
    draft = world.mails("sign-in")[-1].payload["draft"]
    answer = world.client.post(f"/c/{world.mint('confirm', draft)}", data={"command": world.uuid()})
    assert answer.status_code == 429
    assert "too many tries" in text(answer)
    assert world.everything()["streams"] == before["streams"]
    assert len(world.mails("invitation")) == 6


def test_the_invitations_of_one_host_are_limited(world: World) -> None:
    path = world.confirmed(**party("link"))
    answers = [
        world.client.post(
            f"{path}/invite", data={"seat": "2", "address": f"p{number}@x.org"}
        ).status_code
        for number in range(45)
    ]
    assert answers == [303] * 40 + [429] * 5


def test_new_games_are_limited_for_each_sender(world: World) -> None:
    answers = [world.create(**solo()).status_code for _ in range(22)]
    assert answers == [303] * 20 + [429] * 2


@pytest.fixture
def without_redis(settings: Settings) -> Iterator[World]:
    """The service where the Redis that the settings name does not answer."""
    engine = make_engine(settings.database_url)
    down = dataclasses.replace(settings, redis_url="redis://127.0.0.1:1/0")
    clock = Clock()
    yield World(create_app(down, engine, clock), clock)
    engine.dispose()


def test_without_redis_limits_are_counted_in_memory_and_moves_are_answered(
    without_redis: World,
) -> None:
    world = without_redis
    answers = [
        world.client.post("/sign-in", data={"address": "ann@x.org"}).status_code for _ in range(8)
    ]
    assert answers == [200] * 6 + [429] * 2
    path = world.create(**solo()).headers["Location"]
    sent = form(world.client.get(path), path).data()
    assert world.client.post(path, data=sent).status_code == 303


ASKING = """
import sys
from service.app import create_app
from service.config import Settings
from service.extensions import limiter
client = create_app(Settings(sys.argv[1], "https://ten.example.org", "k" * 40, sys.argv[2])).test_client()
for _ in range(4):
    print(client.post("/sign-in", data={"address": "ann@x.org"}).status_code)
"""


def test_processes_count_together_in_redis(settings: Settings, redis_url: str) -> None:
    answers = []
    for _ in range(2):
        asked = subprocess.run(
            [sys.executable, "-c", ASKING, settings.database_url, redis_url],
            capture_output=True,
            text=True,
            cwd=Path(__file__).parents[2],
            check=True,
        )
        answers += [int(line) for line in asked.stdout.split()]
    assert answers == [200] * 6 + [429] * 2


def test_whoever_keeps_the_counts_keeps_no_link_and_no_address(world: World) -> None:
    person = world.person("Ann", "ann@x.org")
    game = world.game(["human", "bot"], [person])
    secret = world.token(game, 1)
    world.client.post("/sign-in", data={"address": "ann@x.org"})
    world.client.post(f"/p/{secret}/address", data={"address": "new@x.org"})
    world.client.post(f"/p/{secret}/again")
    kept = str(vars(limiter.storage))
    assert "/seating.address/" in kept
    assert [each for each in (secret, "ann@x.org", "new@x.org") if each in kept] == []
