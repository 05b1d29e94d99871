"""Mail came back: whoever it is for, or the host of the game, has it sent again."""

from __future__ import annotations

import pytest

from service import people
from tests.service.signed import Browser, signed_in
from tests.service.tables import seat_path, send, table
from tests.service.world import World, form, forms, text


@pytest.fixture
def game(world: World) -> str:
    return table(world)


def bounces(world: World, address: str) -> str:
    with world.store.unit() as unit:
        known = people.find_address(unit.connection, address)
        assert known is not None
        people.mark_address(unit.connection, known.id, "bouncing")
    return known.id


def state_of(world: World, address: str) -> str:
    with world.store.read() as reader:
        known = people.find_address(reader.connection, address)
    assert known is not None
    return known.state


def links(world: World) -> list[tuple[str, int]]:
    return [(row.game, row.seat) for row in world.mails("link")]


@pytest.fixture
def browser(world: World, game: str) -> Browser:
    return signed_in(world, "ann@x.org")


def test_the_settings_offer_it_only_where_mail_comes_back(world: World, browser: Browser) -> None:
    assert "/me/again" not in [each.action for each in forms(browser.get("/me"))]
    bounces(world, "ann@x.org")
    assert "Mail to it comes back." in text(browser.get("/me"))
    assert form(browser.get("/me"), "/me/again").method == "post"


def test_a_person_awaited_gets_a_fresh_link(world: World, game: str, browser: Browser) -> None:
    bounces(world, "ann@x.org")
    world.play(game, lambda state: state.awaiting is not None and state.awaiting.seat == 1)
    answer = browser.send("/me", "/me/again")
    assert "A mail is on its way there" in text(answer)
    assert state_of(world, "ann@x.org") == "ok"
    assert links(world) == [(game, 1)]


def test_a_person_who_is_not_gets_the_link_to_the_own_games(
    world: World, game: str, browser: Browser
) -> None:
    bounces(world, "ann@x.org")
    world.play(game, lambda state: state.awaiting is not None and state.awaiting.seat == 2)
    browser.send("/me", "/me/again")
    assert links(world) == []
    assert len(world.mails("sign-in")) == 1


def test_sent_twice_it_is_mailed_once(world: World, game: str, browser: Browser) -> None:
    bounces(world, "ann@x.org")
    sent = form(browser.get("/me"), "/me/again").data()
    for _ in range(2):
        assert browser.post("/me/again", sent).status_code == 200
    assert len(world.mails("link") + world.mails("sign-in")) == 1


def test_nobody_sends_to_an_address_of_another(world: World, browser: Browser) -> None:
    other = bounces(world, "bo@x.org")
    guard = form(browser.get("/me"), "/me").fields["csrf_token"]
    before = world.everything()
    for address in (other, "", "x" * 3000):
        sent = {"csrf_token": guard, "address": address}
        assert browser.post("/me/again", sent).status_code == 404
    assert world.everything() == before


def test_behind_a_seats_link_it_is_offered_too(world: World, game: str) -> None:
    path = seat_path(world, game, 2)
    assert "Send again" not in text(world.client.get(f"{path}/table"))
    bounces(world, "bo@x.org")
    answer = send(world, f"{path}/table", f"{path}/again")
    assert "A fresh link is on its way" in text(answer)
    assert links(world) == [(game, 2)]
    assert state_of(world, "bo@x.org") == "ok"
    assert "Mail goes to this seat already." in text(world.client.post(f"{path}/again"))


def test_the_host_sees_whose_mail_comes_back_and_sends_again(world: World, game: str) -> None:
    host = seat_path(world, game, 1)
    bounces(world, "cy@x.org")
    assert "Mail to this seat comes back." in text(world.client.get(f"{host}/around"))
    answer = send(world, f"{host}/around", f"{host}/host/again")
    assert "A fresh link is on its way" in text(answer)
    assert links(world) == [(game, 3)]


def test_nobody_else_sends_again_for_others(world: World, game: str) -> None:
    bounces(world, "cy@x.org")
    path = seat_path(world, game, 2)
    before = world.everything()
    assert world.client.post(f"{path}/host/again", data={"seat": "3"}).status_code == 403
    assert world.everything() == before


@pytest.mark.parametrize(("seat", "status"), [("", 400), ("x", 400), ("0", 409), ("99", 409)])
def test_a_seat_that_is_none_is_refused(world: World, game: str, seat: str, status: int) -> None:
    path = seat_path(world, game, 1)
    before = world.everything()
    answer = world.client.post(f"{path}/host/again", data={"seat": seat})
    assert answer.status_code == status
    assert world.everything() == before
