"""Where two events contradict each other, the cards of the whole game tell which of them is wrong."""

import pytest

from events import commands as c
from events import types as t
from events.codec import data_of
from events.ten.cards import deck
from tests.events.forgeries import (
    Log,
    fault_of,
    forged,
    instances,
    rewritten,
    version_of,
    whole_logs,
    with_data,
)
from tests.events.samples import NAMES, sample
from tests.events.ten.games import Game

PEOPLE = "three-people-one-undo"


def found(log: Log) -> tuple[object, str]:
    """Version and reason of the fault."""
    fault = fault_of(log)
    return version_of(fault), "" if fault is None else str(fault.params["reason"])


def first(log: Log, cls: type[t.Event]) -> t.Recorded:
    return next(each for each in log if isinstance(each.event, cls))


# Seed and commitment.


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_by_which_no_card_fell_is_the_wrong_event(name):
    log = sample(name)
    version, reason = found(forged(log, with_data(log[-1], seed="0" * 64)))
    assert version == len(log)
    assert reason.startswith("seed is not the one")


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_by_which_every_card_fell_convicts_the_commitment(name):
    log = sample(name)
    version, reason = found(forged(log, with_data(log[0], commitment="0" * 64)))
    assert version == 1
    assert reason.startswith("commitment is not that of the seed")


def test_without_a_card_the_seed_is_blamed():
    """A game that ended in its lobby gives no evidence: seed or commitment, nobody can tell."""
    game = Game("hh")
    game.do(c.EndGame("host"))
    assert fault_of(game.log) is None
    assert found(forged(game.log, with_data(game.log[0], commitment="0" * 64)))[0] == 3
    assert found(forged(game.log, with_data(game.log[2], seed="0" * 64)))[0] == 3


def test_a_card_and_the_commitment_changed():
    """Two changes: not every card fell by the seed any more, so it proves nothing."""
    log = sample("two-bots")
    drawn = first(log, t.CardDrawn)
    card = "R1" if drawn.event.card != "R1" else "R2"
    version, _ = found(
        forged(log, with_data(log[0], commitment="0" * 64), with_data(drawn, card=card))
    )
    assert version != 1


@pytest.mark.parametrize("name", NAMES)
def test_every_card_drawn_is_held_against_the_shuffle(name):
    log = sample(name)
    drawn = [each for each in log if each.type == "CardDrawn"]
    for each in (drawn[0], drawn[len(drawn) // 2], drawn[-1]):
        for card in ("R1", "C1", "WW"):
            if card != each.event.card:
                version, reason = found(forged(log, with_data(each, card=card)))
                assert version == each.version
                assert reason == f'card is "{card}", expected "{each.event.card}"'


# Words and claims.


def claims(log: Log) -> list[t.Recorded]:
    return [each for each in log if each.type == "SeatClaimed"]


@pytest.mark.parametrize("word", ["", "0" * 64])
def test_a_claim_is_convicted_by_the_cards(word):
    log = sample(PEOPLE)
    for claim in claims(log):
        if claim.event.word != word:
            version, reason = found(forged(log, with_data(claim, word=word)))
            assert version == claim.version
            assert reason.startswith(f'word is "{word}", expected "{claim.event.word}"')


def test_the_words_of_the_start_are_convicted_by_the_cards():
    log = sample(PEOPLE)
    started = first(log, t.GameStarted)
    words = list(started.event.words)
    for place in range(3):
        other = [*words[:place], "0" * 64, *words[place + 1 :]]
        version, reason = found(forged(log, with_data(started, words=other)))
        assert version == started.version
        assert reason.startswith("words is ")


def test_while_the_seed_is_unknown_the_start_is_held_against_the_claims():
    log = sample(PEOPLE)[:100]
    started = first(log, t.GameStarted)
    assert found(forged(log, with_data(claims(log)[0], word="")))[0] == started.version
    assert found(forged(log, with_data(started, words=["", "", ""])))[0] == started.version


def test_a_bot_has_no_word():
    log = sample("two-bots")
    started = first(log, t.GameStarted)
    assert found(forged(log, with_data(started, words=["", "0" * 64])))[0] == 2
    assert found(forged(log[:50], with_data(started, words=["", "0" * 64])))[0] == 2


# Deck and options.


def test_options_are_convicted_by_the_cards():
    log = sample("two-bots")
    changed = with_data(log[0], options={"currency": [15, 0, 0, 0, 0]})
    version, reason = found(forged(log, changed))
    assert (version, reason.split()[0]) == (1, "options")
    # With the seed unknown, it is the deck that is not that of the options.
    assert found(forged(log[:50], changed))[0] == 2


def test_options_that_are_none():
    log = sample("two-bots")
    for currency in ([15, 0, 0, 0, 1], [3, 3, 3, 3, 4]):
        changed = with_data(log[0], options={"currency": currency})
        assert found(forged(log, changed))[0] == 1


@pytest.mark.parametrize("end", [50, None])
def test_a_deck_that_is_not_that_of_the_options(end):
    log = sample("two-bots")[:end]
    started = log[1]
    for other in (deck(3), deck(2, [15, 0, 0, 0, 0]), {"R1": 89}, {"R1": 2**53 - 1}, {}):
        assert found(forged(log, with_data(started, deck=other)))[0] == 2


def test_another_number_of_seats():
    log = sample("five-bots")
    seats = data_of(log[0].event)["seats"]
    assert found(forged(log, with_data(log[0], seats=seats[:4])))[0] in (1, 2)
    log = sample("two-bots")
    seats = data_of(log[0].event)["seats"]
    more = [*seats, {"seat": 3, "kind": "bot", "player": None}]
    assert found(forged(log, with_data(log[0], seats=more)))[0] == 1


@pytest.mark.parametrize(
    "kinds", [["house", "bot"], ["bot"], ["bot", "house", "house"], ["bot"] * 6]
)
def test_seats_that_make_no_game(kinds):
    log = sample("two-bots")
    seats = [{"seat": n, "kind": kind, "player": None} for n, kind in enumerate(kinds, 1)]
    assert found(forged(log, with_data(log[0], seats=seats)))[0] == 1


# The first seat.


@pytest.mark.parametrize("end", [60, None])
def test_the_first_seat(end):
    log = sample("five-bots")[:end]
    started, turn, opened = log[1:4]
    other = started.event.first_seat % 5 + 1
    assert found(forged(log, with_data(started, first_seat=other)))[0] == 2
    assert found(forged(log, with_data(turn, seat=other)))[0] == 3
    assert found(forged(log, with_data(opened, seat=other)))[0] == 4


# An unfinished game: the seed is unknown.


def test_a_card_that_cannot_be_in_the_pile_any_more():
    log = sample("two-bots")[:300]
    copies = deck(2)
    drawn = [each for each in log if each.type == "CardDrawn"]
    seen = [each.event.card for each in drawn[:-1]]
    gone = next(card for card in seen if seen.count(card) == copies[card])
    version, reason = found(forged(log, with_data(drawn[-1], card=gone)))
    assert version == drawn[-1].version
    assert reason == f"card {gone} cannot be in the draw pile any more"


def test_a_card_drawn_again_after_an_undo_is_the_one_that_was_seen():
    found_one = False
    for log in whole_logs():
        places: dict[int, t.Recorded] = {}
        pile_at = {0: 0}
        place = 0
        for each in log:
            if isinstance(each.event, t.MovesUndone):
                place = pile_at[each.event.to_version]
            if isinstance(each.event, t.CardDrawn):
                if place in places:
                    unfinished = log[: each.version]
                    other = "R1" if each.event.card != "R1" else "B1"
                    version, reason = found(forged(unfinished, with_data(each, card=other)))
                    assert version == each.version
                    assert reason == f'card is "{other}", expected "{each.event.card}"'
                    found_one = True
                places.setdefault(place, each)
                place += 1
            pile_at[each.version] = place
    assert found_one


# Choices that are no fault of their own.


@pytest.mark.parametrize("name", ["PauseVoted", "AbandonVoted", "UndoVoted"])
def test_a_vote_turned_round(name):
    """It shows at the vote if it may not be cast, else by what follows, if anything does."""
    turned = carried = 0
    for log in whole_logs():
        for each in log:
            if each.type != name:
                continue
            carries = log[each.version : each.version + 1]
            led_on = bool(carries) and carries[0].meta.command == each.meta.command
            fault = fault_of(forged(log, with_data(each, agree=not each.event.agree)))
            turned += 1
            if led_on:
                carried += 1
                assert version_of(fault) in (each.version, each.version + 1)
            elif fault is not None:
                assert int(str(version_of(fault))) >= each.version
    assert turned > carried > 0


def test_an_undo_that_leads_elsewhere_than_was_proposed():
    tried = 0
    for log, each in instances("MovesUndone", 6):
        proposal = next(
            before for before in reversed(log[: each.version]) if before.type == "UndoProposed"
        )
        for version in range(proposal.version - 12, proposal.version):
            if version < 1 or version == proposal.event.to_version:
                continue
            fault = version_of(fault_of(forged(log, with_data(proposal, to_version=version))))
            assert fault in range(proposal.version, each.version + 1)
            tried += 1
    assert tried


# The House.


def test_the_house_has_no_choice():
    log = sample("solo-with-the-house")
    placed = next(each for each in log if each.type == "BidPlaced" and each.event.seat == 2)
    amount = placed.event.amount
    assert amount > 1
    less = {"tokens": amount - 1, "busts": 0, "cards": []}
    version, reason = found(forged(log, with_data(placed, amount=amount - 1, payment=less)))
    assert version == placed.version
    assert reason == f"amount is {amount - 1}, expected {amount}"


def test_the_house_does_not_pass_with_tokens():
    log = sample("solo-with-the-house")
    placed = next(each for each in log if each.type == "BidPlaced" and each.event.seat == 2)
    passed = rewritten(placed, type="BidPassed", data={"seat": 2})
    version, reason = found(forged(log[: placed.version], passed))
    assert version == placed.version
    assert reason == "BidPassed stands where BidPlaced of seat 2 is due"
