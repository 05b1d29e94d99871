"""How a game went is reckoned from its log: by turn, without what was undone, and luck by each new card."""

from fractions import Fraction
from itertools import pairwise

import pytest

from events import commands as c
from events import types as t
from events.replay import states
from events.ten.scoring import points
from service.course import course
from tests.service.world import World


@pytest.fixture
def log(world: World) -> list[t.Recorded]:
    """A finished game of two, in which a good part was played twice."""
    ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
    game = world.game(["human", "human"], [ann, bo])
    world.play(game, lambda state: state.version > 150)
    world.do(game, c.ProposeUndo(1, world.state(game).marks[30].version), "seat:1")
    world.do(game, c.VoteUndo(2, agree=True), "seat:2")
    world.play(game, lambda state: state.over)
    return world.handler.recorded(game)


def test_each_turn_ends_with_what_the_seats_had_then(log: list[t.Recorded]) -> None:
    found = course(log)
    by_version = {state.version: state for state in states(log)}
    for standing in found.standings:
        state = by_version[standing.version]
        for seat in state.seats:
            assert standing.points[seat.seat] == points(seat.cards)
            assert standing.tokens[seat.seat] == seat.tokens
    turns = [standing.turn for standing in found.standings]
    assert turns == [*range(turns[-1] + 1), turns[-1]]


def test_what_was_undone_is_not_how_the_game_went(log: list[t.Recorded]) -> None:
    undo = next(each.event for each in log if isinstance(each.event, t.MovesUndone))
    versions = {standing.version for standing in course(log).standings}
    assert not versions & set(range(undo.to_version + 1, undo.from_version + 1))
    assert any(version > undo.from_version for version in versions)


def test_a_card_counts_once_by_the_cards_that_were_unseen_then(log: list[t.Recorded]) -> None:
    seen: list[str] = []
    drawn: dict[int, int] = {}
    expected: dict[int, Fraction] = {}
    met: dict[int, int] = {}
    before = None
    following = [each.event for each in log[1:]]
    for each, after, state in zip(log, following, states(log), strict=False):
        event = each.event
        if isinstance(event, t.CardDrawn) and before is not None:
            place = before.deck_size - before.draw_pile
            if place == len(seen):
                deck = dict(before.deck)
                for code in seen:
                    deck[code] -= 1
                numbers, currency = before.row_numbers, before.row_currency
                busts = sum(
                    count
                    for code, count in deck.items()
                    if (
                        code[0] in "RBOG"
                        and code[1] != "W"
                        and numbers + int(code[1]) - currency > 10
                    )
                    or (code[0] == "C" and currency + int(code[1]) > 10)
                )
                seat = event.seat
                chance = Fraction(busts, sum(deck.values()))
                expected[seat] = expected.get(seat, Fraction(0)) + chance
                drawn[seat] = drawn.get(seat, 0) + 1
                met[seat] = met.get(seat, 0) + isinstance(after, t.WentBust)
                seen.append(event.card)
        before = state
    luck = {each.seat: each for each in course(log).luck}
    assert {seat: each.draws for seat, each in luck.items()} == drawn
    assert {seat: each.expected for seat, each in luck.items()} == expected
    assert {seat: each.met for seat, each in luck.items()} == met
    assert sum(drawn.values()) == sum(before.deck.values() if before is not None else ())
    assert sum(drawn.values()) < sum(isinstance(each.event, t.CardDrawn) for each in log)


def test_a_course_goes_as_far_as_its_log(log: list[t.Recorded]) -> None:
    begun = course(log[:60])
    turns = [standing.turn for standing in begun.standings]
    assert turns == list(range(len(turns)))
    assert all(one.version < other.version for one, other in pairwise(begun.standings))
    assert course(log[:1]).standings == []


def test_a_process_reckons_a_log_once_and_another_log_anew(world: World) -> None:
    ann = world.person("Ann", "a@x.org")
    game = world.game(["human", "bot"], [ann])
    courses = world.services.courses
    first = courses.of(world.handler, game)
    assert courses.of(world.handler, game) is first
    world.play(game, lambda state: state.over)
    assert len(courses.of(world.handler, game).standings) > len(first.standings)
