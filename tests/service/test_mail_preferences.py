"""Which mail comes: one click stops it (RFC 8058), a look at the link never does (report M2)."""

import pytest

from service import people
from service.people import Place
from tests.service.world import World, forms, text


@pytest.fixture
def game(world: World) -> str:
    return world.game(["human", "bot"], [world.person("Ann", "a@x.org")])


@pytest.fixture
def path(world: World, game: str) -> str:
    return f"/m/{world.mint('unsubscribe', None, game, seat=1, person=place(world, game).person)}"


def place(world: World, game: str) -> Place:
    with world.store.read() as reader:
        found = people.place(reader.connection, game, 1)
    assert found is not None
    return found


def test_looking_only_asks(world: World, game: str, path: str) -> None:
    before = world.everything()
    for method in ("GET", "HEAD") * 50:
        answer = world.client.open(path, method=method)
        assert answer.status_code == 200
        assert "Set-Cookie" not in answer.headers
    assert world.everything() == before


def test_one_click_of_a_mail_program_mutes_this_game_without_cookie_or_page(
    world: World, game: str, path: str
) -> None:
    answer = world.client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert place(world, game).muted
    assert "Mail me about this game again" in text(answer)


def test_the_next_page_unmutes(world: World, game: str, path: str) -> None:
    muted = world.client.post(path, data={"List-Unsubscribe": "One-Click"})
    again = next(f for f in forms(muted) if f.fields["mail"] == ["again"])
    world.client.post(path, data=again.data())
    assert not place(world, game).muted


def test_all_mail_is_muted_and_comes_again(world: World, game: str, path: str) -> None:
    other = world.game(["human", "bot"], [world.person("Bo", "b@x.org")])
    every = next(f for f in forms(world.client.get(path)) if f.fields["scope"] == ["all"])
    stopped = world.client.post(path, data=every.data())
    assert place(world, game).muted
    assert not place(world, other).muted
    again = next(
        f for f in forms(stopped) if f.fields["scope"] == ["all"] and f.fields["mail"] == ["again"]
    )
    world.client.post(path, data=again.data())
    assert not place(world, game).muted


def test_a_muted_seat_that_is_awaited_is_shown_as_such(world: World, game: str, path: str) -> None:
    world.client.post(path, data={"List-Unsubscribe": "One-Click"})
    assert "gets no mail" in text(world.client.get(f"/g/{game}"))


def test_the_link_of_an_invitation_stops_all_mail_to_the_address(world: World) -> None:
    with world.store.unit() as unit:
        known = people.know_address(unit.connection, "bo@x.org", world.clock.now)
    path = f"/m/{world.mint('unsubscribe', known.id)}"
    world.client.post(path, data={"List-Unsubscribe": "One-Click"})
    with world.store.read() as reader:
        found = people.address(reader.connection, known.id)
    assert found is not None
    assert found.never


def test_a_scope_that_the_link_has_not_is_refused(world: World, path: str) -> None:
    before = world.everything()
    for scope in ("address", "everything", "x" * 2000):
        assert world.client.post(path, data={"scope": scope}).status_code == 400
    assert world.everything() == before


def test_unsubscribing_works_on_after_all_links_were_closed(
    world: World, game: str, path: str
) -> None:
    world.client.post(f"/p/{world.token(game, 1)}/mistake")
    assert world.client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert place(world, game).muted


@pytest.mark.parametrize("place_of_change", [0, 15, 31])
def test_a_tampered_link_stops_nothing(world: World, path: str, place_of_change: int) -> None:
    at = len("/m/") + place_of_change
    tampered = f"{path[:at]}{'b' if path[at] != 'b' else 'c'}{path[at + 1 :]}"
    before = world.everything()
    for asked in (
        world.client.post(tampered, data={"List-Unsubscribe": "One-Click"}),
        world.client.get(tampered),
    ):
        assert asked.status_code == 404
        assert "Set-Cookie" not in asked.headers
    assert world.everything() == before


def test_a_link_of_another_purpose_stops_nothing(world: World, game: str) -> None:
    before = world.everything()
    stopped = f"/m/{world.token(game, 1)}"
    minted = world.everything()
    assert minted != before
    answer = world.client.post(stopped, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 404
    assert world.everything() == minted
