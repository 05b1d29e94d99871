"""The session of "my games": set by a POST, signed, for a month, and never somebody else's."""

from __future__ import annotations

import pytest

from service import people
from service.views.signing import SIGNED_IN
from tests.service.signed import signed_in
from tests.service.world import BASE, World, form, text

PAGES = ("/games", "/me", "/me/leave", "/me/everything.json")
ACTIONS = ("/games/x/1", "/invitations/x", "/me", "/me/again", "/me/leave")


@pytest.fixture
def ann(world: World) -> people.Person:
    return world.person("Ann", "ann@x.org", language="da")


def test_the_cookie_is_signed_guarded_and_ends(world: World, ann: people.Person) -> None:
    cookie = signed_in(world, "ann@x.org").cookie()
    assert cookie.http_only
    assert cookie.secure
    assert cookie.same_site == "Lax"
    assert cookie.expires is not None
    changed = cookie.value[:-3] + ("abc" if cookie.value[-3:] != "abc" else "cba")
    client = world.client
    client.set_cookie("tenpost", changed, domain="ten.example.org")
    assert client.get("/games", base_url=BASE).location == "/sign-in"


def test_no_page_behind_it_sets_a_cookie(world: World, ann: people.Person) -> None:
    browser = signed_in(world, "ann@x.org")
    for path in PAGES:
        assert "Set-Cookie" not in browser.get(path).headers


@pytest.mark.parametrize("path", PAGES)
def test_without_a_session_the_way_leads_to_the_sign_in(
    world: World, ann: people.Person, path: str
) -> None:
    answer = world.client.get(path, base_url=BASE)
    assert (answer.status_code, answer.location) == (303, "/sign-in")


@pytest.mark.parametrize("path", PAGES)
def test_whose_time_is_over_is_told_so_in_their_language(
    world: World, ann: people.Person, path: str
) -> None:
    browser = signed_in(world, "ann@x.org")
    world.clock.now += SIGNED_IN
    answer = browser.get(path)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"]
    assert '<html lang="da">' in answer.get_data(as_text=True)
    assert form(answer, "/sign-in").fields.keys() == {"address"}
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ACTIONS)
def test_nothing_is_done_for_whose_time_is_over(
    world: World, ann: people.Person, path: str
) -> None:
    browser = signed_in(world, "ann@x.org")
    guard = form(browser.get("/games"), "/sign-out").fields["csrf_token"]
    world.clock.now += SIGNED_IN
    before = world.everything()
    answer = browser.post(path, {"csrf_token": guard, "sure": "yes", "name": "Eve"})
    assert answer.status_code == 401
    assert world.everything() == before


@pytest.mark.parametrize("path", ACTIONS)
def test_a_form_of_another_site_does_nothing(world: World, ann: people.Person, path: str) -> None:
    browser = signed_in(world, "ann@x.org")
    before = world.everything()
    for sent in ({}, {"csrf_token": ""}, {"csrf_token": "x" * 3000}):
        fields = {"sure": "yes", "name": "Eve", "language": "en", "zone": "UTC"}
        answer = browser.post(path, fields | sent)
        assert answer.status_code == 400
        assert '<html lang="da">' in answer.get_data(as_text=True)
    assert world.everything() == before


@pytest.mark.parametrize("cookie", ["x", "eyJwZXJzb24iOiJ4In0.aaaaaa.bbbbbbbbbbbb", "." * 200])
def test_a_cookie_that_was_made_up_is_none(world: World, ann: people.Person, cookie: str) -> None:
    client = world.client
    client.set_cookie("tenpost", cookie, domain="ten.example.org")
    for path in PAGES:
        assert client.get(path, base_url=BASE).location == "/sign-in"


def test_the_session_of_one_shows_nothing_of_another(world: World, ann: people.Person) -> None:
    bo = world.person("Bogdan", "bo@x.org")
    world.game(["human", "bot"], [bo], name="Bogdan's own")
    browser = signed_in(world, "ann@x.org")
    for path in PAGES:
        assert "Bogdan" not in browser.get(path).get_data(as_text=True)


def test_signing_in_again_begins_a_new_month(world: World, ann: people.Person) -> None:
    browser = signed_in(world, "ann@x.org")
    world.clock.now += SIGNED_IN
    assert browser.get("/games").status_code == 401
    assert signed_in(world, "ann@x.org").get("/games").status_code == 200


def test_the_mailed_link_speaks_its_persons_language(world: World, ann: people.Person) -> None:
    with world.store.read() as reader:
        found = people.find_address(reader.connection, "ann@x.org")
    assert found is not None
    shown = world.client.get(f"/s/{world.mint('sign-in', found.id)}")
    assert '<html lang="da">' in shown.get_data(as_text=True)


def test_the_sign_in_leads_on_whoever_is_signed_in(world: World, ann: people.Person) -> None:
    browser = signed_in(world, "ann@x.org")
    assert browser.get("/sign-in").location == "/games"
    assert "Ann" not in text(browser.send("/games", "/sign-out"))
    assert browser.get("/sign-in").status_code == 200
