"""Others' moves and lines appear by themselves; a form that is being filled in is left alone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from events import commands as c
from events.ten import cards
from service import people, talk
from tests.browser.chromium import PHONE, watched
from tests.browser.scenes import Scenes

SOON_MS = 12_000


def begin(scenes: Scenes) -> tuple[str, int]:
    """A game of two at its beginning whose first card stays in the row, and who is awaited."""
    while True:
        game = scenes.game(("human", "human"))
        state = scenes.served.world.state(game)
        dealer = scenes.served.world.handler._dealers.get(game)
        assert state.awaiting is not None
        assert dealer is not None
        if dealer.next_card(state) not in cards.WILDS:
            return game, state.awaiting.seat


def draw(scenes: Scenes, game: str, seat: int) -> str:
    """The seat draws; the card."""
    state = scenes.served.world.do(game, c.DrawCard(seat), f"seat:{seat}").state
    return state.row[-1]


def say(scenes: Scenes, game: str, seat: int, text: str) -> None:
    world = scenes.served.world
    with world.store.unit() as unit:
        place = people.place(unit.connection, game, seat)
        assert place is not None
        talk.say(unit, world.uuid(), game, seat, place.person, text, world.clock.now)


def test_a_move_of_another_appears_and_is_announced(phone: Page, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    phone.goto(scenes.seat(game, 3 - seat))
    phone.mouse.move(5, 5)
    card = draw(scenes, game, seat)
    expect(phone.locator(".row .laid svg")).to_have_count(1, timeout=SOON_MS)
    expect(phone.locator("#recap ~ .log")).to_contain_text(f"draws {card}")
    expect(phone.locator("body > [role=status]")).to_contain_text(f"draws {card}")
    assert phone.locator(".moved").count() == 0


def test_who_watches_without_a_seat_sees_it_too(phone: Page, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    phone.goto(f"/g/{game}")
    draw(scenes, game, seat)
    expect(phone.locator(".row .laid svg")).to_have_count(1, timeout=SOON_MS)


def test_a_half_filled_form_survives_the_move_of_another(phone: Page, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    phone.goto(scenes.seat(game, 3 - seat))
    field = phone.locator("[name=line]")
    field.fill("I was just about to s")
    phone.locator("h1").click()
    card = draw(scenes, game, seat)
    bar = phone.locator(".moved")
    expect(bar).to_contain_text(f"draws {card}", timeout=SOON_MS)
    expect(field).to_have_value("I was just about to s")
    expect(phone.locator(".row .laid svg")).to_have_count(0)
    bar.get_by_role("button").click()
    expect(phone.locator(".row .laid svg")).to_have_count(1)
    # What was typed goes with it.
    expect(field).to_have_value("I was just about to s")
    expect(bar).to_have_count(0)
    field.press("End")
    field.press_sequentially("ay this")
    with phone.expect_navigation():
        field.press("Enter")
    expect(phone.locator(".talk")).to_contain_text("I was just about to say this")


def test_a_payment_that_was_chosen_stays_chosen(phone: Page, scenes: Scenes) -> None:
    game = scenes.another("bid")
    state = scenes.served.world.state(game)
    assert state.awaiting is not None
    assert state.auction is not None
    seat = state.awaiting.seat
    amount = state.auction.highest + 2
    phone.goto(f"{scenes.seat(game)}/bid/{amount}")
    last = phone.locator("#move .pays > label [name=payment]").last
    last.check()
    phone.locator("h1").click()
    other = next(number for number in (1, 2) if number != seat)
    say(scenes, game, other, "hurry up")
    expect(phone.locator(".moved")).to_contain_text("hurry up", timeout=SOON_MS)
    expect(last).to_be_checked()


def test_whoever_reads_by_keyboard_is_not_thrown_out(phone: Page, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    phone.goto(scenes.seat(game, 3 - seat))
    phone.locator("main summary, main button").first.focus()
    draw(scenes, game, seat)
    expect(phone.locator(".moved")).to_be_visible(timeout=SOON_MS)
    assert phone.evaluate("document.querySelector('main').contains(document.activeElement)")
    phone.keyboard.press("Tab")
    phone.locator(".moved button").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("h1")).to_be_focused()


def test_talk_with_script_in_it_is_shown_as_text(phone: Page, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    phone.goto(scenes.seat(game, 3 - seat))
    line = "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"
    say(scenes, game, seat, line)
    expect(phone.locator(".talk")).to_contain_text(line, timeout=SOON_MS)
    phone.goto(f"{scenes.seat(game, 3 - seat)}/table")
    expect(phone.locator(".talk")).to_contain_text(line)
    assert phone.evaluate("window.ran") is None


def test_what_was_folded_out_stays_so(phone: Page, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    draw(scenes, game, seat)
    phone.goto(scenes.seat(game, 3 - seat))
    phone.locator("details.left-over").evaluate("each => { each.open = true; }")
    say(scenes, game, seat, "look at that")
    expect(phone.locator(".talk")).to_contain_text("look at that", timeout=SOON_MS)
    assert phone.locator("details.left-over").evaluate("each => each.open")


def test_the_end_of_the_game_leads_to_the_score(phone: Page, scenes: Scenes) -> None:
    game = scenes.game(("human", "human"))
    assert scenes.play(game, lambda state, legal: state.phase == "final_buying")
    seat = 1
    phone.goto(scenes.seat(game, seat))
    scenes.play(game, lambda state, legal: False)
    expect(phone.get_by_role("link", name="Watch the game again")).to_be_visible(timeout=SOON_MS)


def test_a_hidden_page_asks_nothing_and_asks_at_once_when_it_is_seen_again(
    phone: Page, scenes: Scenes
) -> None:
    game, seat = begin(scenes)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(scenes.seat(game, 3 - seat))
    hide = """hidden => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    phone.evaluate(hide, True)
    draw(scenes, game, seat)
    phone.wait_for_timeout(4000)
    assert not [url for url in asked if url.endswith("/now")]
    phone.evaluate(hide, False)
    expect(phone.locator(".row .laid svg")).to_have_count(1, timeout=SOON_MS)


def test_without_scripts_nothing_is_missing(chromium: Browser, scenes: Scenes) -> None:
    game, seat = begin(scenes)
    with watched(chromium, scenes.served.base, java_script_enabled=False, viewport=PHONE) as (
        page,
        _watch,
    ):
        page.goto(scenes.seat(game, seat))
        page.locator("[name=line]").fill("no scripts here")
        page.get_by_role("button", name="Say it").click()
        expect(page.locator(".talk")).to_contain_text("no scripts here")
        page.locator("#move button.main").first.click()
        expect(page.locator(".row .laid svg, .auction")).not_to_have_count(0)
