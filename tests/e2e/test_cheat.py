"""Forms edited by hand, or sent with the link of another seat: refused with a page, and nothing is stored."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from tests.e2e.play import Answer, Browser, Fields, Player
from tests.e2e.running import Up
from tests.e2e.seated import link, seated

REFUSED = (400, 409, 422)
ANN, BO = ("Ann", "ann@example.org"), ("Bo", "bo@example.org")
NO_NUMBERS = [*"-1 1e3 4.0 0x4 +4 ½ ٤ four \0 4\0 <script>".split(" "), "9" * 5000]
"""What a field that counts something may not hold."""
NO_PAYMENTS = (
    *NO_NUMBERS,
    "99/0/",
    "-1/0/",
    "0/99/",
    "1/0",
    "1/0/R1.R1.R1.R1.R1.R1.R1.R1",
    "1/0/XX",
    "1/0/r1",
    "1/0/W9.W9",
    "٤/0/",
    f"1/0/{'.'.join(['R1'] * 100)}",
    f"{'9' * 400}/0/",
)
"""Payments that nobody holds, or that are none."""


@pytest.fixture(scope="module")
def tables(up: Up) -> Iterator[str]:
    """Fresh games of one person against the House, whose first mails are out."""
    games = [seated(up, [ANN], ["house"], seed=number) for number in range(20)]
    up.quiet()
    return iter(games)


@pytest.fixture
def browser(up: Up) -> Iterator[Browser]:
    with closing(Browser(up.base)) as opened:
        yield opened


class Cheat:
    """Sends what no page offers, and sees to it that it is refused and nothing is stored."""

    def __init__(self, up: Up, browser: Browser) -> None:
        up.quiet()
        self._up, self._browser = up, browser
        self._before = up.tables()
        self.tries = 0

    def tries_to(self, path: str, fields: Fields) -> Answer:
        answer = self._browser.post(path, fields)
        told = urlencode(fields, doseq=True)[:200]
        assert answer.status in REFUSED, told
        assert "<h1" in answer.html, told
        # The page's own scripts are files; what was sent became none.
        own = answer.html.count('<script type="module" src="/static/')
        assert answer.html.count("<script") == own, told
        assert self._up.tables() == self._before, told
        self.tries += 1
        return answer


def page_with(up: Up, browser: Browser, game: str, move: str) -> Answer:
    """A page on which seat 1, who plays against the House, is offered that move; with its payment for a
    bid or a buy."""
    player = Player(browser, random.Random(1))
    page = browser.get(link(up, game, 1))
    for _ in range(300):
        if not page.moves:
            page = browser.get(link(up, game, 1))
        if move == "buy":
            cards = [href for href in page.hrefs if href.startswith(f"{page.path}/buy/")]
            page = browser.get(cards[0]) if cards else page
        if any(move in form.fields.get("move", []) for form in page.moves):
            return page
        page = player.move(page)
    raise AssertionError(f"never a chance to {move}")


def own(page: Answer, move: str) -> tuple[str, dict[str, list[str]]]:
    """Where the page's form for that move is sent, and what is sent."""
    form = next(each for each in page.moves if move in each.fields.get("move", []))
    return form.action, form.data()


def test_the_link_of_another_seat_moves_nobody(up: Up, browser: Browser) -> None:
    game = seated(up, [ANN, BO])
    links = {seat: link(up, game, seat) for seat in (1, 2)}
    pages = {seat: browser.get(path) for seat, path in links.items()}
    (awaited,) = [seat for seat, page in pages.items() if page.moves]
    fields = pages[awaited].moves[0].data()
    other = links[3 - awaited]
    cheat = Cheat(up, browser)
    late = cheat.tries_to(other, fields)
    assert (late.status, late.moves) == (409, [])
    assert "It is not this seat's move" in late.text
    for seat in (str(awaited), f"seat:{awaited}"):
        for name in ("seat", "by", "player", "token", "person"):
            cheat.tries_to(other, {**fields, name: seat})


def test_fields_that_no_form_has_do_not_change_who_moves(
    up: Up, browser: Browser, tables: Iterator[str]
) -> None:
    game = next(tables)
    page = browser.get(link(up, game, 1))
    more = {"seat": "2", "by": "host", "via": "cli", "now": "2020-01-01", "player": str(uuid4())}
    assert browser.post(page.path, {**page.moves[0].data(), **more}).status == 303
    made = [row for row in up.tables()["events"] if row[0] == game and "CardDrawn" in row[2]]
    assert '"by":"seat:1"' in made[0][4]
    assert '"via":"web"' in made[0][4]


def test_the_link_of_another_game_does_not_reach_this_one(
    up: Up, browser: Browser, tables: Iterator[str]
) -> None:
    one, other = next(tables), next(tables)
    fields = browser.get(link(up, one, 1)).moves[0].data()
    path = link(up, other, 1)
    stale = {**fields, "version": ["4"]}
    assert Cheat(up, browser).tries_to(path, stale).status == 409
    # Sent to the other game at its own version it is a move of that game, and of no other.
    before = {row for row in up.tables()["events"] if row[0] == one}
    assert browser.post(path, fields).status == 303
    assert {row for row in up.tables()["events"] if row[0] == one} == before


def test_a_command_id_of_one_game_is_no_answer_in_another(
    up: Up, browser: Browser, tables: Iterator[str]
) -> None:
    one, other = next(tables), next(tables)
    first = browser.get(link(up, one, 1))
    fields = first.moves[0].data()
    assert browser.post(first.path, fields).status == 303
    count = sum(row[0] == other for row in up.tables()["events"])
    assert browser.post(link(up, other, 1), fields).status == 303
    assert sum(row[0] == other for row in up.tables()["events"]) > count


def test_a_token_with_a_sign_changed_opens_nothing(
    up: Up, browser: Browser, tables: Iterator[str]
) -> None:
    page = browser.get(link(up, next(tables), 1))
    token = page.path.rpartition("/")[2]

    def other(place: int) -> str:
        return token[:place] + ("a" if token[place] != "a" else "b") + token[place + 1 :]

    up.quiet()
    before = up.tables()
    for wrong in (other(0), other(16), other(31), token[:-1], f"{token}a", token.upper()):
        assert browser.get(f"/p/{wrong}").status == 404
        assert browser.post(f"/p/{wrong}", page.moves[0].data()).status == 404
    assert up.tables() == before


def test_the_fields_of_a_draw_edited(up: Up, browser: Browser, tables: Iterator[str]) -> None:
    game = next(tables)
    page = browser.get(link(up, game, 1))
    path, fields = page.path, page.moves[0].data()
    (command,) = fields["command"]
    cheat = Cheat(up, browser)
    for name, values in {
        "version": [*NO_NUMBERS, "", "0", "4", "6", "999999"],
        "command": [*NO_NUMBERS, "", command.upper(), command.replace("-", ""), command + "0"],
        "move": [*NO_NUMBERS, "", "numbers", "currency", "bid", "pass", "buy", "no", "Draw", "win"],
    }.items():
        for value in values:
            cheat.tries_to(path, {**fields, name: value})
        cheat.tries_to(path, {key: value for key, value in fields.items() if key != name})
    assert cheat.tries > 40
    assert browser.post(path, fields).status == 303


def test_the_fields_of_a_bid_edited(up: Up, browser: Browser, tables: Iterator[str]) -> None:
    page = page_with(up, browser, next(tables), "bid")
    path, fields = own(page, "bid")
    (amount,) = fields["amount"]
    cheat = Cheat(up, browser)
    for value in (*NO_NUMBERS, "", "0", "999999", str(int(amount) + 40)):
        cheat.tries_to(path, {**fields, "amount": value})
    for value in NO_PAYMENTS:
        cheat.tries_to(path, {**fields, "payment": value})
    _pay_otherwise(cheat, path, fields)
    # One more than is paid, and one less.
    for bid in (int(amount) + 1, int(amount) - 1):
        cheat.tries_to(path, {**fields, "amount": str(bid)})
    assert browser.post(path, fields).status == 303


def test_the_fields_of_a_buy_edited(up: Up, browser: Browser, tables: Iterator[str]) -> None:
    page = page_with(up, browser, next(tables), "buy")
    path, fields = own(page, "buy")
    cheat = Cheat(up, browser)
    for card in ("", "XX", "r5", "R0", "C1", "WW", "W1", "RW", "R5\0", "R" * 9000, "<script>", "٤"):
        cheat.tries_to(path, {**fields, "card": card})
    for value in NO_PAYMENTS:
        cheat.tries_to(path, {**fields, "payment": value})
    _pay_otherwise(cheat, path, fields)
    assert browser.post(path, fields).status == 303


def _pay_otherwise(cheat: Cheat, path: str, fields: dict[str, list[str]]) -> None:
    """The form for a payment of one's own, filled in with what is not held or no number."""
    listed = {**fields, "payment": ["own"]}
    for name in ("tokens", "busts"):
        for value in (*NO_NUMBERS, "999", "999999"):
            cheat.tries_to(path, {**listed, name: value})
    for cards in (["XX"], ["\0"], ["W9", "W9"], ["WW"] * 3, ["R1"] * 101, ["x" * 9000]):
        cheat.tries_to(path, {**listed, "tokens": "1", "paycard": cards})


def test_fields_sent_twice_are_one_move_at_most(
    up: Up, browser: Browser, tables: Iterator[str]
) -> None:
    for name, values in (
        ("move", ["draw", "numbers"]),
        ("move", ["numbers", "draw"]),
        ("version", ["5", "1"]),
        ("version", ["1", "5"]),
        ("command", [str(uuid4()), str(uuid4())]),
    ):
        game = next(tables)
        page = browser.get(link(up, game, 1))
        sent = browser.post(page.path, {**page.moves[0].data(), name: values})
        assert sent.status in (303, *REFUSED), (name, values)
        commands = {
            row[3] for row in up.tables()["events"] if row[0] == game and '"via":"web"' in row[4]
        }
        assert len(commands) == (sent.status == 303)
