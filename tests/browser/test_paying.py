"""Choosing how to pay: a few ways to pick from, or any legal one put together by hand."""

from __future__ import annotations

from itertools import islice

from playwright.sync_api import Page, expect

from events.ten.legal import legal_commands
from events.types import BidPlaced, Payment
from tests.browser.pages import PAGES, visit
from tests.browser.scenes import Scenes

AMOUNT = 8
LONG = next(shown for shown in PAGES if shown.name == "bid-long")


def opened(phone: Page, scenes: Scenes) -> tuple[str, list[Payment]]:
    """A game in which a seat may bid 8 in many ways: its page is opened; some of the ways."""
    game = scenes.another("bid-long")
    state = scenes.served.world.state(game)
    assert state.awaiting is not None
    legal = legal_commands(state, state.awaiting.seat)
    assert legal.bid is not None
    visit(phone, LONG, scenes, f"{scenes.seat(game)}/bid/{AMOUNT}")
    return game, list(islice(legal.bid.payments(AMOUNT), 40))


def fill(phone: Page, payment: Payment) -> None:
    """Put the payment together."""
    phone.get_by_text("Pay in another way").click()
    phone.fill("[name=tokens]", str(payment.tokens))
    phone.fill("[name=busts]", str(payment.busts))
    boxes = phone.locator("[name=paycard]")
    left = list(payment.cards)
    for box in boxes.all():
        code = box.get_attribute("value") or ""
        wanted = code in left
        if wanted:
            left.remove(code)
        box.set_checked(wanted)
    assert not left


def bid(phone: Page) -> int:
    """Press the button; the status of the answer."""
    with phone.expect_navigation() as went:
        phone.get_by_role("button", name=f"Bid {AMOUNT} with these pieces").click()
    return went.value.status


def test_any_legal_payment_is_put_together_by_hand(phone: Page, scenes: Scenes) -> None:
    game, ways = opened(phone, scenes)
    chosen = max(ways, key=lambda way: (len(way.cards), way.busts))
    fill(phone, chosen)
    assert bid(phone) == 200
    recorded = scenes.served.world.handler.recorded(game, 0)
    paid = [each.event for each in recorded if isinstance(each.event, BidPlaced)]
    assert (paid[-1].amount, paid[-1].payment) == (AMOUNT, chosen)


def test_a_sensible_payment_is_one_press_away(phone: Page, scenes: Scenes) -> None:
    game, ways = opened(phone, scenes)
    first = phone.locator("#move [name=payment]:checked")
    expect(first).to_be_visible()
    with phone.expect_navigation() as went:
        phone.get_by_role("button", name=f"Bid {AMOUNT}", exact=True).click()
    assert went.value.status == 200
    recorded = scenes.served.world.handler.recorded(game, 0)
    paid = [each.event for each in recorded if isinstance(each.event, BidPlaced)]
    assert paid[-1].amount == AMOUNT
    assert paid[-1].payment in ways or len(ways) == 40


def test_a_sum_that_does_not_fit_is_refused_and_kept_to_be_mended(
    phone: Page, scenes: Scenes
) -> None:
    game, _ways = opened(phone, scenes)
    before = scenes.served.world.state(game).version
    wrong = Payment(1, 0, ())
    fill(phone, wrong)
    assert bid(phone) == 422
    expect(phone.get_by_role("alert")).to_be_visible()
    expect(phone.locator("[name=tokens]")).to_have_value("1")
    assert phone.locator("[name=paycard]:checked").count() == 0
    assert scenes.served.world.state(game).version == before
