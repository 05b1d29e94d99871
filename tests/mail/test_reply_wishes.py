"""From a command in a reply to a wish at the table: payments completed, doubts settled by the table."""

import pytest

from events import commands as c
from events import errors
from events.ten.legal import legal_commands
from events.types import Payment
from tests.events.ten.games import Game, arranged, bids, pay
from workers.mail.reply import intents as i
from workers.mail.reply.parse import parse
from workers.mail.reply.purse import NameCards, NoSuchMix
from workers.mail.reply.why import OtherLot, SealedPays
from workers.mail.reply.wishes import Seal, to_wish


def wish(game: Game, text: str, seat: int = 1) -> object:
    """The one wish of a command, or what there is instead; each wish is legal."""
    (line,) = parse(text, "en")
    assert isinstance(line.intent, i.Move | i.Ambiguous)
    found = to_wish(line.intent, game.state, seat)
    if not isinstance(found, list):
        return found
    assert all(each in legal_commands(game.state, seat) for each in found[:1])
    return found[0] if len(found) == 1 else found


def auction(**hand: object) -> Game:
    """Two people and W7 under the hammer: seat 2 bids first, seat 1 after it."""
    return arranged("hh", auction="W7", pile="R9 B9", **hand)  # type: ignore[arg-type]


def refused(found: object) -> tuple[type, dict[str, object]]:
    assert isinstance(found, errors.Refusal)
    return type(found), found.params


def test_draw_and_stop_with_what_the_row_offers() -> None:
    game = arranged(row="R2 C2")
    assert wish(game, "draw") == c.DrawCard(1)
    assert wish(game, "draw 3") == [c.DrawCard(1)] * 3
    assert wish(game, "stop numbers") == c.TakeNumbers(1)
    assert wish(game, "stop currency") == c.TakeCurrency(1)


def test_to_stop_is_clear_where_there_is_only_one_reward() -> None:
    assert wish(arranged(row="R2"), "stop") == c.TakeNumbers(1)
    assert wish(arranged(row="C2"), "stop") == c.TakeCurrency(1)
    both = wish(arranged(row="R2 C2"), "stop")
    assert both == i.Ambiguous((i.StopNumbers(), i.StopCurrency()))


def test_no_is_what_is_asked_for() -> None:
    assert wish(auction(), "no", 2) == c.PassBid(2)
    buying = arranged(market="R3", awaiting="buy")
    assert wish(buying, "no") == c.DeclineBuy(1)
    assert wish(buying, "pass") == c.DeclineBuy(1)
    drawing = arranged(row="R2")
    assert refused(wish(drawing, "no")) == (errors.WrongDecision, {"seat": 1, "kind": "draw"})
    assert refused(wish(drawing, "pass")) == (errors.WrongDecision, {"seat": 1, "kind": "draw"})
    assert refused(wish(auction(), "no buy", 2)) == (
        errors.WrongDecision,
        {"seat": 2, "kind": "bid"},
    )


def test_a_number_alone_is_a_bid_where_a_bid_is_asked() -> None:
    assert wish(auction(), "3", 2) == c.PlaceBid(2, 3, Payment(3))
    assert refused(wish(auction(), "30", 2)) == (
        errors.BidUnaffordable,
        {"amount": 30, "most": 5},
    )
    assert refused(wish(arranged(row="R2"), "3")) == (
        errors.WrongDecision,
        {"seat": 1, "kind": "draw"},
    )


def test_a_card_alone_is_bought_where_a_card_may_be_bought() -> None:
    game = arranged(market="R3 B5", awaiting="buy")
    assert wish(game, "R3") == c.BuyCard(1, "R3", Payment(3))
    assert refused(wish(game, "G5")) == (errors.NotInMarket, {"card": "G5"})


@pytest.mark.parametrize(
    ("hand", "tokens", "busts", "amount", "paid"),
    [
        ("R1", 5, 2, 4, "4"),
        ("R1", 2, 2, 4, "1 b"),
        ("R1", 2, 2, 5, "2 b"),
        ("R1", 0, 2, 4, "bb"),
        ("R1", 3, 2, 8, "2 bb"),
        ("R1 R1 G5", 2, 0, 3, "2 R1"),
        ("R1 R2 R3 R8", 4, 0, 5, "4 R8"),
        ("R1 R2 R3", 5, 0, 5, "5"),
    ],
)
def test_unnamed_pieces_are_tokens_then_busts_then_cards_that_score_nothing(
    hand: str, tokens: int, busts: int, amount: int, paid: str
) -> None:
    game = auction(hands={2: hand}, tokens={2: tokens}, busts={2: busts})
    assert wish(game, f"bid {amount}", 2) == c.PlaceBid(2, amount, pay(paid))


def test_cards_that_score_are_not_spent_unless_they_are_named() -> None:
    game = auction(hands={2: "R1 R2 R3 R4"}, tokens={2: 1})
    assert wish(game, "bid 3", 2) == NameCards(3)
    assert wish(game, "bid 3 with R1 R4 and tokens", 2) == c.PlaceBid(2, 3, pay("1 R1 R4"))


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("bid 4 with 1 token, 1 bust", "1 b"),
        ("bid 4 with R3 R3 and tokens", "2 R3 R3"),
        ("bid 2 with R3 R3 and tokens", "R3 R3"),
        ("bid 4 with a bust and tokens", "1 b"),
        ("bid 6 with bust tokens", "bb"),
        ("bid 5 with busts and tokens", "2 b"),
        ("bid 4 with busts", "bb"),
        ("bid 4 with 4 tokens", "4"),
        ("bid 4 tokens", "4"),
    ],
)
def test_named_pieces_are_paid_and_kinds_without_a_number_fill_up(text: str, paid: str) -> None:
    game = auction(hands={2: "R3 R3 B1"}, busts={2: 2})
    amount = int(text.split()[1])
    assert wish(game, text, 2) == c.PlaceBid(2, amount, pay(paid))


def test_pieces_that_do_not_fit_are_refused_by_name() -> None:
    game = auction(hands={2: "R3 R3 B1"}, busts={2: 2})
    small = errors.PaymentTooSmall, {"price": 4, "worth": 1}
    assert refused(wish(game, "bid 4 with 1 token", 2)) == small
    padded = errors.PaymentPadded, {"price": 2, "worth": 3, "piece": "tokens"}
    assert refused(wish(game, "bid 2 with 3 tokens", 2)) == padded
    held = errors.PaymentNotHeld, {"piece": "R3", "held": 2, "offered": 3}
    assert refused(wish(game, "bid 6 with R3 R3 R3 and tokens", 2)) == held
    assert wish(game, "bid 8 with R3 and busts", 2) == NoSuchMix(8)
    assert refused(wish(game, "bid 4 with C2", 2))[0] is errors.PaymentNotHeld


def test_a_bid_is_checked_before_its_payment() -> None:
    game = auction()
    assert game.state.auction is not None
    game.state.auction.bids = bids((2, 4))
    game.state.awaiting = game.state.awaiting._replace(seat=1)  # type: ignore[union-attr]
    assert refused(wish(game, "bid 4")) == (errors.BidTooLow, {"amount": 4, "least": 5})
    assert refused(wish(game, "bid 6")) == (errors.BidUnaffordable, {"amount": 6, "most": 5})
    assert wish(game, "bid 5 for RW") == OtherLot("RW", "W7")
    assert wish(game, "bid 5 for W7") == c.PlaceBid(1, 5, Payment(5))


def test_a_bidder_who_is_not_asked_yet_seals_a_bid() -> None:
    game = auction()
    opened = game.state.auction.opened if game.state.auction is not None else 0
    assert wish(game, "bid 4", 1) == Seal(opened, 4)
    assert wish(game, "4", 1) == Seal(opened, 4)
    assert wish(game, "pass", 1) == Seal(opened, 0)
    assert wish(game, "bid 4 with 4 tokens", 1) == SealedPays()
    assert refused(wish(game, "bid 6", 1)) == (errors.BidUnaffordable, {"amount": 6, "most": 5})
    assert wish(game, "bid 4 for RW", 1) == OtherLot("RW", "W7")


def test_who_is_not_asked_and_has_nothing_to_seal_is_told_who_is() -> None:
    expected = errors.NotAwaited, {"seat": 2, "awaited": 1}
    game = arranged(row="R2", market="G5")
    for text in ("draw", "stop", "stop numbers", "pass", "no", "bid 4", "4", "buy G5", "no buy"):
        assert refused(wish(game, text, 2)) == expected, text


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        ("buy G5", "5"),
        ("buy G5 with 2 tokens, 1 bust", "2 b"),
        ("buy G5 with B1 and tokens", "4 B1"),
    ],
)
def test_a_card_is_bought_with_what_is_named_or_with_what_costs_least(text: str, paid: str) -> None:
    game = arranged(market="G5 O7", hands={1: "B1 R2"}, busts={1: 1}, awaiting="buy")
    assert wish(game, text) == c.BuyCard(1, "G5", pay(paid))


def test_what_cannot_be_bought_is_refused_with_the_reason() -> None:
    game = arranged(market="G5 O9 R2", hands={1: "R2"}, awaiting="buy")
    assert refused(wish(game, "buy B3")) == (errors.NotInMarket, {"card": "B3"})
    assert refused(wish(game, "buy R2")) == (errors.TwinHeld, {"card": "R2"})
    dear = errors.PriceUnaffordable, {"card": "O9", "price": 9, "most": 6}
    assert refused(wish(game, "buy O9")) == dear


def test_a_game_that_is_not_running_says_so() -> None:
    assert refused(wish(Game("hh"), "draw")) == (errors.WrongPhase, {"phase": "lobby"})
    assert refused(wish(Game("hh"), "bid 4")) == (errors.WrongPhase, {"phase": "lobby"})
