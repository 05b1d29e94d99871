"""Whole games by bots: they end, they hold together, and the same seed gives the same bytes."""

import uuid
from datetime import timedelta
from itertools import pairwise

import pytest

from events import errors, simulate
from events import types as t
from events.codec import at_moment
from events.lines import read
from events.replay import fold, states
from events.ten.invariants import broken
from events.verify import verify

PLAYERS = [1, 2, 3, 4, 5]


@pytest.fixture(scope="module", params=PLAYERS)
def played(request):
    """(players, the logs of three games)."""
    return request.param, [simulate.play(request.param, "test", number) for number in (1, 2, 3)]


def test_every_game_ends_scored_and_the_deck_is_revealed(played):
    players, logs = played
    for log in logs:
        assert [each.type for each in log[-2:]] == ["GameScored", "DeckRevealed"]
        assert len(log[-2].event.results) == players


def test_every_game_verifies(played):
    for log in played[1]:
        assert verify(log).finished


def test_cards_and_tokens_are_conserved_at_every_version(played):
    for log in played[1]:
        for state in states(log):
            assert state.phase == "lobby" or broken(state) is None


def test_one_player_meets_the_house_at_seat_2():
    log = simulate.play(1, "test", 1)
    assert [spec.kind for spec in log[0].event.seats] == ["bot", "house"]
    assert {each.meta.by for each in log} == {"host", "bot:1", "house"}


def test_each_command_comes_a_second_after_the_one_before_and_its_events_share_its_meta():
    log = simulate.play(3, "test", 1)
    assert log[0].at == "2026-01-01T00:00:01.000000Z"
    assert (log[0].meta.by, log[0].meta.via) == ("host", "cli")
    commands = []
    for before, each in pairwise(log):
        if each.meta.command == before.meta.command:
            assert (each.meta, each.at) == (before.meta, before.at)
        else:
            commands.append(each.meta.command)
            assert at_moment(each.at) - at_moment(before.at) == timedelta(seconds=1)
            assert each.meta.via == "bot"
    assert len(set(commands)) == len(commands)


def test_the_same_seed_writes_the_same_files_byte_for_byte(tmp_path):
    first = simulate.write_games(3, 4, "again", tmp_path / "a")
    second = simulate.write_games(3, 4, "again", tmp_path / "b" / "made")
    assert [path.name for path in first] == ["0001.jsonl", "0002.jsonl", "0003.jsonl"]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_another_seed_number_or_table_is_another_game_with_another_deck():
    logs = [
        simulate.play(2, "a", 1),
        simulate.play(2, "b", 1),
        simulate.play(2, "a", 2),
        simulate.play(3, "a", 1),
    ]
    assert len({log[0].stream for log in logs}) == len(logs)
    assert len({log[0].event.commitment for log in logs}) == len(logs)


def test_a_file_holds_the_log_as_it_was_played(tmp_path):
    (path,) = simulate.write_games(1, 5, 7, tmp_path)
    text = path.read_bytes()
    assert text.endswith(b"}\n")
    assert b"\r" not in text
    log = read(text)
    assert log == simulate.play(5, 7, 1)
    assert fold(log[0].stream, [each.body for each in log]).phase == "scored"


def test_each_seat_plays_the_style_it_is_given(monkeypatch):
    asked = {"sharp": set(), "cautious": set()}
    for style, choose in list(simulate.bots.STYLES.items()):

        def noting(state, seat, style=style, choose=choose):
            asked[style].add(seat)
            return choose(state, seat)

        monkeypatch.setitem(simulate.bots.STYLES, style, noting)
    simulate.play(5, "test", 1, ("cautious", "sharp"))
    assert asked == {"cautious": {1, 3, 5}, "sharp": {2, 4}}


@pytest.mark.parametrize("players", [0, 6])
def test_a_table_of_none_or_of_six_is_refused(players):
    with pytest.raises(errors.BadSeats):
        simulate.play(players, "test", 1)


def test_a_file_that_cannot_be_written_is_an_error_of_the_system(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(OSError, match="taken"):
        simulate.write_games(1, 2, "test", tmp_path / "taken")


def test_ids_are_those_of_the_standard_library():
    space = uuid.uuid5(uuid.NAMESPACE_OID, "any")
    for number in range(100):
        assert simulate.name_id(space.bytes, f"{number}") == str(uuid.uuid5(space, f"{number}"))


def test_no_event_of_a_simulated_game_has_a_clock():
    for each in simulate.play(2, "test", 1):
        assert not isinstance(each.event, t.DecisionOpened) or each.event.due_at is None
