"""Orders that answer for a seat: given, listed, withdrawn, and refused in a sentence, behind its links."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.ten.orders import BidOnKind, BuyIfAble, DrawUntil, NeverBuy
from events.ten.state import GameState
from tests.service.tables import at_auction, awaited, offered, opened, seat_path, send, table
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    return table(world)


def other(world: World, game: str) -> int:
    """A seat that is not awaited."""
    return next(seat for seat in (1, 2, 3) if seat != awaited(world, game))


def held(world: World, game: str, seat: int) -> list[object]:
    with world.store.read() as reader:
        found = world.services.orders.held(reader, world.state(game), seat)
    return [each.order for each in found]


def order(world: World, path: str, **fields: str) -> TestResponse:
    sent = {"command": world.uuid(), **fields}
    return world.client.post(f"{path}/orders", data=sent)


def test_every_kind_is_given_with_the_forms_of_the_page_and_listed(world: World, game: str) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    filled: dict[str, dict[str, Any]] = {
        "bid": {"card": "any", "most": "2", "use": "keep-busts"},
        "draw": {"total": "8", "percent": "20"},
        "buy": {"card": "G3", "use": "only-tokens"},
        "never": {},
    }
    for kind, fields in filled.items():
        forms = offered(world, f"{path}/orders", "/orders")
        sent = next(f for f in forms if f.fields["kind"] == [kind])
        answer = world.client.post(sent.action, data=sent.data(**fields))
        assert answer.headers["Location"] == f"{path}/orders"
    assert held(world, game, seat) == [
        BidOnKind("any", 2, ("tokens", "spares")),
        DrawUntil(8, 20),
        BuyIfAble("G3", ("tokens",)),
        NeverBuy(),
    ]
    shown = text(world.client.get(f"{path}/orders"))
    assert "Any wild: bid up to 2 · no bust tokens" in shown
    assert "Draw until the total is 8 or more, or a bust is likelier than 20 in 100" in shown
    assert "Buy G3 at the first own chance · tokens only" in shown
    assert "Buy nothing, but for a card that is ordered" in shown


def test_an_order_of_the_awaited_seat_acts_at_once(world: World, game: str) -> None:
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    version = world.state(game).version
    sent = next(
        f for f in offered(world, f"{path}/orders", "/orders") if f.fields["kind"] == ["draw"]
    )
    answer = world.client.post(sent.action, data=sent.data(total="1"))
    assert answer.headers["Location"] == path
    drawn = world.handler.recorded(game, version)
    assert drawn[0].type == "CardDrawn"
    assert drawn[0].meta.via == "order"


def test_in_an_auction_it_bids_when_the_seat_is_asked(world: World) -> None:
    game = at_auction(world)
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    order(world, path, kind="bid", card="any", most="0")
    auction = world.state(game).auction
    assert auction is not None
    assert auction.passed == (seat,)


def test_an_order_is_withdrawn_once_and_for_all(world: World, game: str) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    order(world, path, kind="never")
    (back,) = offered(world, f"{path}/orders", "/withdraw")
    for _ in range(2):
        answer = world.client.post(back.action, data=back.data())
        assert answer.headers["Location"] == f"{path}/orders"
    again = back.data(command=world.uuid())
    assert world.client.post(back.action, data=again).status_code == 303
    assert held(world, game, seat) == []
    assert "You have given none." in text(world.client.get(f"{path}/orders"))


def test_sent_twice_it_is_one_order(world: World, game: str) -> None:
    path = seat_path(world, game, other(world, game))
    sent = {"command": world.uuid(), "kind": "bid", "card": "W7", "most": "3"}
    for _ in range(2):
        assert world.client.post(f"{path}/orders", data=sent).status_code == 303
    assert sum("OrderSet" in repr(row) for row in world.everything()["events"]) == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "bid", "card": "R5", "most": "1"}, "R5 is no wild"),
        ({"kind": "bid", "card": "XX", "most": "1"}, "There is no card XX"),
        ({"kind": "bid", "card": "any", "most": "9999"}, "An order cannot bid up to 9999"),
        ({"kind": "bid", "card": "any", "most": "-1"}, "Type a whole number"),
        ({"kind": "bid", "card": "any", "most": ""}, "Type a whole number"),
        ({"kind": "bid", "card": "any", "most": "1", "use": "magic"}, "with which pieces"),
        ({"kind": "buy", "card": "C3"}, "C3 is never for sale"),
        ({"kind": "buy", "card": "W7"}, "W7 is never for sale"),
        ({"kind": "draw"}, "Say when to stop drawing"),
        ({"kind": "draw", "total": "11"}, "cannot draw until a total of 11"),
        ({"kind": "draw", "percent": "100"}, "cannot draw until a chance of 100 percent"),
        ({"kind": "draw", "total": "ten"}, "Type a whole number"),
    ],
)
def test_what_cannot_be_ordered_is_refused_in_a_sentence_and_stored_nowhere(
    world: World, game: str, fields: dict[str, str], sentence: str
) -> None:
    path = seat_path(world, game, other(world, game))
    before = world.everything()
    answer = world.client.post(f"{path}/orders", data={"command": world.uuid(), **fields})
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert world.everything() == before


def test_a_form_of_no_kind_or_without_its_id_is_no_form(world: World, game: str) -> None:
    path = seat_path(world, game, other(world, game))
    before = world.everything()
    for sent in ({"kind": "never"}, {"command": world.uuid(), "kind": "steal"}):
        assert world.client.post(f"{path}/orders", data=sent).status_code == 400
    assert world.everything() == before


def gone(state: GameState) -> str | None:
    """A wild of which every copy has been seen, once its auction is over."""
    seen = [code for code in state.deck if list(state.known).count(code) == state.deck[code]]
    return next((code for code in seen if "W" in code), None) if not state.auction else None


def test_a_card_that_cannot_come_is_neither_offered_nor_taken(world: World, game: str) -> None:
    card = gone(world.play(game, lambda state: gone(state) is not None))
    path = seat_path(world, game, other(world, game))
    page = world.client.get(f"{path}/orders").get_data(as_text=True)
    assert 'value="any"' in page
    assert f'value="{card}"' not in page
    answer = order(world, path, kind="bid", card=str(card), most="1")
    assert answer.status_code == 422
    assert f"{card} cannot come any more" in text(answer)


def test_a_card_that_is_held_cannot_be_ordered(world: World, game: str) -> None:
    state = world.play(
        game, lambda now: any(c[0] in "RBOG" and c[1] != "W" for s in now.seats for c in s.cards)
    )
    seat, card = next(
        (s.seat, c) for s in state.seats for c in s.cards if c[0] in "RBOG" and c[1] != "W"
    )
    path = seat_path(world, game, seat)
    answer = world.client.post(
        f"{path}/orders", data={"command": world.uuid(), "kind": "buy", "card": card}
    )
    assert answer.status_code == 422
    assert f"You have {card} already" in text(answer)


def dear(state: GameState) -> bool:
    """An auction in which another seat could pay more than the awaited one has in tokens."""
    if not opened(state) or state.awaiting is None:
        return False
    own = state.seat(state.awaiting.seat)
    return any(seat.worth > own.tokens for seat in state.seats if seat.seat != own.seat)


def test_one_that_cannot_be_paid_when_it_acts_leaves_the_answer_to_the_person(
    world: World, game: str
) -> None:
    state = world.play(game, dear)
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    most = str(state.seat(seat).tokens + 1)
    answer = order(world, path, kind="bid", card="any", most=most, use="only-tokens")
    assert answer.headers["Location"] == f"{path}/orders"
    assert world.state(game).version == state.version
    assert "Your bid is asked for" in text(world.client.get(path))


def test_where_no_person_plays_or_no_game_is_on_nothing_can_be_ordered(
    world: World, game: str
) -> None:
    seat = other(world, game)
    path = seat_path(world, game, seat)
    send(world, f"{path}/around", f"{path}/resign", sure="yes")
    assert "while you play" in text(world.client.get(f"{path}/orders"))
    before = world.everything()
    answer = world.client.post(f"{path}/orders", data={"command": world.uuid(), "kind": "never"})
    assert answer.status_code == 422
    assert world.everything() == before


def test_a_link_orders_for_its_own_seat_only(world: World, game: str) -> None:
    """Report L8: whatever a form says of seats, the link decides."""
    seat = other(world, game)
    path = seat_path(world, game, seat)
    order(world, path, kind="never", seat=str(awaited(world, game)))
    assert held(world, game, seat) == [NeverBuy()]
    assert held(world, game, awaited(world, game)) == []


def test_the_page_is_stored_nowhere_and_a_look_gives_no_order(world: World, game: str) -> None:
    path = seat_path(world, game, other(world, game))
    before = world.everything()
    for method in ("GET", "HEAD"):
        answer = world.client.open(f"{path}/orders", method=method)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"
    assert world.client.get(f"{path}/orders/withdraw").status_code == 405
    assert world.everything() == before
