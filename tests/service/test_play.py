"""Each decision is shown and answered behind a mailed link, one after the other without another mail."""

import pytest

from events.ten.state import GameState
from service.views.choices import SHOWN
from tests.service.world import World, form, forms, text


@pytest.fixture
def table(world: World) -> str:
    """Two persons and a bot; seat 1 or 2 is awaited."""
    return world.game(
        ["human", "human", "bot"], [world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")]
    )


def awaited(state: GameState) -> int:
    assert state.awaiting is not None
    return state.awaiting.seat


def until(world: World, game: str, kind: str, worth: int = 0) -> int:
    """Plays on until a person is asked for this; the seat."""

    def reached(state: GameState) -> bool:
        if state.awaiting is None or state.awaiting.kind != kind:
            return False
        return state.seat(state.awaiting.seat).worth >= worth

    return awaited(world.play(game, reached))


def test_a_draw_leads_back_to_the_same_link_which_shows_the_next_decision(
    world: World, table: str
) -> None:
    seat = awaited(world.state(table))
    path = f"/p/{world.token(table, seat)}"
    client = world.client
    shown = client.get(path)
    assert "It is your turn" in text(shown)
    offered = form(shown, path)
    assert offered.buttons == [("move", "draw")]
    answer = client.post(path, data=offered.data())
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    assert "CardDrawn" in world.log(table)
    assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    ("move", "event"), [("numbers", "NumbersTaken"), ("currency", "CurrencyTaken")]
)
def test_a_link_preselects_how_to_stop(world: World, table: str, move: str, event: str) -> None:
    def can(state: GameState) -> bool:
        letter = {"numbers": "RBOG", "currency": "C"}[move]
        drawing = state.awaiting is not None and state.awaiting.kind == "draw"
        return drawing and any(code[0] in letter for code in state.row)

    seat = awaited(world.play(table, can))
    path = f"/p/{world.token(table, seat)}"
    offered = form(world.client.get(f"{path}/{move}"), path)
    assert offered.buttons[0] == ("move", move)
    before = world.log(table).count(event)
    assert world.client.post(path, data=offered.data(0)).status_code == 303
    assert world.log(table).count(event) == before + 1


def test_a_bid_is_placed_with_the_payment_that_was_chosen(world: World, table: str) -> None:
    seat = until(world, table, "bid", worth=4)
    state = world.state(table)
    assert state.auction is not None
    amount = state.auction.highest + 2
    path = f"/p/{world.token(table, seat)}"
    shown = world.client.get(f"{path}/bid/{amount}")
    # On a phone the form is below the row and the auction: another amount leads back to it.
    assert f'href="{path}/bid/{amount + 1}#move"' in shown.get_data(as_text=True)
    offered = next(f for f in forms(shown) if "amount" in f.fields)
    assert offered.fields["amount"] == [str(amount)]
    assert world.client.post(path, data=offered.data()).status_code == 303
    placed = next(
        each.event
        for each in world.handler.recorded(table, state.version)
        if each.type == "BidPlaced"
    )
    assert placed.amount == amount  # type: ignore[attr-defined]


@pytest.mark.parametrize("pick", ["9" * 5000, "999999", "٣", "-1", "x", "%00"])
def test_a_bid_in_a_link_that_cannot_be_is_passed_over(world: World, table: str, pick: str) -> None:
    seat = until(world, table, "bid", worth=4)
    state = world.state(table)
    assert state.auction is not None
    path = f"/p/{world.token(table, seat)}"
    shown = world.client.get(f"{path}/bid/{pick}")
    assert shown.status_code == 200
    offered = next(f for f in forms(shown) if "amount" in f.fields)
    least, most = state.auction.highest + 1, state.seat(seat).worth
    assert offered.fields["amount"] == [str(most if pick == "999999" else least)]


def test_a_bid_can_be_passed(world: World, table: str) -> None:
    seat = until(world, table, "bid", worth=1)
    path = f"/p/{world.token(table, seat)}"
    shown = world.client.get(f"{path}/pass")
    passing = next(f for f in forms(shown) if ("move", "pass") in f.buttons)
    before = world.log(table).count("BidPassed")
    assert world.client.post(path, data=passing.data()).status_code == 303
    assert world.log(table).count("BidPassed") > before


def test_a_card_of_the_market_is_bought(world: World, table: str) -> None:
    seat = until(world, table, "buy")
    path = f"/p/{world.token(table, seat)}"
    page = world.client.get(path)
    card, _, rest = page.get_data(as_text=True).partition(f"{path}/buy/")[2].partition("#")
    # On a phone the card that was picked and the button are below the row.
    assert rest.startswith("move")
    shown = world.client.get(f"{path}/buy/{card}")
    buying = next(f for f in forms(shown) if "card" in f.fields)
    assert buying.fields["card"] == [card]
    assert world.client.post(path, data=buying.data()).status_code == 303
    assert "CardBought" in world.log(table)


def test_buying_can_be_declined(world: World, table: str) -> None:
    seat = until(world, table, "buy")
    path = f"/p/{world.token(table, seat)}"
    shown = world.client.get(f"{path}/no")
    declining = next(f for f in forms(shown) if ("move", "no") in f.buttons)
    assert world.client.post(path, data=declining.data()).status_code == 303
    assert "BuyDeclined" in world.log(table)


def test_where_the_ways_to_pay_are_many_the_form_is_filled_in_and_checked(
    world: World, table: str
) -> None:
    def rich(state: GameState) -> bool:
        awaiting = state.awaiting
        bidding = awaiting is not None and awaiting.kind == "bid"
        return bidding and len(set(state.seat(awaited(state)).cards)) > 7

    state = world.play(table, rich)
    seat = awaited(state)
    path = f"/p/{world.token(table, seat)}"
    holding = state.seat(seat)
    amount = max(state.auction.highest + 1, holding.tokens + 2) if state.auction else 0
    shown = world.client.get(f"{path}/bid/{amount}")
    listed, offered = [f for f in forms(shown) if "amount" in f.fields]
    assert len(listed.options["payment"]) == SHOWN
    assert offered.fields["payment"] == ["own"]
    padded = offered.data(tokens=str(holding.tokens), paycard=list(holding.cards))
    refused = world.client.post(path, data=padded)
    assert refused.status_code == 422
    assert "not needed. Take it out." in text(refused)
    assert world.state(table).version == state.version
    _listed, again = [f for f in forms(refused) if "amount" in f.fields]
    assert again.fields["paycard"] == offered.options["paycard"]
    assert world.client.post(path, data=offered.data()).status_code == 303


def test_a_whole_game_is_played_from_the_pages_alone(world: World, table: str) -> None:
    links: dict[int, str] = {}
    client = world.client
    for _ in range(600):
        state = world.state(table)
        if state.over:
            break
        seat = awaited(state)
        path = links.setdefault(seat, f"/p/{world.token(table, seat)}")
        shown = client.get(path)
        if not any(f.action == path for f in forms(shown)):
            links.pop(seat)
            assert "This link cannot move" in text(shown)
            continue
        offered = form(shown, path)
        last = len(offered.buttons) - 1
        press = last if len(state.row) > 2 and last > 0 else 0
        assert client.post(path, data=offered.data(press)).status_code == 303
    assert world.state(table).phase == "scored"
    assert "points" in text(client.get(next(iter(links.values()))))
