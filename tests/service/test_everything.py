"""Everything about a person as one file: all that is kept, and nobody else's secrets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from events.tables import seeds
from service import people, profile
from service.tables import tokens
from tests.service.leaver import ADDRESS, NAME, SECOND, Leaver
from tests.service.signed import signed_in
from tests.service.world import World
from tests.workers.tables import Office

DOCS = Path(__file__).parents[2] / "docs" / "about-me.md"


@pytest.fixture
def leaver(database_url: str) -> Iterator[Leaver]:
    office = Office.at(database_url)
    yield Leaver(office)
    office.store.engine.dispose()


def file_of(leaver: Leaver, person: people.Person) -> dict[str, Any]:
    office = leaver.office
    assert office.orders is not None
    with office.store.read() as reader:
        found = profile.everything(
            reader, office.handler, office.orders, person.id, office.clock.now
        )
    told: dict[str, Any] = json.loads(json.dumps(found))
    return told


def test_all_that_is_kept_is_in_it(leaver: Leaver) -> None:
    told = file_of(leaver, leaver.ann)
    assert told["format"] == "tenpost-person/1"
    person = told["person"]
    assert (person["id"], person["name"], person["language"]) == (leaver.ann.id, NAME, "da")
    assert (person["quiet_from"], person["lead_s"], person["digest"]) == ("22:00", 3600, False)
    assert {each["address"] for each in told["addresses"]} == {ADDRESS, SECOND}
    seats = {each["game"]: each for each in told["seats"]}
    assert seats.keys() == {leaver.running, leaver.lobby, leaver.alone, leaver.guest}
    mine = seats[leaver.running]
    assert (mine["seat"], mine["plays"], mine["hosts"], mine["phase"]) == (
        1,
        "human",
        True,
        "drawing",
    )
    (order,) = mine["orders"]
    assert order["order"] == {
        "kind": "kind",
        "card": "any",
        "most": 3,
        "use": order["order"]["use"],
    }
    assert seats[leaver.guest]["name"] == "Quackenbush the second"
    assert [each["first"] for each in told["vacations"]] == ["2026-04-01"]
    assert [each["text"] for each in told["talk"]] == [f"{NAME} says hello"]
    assert [each["game_name"] for each in told["invitations"]] == ["Asked"]
    assert {each["purpose"] for each in told["links"]} == {"seat", "sign-in"}
    assert {each["kind"] for each in told["mails"]} >= {"link"}
    assert [each["result"] for each in told["replies"]] == [None]


def test_nothing_secret_of_anybody_is_in_it(leaver: Leaver) -> None:
    office = leaver.office
    text = json.dumps(file_of(leaver, leaver.bo)) + json.dumps(file_of(leaver, leaver.ann))
    for other in ("cy@x.org", leaver.cy.id):
        assert other not in text
    assert "orders" not in json.dumps(file_of(leaver, leaver.bo)["seats"]).replace(
        '"orders": []', ""
    )
    assert ADDRESS not in json.dumps(file_of(leaver, leaver.bo))
    with office.store.read() as reader:
        for seed in reader.connection.execute(select(seeds.c.seed)).scalars():
            assert seed not in text
        digests = reader.connection.execute(select(tokens.c.digest)).scalars()
        assert all(digest not in text for digest in digests)


def test_every_key_of_the_file_is_explained(leaver: Leaver) -> None:
    explained = set(re.findall(r"`([a-z_]+)`", DOCS.read_text(encoding="utf-8")))
    told = file_of(leaver, leaver.ann)

    def keys(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            yield from value
        for each in value.values() if isinstance(value, dict) else value:
            if isinstance(each, dict | list):
                yield from keys(each)

    assert set(keys(told)) <= explained


def test_it_comes_as_a_file_to_keep(world: World) -> None:
    ann = world.person("Ænn", "ann@x.org")
    world.game(["human", "bot"], [ann])
    answer = signed_in(world, "ann@x.org").get("/me/everything.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json is not None
    assert answer.json["person"]["name"] == "Ænn"


def test_who_sits_nowhere_has_a_file_too(world: World) -> None:
    world.person("Ann", "ann@x.org")
    answer = signed_in(world, "ann@x.org").get("/me/everything.json")
    assert answer.json is not None
    assert answer.json["seats"] == []
    assert answer.json["replies"] == []
