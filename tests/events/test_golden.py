"""The golden games are replayed for ever: state by state, and without a rule."""

import importlib
import inspect
import pkgutil
import sys
from functools import cache
from types import ModuleType

import pytest

import events.ten
from events import types as t
from events.lines import read
from events.replay import fold, states
from events.ten import cards
from events.ten.invariants import broken
from events.ten.state import GameState
from events.verify import verify
from tests.golden.index import LOGS, digest, known_digests

FOLD = {"fold", "fold_play", "fold_table", "state", "cards", "view"}
"""What a replay needs of ``events.ten``; nothing else of it may run then."""


@cache
def log_of(name: str) -> list[t.Recorded]:
    """Read once for all tests, none of which changes it."""
    return read(LOGS[name].read_bytes())


def bodies(log: list[t.Recorded]) -> list[str]:
    return [each.body for each in log]


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_game_has_the_same_state_at_every_version(name):
    log = log_of(name)
    found = [digest(state) for state in states(log)]
    known = known_digests(name)
    assert len(found) == len(known)
    differing = [version for version, each in enumerate(found, 1) if each != known[version - 1]]
    assert not differing, f"the first of them: version {differing[0]}, {log[differing[0] - 1].type}"


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_game_folded_at_once_comes_to_the_same_end(name):
    log = log_of(name)
    assert digest(fold(log[0].stream, bodies(log))) == known_digests(name)[-1]


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_game_verifies(name):
    assert verify(log_of(name)).finished


@pytest.mark.parametrize("name", LOGS)
def test_cards_and_tokens_are_conserved_in_a_golden_game(name):
    for state in states(log_of(name)):
        assert not state.deck or broken(state) is None, state.version


def rules() -> list[ModuleType]:
    """Every module of the core but those that a fold is made of."""
    found = pkgutil.walk_packages(events.ten.__path__, "events.ten.")
    return [
        importlib.import_module(each.name)
        for each in found
        if each.name.removeprefix("events.ten.") not in FOLD
    ]


class RuleRan(BaseException):
    """No ``Exception``: the verifier takes those for what a wrong log may lead to."""


def test_replaying_runs_no_rule(monkeypatch):
    """Whatever the rules become, even if they cannot run at all: what was played stays readable."""

    def bomb(*arguments: object, **more: object) -> None:
        raise RuleRan

    of_rules = {
        id(each): f"{module.__name__.removeprefix('events.ten.')}.{name}"
        for module in rules()
        for name, each in vars(module).items()
        if inspect.isfunction(each) and each.__module__ == module.__name__
    }
    assert {"decide.decide", "phases.drawing.draw", "scoring.score", "bots.house"} <= {
        *of_rules.values()
    }
    for module in [each for name, each in sys.modules.items() if name.startswith("events.")]:
        for name, each in [*vars(module).items()]:
            if id(each) in of_rules:  # under its own name, or where it was imported to
                monkeypatch.setattr(module, name, bomb)
    with pytest.raises(RuleRan):
        verify(log_of("two-bots"))
    for name in LOGS:
        log = log_of(name)
        assert [digest(state) for state in states(log)] == known_digests(name)


# What the golden games are for.


def events_of(*names: str) -> list[t.Event]:
    return [each.event for name in names for each in log_of(name)]


def test_every_event_of_the_catalogue_is_in_a_golden_game():
    assert {type(event) for event in events_of(*LOGS)} == set(t.CATALOGUE.values())


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_number_of_players_is_played_to_the_end(players):
    scored = [event for event in events_of(*LOGS) if isinstance(event, t.GameScored)]
    assert players in {len(event.results) for event in scored}


def test_the_reasons_that_are_codes_of_the_contract_are_in_a_golden_game():
    reasons = {getattr(event, "reason", None) for event in events_of(*LOGS)}
    assert {"vacation", "weekend", "host", "timeouts", "left", "consent"} <= reasons


def test_there_is_a_game_in_which_the_bust_tokens_run_out():
    busts = [e for e in events_of("bust-tokens-run-out") if isinstance(e, t.WentBust)]
    got = [bust.bust_token for bust in busts]
    assert got[:15] == [True] * 15
    assert got[15:]
    assert not any(got[15:])


def last_turn(name: str) -> GameState:
    """The state before the final buying."""
    log = log_of(name)
    version = next(each.version for each in log if each.type == "FinalBuyingStarted")
    return fold(log[0].stream, bodies(log)[: version - 1])


def test_there_is_a_game_whose_last_card_is_a_wild_with_an_empty_row():
    log = log_of("last-card-a-wild")
    drawn = [each.event.card for each in log if isinstance(each.event, t.CardDrawn)]
    assert drawn[-1] in cards.WILDS
    ended = last_turn("last-card-a-wild")
    assert (ended.draw_pile, ended.row, ended.awaiting) == (0, [], None)
    assert log[ended.version - 1].type in ("AuctionWon", "AuctionUnsold")


def test_there_are_undos_back_over_an_earlier_undo_and_into_undone_play():
    undone = [e for e in events_of("undone-and-undone-again") if isinstance(e, t.MovesUndone)]
    over = [
        (a, b) for n, a in enumerate(undone) for b in undone[n + 1 :] if b.to_version < a.to_version
    ]
    assert len(undone) == 5
    assert over
