"""Many at once, in threads and in processes: one append, and everybody is told the truth."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from events import commands as c
from events.handler import Handler
from events.types import SeatSpec
from tests.events.racing import by_processes, by_threads
from tests.events.tables import HOST, Table, command_id, player

Race = Callable[[str, str, Sequence[c.Command]], list[Any]]

races = pytest.mark.parametrize(
    ("race", "racers"), [(by_threads, 8), (by_processes, 4)], ids=["threads", "processes"]
)


def waiting(handler: Handler) -> Table:
    """A game of three people in which seat 1, 2 or 3 is to draw."""
    table = Table(handler)
    table.open(["human", "human", "human"])
    return table


def draw(table: Table) -> c.Command:
    state = table.handler.load(table.game)
    assert state.awaiting is not None
    seat = state.awaiting.seat
    return table.command(c.DrawCard(seat), f"seat:{seat}", expected_version=state.version)


@races
def test_one_command_many_times_is_one_append_and_one_answer_for_all(
    race: Race, racers: int, handler: Handler, migrated_url: str
) -> None:
    table = waiting(handler)
    before = handler.load(table.game).version
    answers = race(migrated_url, table.game, [draw(table)] * racers)
    assert len({(versions, hashes) for versions, hashes, _ in answers}) == 1
    assert sorted(repeated for _, _, repeated in answers) == [False] + [True] * (racers - 1)
    versions, hashes, _ = answers[0]
    assert versions.start == before + 1
    assert [each.hash for each in handler.recorded(table.game, before)][: len(hashes)] == list(
        hashes
    )
    assert handler.head(table.game).version == versions[-1]


@races
def test_many_commands_at_one_version_are_one_append_and_the_rest_learn_the_new_version(
    race: Race, racers: int, handler: Handler, migrated_url: str
) -> None:
    table = waiting(handler)
    before = handler.load(table.game).version
    first = draw(table)
    commands = [replace(first, id=command_id(number)) for number in range(racers)]
    answers = race(migrated_url, table.game, commands)
    won = [answer for answer in answers if answer[0] != "stale-version"]
    assert len(won) == 1
    now = handler.head(table.game).version
    assert won[0][0] == range(before + 1, now + 1)
    lost = [answer for answer in answers if answer[0] == "stale-version"]
    assert lost == [("stale-version", {"expected": before, "actual": now})] * (racers - 1)


@races
def test_a_game_created_many_times_at_once_is_created_once(
    race: Race, racers: int, handler: Handler, migrated_url: str
) -> None:
    table = Table(handler)
    seats = [SeatSpec(1, "human"), SeatSpec(2, "human")]
    create = table.command(c.CreateGame(HOST, seats, ""), "host", "web")
    answers = race(migrated_url, table.game, [create] * racers)
    assert {versions for versions, _, _ in answers} == {range(1, 2)}
    assert len({hashes for _, hashes, _ in answers}) == 1
    assert len(handler.bodies(table.game)) == 1
    assert handler.execute(table.game, create).repeated


@races
def test_claims_of_all_seats_at_once_lose_none(
    race: Race, racers: int, handler: Handler, migrated_url: str
) -> None:
    """Without an expected version they queue up; the one that happens to be last starts the game."""
    table = Table(handler)
    seats = [SeatSpec(seat, "human") for seat in range(1, 5)]
    table.do(c.CreateGame(HOST, seats, ""), "host")
    claims = [
        table.command(c.ClaimSeat(seat, player(seat)), f"seat:{seat}") for seat in (1, 2, 3, 4)
    ]
    answers = race(migrated_url, table.game, claims)
    assert not any(repeated for _, _, repeated in answers)
    state = handler.load(table.game)
    assert [seat.player for seat in state.seats] == [player(seat) for seat in (1, 2, 3, 4)]
    assert state.phase == "drawing"
