"""The made-up people of the bench live as its text says, and the ways to play differ as they should."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from bench import length
from events import types as t
from events.codec import at_moment
from service.wording.moments import known_zone


@pytest.fixture(scope="module")
def played() -> dict[str, length.Game]:
    """The first game in each way, to its end."""
    games = {way: length.Game(0, way) for way in length.WAYS}
    for game in games.values():
        game.play()
    return games


def at(each: t.Recorded) -> datetime:
    return at_moment(each.at)


def own(game: length.Game) -> list[t.Recorded]:
    """What people did themselves, not at a page they had open already."""
    moves = [each for each in game.log if each.meta.via == "web" and each.meta.by != "host"]
    moves = [each for each in moves if each.meta.by != "clock" and each.type != "SeatClaimed"]
    page = timedelta(seconds=90)
    return [
        move
        for before, move in pairwise(moves)
        if move.meta.by != before.meta.by and at(move) - at(before) > page
    ]


def test_nobody_answers_a_mail_at_night(played: dict[str, length.Game]) -> None:
    for game in played.values():
        found = own(game)
        assert len(found) > 10
        for move in found:
            person = game.people[int(move.meta.by.removeprefix("seat:"))]
            local = at(move).astimezone(known_zone(person.habits.zone)).time()
            assert length.UP <= local < length.BED


def test_every_game_ends_with_a_score(played: dict[str, length.Game]) -> None:
    for game in played.values():
        assert game.state.over
        assert "GameScored" in {each.type for each in game.log}


def test_only_who_gave_orders_is_answered_for(played: dict[str, length.Game]) -> None:
    by_order = {
        way: {each.type for each in game.log if each.meta.via == "order"}
        for way, game in played.items()
    }
    assert by_order["without orders"] == set()
    for way in length.WAYS[1:]:
        assert {"BidPlaced", "BidPassed"} <= by_order[way]
    assert "NumbersTaken" in by_order["standing bids and draws"]
    assert "NumbersTaken" not in by_order["standing bids"]


def test_the_same_number_is_the_same_game(played: dict[str, length.Game]) -> None:
    again = length.Game(0, "early sealed bids")
    again.play()
    assert [each.hash for each in again.log] == [
        each.hash for each in played["early sealed bids"].log
    ]


def test_who_has_gone_to_bed_answers_in_the_morning() -> None:
    person = length.Person("Asia/Kathmandu", "sleeper")
    came = length.START
    zone = known_zone("Asia/Kathmandu")
    for hours in range(240):
        answer = person.answers(came + timedelta(hours=hours))
        assert answer > came + timedelta(hours=hours)
        assert length.UP <= answer.astimezone(zone).time() < length.BED


def test_a_look_at_the_mail_is_the_same_whenever_it_is_asked_for() -> None:
    person = length.Person("America/New_York", "steady")
    day = length.START.date()
    assert person.looks(day) == person.looks(day)
    assert length.LOOKS[0] <= len(person.looks(day)) <= length.LOOKS[1]
