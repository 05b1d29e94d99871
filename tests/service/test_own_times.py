"""Behind any link of a seat: quiet hours, weekends off and the lead time of reminders are set."""

from datetime import time
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service import hours
from service.hours import Known
from tests.service.tables import offered, seat_path, send, table
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    return table(world, humans=2)


def known(world: World, game: str, seat: int = 1) -> Known:
    with world.store.read() as reader:
        person = world.state(game).seat(seat).player
        return hours.known(reader.connection, game, seat, person)


def keep(world: World, path: str, **changed: Any) -> TestResponse:
    return send(world, f"{path}/table", f"{path}/settings", **changed)


def test_what_was_chosen_is_kept_and_shown_again(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    keep(
        world,
        path,
        zone="Europe/Copenhagen",
        quiet_from="22:00",
        quiet_to="07:30",
        weekends_off="yes",
        lead="21600",
    )
    found = known(world, game)
    assert (found.habits.quiet_from, found.habits.quiet_to) == (time(22), time(7, 30))
    assert found.habits.weekends_off
    assert found.habits.zone == "Europe/Copenhagen"
    assert found.lead_s == 21_600
    (shown,) = offered(world, f"{path}/table", "/settings")
    assert shown.fields["quiet_from"] == ["22:00"]
    assert shown.fields["quiet_to"] == ["07:30"]
    assert shown.fields["weekends_off"] == ["yes"]
    assert shown.fields["lead"] == ["21600"]
    assert known(world, game, 2) == hours.STRANGER


def test_sending_the_form_as_it_is_changes_nothing(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    keep(world, path, quiet_from="23:00", quiet_to="06:00", lead="3600")
    before = known(world, game)
    keep(world, path)
    assert known(world, game) == before


def test_all_of_it_can_be_taken_back(world: World, game: str) -> None:
    path = seat_path(world, game, 1)
    keep(world, path, quiet_from="23:00", quiet_to="06:00", weekends_off="yes", lead="3600")
    (shown,) = offered(world, f"{path}/table", "/settings")
    sent = shown.data(quiet_from="", quiet_to="", lead="")
    del sent["weekends_off"]
    world.client.post(shown.action, data=sent)
    assert known(world, game) == hours.STRANGER


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"quiet_from": "22:00", "quiet_to": ""}, "Quiet hours need two times of day"),
        ({"quiet_from": "22:00", "quiet_to": "21:00"}, "at most 16 hours apart"),
        ({"quiet_from": "25:00", "quiet_to": "07:00"}, "Quiet hours need two times of day"),
        ({"quiet_from": "bed", "quiet_to": "time"}, "Quiet hours need two times of day"),
        ({"lead": "60"}, "A reminder can come from 5 minutes to 30 days"),
        ({"lead": "99999999"}, "A reminder can come from 5 minutes to 30 days"),
        ({"lead": "-300"}, "A reminder can come from 5 minutes to 30 days"),
        ({"lead": "soon"}, "A reminder can come from 5 minutes to 30 days"),
        ({"zone": "Mars/Olympus"}, "There is no such time zone"),
    ],
)
def test_what_cannot_be_kept_is_said_beside_the_field_and_nothing_is_stored(
    world: World, game: str, changed: dict[str, Any], sentence: str
) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    (shown,) = offered(world, f"{path}/table", "/settings")
    answer = world.client.post(shown.action, data=shown.data(name="Another", **changed))
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert world.everything() == before
