"""The table as text: complete, and no line wider than a mail client shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from events import lines, replay
from events.ten import view
from service.tabletext import WIDTH, grouped, scores, table, width, wrapped
from service.wording import Words

WORDS = Words()
GOLDEN = sorted((Path(__file__).parents[1] / "golden").rglob("*.jsonl"))
NAMES = {
    1: 'Ann, "the ace" of the long, long table by the sea',
    2: "नमस्ते गुरु",
    3: "漢字太郎漢字太郎漢字太郎漢字太郎漢字太郎",
    4: "نادية 😀👩‍👩‍👧",
    5: "W" * 40,
}


def views(path: Path) -> list[dict[str, Any]]:
    return [view.public(state) for state in replay.states(lines.read(path.read_bytes()))]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_no_line_is_wider_than_72_columns(path: Path) -> None:
    for each in views(path)[::7]:
        text = f"{table(WORDS, each, NAMES, 2)}\n{scores(WORDS, each, NAMES)}"
        assert max(map(width, text.split("\n"))) <= WIDTH


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_whole_table_is_there(path: Path) -> None:
    for each in views(path)[::29]:
        text = " ".join(table(WORDS, each, NAMES, 1).split())
        for seat in each["seats"]:
            assert grouped(seat["cards"]).split() == [
                code for code in grouped(seat["cards"]).split() if code in text
            ]
        assert " ".join(each["row"]) in text
        assert " ".join(each["discarded"]) in text
        assert each["phase"] == "lobby" or f"{each['draw_pile']} card" in text


def test_a_table_in_mid_auction_reads_like_this() -> None:
    shown = {
        "phase": "auction",
        "turn": 7,
        "active": 1,
        "awaiting": {"seat": 3, "kind": "bid", "due_at": None},
        "draw_pile": 1,
        "row": ["R5", "C2", "B4"],
        "row_numbers": 9,
        "row_currency": 2,
        "row_total": 7,
        "market": ["R3", "G2"],
        "discarded": ["C1"],
        "auction": {
            "card": "W7",
            "order": [2, 3, 1],
            "bids": [{"seat": 2, "amount": 4}],
            "passed": [],
        },
        "seats": [
            {"seat": 1, "kind": "human", "tokens": 5, "busts": 1, "cards": ["R1", "R2", "WW"]},
            {"seat": 2, "kind": "bot", "tokens": 1, "busts": 0, "cards": []},
            {"seat": 3, "kind": "human", "tokens": 0, "busts": 0, "cards": ["BW"]},
        ],
        "supply": {"tokens": 44, "busts": 14},
        "results": None,
        "winners": None,
    }
    names = {1: "Ann", 2: "Bot 2", 3: "Cy"}
    assert (
        table(WORDS, shown, names, 3)
        == """\
Turn 7: Ann                                           1 card in the pile
> Cy: to bid or to pass

Row     R5 C2 B4
        numbers 9 - currency 2 = 7 (11 or more is a bust, and so are 11
        of currency)
Market  R3   G2

Auction of W7 (wild 7 of any colour)
   Bot 2: bids 4
   Cy: still to answer
   Ann: still to answer

* Ann: 5 tokens, 1 bust token
     R1 R2   WW

  Bot 2: 1 token, 0 bust tokens
     no cards

  Cy (you): 0 tokens, 0 bust tokens
     BW

Supply: 44 tokens, 14 bust tokens
Discarded: C1"""
    )


def test_a_score_shows_each_run_and_where_the_wilds_stand() -> None:
    results = [
        {
            "seat": 1,
            "points": 3,
            "runs": {"B": {"start": 9, "length": 1, "cards": ["B9"]}},
            "tokens": 1,
            "cards": 1,
            "rank": 2,
        },
        {
            "seat": 2,
            "points": 5,
            "runs": {"R": {"start": 1, "length": 5, "cards": ["R1", "W2", "W3", "R4", "RW"]}},
            "tokens": 0,
            "cards": 6,
            "rank": 1,
        },
    ]
    assert (
        scores(WORDS, {"results": results}, {1: "Ann", 2: "Bob"})
        == """\
1. Bob: 5 points, 0 tokens, 6 cards
   red     1-5  R1 W2 W3 R4 RW

2. Ann: 3 points, 1 token, 1 card
   blue    9    B9"""
    )


def test_a_link_is_never_broken() -> None:
    link = "https://ten.example/p/" + "a" * 90
    assert wrapped(f"see {link} now") == ["see", link, "now"]


def test_a_word_without_end_is_cut() -> None:
    assert max(map(width, wrapped("x" * 500))) <= WIDTH


def test_before_the_game_begins_it_tells_who_sits_there() -> None:
    seats = [
        {"seat": 1, "kind": "human"},
        {"seat": 2, "kind": "human"},
        {"seat": 3, "kind": "bot"},
    ]
    waiting = {"phase": "lobby", "seats": seats, "awaiting": None}
    assert (
        table(WORDS, waiting, {1: "Ann", 3: "Bot 3"}, 1)
        == """\
Waiting for the seats to be taken

  Ann (you)
  seat 2
  Bot 3"""
    )
