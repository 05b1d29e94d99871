"""A bidder answers before being asked: sealed, acting when the seat is reached, seen by nobody else."""

import io
import logging

import pytest

from events.ten.state import GameState
from tests.service.world import World, form, forms, text


@pytest.fixture
def game(world: World) -> str:
    """Three persons, at an auction whose third bidder is still far from being asked."""
    persons = [world.person(name, f"{name}@x.org") for name in ("Ann", "Bo", "Cy")]
    game = world.game(["human"] * 3, persons)
    world.play(game, _opened)
    return game


def _opened(state: GameState) -> bool:
    auction = state.auction
    return auction is not None and not auction.bids and not auction.passed


def later(world: World, game: str) -> int:
    """The seat that bids second."""
    auction = world.state(game).auction
    assert auction is not None
    return auction.still_to_bid[1]


def test_a_sealed_bid_answers_as_soon_as_the_seat_is_reached(world: World, game: str) -> None:
    state = world.state(game)
    assert state.awaiting is not None
    assert state.auction is not None
    first, second = state.auction.still_to_bid[:2]
    path = f"/p/{world.token(game, second)}"
    offered = form(world.client.get(f"{path}/bid/2"), f"{path}/sealed")
    assert offered.fields["most"] == ["2"]
    assert world.client.post(f"{path}/sealed", data=offered.data()).status_code == 303
    assert "You bid up to 2. Nobody else can see this." in text(world.client.get(path))
    assert world.state(game).version == state.version
    asked = f"/p/{world.token(game, first)}"
    passing = next(f for f in forms(world.client.get(asked)) if ("move", "pass") in f.buttons)
    world.client.post(asked, data=passing.data())
    now = world.state(game)
    assert now.auction is not None
    assert [bid.seat for bid in now.auction.bids] == [second]
    assert 1 <= now.auction.bids[0].amount <= 2


def test_the_seat_alone_sees_it(world: World, game: str) -> None:
    seat = later(world, game)
    written = io.StringIO()
    lines = logging.StreamHandler(written)
    logging.getLogger().addHandler(lines)
    path = f"/p/{world.token(game, seat)}"
    pages = [f"/p/{world.token(game, other)}" for other in (1, 2, 3) if other != seat]
    pages += [f"/g/{game}", f"/g/{game}/{world.state(game).version}"]
    before = [text(world.client.get(page)) for page in pages]
    sent = form(world.client.get(path), f"{path}/sealed").data(most="3")
    assert world.client.post(f"{path}/sealed", data=sent).status_code == 303
    assert [text(world.client.get(page)) for page in pages] == before
    logging.getLogger().removeHandler(lines)
    assert "OrderSet" not in world.log(game)
    assert "most" not in written.getvalue()


def test_it_is_changed_and_taken_back(world: World, game: str) -> None:
    path = f"/p/{world.token(game, later(world, game))}"
    for amount, told in (("3", "You bid up to 3"), ("0", "You will pass")):
        sent = form(world.client.get(path), f"{path}/sealed").data(most=amount)
        world.client.post(f"{path}/sealed", data=sent)
        assert told in text(world.client.get(path))
    back = form(world.client.get(path), f"{path}/sealed/withdraw").data()
    for _ in range(2):
        assert world.client.post(f"{path}/sealed/withdraw", data=back).status_code == 303
    assert "Your turn to bid comes later" in text(world.client.get(path))


def test_what_cannot_be_bid_is_refused_in_a_sentence(world: World, game: str) -> None:
    path = f"/p/{world.token(game, later(world, game))}"
    offered = form(world.client.get(path), f"{path}/sealed")
    before = world.everything()
    for changed, status in (
        ({"most": "500"}, 409),
        ({"auction": "1"}, 409),
        ({"most": "x"}, 400),
        ({"command": "x"}, 400),
    ):
        answer = world.client.post(f"{path}/sealed", data=offered.data() | changed)
        assert answer.status_code == status
    assert world.everything() == before


def test_it_is_offered_only_to_who_is_still_to_bid(world: World, game: str) -> None:
    state = world.state(game)
    assert state.awaiting is not None
    shown = world.client.get(f"/p/{world.token(game, state.awaiting.seat)}")
    assert not [f for f in forms(shown) if f.action.endswith("/sealed")]
    world.play(game, lambda state: state.auction is None)
    for seat in (1, 2, 3):
        shown = world.client.get(f"/p/{world.token(game, seat)}")
        assert not [f for f in forms(shown) if f.action.endswith("/sealed")]
