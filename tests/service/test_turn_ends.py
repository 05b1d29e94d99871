"""Before a draw or a stop the page spells out who would get what in each of the four ends of the turn."""

from tests.service.tables import awaited, seat_path, table
from tests.service.world import World, text


def decides(world: World, game: str) -> str:
    """The awaited seat's page, as text."""
    return text(world.client.get(seat_path(world, game, awaited(world, game))))


def test_all_four_are_told_with_figures_and_odds(world: World) -> None:
    game = table(world, 3)
    state = world.play(
        game,
        lambda s: (
            s.awaiting is not None
            and s.awaiting.kind == "draw"
            and s.row_currency > 0
            and s.row_numbers > 6
        ),
    )
    shown = decides(world, game)
    told = shown.partition("How the turn can end")[2].partition("Market each card")[0]
    for end in (
        "Stop: take the numbers",
        "Stop: take the currency",
        "Bust by numbers",
        "Bust by currency",
    ):
        assert end in told
    numbers = " ".join(code for code in state.row if code[0] != "C")
    assert f"You {numbers}: " in told
    seat = awaited(world, game)
    for other in {1, 2, 3} - {seat}:
        gain = min(state.row_currency, 10 - state.seat(other).tokens)
        assert gain == 0 or f"{('Ann', 'Bo', 'Cy')[other - 1]} +{gain}" in told
    assert f"The market {numbers} and the card drawn" in told
    assert "1 bust token" in told


def test_a_turn_that_has_just_begun_has_nothing_to_tell(world: World) -> None:
    game = table(world, 2)
    assert "How the turn can end" not in decides(world, game)


def test_at_ten_any_number_card_is_a_bust_and_the_page_says_just_that(world: World) -> None:
    game = table(world, 2)
    world.play(
        game,
        lambda s: (
            s.awaiting is not None
            and s.awaiting.kind == "draw"
            and s.row_numbers - s.row_currency == 10
            and s.draw_pile > 0
        ),
    )
    assert "Any number card would be a bust." in decides(world, game)


def test_the_auction_tells_what_each_bidder_could_pay(world: World) -> None:
    game = table(world, 3)
    state = world.play(game, lambda s: s.auction is not None and len(s.auction.still_to_bid) > 1)
    assert state.auction is not None
    shown = decides(world, game)
    for seat in state.auction.still_to_bid:
        assert f"can pay {state.seat(seat).worth}" in shown


def test_the_others_read_no_choice_of_another_seat(world: World) -> None:
    game = table(world, 2)
    world.play(game, lambda s: len(s.row) > 1)
    other = 3 - awaited(world, game)
    assert "How the turn can end" not in text(world.client.get(seat_path(world, game, other)))
