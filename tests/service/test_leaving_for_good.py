"""The page to leave for good: it says what would happen, asks once more, and then it is done."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service import people
from service.tables import persons
from tests.service.leaver import everything
from tests.service.signed import Browser, signed_in
from tests.service.tables import at_auction
from tests.service.world import World, form, text

NAME = "Annegret Quackenbush"


@pytest.fixture
def ann(world: World) -> people.Person:
    return world.person(NAME, "annegret@example.org")


@pytest.fixture
def browser(world: World, ann: people.Person) -> Browser:
    return signed_in(world, "annegret@example.org")


def test_looking_changes_nothing(world: World, ann: people.Person, browser: Browser) -> None:
    world.game(["human", "bot"], [ann])
    before = world.everything()
    told = text(browser.get("/me/leave"))
    assert "You are in 1 game that is not over." in told
    assert "a former player" in told
    assert world.everything() == before


def test_without_the_tick_nothing_is_done(
    world: World, ann: people.Person, browser: Browser
) -> None:
    before = world.everything()
    for sure in ("", "no", "x" * 3000):
        answer = browser.send("/me/leave", "/me/leave", sure=sure)
        assert answer.status_code == 422
        assert "Tick the box" in text(answer)
    assert world.everything() == before


def test_with_it_everything_is_erased_and_the_browser_is_signed_out(
    world: World, ann: people.Person, browser: Browser
) -> None:
    answer = browser.send("/me/leave", "/me/leave", sure="yes")
    assert answer.status_code == 200
    assert "You have left" in text(answer)
    held = everything(world.store)
    assert "annegret" not in held
    assert "quackenbush" not in held
    for path in ("/games", "/me", "/me/leave"):
        assert browser.get(path).location == "/sign-in"


def test_sent_twice_it_leads_to_the_sign_in(
    world: World, ann: people.Person, browser: Browser
) -> None:
    """Another browser, or the second click of two."""
    other = signed_in(world, "annegret@example.org")
    sent = form(other.get("/me/leave"), "/me/leave").data(sure="yes")
    browser.send("/me/leave", "/me/leave", sure="yes")
    before = world.everything()
    answer = other.post("/me/leave", sent)
    assert (answer.status_code, answer.location) == (303, "/sign-in")
    assert world.everything() == before


def test_every_view_of_a_game_says_a_former_player(
    world: World, ann: people.Person, browser: Browser
) -> None:
    bo = world.person("Bo", "bo@x.org", language="cy")
    game = world.game(["human", "human", "human"], [ann, bo, bo], name="Three")
    link = f"/p/{world.token(game, 2)}"
    browser.send("/me/leave", "/me/leave", sure="yes")
    last = world.state(game).version
    seen = {"Accept-Language": "en"}
    for path in (f"/g/{game}", f"/g/{game}/9", f"/g/{game}/{last}"):
        shown = world.client.get(path, headers=seen)
        assert "a former player" in text(shown), path
    for path in (link, f"{link}/around", f"{link}/at/{last}", f"{link}/table", f"/g/{game}"):
        shown = world.client.get(path, headers=seen)
        assert shown.status_code == 200
        assert "Annegret" not in shown.get_data(as_text=True), path


def test_a_finished_game_stays_whole(world: World, ann: people.Person, browser: Browser) -> None:
    bo = world.person("Bo", "bo@x.org")
    game = world.game(["human", "human"], [ann, bo])
    world.play(game, lambda state: state.over)
    link = f"/p/{world.token(game, 2)}"
    before = world.handler.bodies(game)
    browser.send("/me/leave", "/me/leave", sure="yes")
    assert world.handler.bodies(game) == before
    for path in (f"/g/{game}", link):
        assert "a former player" in text(world.client.get(path))
    # A rematch is one with a bot in that place.
    again = world.client.post(f"{link}/rematch")
    assert again.status_code == 303
    kinds = [seat.kind for seat in world.state(world.game_of(again.location or "")).seats]
    assert kinds == ["human", "bot"]


def test_a_link_that_was_theirs_opens_nothing(
    world: World, ann: people.Person, browser: Browser
) -> None:
    game = world.game(["human", "bot"], [ann])
    link = f"/p/{world.token(game, 1)}"
    browser.send("/me/leave", "/me/leave", sure="yes")
    before = world.everything()
    for answer in (world.client.get(link), world.client.post(f"{link}/return")):
        assert answer.status_code in (404, 410)
    assert world.everything() == before


def test_in_the_middle_of_an_auction_the_bot_answers(world: World) -> None:
    game = at_auction(world)
    awaiting = world.state(game).awaiting
    assert awaiting is not None
    with world.store.read() as reader:
        place = people.place(reader.connection, game, awaiting.seat)
    assert place is not None
    browser = signed_in(world, place.address or "")
    browser.send("/me/leave", "/me/leave", sure="yes")
    state = world.state(game)
    assert state.seat(awaiting.seat).kind == "bot"
    assert state.awaiting is not None
    assert state.awaiting.seat != awaiting.seat


def test_only_the_id_and_two_moments_are_left_of_the_person(
    world: World, ann: people.Person, browser: Browser
) -> None:
    browser.send(
        "/me", "/me", language="ne", zone="Asia/Kathmandu", quiet_from="22:00", quiet_to="06:00"
    )
    browser.send("/me/leave", "/me/leave", sure="yes")
    with world.store.read() as reader:
        (row,) = reader.connection.execute(select(persons)).all()
    assert (row.id, row.name, row.language, row.zone) == (ann.id, "", "en", "UTC")
    assert (row.quiet_from, row.quiet_to, row.lead_s) == (None, None, None)
    assert row.erased == row.created == world.clock.now
