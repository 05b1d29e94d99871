"""Random play of every phase, with undo and all that happens around the table in the mix."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import commands as c
from events import errors
from events import types as t
from events.replay import fold
from events.ten import cards
from events.ten.decide import decide
from events.ten.fold import evolve
from events.ten.invariants import broken
from events.ten.legal import legal_commands
from events.ten.phases.common import Given
from events.ten.state import GameState
from tests.events.samples import facts
from tests.events.ten.games import GAME, Game, Rigged
from tests.events.ten.storms import TABLES, storm

SEEDED = settings(derandomize=True, deadline=None, max_examples=20)
numbers = st.integers(0, 10_000)

TABLE = ("host", "paused", "pause", "abandon")
"""The facts about the table that outlive an undo, besides those of the seats."""


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Five storms at every table."""
    return [storm(number) for number in range(5 * len(TABLES))]


@SEEDED
@given(numbers)
def test_every_game_ends_and_keeps_the_invariants_at_every_version(number):
    game = storm(number, endings=True)
    assert game.log[-1].type == "DeckRevealed"
    for state in game.states:
        assert broken(state) is None
    for state, following in zip(game.states[1:-1], game.log[1:], strict=False):
        if following.meta.command != state.command and state.phase != "lobby":
            # Between two commands somebody is always awaited, and can answer.
            assert state.awaiting is not None
            assert legal_commands(state, state.awaiting.seat).plain


@SEEDED
@given(numbers)
def test_folding_the_log_again_gives_the_same_state(number):
    game = storm(number)
    again = fold(GAME, [each.body for each in game.log])
    assert facts(again) == facts(game.state)


def test_the_storms_hold_all_that_can_happen(games):
    found = {each.type for game in games for each in game.log}
    assert set(t.CATALOGUE) - found <= {"AbandonProposed", "AbandonVoted", "GameAbandoned"}


def test_an_undo_leads_to_the_state_of_its_version_but_for_the_table(games):
    undone = [each for game in games for each in game.log if each.type == "MovesUndone"]
    assert len(undone) > 10
    for game in games:
        for each in game.log:
            if isinstance(each.event, t.MovesUndone):
                _compare(game, each.version, each.event.to_version)


def _compare(game: Game, version: int, to_version: int) -> None:
    before = game.states[version - 1]
    now, then = facts(game.states[version]), facts(game.states[to_version])
    for name in TABLE:
        assert now.pop(name) == facts(getattr(before, name))
        then.pop(name)
    for own in ("version", "command", "by", "via", "moved", "drew"):
        now.pop(own)
        then.pop(own)
    assert (now.pop("awaiting"), now.pop("undo"), now.pop("undone")) == (None, None, version)
    for own in ("awaiting", "undo", "undone"):
        then.pop(own)
    assert now.pop("known") == before.known
    then.pop("known")
    assert now.pop("marks") == [*then.pop("marks"), game.states[to_version].mark]
    for seat, was, old in zip(
        now.pop("seats"), facts(before.seats), then.pop("seats"), strict=True
    ):
        for name in ("kind", "player", "missed"):
            assert seat[name] == was[name]
        for name in ("tokens", "busts", "cards", "seat"):
            assert seat[name] == old[name]
    assert now == then


def test_undo_after_undo_is_among_them(games):
    def undos(game: Game) -> list[int]:
        return [each.version for each in game.log if each.type == "MovesUndone"]

    assert any(
        isinstance(each.event, t.MovesUndone)
        and any(earlier <= each.event.to_version for earlier in undos(game))
        for game in games
        for each in game.log
    ), "an undo to a version after another undo"
    assert any(
        isinstance(each.event, t.MovesUndone)
        and any(each.event.to_version < earlier < each.version for earlier in undos(game))
        for game in games
        for each in game.log
    ), "an undo to a version before another undo"


def test_evolve_changes_nothing_that_it_was_given(games):
    for game in games[:9]:
        for each, before in zip(game.log, game.states, strict=False):
            held = facts(before.copy())
            after = evolve(before, each.event, each.version, each.meta, game.states.__getitem__)
            assert facts(before) == held
            assert facts(after) == facts(game.states[each.version])


# Wishes outside what is legal.


def any_move(state: GameState, chance: random.Random) -> c.Wish:
    """An answer that may be anything: wrong seats, cards and payments."""
    seat = chance.randint(0, len(state.seats) + 1)
    if state.awaiting is not None and chance.random() < 0.7:
        seat = state.awaiting.seat
    plain = (c.DrawCard, c.TakeNumbers, c.TakeCurrency, c.PassBid, c.DeclineBuy)
    kind = chance.randrange(9)
    if kind < len(plain):
        return plain[kind](seat)
    if kind < 7:
        return c.PlaceBid(seat, chance.randint(-1, 14), any_payment(state, seat, chance))
    offered = [*state.market, *state.market, *chance.choices(cards.CODES, k=2), "Z9"]
    return c.BuyCard(seat, chance.choice(offered), any_payment(state, seat, chance))


def any_payment(state: GameState, seat: int, chance: random.Random) -> t.Payment:
    """Mostly of pieces that the seat holds, sometimes impossible."""
    held = state.seat(seat) if 1 <= seat <= len(state.seats) else state.seats[0]
    tokens = chance.randint(-1, held.tokens + 1)
    busts = chance.choice((0, 0, 0, 1, 2, -1))
    codes = chance.sample(held.cards, min(len(held.cards), chance.choice((0, 0, 0, 1, 2))))
    if chance.random() < 0.9:
        codes = cards.in_order(codes)
    else:
        codes.append(chance.choice((*cards.CODES, "?")))
    return t.Payment(tokens, busts, tuple(codes))


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_a_move_is_carried_out_just_when_it_is_legal(games, place):
    chance = random.Random(place)
    given_ = Given(lambda seat, kind: None, Rigged())
    accepted = refused = 0
    for state in chance.sample(games[place].states[1:], 150):
        rigged = Given(given_.due, games[place].chance)
        for _ in range(12):
            wish = any_move(state, chance)
            legal = wish in legal_commands(state, wish.seat)  # type: ignore[attr-defined]
            held = facts(state.copy())
            try:
                events = decide(state, wish, "system", "", rigged)
            except errors.Refusal:
                assert not legal
                refused += 1
            else:
                assert legal
                assert events
                accepted += 1
            assert facts(state) == held
    assert accepted > 50
    assert refused > 50


def test_every_wish_that_is_listed_as_legal_is_carried_out(games):
    chance = random.Random(1)
    for game in games:
        for state in chance.sample(game.states[1:], 20):
            if state.awaiting is None:
                continue
            for wish in legal_commands(state, state.awaiting.seat):
                assert decide(
                    state, wish, "system", "", Given(lambda seat, kind: None, game.chance)
                )
                if chance.random() < 0.05:
                    break
