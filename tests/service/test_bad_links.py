"""Links that open nothing: a clear page, nothing stored, and only guesses are limited."""

import pytest

from service import tokens
from tests.service.world import World, form, text


@pytest.fixture
def game(world: World) -> str:
    return world.game(["human", "bot"], [world.person("Ann", "a@x.org")])


@pytest.mark.parametrize(
    "token",
    ["a" * 32, "short", "A" * 32, "a" * 31 + "1", "a" * 5000, "%00", "ééé", "<script>", ".." * 16],
)
def test_a_link_that_was_never_minted_is_not_known(world: World, game: str, token: str) -> None:
    before = world.everything()
    for answer in (world.client.get(f"/p/{token}"), world.client.post(f"/p/{token}")):
        assert answer.status_code == 404
        assert "<script>" not in answer.get_data(as_text=True)
    assert world.everything() == before


def test_a_revoked_link_says_so_and_opens_nothing(world: World, game: str) -> None:
    token = world.token(game, 1)
    sent = form(world.client.get(f"/p/{token}")).data()
    with world.store.unit() as unit:
        assert tokens.revoke_all(unit.connection, game, 1, world.clock.now) == 1
    before = world.log(game)
    for answer in (world.client.get(f"/p/{token}"), world.client.post(f"/p/{token}", data=sent)):
        assert answer.status_code == 410
        assert "It was revoked" in text(answer)
    assert world.log(game) == before


def test_a_token_of_another_purpose_is_not_a_seat(world: World, game: str) -> None:
    with world.store.unit() as unit:
        token = tokens.mint(unit.connection, "unsubscribe", game, 1, None, None, world.clock.now)
    assert world.client.get(f"/p/{token}").status_code == 404


def test_guessing_is_limited_and_never_in_the_way_of_a_valid_link(world: World, game: str) -> None:
    client = world.client
    answers = [client.get(f"/p/{tokens.new_token()}").status_code for _ in range(70)]
    assert answers[:60] == [404] * 60
    assert answers[60:] == [429] * 10
    path = f"/p/{world.token(game, 1)}"
    for _ in range(70):
        assert client.get(path).status_code == 200
    assert client.post(path, data=form(client.get(path), path).data()).status_code == 303


def test_only_the_digest_of_a_token_is_stored(world: World, game: str) -> None:
    token = world.token(game, 1)
    stored = repr(world.everything())
    assert token not in stored
    assert tokens.digest(token) in stored
