"""How often something may be asked for: sign-in, invitations, new games; never a valid move."""

import dataclasses
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from events.engine import make_engine
from service import people
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


def asked_by_solo_games(world: World, address: str) -> list[int]:
    return [world.create(**solo(address=address)).status_code for _ in range(8)]


def asked_by_the_links_of_seats(world: World, address: str) -> list[int]:
    found = []
    for _ in range(8):
        path = f"/p/{world.token(world.game(['human', 'bot'], [world.person('Ann')]), 1)}"
        answer = world.client.post(f"{path}/address", data={"address": address})
        found.append(answer.status_code)
    return found


def asked_by_seats_that_are_taken_by_link(world: World, address: str) -> list[int]:
    found = []
    for number in range(8):
        host = world.confirmed(**party("link", address=f"host{number}@x.org"))
        path = world.invitations(world.game_of(host))[2]
        found.append(world.accept(path, address=address).status_code)
    return found


@pytest.mark.parametrize(
    "asks",
    [
        asked_by_solo_games,
        asked_by_the_links_of_seats,
        asked_by_seats_that_are_taken_by_link,
    ],
)
def test_nobody_is_asked_again_and_again_to_confirm_an_address(
    world: World, asks: Callable[[World, str], list[int]]
) -> None:
    answers = asks(world, "victim@x.org")
    assert answers[:6] == [answers[0]] * 6
    assert answers[6:] == [429] * 2
    with world.store.read() as reader:
        victim = people.find_address(reader.connection, "victim@x.org")
    assert victim is not None
    mailed = [row for row in world.mails("sign-in") if row.payload["address"] == victim.id]
    assert len(mailed) == 6


def test_one_seat_has_few_addresses_asked_by_whichever_of_its_links(world: World) -> None:
    game = world.game(["human", "bot"], [world.person("Ann")])
    answers = [
        world.client.post(
            f"/p/{world.token(game, 1)}/address", data={"address": f"p{number}@x.org"}
        ).status_code
        for number in range(8)
    ]
    assert answers == [200] * 6 + [429] * 2


def test_a_seat_that_was_refused_for_that_can_still_be_taken(world: World) -> None:
    asked_by_solo_games(world, "bo@x.org")
    path = world.invitations(world.game_of(world.confirmed(**party("link"))))[2]
    before = world.everything()
    assert world.accept(path, address="bo@x.org").status_code == 429
    assert world.everything() == before
    assert world.accept(path, address="other@x.org").status_code == 303


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


def test_an_invitation_counts_wherever_it_is_asked_for(world: World) -> None:
    lobby = world.confirmed(**party("link"))
    host = world.person("Bo", "bo@x.org")
    game = world.game(["human", "human", "bot"], [host, world.person("Cy", "cy@x.org")])
    pages = (f"{lobby}/invite", f"/p/{world.token(game, 1)}/host/replace")
    sent = {"seat": "2", "address": "victim@x.org"}
    answers = [world.client.post(page, data=sent).status_code for page in pages * 4]
    assert answers == [303] * 6 + [429] * 2


def test_a_guess_counts_whatever_it_is_a_guess_at(world: World) -> None:
    doors = ("p", "i", "m", "c", "s")
    answers = [world.client.get(f"/{door}/{'a' * 32}").status_code for door in doors * 13]
    assert answers == [404] * 60 + [429] * 5


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
    assert f"{game} 1/addresses/" in kept
    assert [each for each in (secret, "ann@x.org", "new@x.org") if each in kept] == []
