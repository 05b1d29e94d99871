"""A page of a seat reads what it shows a few times, not once for each of its parts."""

import pytest
from sqlalchemy import event

from tests.service.tables import at_auction, awaited, seat_path
from tests.service.world import World

MOST = 3
"""The link; the seat's table; and all that stands around it, of one moment."""


@pytest.mark.parametrize("end", ["", "/bid/2"])
def test_the_page_of_a_move_takes_few_connections(world: World, end: str) -> None:
    game = at_auction(world)
    path = seat_path(world, game, awaited(world, game)) + end
    assert world.client.get(path).status_code == 200
    taken: list[object] = []

    def note(*which: object) -> None:
        taken.append(which)

    event.listen(world.store.engine, "checkout", note)
    assert world.client.get(path).status_code == 200
    event.remove(world.store.engine, "checkout", note)
    assert 0 < len(taken) <= MOST
