"""The commands of mail.md in English: what is understood, what is forgiven, and what is asked back."""

from datetime import date

import pytest

from workers.mail.reply import intents as i
from workers.mail.reply.parse import parse

TOKENS, BUSTS = "tokens", "busts"
STOP = i.Ambiguous((i.StopNumbers(), i.StopCurrency()))
NO = i.Ambiguous((i.NoBuy(), i.Pass()))
AUGUST = i.Vacation(date(2026, 8, 14))
MARCH = date(2026, 3, 8)


def only(text: str, language: str = "en") -> object:
    """What the one command of a text asks for."""
    (line,) = parse(text, language)
    assert line.text
    return line.intent


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("draw", i.Draw()),
        ("draw 3", i.Draw(3)),
        ("stop numbers", i.StopNumbers()),
        ("stop currency", i.StopCurrency()),
        ("bid 4", i.Bid(4)),
        ("bid 4 with 1 token, 1 bust", i.Bid(4, i.Pay(1, 1))),
        ("bid 4 with R3 R3 and tokens", i.Bid(4, i.Pay(cards=("R3", "R3"), rest=(TOKENS,)))),
        ("pass", i.Pass()),
        ("buy G5", i.Buy("G5")),
        ("buy G5 with 2 tokens, 1 bust", i.Buy("G5", i.Pay(2, 1))),
        ("no buy", i.NoBuy()),
        ("order W7 5", i.Order("W7", 5)),
        ("order any 2", i.Order(None, 2)),
        ("status", i.Status()),
        ("help", i.Help()),
        ("mute", i.Mute()),
        ("vacation until 2026-08-14", AUGUST),
        ("say well played, all of you: draw 3", i.Say("well played, all of you: draw 3")),
    ],
)
def test_every_command_of_the_contract(text: str, intent: i.Intent) -> None:
    assert only(text) == intent
    assert only(text.upper()) == (
        intent if not isinstance(intent, i.Say) else i.Say(intent.text.upper())
    )


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Please draw.", i.Draw()),
        ("draw a card", i.Draw()),
        ("I'd like to draw 3 more cards, please!", i.Draw(3)),
        ("draw3", i.Draw(3)),
        ("*draw*", i.Draw()),
        ("1. draw", i.Draw()),
        ("- draw", i.Draw()),
        ("Stop and take the numbers", i.StopNumbers()),
        ("I take the currency", i.StopCurrency()),
        ("I bid 4", i.Bid(4)),
        ("BID: 4!", i.Bid(4)),
        ("my bid is 4", i.Unclear((i.Bid(4),))),
        ("I pass, thanks", i.Pass()),
        ("buy green 5", i.Buy("G5")),
        ("I'll buy the g5 card", i.Buy("G5")),
        ("buy G5 for 5", i.Buy("G5")),
        ("buy nothing", i.NoBuy()),
        ("don't buy", i.NoBuy()),
        ("order red wild up to 4", i.Order("RW", 4)),
        ("order wild 7 5", i.Order("W7", 5)),
        ("order WW 0", i.Order("WW", 0)),
        ("show table", i.Status()),
        ("stop mail", i.Mute()),
        ("say: hello", i.Say("hello")),
        ("**say** hello", i.Say("hello")),
    ],
)
def test_case_order_and_kind_words_are_forgiven(text: str, intent: object) -> None:
    assert only(text) == intent


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("bid 4: 1 token and 1 bust token", i.Pay(1, 1)),
        ("bid 4, tokens 1, busts 1", i.Pay(1, 1)),
        ("with a token and a bust I bid 4", i.Pay(1, 1)),
        ("bid 4 paying with 1 bust + tokens", i.Pay(0, 1, rest=(TOKENS,))),
        ("bid 4 with bust tokens", i.Pay(rest=(BUSTS,))),
        ("bid 4 tokens", i.Pay(4)),
        ("bid 4 R3 R3 2 tokens", i.Pay(2, cards=("R3", "R3"))),
        ("bid 4 with 2 R3, 1 token and RW", i.Pay(1, cards=("R3", "R3", "RW"))),
        ("bid 4 with R3R3", i.Pay(cards=("R3", "R3"))),
    ],
)
def test_a_payment_may_be_told_in_many_ways(text: str, pay: i.Pay) -> None:
    assert only(text) == i.Bid(4, pay)


def test_a_bid_may_name_the_wild_it_is_for() -> None:
    assert only("bid 4 for W7") == i.Bid(4, None, "W7")
    assert only("for red wild I bid 4 with 4 tokens") == i.Bid(4, i.Pay(4), "RW")


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("vacation until 14.8.2026", date(2026, 8, 14)),
        ("vacation till 14/8/2026", date(2026, 8, 14)),
        ("on vacation until 14 August 2026", date(2026, 8, 14)),
        ("holiday until Aug 14, 2026", date(2026, 8, 14)),
        ("vacation to 2026/8/14", date(2026, 8, 14)),
        ("vacation until 8.3.2026", MARCH),
    ],
)
def test_a_day_may_be_written_in_many_ways(text: str, until: date) -> None:
    assert only(text) == i.Vacation(until)


def test_a_vacation_may_begin_later() -> None:
    both = i.Vacation(date(2026, 8, 14), date(2026, 8, 1))
    assert only("vacation from 2026-08-01 until 2026-08-14") == both
    assert only("vacation 1 August 2026 to 14 August 2026") == both


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("stop", STOP),
        ("no", NO),
        ("4", i.Ambiguous((i.Bid(4),))),
        ("G5", i.Ambiguous((i.Buy("G5"),))),
        ("numbers", i.Ambiguous((i.StopNumbers(),))),
        ("the currency please", i.Ambiguous((i.StopCurrency(),))),
        (
            "vacation until 8/3/2026",
            i.Ambiguous((i.Vacation(MARCH), i.Vacation(date(2026, 8, 3)))),
        ),
    ],
)
def test_what_the_table_may_decide_is_told_with_its_readings(text: str, fault: i.Fault) -> None:
    assert only(text) == fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("bid", i.Incomplete("bid")),
        ("I bid!", i.Incomplete("bid")),
        ("buy", i.Incomplete("buy")),
        ("order W7", i.Incomplete("order")),
        ("order 5", i.Incomplete("order")),
        ("bid up to 5", i.Incomplete("order")),
        ("say", i.Incomplete("say")),
        ("vacation", i.Incomplete("vacation")),
        ("vacation until 14 August", i.Incomplete("vacation")),
        ("vacation until 2026-02-30", i.NoSuchDate("2026-02-30")),
        ("vacation until 31 June 2026", i.NoSuchDate("2026-06-31")),
        ("buy R0", i.NoSuchCard("R0")),
        ("buy R12", i.NoSuchCard("R12")),
        ("bid 4 with C9", i.NoSuchCard("C9")),
        ("order R3 4", i.NotAWild("R3")),
        ("bid 4.5", i.NotWhole("4.5")),
        ("bid -4", i.NotWhole("-4")),
        ("bid 12345678", i.NotWhole("12345678")),
        ("draw 0", i.NotWhole("0")),
    ],
)
def test_what_is_wrong_is_named(text: str, fault: i.Fault) -> None:
    assert only(text) == fault


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("draw if the row is below 5", (i.Draw(),)),
        ("don't draw", (i.Draw(),)),
        ("not pass", (i.Pass(),)),
        ("can I draw?", (i.Draw(),)),
        ("draw?", (i.Draw(),)),
        ("bid 4 or pass", (i.Bid(4), i.Pass())),
        ("maybe bid 5", (i.Bid(5),)),
        ("drwa 2", (i.Draw(2),)),
        ("bid four", ()),
        ("draw pass", ()),
        ("bid 4 5", ()),
        ("bid 4 tokens and 1 bust", ()),
        ("bid 4 W7", ()),
        ("buy G5 B3 for 3", ()),
        ("buy G5 for 3", ()),
        ("stop numbers and currency", ()),
    ],
)
def test_what_may_mean_something_else_is_never_played(
    text: str, candidates: tuple[i.Intent, ...]
) -> None:
    assert only(text) == i.Unclear(candidates)


@pytest.mark.parametrize(
    "text", ["hello", "ok", "Thanks, what a game!", "xyzzy", "👍", "R", "---a"]
)
def test_what_is_no_command_is_unknown(text: str) -> None:
    assert only(text) == i.Unknown()


@pytest.mark.parametrize("text", ["", "\n\n", "  \n--\n> ", "***"])
def test_nothing_is_nothing(text: str) -> None:
    assert parse(text, "en") == []


@pytest.mark.parametrize(
    ("text", "intents"),
    [
        ("draw 2\nstop numbers", [i.Draw(2), i.StopNumbers()]),
        ("draw, draw, stop numbers", [i.Draw(), i.Draw(), i.StopNumbers()]),
        ("draw 2 then stop numbers", [i.Draw(2), i.StopNumbers()]),
        ("Draw 2. Stop numbers. Buy G5.", [i.Draw(2), i.StopNumbers(), i.Buy("G5")]),
        ("draw; pass", [i.Draw(), i.Pass()]),
        ("draw and stop currency", [i.Draw(), i.StopCurrency()]),
        ("bid 4 with 1 token and 1 bust, then draw", [i.Bid(4, i.Pay(1, 1)), i.Draw()]),
    ],
)
def test_several_commands_come_in_their_order(text: str, intents: list[i.Intent]) -> None:
    assert [line.intent for line in parse(text, "en")] == intents


def test_a_line_keeps_what_was_written() -> None:
    assert parse("  Please   DRAW 2,\tthen stop numbers!", "en") == [
        i.Line(i.Draw(2), "Please DRAW 2"),
        i.Line(i.StopNumbers(), "stop numbers"),
    ]
