"""Links and forms that come late, twice or from two places, over HTTP: the right page each time."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest

from tests.e2e.play import Answer, Browser, Letter, Player
from tests.e2e.running import Up, wait_for
from tests.e2e.seated import seated
from tests.workers.sink import Sink

TABLES = 12


@dataclass
class Table:
    """A game of two people and a bot, and the first mail that asked one of them to move."""

    game: str
    asked: Letter
    other: str
    """The address of the person who was not asked first."""


@pytest.fixture(scope="module")
def tables(up: Up, post: Sink) -> Iterator[Table]:
    """Fresh games, one after another."""
    games = []
    for number in range(TABLES):
        guests = [(name, f"{name}.{number}@example.org") for name in ("ann", "bo")]
        games.append((seated(up, guests, ["bot"], seed=number), [each for _, each in guests]))

    def ready() -> Iterator[Table]:
        for game, addresses in games:
            asked = asked_first(post, addresses)
            yield Table(game, asked, next(each for each in addresses if each != asked.to))

    return ready()


def asked_first(post: Sink, addresses: list[str]) -> Letter:
    """The first mail to one of these that asks to draw."""

    def found() -> Letter | None:
        to = [each for each in post.caught if each.to in addresses]
        return next((Letter(each.to, each.raw) for each in to if b"/draw" in each.raw), None)

    return wait_for(found, "nobody is asked")


@pytest.fixture
def browser(up: Up) -> Iterator[Browser]:
    with closing(Browser(up.base)) as opened:
        yield opened


def opened(browser: Browser, letter: Letter) -> Answer:
    """The page behind the mail; it offers a move."""
    assert letter.play is not None
    page = browser.get(letter.play)
    assert page.status == 200
    assert page.moves
    return page


def drawing(page: Answer) -> dict[str, list[str]]:
    """The form of the page with the button to draw."""
    (form,) = page.moves
    found: dict[str, list[str]] = form.data([value for _, value in form.buttons].index("draw"))
    return found


def draws(up: Up, game: str) -> int:
    """How many cards were drawn by a person in this game."""
    return sum(
        row[0] == game and row[2] == "CardDrawn" and '"via":"web"' in row[4]
        for row in up.tables()["events"]
    )


def test_a_form_sent_twice_is_one_append_and_one_answer(
    up: Up, tables: Iterator[Table], browser: Browser
) -> None:
    """Reports L4 and L5."""
    table = next(tables)
    page = opened(browser, table.asked)
    fields = drawing(page)
    first = browser.post(page.path, fields)
    second = browser.post(page.path, fields)
    assert (first.status, first.headers["Location"]) == (303, page.path)
    assert (second.status, second.headers["Location"]) == (303, page.path)
    assert draws(up, table.game) == 1


def test_a_form_sent_from_eight_places_at_once_is_one_append_and_one_answer(
    up: Up, tables: Iterator[Table], browser: Browser
) -> None:
    table = next(tables)
    page = opened(browser, table.asked)
    fields = drawing(page)
    answers: list[tuple[int, str]] = []
    together = threading.Barrier(8)

    def click() -> None:
        with closing(Browser(up.base)) as own:
            own.get(page.path)
            together.wait()
            answer = own.post(page.path, fields)
            answers.append((answer.status, answer.headers["Location"]))

    clicks = [threading.Thread(target=click) for _ in range(8)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join()
    assert answers == [(303, page.path)] * 8
    assert draws(up, table.game) == 1


def test_the_second_of_two_devices_is_told_and_gets_the_table_and_a_fresh_form(
    up: Up, tables: Iterator[Table], browser: Browser
) -> None:
    for table in tables:
        phone, desk = opened(browser, table.asked), opened(browser, table.asked)
        assert drawing(phone)["command"] != drawing(desk)["command"]
        assert browser.post(phone.path, drawing(phone)).status == 303
        up.quiet()
        before = up.tables()
        late = browser.post(desk.path, drawing(desk))
        assert late.status == 409
        assert "The table has moved on since you saw it" in late.text
        assert up.tables() == before
        if not late.moves:
            # The card ended the turn or opened an auction in which others are asked first.
            continue
        fresh = late.moves[0]
        assert fresh.fields["version"] != drawing(desk)["version"]
        assert browser.post(fresh.action, fresh.data()).status == 303
        return
    raise AssertionError("no table whose turn went on")


def test_a_click_on_the_mail_of_this_turn_after_more_draws_goes_on_from_there(
    up: Up, tables: Iterator[Table], browser: Browser
) -> None:
    for table in tables:
        page = opened(browser, table.asked)
        for _ in range(3):
            page = browser.send(page.path, drawing(page))
            if len(page.moves) != 1 or ("move", "draw") not in page.moves[0].buttons:
                break
        else:
            for link in [table.asked.play or "", *table.asked.choices]:
                again = browser.get(link)
                assert "It is your turn" in again.text
                assert drawing(again)["version"] == drawing(page)["version"]
            drawn = draws(up, table.game)
            assert browser.post(again.path.rpartition("/")[0], drawing(again)).status == 303
            assert draws(up, table.game) == drawn + 1
            return
    raise AssertionError("no table whose turn went on for three draws")


def test_a_click_on_the_mail_of_a_past_turn_shows_the_table_and_mails_a_fresh_link(
    up: Up, post: Sink, tables: Iterator[Table], browser: Browser
) -> None:
    """Report L6."""
    table = next(tables)
    player = Player(browser, random.Random(3))

    def asked_again() -> Letter | None:
        """The next mail to the same person about a turn of theirs; the other plays on meanwhile."""
        for each in list(post.caught):
            letter = Letter(each.to, each.raw)
            if each.to in (table.asked.to, table.other) and letter.play:
                mine = each.to == table.asked.to and letter.subject.startswith("Your turn")
                if mine and letter.raw != table.asked.raw:
                    return letter
                player.play_on(browser.get(letter.play))
        return None

    fresh = wait_for(asked_again, "the turn does not come round")
    old = browser.get(table.asked.play or "")
    assert old.status == 200
    assert not old.moves
    assert "This link cannot move" in old.text
    assert "Mail me a fresh link" in old.text
    for choice in table.asked.choices:
        assert not browser.get(choice).moves
    opened(browser, fresh)

    had = len(post.to(table.asked.to))
    (button,) = [form for form in old.forms if form.action.endswith("/link")]
    assert browser.post(button.action, button.data()).status == 200
    wait_for(lambda: len(post.to(table.asked.to)) > had, "no fresh link is mailed")
    mailed = Letter(table.asked.to, post.to(table.asked.to)[-1].raw)
    assert mailed.play not in (fresh.play, table.asked.play)
    page = opened(browser, mailed)
    assert browser.post(page.path, page.moves[0].data()).status == 303
