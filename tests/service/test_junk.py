"""Junk to every address of the service: a page that says what is wrong, never a fault of our own."""

import random
import re
from typing import Any

import pytest
from werkzeug.routing import Rule

from service import tokens
from tests.service.world import World, forms

JUNK = [
    *(
        "",
        "x",
        "\0",
        "a\0b",
        "٤",
        "-1",
        "0",
        "1",
        "99999999",
        "9" * 5000,
        "<script>alert(1)</script>",
    ),
    *("ann@example.org", "a@b", "é" * 3000, "\ufffd", "\u202e\u200f", "\n\r\n.", "on", "yes", "no"),
    *(
        "bot",
        "mail",
        "link",
        "house",
        "2026-13-45",
        "2026-02-30",
        "9999-12-31",
        "0001-01-01",
        "25:61",
    ),
    *("00:00", "Europe/Berlin", "../../etc", "xx", "en", "{}", "[]", "R1", "1/0/", "undo", "pause"),
]
GUESSED = (
    "address address2 agree amount by card command csrf_token currency1 game host kind2 kind3 language lead"
    " limit move mute name order paycard payment policy quiet_from quiet_to scope seat settings to tokens"
    " turn_s until version weekends_off word zone"
).split()
PLACES = re.compile(r"<(?:[^<>]*:)?(\w+)>")


class Vandal:
    """Asks for addresses of the service with whatever comes to mind."""

    def __init__(self, world: World, seed: int) -> None:
        self.chance = random.Random(seed)
        ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
        game = world.game(["human", "human", "bot"], [ann, bo])
        self.links = [world.token(game, 1), world.token(game, 2)]
        with world.store.unit() as unit:
            doors = [
                tokens.mint(unit.connection, purpose, game, 1, ann.id, None, world.clock.now)
                for purpose in tokens.PURPOSES
            ]
        self.tokens = [*self.links, *doors, "a" * 32]
        self.games = [game, world.uuid(), "1", "٤", "x", "-1", "9" * 5000]
        self.client = world.client
        self.fields: list[dict[str, str]] = []
        for path in (*(f"/p/{each}" for each in self.links), f"/p/{self.links[0]}/table", "/new"):
            for form in forms(self.client.get(path)):
                self.fields.append({name: values[0] for name, values in form.fields.items()})

    def path(self, rule: Rule) -> str:
        def filled(place: re.Match[str]) -> str:
            if place[1] == "token":
                return self.chance.choice(self.tokens)
            if place[1] == "move":
                return self.chance.choice(["draw", "pass", "bid", "buy", "no"])
            return self.chance.choice(self.games)

        return PLACES.sub(filled, rule.rule)

    def form(self) -> dict[str, Any]:
        """A form of a page, some of its fields overwritten; or fields that are guessed."""
        sent = dict(self.chance.choice(self.fields)) if self.chance.random() < 0.5 else {}
        names = sorted({*GUESSED, *sent})
        for name in self.chance.sample(names, self.chance.randint(0, 8)):
            sent[name] = self.chance.choice(JUNK)
        return sent


@pytest.mark.parametrize("seed", range(3))
def test_no_junk_brings_the_service_down(world: World, seed: int) -> None:
    vandal = Vandal(world, seed)
    asked = 0
    for rule in world.app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"OPTIONS"}):
            for _ in range(8 if method == "POST" else 3):
                path = vandal.path(rule)
                sent = vandal.form() if method == "POST" else {}
                answer = vandal.client.open(path, method=method, data=sent or None)
                assert answer.status_code < 500, (method, path, sent)
                assert b"<script>alert" not in answer.data, (method, path, sent)
                asked += 1
    assert asked > 200
