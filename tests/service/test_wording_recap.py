"""The recap has one short line for an event, the name first; no event is forgotten."""

from __future__ import annotations

import pytest

from events import types as t
from service.wording import Words
from service.wording.recap import _TOLD

WORDS = Words()
NAMES = {1: "Ann", 2: "Bob", 3: "Cy"}

LINES: list[tuple[t.Event, str | None]] = [
    (
        t.GameCreated("ten/1", "host", [t.SeatSpec(1, "human"), t.SeatSpec(2, "house")], {}, "c"),
        "A game for 1 player is set up",
    ),
    (t.SeatClaimed(2, "player", ""), "Bob: sits down"),
    (t.SeatDeclined(2), "seat 2: declined, the place is open"),
    (t.GameStarted({}, [], 3), "The game starts; first player: Cy"),
    (t.TurnStarted(1, 12), "Ann: turn 12"),
    (t.DecisionOpened(1, "draw"), None),
    (t.CardDrawn(1, "RW"), "Ann: draws RW"),
    (
        t.WentBust(1, "numbers", ["R5", "B6"], ["C2"], {"2": 2, "3": 1}, True),
        "Ann: bust by numbers; to the market: R5 B6; Bob +2, Cy +1",
    ),
    (
        t.WentBust(2, "currency", [], ["C5", "C6"], {}, False),
        "Bob: bust by currency; no bust token left to take",
    ),
    (t.NumbersTaken(1, ["R5", "B2"], [], {}), "Ann: takes R5 B2"),
    (t.NumbersTaken(1, ["R5"], ["C1"], {"3": 1}), "Ann: takes R5; Cy +1"),
    (t.CurrencyTaken(2, 1, [], ["C1"]), "Bob: takes the currency, gains 1 token"),
    (
        t.CurrencyTaken(2, 4, ["G1"], ["C4"]),
        "Bob: takes the currency, gains 4 tokens; to the market: G1",
    ),
    (t.AuctionOpened("W7", [2, 3, 1]), "Auction of W7"),
    (t.BidPlaced(2, 4, t.Payment(4)), "Bob: bids 4"),
    (t.BidPassed(3), "Cy: passes"),
    (
        t.AuctionWon(2, "W7", 4, t.Payment(1, 1, ())),
        "Bob: wins W7 for 4 (pays 1 token, 1 bust token)",
    ),
    (t.AuctionUnsold("W7"), "Nobody bids: W7 is discarded"),
    (
        t.CardBought(1, "G5", t.Payment(2, 0, ("R1", "R1", "B3"))),
        "Ann: buys G5 for 2 tokens, R1 R1 B3",
    ),
    (t.BuyDeclined(1), "Ann: buys nothing"),
    (t.FinalBuyingStarted([1, 2]), "The draw pile is empty: everybody may buy one last card"),
    (
        t.GameScored([t.SeatResult(1, 11, {}, 3, 9, 1), t.SeatResult(2, 11, {}, 3, 9, 1)], [1, 2]),
        "The game is over. First, with 11 points: Ann, Bob",
    ),
    (
        t.GameScored([t.SeatResult(1, 24, {}, 3, 9, 1)], [1]),
        "The game is over: 24 points, courier royal",
    ),
    (t.DeckRevealed("00"), "The seed of the shuffle is open now"),
    (t.TimedOut(3, "bid", 2), "Cy: time ran out"),
    (
        t.DeadlineExtended(1, "2026-07-01T09:30:00.000000Z", "vacation"),
        "Ann: has time until Wed, Jul 1, 2026, 11:30 CEST (Europe/Berlin) (vacation)",
    ),
    (t.DeadlineExtended(1, None, "vacation"), "Ann: no clock runs any more"),
    (t.PauseProposed(1), "Ann: proposes a pause"),
    (t.PauseVoted(2, True), "Bob: agrees to the pause"),
    (t.PauseVoted(2, False), "Bob: wants no pause"),
    (t.AbandonProposed(1), "Ann: proposes to end the game here"),
    (t.AbandonVoted(2, True), "Bob: agrees to end the game"),
    (t.AbandonVoted(2, False), "Bob: wants to play on"),
    (t.GamePaused("consent"), "The game is paused (by consent)"),
    (t.GameResumed(), "The game goes on"),
    (t.SeatHandedToBot(2, "timeouts"), "Bob: a bot plays on (time ran out too often)"),
    (t.SeatReturned(2), "Bob: a person plays again"),
    (t.SeatReplaced(2, "player"), "Bob: takes the place over"),
    (t.HostChanged("player"), "The table has a new host"),
    (t.UndoProposed(1, 40), "Ann: proposes to go back to version 40"),
    (t.UndoVoted(2, True), "Bob: agrees to the undo"),
    (t.UndoVoted(2, False), "Bob: wants no undo"),
    (t.MovesUndone(50, 40), "Undone: the table is again as at version 40"),
    (t.GameAbandoned("host"), "The game ends without a score (the host's wish)"),
]


@pytest.mark.parametrize(("event", "line"), LINES, ids=[type(e).__name__ for e, _ in LINES])
def test_an_event_is_told_in_one_line(event: t.Event, line: str | None) -> None:
    assert WORDS.happened(event, NAMES, "Europe/Berlin") == line


@pytest.mark.parametrize("by", ["seat:3", "bot:3", "clock", ""])
def test_only_a_no_that_the_rules_gave_is_told_as_forced(by: str) -> None:
    assert WORDS.happened(t.BidPassed(3), NAMES, by=by) == "Cy: passes"
    assert WORDS.happened(t.BuyDeclined(3), NAMES, by=by) == "Cy: buys nothing"
    assert WORDS.happened(t.BidPassed(3), NAMES, by="system") == "Cy: passes, cannot bid more"
    told = WORDS.happened(t.BuyDeclined(3), NAMES, by="system")
    assert told == "Cy: buys nothing, no card can be bought"


def test_every_type_of_the_catalogue_is_told() -> None:
    assert set(_TOLD) == set(t.CATALOGUE.values())
    assert {type(event) for event, _ in LINES} == set(t.CATALOGUE.values())


@pytest.mark.parametrize("reason", t.REASONS)
def test_every_reason_is_told_in_words(reason: str) -> None:
    line = WORDS.happened(t.GamePaused(reason), NAMES)
    assert line is not None
    assert "paused (" in line


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert WORDS.happened(t.BidPassed(4), NAMES) == "seat 4: passes"
