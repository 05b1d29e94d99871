"""Recorded games: read, checked against their own hashes, and folded to their recorded end."""

import json

import pytest

from events import types as t
from events.codec import canonical, hash_of, record, revive
from events.lines import write
from events.replay import fold, states
from events.ten.invariants import broken
from tests.events.samples import NAMES, SAMPLES, bodies, path_of, sample

every_sample = pytest.mark.parametrize("name", NAMES)


def test_there_are_recorded_games() -> None:
    assert len(SAMPLES) >= 4


@every_sample
def test_every_line_has_the_hash_it_says_and_follows_the_one_before(name: str) -> None:
    prev = t.GENESIS
    for version, text in enumerate(path_of(name).read_text(encoding="utf-8").splitlines(), 1):
        nine = json.loads(text)
        seven = {key: nine[key] for key in nine if key not in ("hash", "prev")}
        assert canonical(nine) == text
        assert (nine["version"], nine["prev"]) == (version, prev)
        assert hash_of(prev, canonical(seven)) == nine["hash"]
        prev = nine["hash"]


@every_sample
def test_events_recorded_anew_have_the_same_texts_and_hashes(name: str) -> None:
    for each in sample(name):
        again = record(each.stream, each.version, each.at, each.event, each.meta, each.prev)
        assert again == each
        assert revive(each.body, each.prev, each.hash) == each


@every_sample
def test_a_log_that_is_read_is_written_byte_for_byte(name: str) -> None:
    log = sample(name)
    assert "".join(write(log)).encode() == path_of(name).read_bytes()


@every_sample
def test_cards_and_tokens_are_conserved_at_every_version(name: str) -> None:
    log = sample(name)
    seen = 0
    for state in states(log):
        assert broken(state) is None, f"version {state.version}"
        seen += 1
    assert seen == len(log)


@every_sample
def test_the_game_ends_with_what_was_scored(name: str) -> None:
    log = sample(name)
    scored, revealed = log[-2].event, log[-1].event
    assert isinstance(scored, t.GameScored)
    assert isinstance(revealed, t.DeckRevealed)
    state = fold(log[0].stream, bodies(log))
    assert state.phase == "scored"
    assert state.version == len(log)
    assert state.results == tuple(scored.results)
    assert state.winners == tuple(scored.winners)
    assert state.seed == revealed.seed
    for result in scored.results:
        seat = state.seat(result.seat)
        assert (seat.tokens, len(seat.cards)) == (result.tokens, result.cards)
