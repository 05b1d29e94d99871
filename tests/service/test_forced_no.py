"""A pass or a no to buying that the rules left no choice about is told as one: nobody wonders why."""

import re

import pytest

from events import commands as c
from events.ten.cards import in_order
from events.ten.legal import legal_commands
from events.ten.payments import worth
from events.ten.state import GameState
from events.types import Payment, Recorded
from tests.service.tables import seat_path, table
from tests.service.world import World, text


@pytest.mark.parametrize(
    ("type", "by_the_rules", "told"),
    [
        ("BidPassed", True, "passes, cannot bid more"),
        ("BidPassed", False, "passes"),
        ("BuyDeclined", True, "buys nothing, no card can be bought"),
        ("BuyDeclined", False, "buys nothing"),
    ],
)
def test_the_table_and_the_replay_tell_a_forced_no_from_a_chosen_one(
    world: World, type: str, by_the_rules: bool, told: str
) -> None:
    game = table(world, humans=2)
    version = _until(world, game, type, by_the_rules).version
    assert _headline(world, game, version).endswith(f": {told}")
    for path in (seat_path(world, game, 1), f"/g/{game}"):
        assert f": {told} " in text(world.client.get(path))


def _until(world: World, game: str, type: str, by_the_rules: bool) -> Recorded:
    """Plays on to such an event; for a forced one all that is held is bid, for another one nothing."""
    while True:
        state = world.state(game)
        assert state.awaiting is not None
        seat = state.awaiting.seat
        world.do(game, _wish(state, seat, boldly=by_the_rules), f"seat:{seat}")
        for each in world.handler.recorded(game, state.version):
            if each.type == type and (each.meta.by == "system") == by_the_rules:
                return each


def _wish(state: GameState, seat: int, boldly: bool) -> c.Wish:
    """The numbers as soon as there are any, but if timid only once there is a market; no card is bought."""
    legal = legal_commands(state, seat)
    if state.auction is not None and boldly and legal.bid is not None:
        held = state.seat(seat)
        payment = Payment(held.tokens, 0, tuple(in_order(held.cards)))
        if worth(payment) > state.auction.highest:
            return c.PlaceBid(seat, worth(payment), payment)
    stops = boldly or bool(state.market)
    return min(legal.plain, key=lambda wish: isinstance(wish, c.TakeNumbers) != stops)


def _headline(world: World, game: str, version: int) -> str:
    """What the replay says of a version."""
    page = world.client.get(f"/g/{game}/{version}").get_data(as_text=True)
    found = re.search(r"<h1[^>]*>([^<]*)", page)
    assert found is not None
    return found[1].strip()
