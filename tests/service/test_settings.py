"""The own settings behind "my games": kept as a whole or not at all, and shown wherever they matter."""

from __future__ import annotations

from typing import Any

import pytest

from service import hours, people, profile
from tests.service.signed import Browser, signed_in
from tests.service.world import World, form, text


@pytest.fixture
def ann(world: World) -> people.Person:
    return world.person("Ann", "ann@x.org")


@pytest.fixture
def browser(world: World, ann: people.Person) -> Browser:
    return signed_in(world, "ann@x.org")


def kept(world: World, ann: people.Person) -> dict[str, Any]:
    with world.store.read() as reader:
        return dict(profile.settings(reader.connection, ann.id))


def test_what_was_chosen_is_kept_and_shown_again(
    world: World, ann: people.Person, browser: Browser
) -> None:
    chosen = {
        "name": "Åse 🎲",
        "language": "da",
        "zone": "Europe/Copenhagen",
        "quiet_from": "22:00",
        "quiet_to": "07:30",
        "weekends_off": "yes",
        "lead": "21600",
        "digest": "yes",
        "muted": "yes",
    }
    answer = browser.send("/me", "/me", **chosen)
    assert answer.status_code == 200
    assert '<html lang="da">' in answer.get_data(as_text=True)
    shown = form(browser.get("/me"), "/me").fields
    assert {name: shown[name] for name in chosen} == {k: [v] for k, v in chosen.items()}
    row = kept(world, ann)
    assert (row["lead_s"], row["digest"], row["muted"], row["weekends_off"]) == (21600, 1, 1, 1)


def test_sending_the_form_as_it_is_changes_nothing(
    world: World, ann: people.Person, browser: Browser
) -> None:
    browser.send("/me", "/me", quiet_from="23:00", quiet_to="06:00", lead="3600", digest="yes")
    before = kept(world, ann)
    browser.send("/me", "/me")
    assert kept(world, ann) == before


def test_all_of_it_can_be_taken_back(world: World, ann: people.Person, browser: Browser) -> None:
    before = kept(world, ann)
    browser.send(
        "/me", "/me", quiet_from="23:00", quiet_to="06:00", lead="3600", digest="yes", muted="yes"
    )
    sent = form(browser.get("/me"), "/me").data(quiet_from="", quiet_to="", lead="")
    browser.post("/me", {k: v for k, v in sent.items() if k not in ("digest", "muted")})
    assert kept(world, ann) == before


def test_a_change_of_name_shows_everywhere_but_where_a_seat_has_another(
    world: World, ann: people.Person, browser: Browser
) -> None:
    bo = world.person("Bo", "bo@x.org")
    game = world.game(["human", "human"], [ann, bo])
    other = world.game(["human", "human"], [ann, bo])
    with world.store.unit() as unit:
        people.name_seat(unit.connection, other, 1, "The Boss")
    browser.send("/me", "/me", name="Annika")
    version = world.state(game).version
    pages = (f"/g/{game}", f"/g/{game}/{version}", f"/p/{world.token(game, 2)}")
    for path in pages:
        assert "Annika" in text(world.client.get(path)), path
    assert "The Boss" in text(world.client.get(f"/g/{other}"))
    assert "Annika" in text(browser.get("/new"))


def test_a_seats_own_name_that_is_the_persons_moves_on_with_it(
    world: World, ann: people.Person, browser: Browser
) -> None:
    game = world.game(["human", "bot"], [ann])
    with world.store.unit() as unit:
        people.name_seat(unit.connection, game, 1, "Ann")
    browser.send("/me", "/me", name="Annika")
    with world.store.read() as reader:
        assert people.names(reader.connection, game)[1] == "Annika"


def test_the_hours_are_those_that_clocks_reckon_with(
    world: World, ann: people.Person, browser: Browser
) -> None:
    game = world.game(["human", "bot"], [ann])
    browser.send("/me", "/me", quiet_from="22:00", quiet_to="07:30", weekends_off="yes")
    with world.store.read() as reader:
        known = hours.known(reader.connection, game, 1, ann.id)
    assert known.habits.weekends_off
    assert known.habits.quiet_from is not None


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": ""}, "Type a name here."),
        ({"name": "   "}, "Type a name here."),
        ({"name": "x" * 41}, "This is too long."),
        ({"name": "x" * 30_000}, "This is too long."),
        ({"name": "a\x00b"}, "signs in it that cannot be shown"),
        ({"name": "a\u202eb"}, "signs in it that cannot be shown"),
        ({"language": "tlh"}, "Choose one of the languages"),
        ({"language": ""}, "Choose one of the languages"),
        ({"zone": "Mars/Olympus"}, "There is no such time zone"),
        ({"zone": "../../etc/passwd"}, "There is no such time zone"),
        ({"quiet_from": "22:00", "quiet_to": ""}, "Quiet hours need two times of day"),
        ({"quiet_from": "25:00", "quiet_to": "07:00"}, "Quiet hours need two times of day"),
        ({"quiet_from": "07:00", "quiet_to": "06:00"}, "at most 16 hours apart"),
        ({"lead": "60"}, "A reminder can come from 5 minutes to 30 days"),
        ({"lead": "soon"}, "A reminder can come from 5 minutes to 30 days"),
    ],
)
def test_what_cannot_be_kept_is_said_beside_the_field_and_nothing_is_stored(
    world: World, browser: Browser, changed: dict[str, str], sentence: str
) -> None:
    before = world.everything()
    answer = browser.send("/me", "/me", **({"digest": "yes"} | changed))
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert world.everything() == before
    assert form(answer, "/me").fields["digest"] == ["yes"]


def test_script_in_a_name_is_text(world: World, ann: people.Person, browser: Browser) -> None:
    world.game(["human", "bot"], [ann])
    name = "<script>alert(1)</script>"
    assert browser.send("/me", "/me", name=name).status_code == 200
    for path in ("/me", "/me/leave", "/games", "/new"):
        html = browser.get(path).get_data(as_text=True)
        assert name not in html, path
    assert "&lt;script&gt;" in browser.get("/me").get_data(as_text=True)


def test_a_form_that_is_too_long_is_refused(world: World, browser: Browser) -> None:
    before = world.everything()
    assert browser.send("/me", "/me", name="x" * 200_000).status_code == 413
    assert world.everything() == before
