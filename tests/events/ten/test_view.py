"""The state as it leaves the service (events.md, "State, as it leaves the service")."""

from events import commands as c
from events.ten.view import public
from tests.events.ten.games import GAME, Game, Rigged, arranged, pay, started


def test_the_lobby():
    assert public(Game("hbh").state) == {
        "game": GAME,
        "version": 1,
        "phase": "lobby",
        "turn": 0,
        "active": None,
        "awaiting": None,
        "draw_pile": 0,
        "row": [],
        "row_numbers": 0,
        "row_currency": 0,
        "row_total": 0,
        "market": [],
        "discarded": [],
        "auction": None,
        "seats": [
            {"seat": seat, "kind": kind, "tokens": 0, "busts": 0, "cards": []}
            for seat, kind in ((1, "human"), (2, "bot"), (3, "human"))
        ],
        "supply": {"tokens": 50, "busts": 15},
        "results": None,
        "winners": None,
    }


def test_the_table_in_an_auction():
    game = arranged(
        "hhh",
        row="G9 C5 C4 R1",
        market="G1 R9 B2",
        hands={2: "WW R1 GW"},
        busts={2: 2},
        pile="W5 R2",
        active=2,
    )
    game.draw()
    game.bid(3)
    game.skip()
    view = public(game.state)
    assert view["row"] == ["G9", "C5", "C4", "R1"]
    assert (view["row_numbers"], view["row_currency"], view["row_total"]) == (10, 9, 1)
    assert view["market"] == ["R9", "B2", "G1"]
    assert view["auction"] == {
        "card": "W5",
        "order": [3, 1, 2],
        "bids": [{"seat": 3, "amount": 3}],
        "passed": [1],
    }
    assert view["awaiting"] == {
        "seat": 2,
        "kind": "bid",
        "due_at": game.state.awaiting.due_at,
    }
    assert view["seats"][1] == {
        "seat": 2,
        "kind": "human",
        "tokens": 5,
        "busts": 2,
        "cards": ["R1", "GW", "WW"],
    }
    assert (view["phase"], view["active"], view["draw_pile"]) == ("auction", 2, 1)
    assert view["supply"] == {"tokens": 35, "busts": 13}


def test_a_wild_that_was_drawn_has_an_empty_order_until_its_auction_opens():
    game = started("hh", "W5")
    game.draw()
    drawn = public(game.states[-3])
    assert (drawn["phase"], drawn["auction"]["order"]) == ("auction", [])
    assert drawn["awaiting"]["kind"] == "draw"
    assert public(game.states[-2])["awaiting"] is None


def test_the_end():
    game = arranged("hh", row="C1", market="R3", hands={1: "R1 R2 G9"}, pile="")
    game.take_currency()
    game.skip()
    game.do(c.BuyCard(1, "R3", pay("3")))
    view = public(game.state)
    assert (view["phase"], view["awaiting"], view["active"]) == ("scored", None, 1)
    assert view["winners"] == [1]
    assert view["results"][0] == {
        "seat": 1,
        "points": 4,
        "runs": {
            "R": {"start": 1, "length": 3, "cards": ["R1", "R2", "R3"]},
            "G": {"start": 9, "length": 1, "cards": ["G9"]},
        },
        "tokens": 3,
        "cards": 4,
        "rank": 1,
    }


def test_it_holds_no_secret():
    game = started("hh", "R1 W5")
    text = str(public(game.state))
    assert Rigged.seed not in text
    assert "known" not in text


def test_changing_it_changes_no_state():
    game = arranged("hh", row="R1", market="G1")
    view = public(game.state)
    view["row"].append("R2")
    view["market"].clear()
    view["seats"][0]["cards"].append("R3")
    assert (game.state.row, game.state.market, game.state.seat(1).cards) == (["R1"], ["G1"], [])
