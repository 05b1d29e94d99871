"""The power to move that a token has: for which decisions, and when it ends (mail.md, events.md)."""

import pytest

from events import commands as c
from events.ten.state import GameState
from service import tokens
from tests.service.world import World


@pytest.fixture
def game(world: World) -> str:
    names = ("Ann", "Bo", "Cy")
    persons = [world.person(name, f"{name}@x.org") for name in names]
    return world.game(["human"] * 3, persons)


def powers(world: World, game: str, secrets: dict[int, str]) -> set[int]:
    """The seats whose token may move now."""
    state = world.state(game)
    with world.store.read() as reader:
        found = {s: tokens.find(reader.connection, t, world.clock.now) for s, t in secrets.items()}
    return {seat for seat, token in found.items() if token and tokens.may_move(token, state)}


def step(world: World, game: str) -> GameState:
    before = world.state(game).version
    return world.play(game, lambda state: state.version > before)


def test_a_token_of_a_turn_moves_through_the_turn_its_own_bids_included(
    world: World, game: str
) -> None:
    state = world.state(game)
    assert state.active is not None
    seat, turn = state.active, state.turn
    secret = {seat: world.token(game, seat)}
    answered = 0
    while state.turn == turn and not state.over:
        awaited = state.awaiting is not None and state.awaiting.seat == seat
        assert powers(world, game, secret) == ({seat} if awaited else set())
        answered += awaited
        state = step(world, game)
    assert answered > 1
    assert powers(world, game, secret) == set()


def test_a_token_of_an_auction_moves_in_that_auction_only(world: World, game: str) -> None:
    state = world.play(game, lambda state: state.auction is not None)
    assert state.auction is not None
    others = [seat for seat in state.auction.order if seat != state.active]
    secrets = {seat: world.token(game, seat) for seat in others}
    opened = state.auction.opened
    for _ in range(3):
        now = world.state(game)
        if now.auction is None:
            break
        assert now.awaiting is not None
        assert powers(world, game, secrets) == {now.awaiting.seat} & set(others)
        step(world, game)
    world.play(game, lambda state: state.auction is not None and state.auction.opened != opened)
    assert powers(world, game, secrets) == set()


def test_a_token_of_the_final_buying_moves_once(world: World, game: str) -> None:
    state = world.play(game, lambda state: state.phase == "final_buying")
    assert state.awaiting is not None
    seat = state.awaiting.seat
    early = {seat: world.token(game, seat)}
    assert powers(world, game, early) == {seat}
    step(world, game)
    assert powers(world, game, early) == set()


def test_a_token_of_a_turn_does_not_move_in_the_final_buying(world: World, game: str) -> None:
    secrets: dict[int, str] = {}
    while len(secrets) < 3:
        # Each seat has bought or declined in a turn of its own, behind this link.
        state = world.play(game, lambda state: state.phase == "buying")
        assert state.active is not None
        secrets[state.active] = world.token(game, state.active)
        step(world, game)
    state = world.play(game, lambda state: state.phase == "final_buying")
    while not state.over:
        assert powers(world, game, secrets) == set()
        state = step(world, game)


def test_a_token_of_the_final_buying_moves_again_after_an_undo_to_its_decision(
    world: World, game: str
) -> None:
    state = world.play(game, lambda state: state.phase == "final_buying")
    assert state.awaiting is not None
    seat, before = state.awaiting.seat, state.version
    secret = {seat: world.token(game, seat)}
    world.do(game, c.DeclineBuy(seat), f"seat:{seat}")
    assert powers(world, game, secret) == set()
    world.do(game, c.ProposeUndo(seat, before), f"seat:{seat}")
    other = seat % 3 + 1
    world.do(game, c.VoteUndo(other, True), f"seat:{other}")
    assert world.state(game).undone
    assert powers(world, game, secret) == {seat}


def test_a_token_without_an_anchor_never_moves(world: World, game: str) -> None:
    state = world.state(game)
    assert state.active is not None
    other = state.active % 3 + 1
    secret = {other: world.token(game, other)}
    world.play(game, lambda s: s.awaiting is not None and s.active == other)
    assert powers(world, game, secret) == set()


def test_a_token_that_has_expired_opens_nothing(world: World, game: str) -> None:
    from datetime import timedelta

    state = world.state(game)
    assert state.active is not None
    seat = state.active
    secret = world.token(game, seat, expires=world.clock.now + timedelta(days=1))
    assert powers(world, game, {seat: secret}) == {seat}
    world.clock.passes(days=1)
    assert powers(world, game, {seat: secret}) == set()
    assert world.client.get(f"/p/{secret}").status_code == 410
