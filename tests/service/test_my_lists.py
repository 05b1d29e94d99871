""" "My games": what waits for the reader, the oldest deadline first; what runs, is over, or is offered."""

from __future__ import annotations

import pytest

from events import commands as c
from events.ten.state import GameState
from service import offers, people
from service.views import mine
from tests.service.signed import Browser, signed_in
from tests.service.world import World, form, forms, party, text


@pytest.fixture
def ann(world: World) -> people.Person:
    return world.person("Ann", "ann@x.org", zone="Europe/Copenhagen")


def between(told: str, first: str, then: str) -> str:
    """What stands between two headings."""
    return told.partition(first)[2].partition(then)[0]


def test_an_empty_list_says_how_to_begin(world: World, ann: people.Person) -> None:
    shown = signed_in(world, "ann@x.org").get("/games")
    assert "You sit at no table yet" in text(shown)
    assert '<a class="button main" href="/new">' in shown.get_data(as_text=True)


def test_the_oldest_deadline_comes_first_and_no_clock_last(
    world: World, ann: people.Person
) -> None:
    world.game(["human", "bot"], [ann], name="No clock", turn_s=None)
    world.game(["human", "bot"], [ann], name="A week", turn_s=604_800)
    world.clock.passes(hours=1)
    world.game(["human", "bot"], [ann], name="An hour", turn_s=3600)
    told = text(signed_in(world, "ann@x.org").get("/games"))
    assert "3 games wait for you" in told
    assert told.index("An hour") < told.index("A week") < told.index("No clock")


def test_until_when_is_told_in_the_readers_zone(world: World, ann: people.Person) -> None:
    """Report T1: absolute, with the zone."""
    world.game(["human", "bot"], [ann], turn_s=3600)
    told = text(signed_in(world, "ann@x.org").get("/games"))
    assert "until Sun, Mar 1, 2026, 14:00 CET (Europe/Copenhagen)" in told


def test_the_button_leads_straight_to_the_decision(world: World, ann: people.Person) -> None:
    world.game(["human", "bot"], [ann])
    browser = signed_in(world, "ann@x.org")
    (entry,) = browser.listed()
    page = browser.get(browser.post(entry.action, entry.data()).location or "")
    assert any(("move", "draw") in each.buttons for each in forms(page))


def test_what_runs_says_who_is_waited_for(world: World, ann: people.Person) -> None:
    bo = world.person("Bo", "bo@x.org")
    game = world.game(["human", "human"], [ann, bo], name="With Bo")
    world.play(game, lambda state: _awaits(state, 2))
    told = text(signed_in(world, "ann@x.org").get("/games"))
    assert "With Bo" in between(told, "Running", "Start a game")
    assert "Waiting for Bo" in told
    assert "They wait for you" not in told


def _awaits(state: GameState, seat: int) -> bool:
    return state.awaiting is not None and state.awaiting.seat == seat


def test_what_is_over_says_how_it_ended_the_last_first(world: World, ann: people.Person) -> None:
    for name in ("Older", "Newer"):
        game = world.game(["human", "house"], [ann], name=name)
        world.play(game, lambda state: state.over)
        world.clock.passes(days=1)
    told = text(signed_in(world, "ann@x.org").get("/games"))
    finished = between(told, "Finished", "Start a game")
    assert finished.index("Newer") < finished.index("Older")
    assert "The game is over" in finished


def test_a_seat_left_to_a_bot_is_marked(world: World, ann: people.Person) -> None:
    bo = world.person("Bo", "bo@x.org")
    game = world.game(["human", "human"], [ann, bo])
    world.do(game, c.HandToBot(1, "left"), "seat:1")
    assert "a bot plays for you" in text(signed_in(world, "ann@x.org").get("/games"))


def test_two_seats_of_one_game_can_be_told_apart(world: World, ann: people.Person) -> None:
    game = world.game(["human", "human"], [ann, ann], name="Both")
    with world.store.unit() as unit:
        people.name_seat(unit.connection, game, 2, "Ann's left hand")
    told = text(signed_in(world, "ann@x.org").get("/games"))
    assert "as Ann's left hand" in told


def test_an_open_invitation_leads_to_where_it_is_answered(world: World, ann: people.Person) -> None:
    world.confirmed(**party("ann@x.org", name="Bo", address="bo@x.org"))
    browser = signed_in(world, "ann@x.org")
    shown = browser.get("/games")
    assert "Bo invites you to a game" in text(shown)
    (entry,) = [each for each in forms(shown) if each.action.startswith("/invitations/")]
    where = browser.post(entry.action, entry.data()).location or ""
    taken = browser.post(where, form(browser.get(where), where).data())
    assert taken.status_code == 303
    assert "Invitations" not in text(browser.get("/games"))
    assert browser.post(entry.action, entry.data()).status_code == 404


@pytest.mark.parametrize("end", ["declined", "withdrawn"])
def test_an_invitation_that_is_closed_is_not_listed(
    world: World, ann: people.Person, end: str
) -> None:
    path = world.confirmed(**party("ann@x.org", name="Bo", address="bo@x.org"))
    browser = signed_in(world, "ann@x.org")
    assert "Invitations" in text(browser.get("/games"))
    with world.store.unit() as unit:
        game = world.game_of(path)
        (offer,) = offers.invitations_of(unit.connection, game, world.clock.now).values()
        offers.close(unit.connection, offer.id, end)
    assert "Invitations" not in text(browser.get("/games"))


def test_nobody_opens_an_invitation_of_somebody_else(world: World, ann: people.Person) -> None:
    path = world.confirmed(**party("cy@x.org", name="Bo", address="bo@x.org"))
    with world.store.read() as reader:
        game = world.game_of(path)
        (offer,) = offers.invitations_of(reader.connection, game, world.clock.now).values()
    browser = signed_in(world, "ann@x.org")
    token = form(browser.get("/games"), "/sign-out").fields["csrf_token"]
    for id in (offer.id, "nothing", "x" * 3000):
        answer = browser.post(f"/invitations/{id}", {"csrf_token": token})
        assert answer.status_code == 404
    before = world.everything()
    assert browser.post(f"/invitations/{offer.id}", {}).status_code == 400
    assert world.everything() == before


def test_an_address_that_mail_comes_back_from_is_told(world: World, ann: people.Person) -> None:
    with world.store.unit() as unit:
        known = people.find_address(unit.connection, "ann@x.org")
        assert known is not None
        people.mark_address(unit.connection, known.id, "bouncing")
    told = text(signed_in(world, "ann@x.org").get("/games"))
    assert "Mail to ann@x.org comes back." in told


def test_games_of_many_years_are_all_listed(world: World, ann: people.Person) -> None:
    number = mine.TOLD + 2
    for at in range(number):
        game = world.game(["human", "bot"], [ann], name=f"Game {at}")
        world.do(game, c.EndGame("host"), "host")
        world.clock.passes(minutes=1)
    browser: Browser = signed_in(world, "ann@x.org")
    assert len(browser.listed()) == number
    assert "Game 0" in text(browser.get("/games"))
