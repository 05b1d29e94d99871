"""Logs in which nothing is wrong, finished or not, and the head that they are held against."""

import random
from dataclasses import replace

import pytest

from events import types as t
from events.codec import record
from events.errors import LogFault, UnknownShape
from events.lines import write
from events.simulate import play
from events.verify import Head, Report, verify, verify_lines
from tests.events.forgeries import fault_of, forged, rewritten, version_of, whole_logs
from tests.events.samples import NAMES, path_of, sample


@pytest.mark.parametrize("name", NAMES)
def test_games_that_another_program_wrote(name):
    report = verify_lines(path_of(name).read_bytes())
    log = sample(name)
    assert report == Report(log[0].stream, len(log), "scored")
    assert report.finished
    assert report.sentence == (
        f"{len(log)} events, all right; the game is scored, its seed revealed"
    )


@pytest.mark.parametrize("players", range(1, 6))
def test_simulated_games(players):
    log = play(players, "verify", 1)
    assert verify(log).end == "scored"
    assert verify_lines("".join(write(log))).events == len(log)


def test_games_with_all_that_happens_around_a_table():
    logs = whole_logs()
    assert {each.type for log in logs for each in log} == set(t.CATALOGUE)
    assert {verify(log).end for log in logs} == {"scored", "abandoned"}


def test_an_unfinished_log_passes_as_far_as_it_goes_and_says_so():
    chance = random.Random(1)
    for log in whole_logs():
        for version in chance.sample(range(1, len(log)), 5):
            report = verify(log[:version])
            whole = log[version - 1].meta.command != log[version].meta.command
            assert report.end == ("unfinished" if whole else "inside a command")
            assert not report.finished


def test_the_sentence_for_an_unfinished_log():
    log = sample("two-bots")
    assert verify(log[:5]).sentence == (
        "5 events, right as far as they go; the game is unfinished and the log ends inside a command"
    )
    assert verify(log[:8]).sentence.startswith("8 events, right as far as they go; the game is unf")


def test_a_log_of_a_game_that_never_began():
    log = sample("three-people-one-undo")
    assert [verify(log[:version]).end for version in (1, 2, 3)] == ["unfinished"] * 3


@pytest.mark.parametrize("empty", ["", b"", [], [b""]])
def test_an_empty_log_is_none(empty):
    with pytest.raises(LogFault) as caught:
        verify_lines(empty)
    assert caught.value.params == {"version": 1, "type": "", "reason": "the log is empty"}


# The head.


def test_a_log_that_holds_the_head():
    log = sample("two-bots")
    at = log[99]
    for digits in (at.hash[:12], at.hash[:20], at.hash):
        verify(log, Head(100, digits))
        verify(log[:100], (100, digits))
        verify_lines("".join(write(log)), (100, digits))


@pytest.mark.parametrize("version", [1, 100, 379])
def test_a_log_that_holds_another_hash(version):
    log = sample("two-bots")
    right = log[version - 1].hash[:12]
    wrong = right[:-1] + ("0" if right[-1] != "0" else "1")
    with pytest.raises(LogFault) as caught:
        verify(log, (version, wrong))
    assert caught.value.params == {
        "version": version,
        "type": log[version - 1].type,
        "reason": f"hash begins {right}, expected {wrong} as in the head",
    }


def test_what_the_rules_leave_open_is_kept_by_the_head():
    log = sample("two-bots")
    forgery = forged(log, rewritten(log[0], at="2025-12-31T00:00:00.000000Z"))
    # The other events of the command have another time now.
    assert version_of(fault_of(forgery)) == 1
    last = rewritten(log[199], meta={"by": "bot:1", "via": "web", "command": log[0].stream})
    forgery = forged(log[:200], last)
    assert fault_of(forgery) is None
    with pytest.raises(LogFault):
        verify(forgery, (200, log[199].hash[:12]))


def test_a_log_that_ends_before_the_head():
    log = sample("two-bots")
    with pytest.raises(LogFault) as caught:
        verify(log[:99], (100, log[99].hash[:12]))
    assert caught.value.params["version"] == 100
    assert "the log ends at 99" in str(caught.value.params["reason"])


def test_a_fault_before_the_head_comes_first():
    log = sample("two-bots")
    forgery = forged(log, rewritten(log[49], data={**_data(log[49]), "seat": 9}))
    assert version_of(fault_of(forgery)) == 50
    with pytest.raises(LogFault) as caught:
        verify(forgery, (100, log[99].hash[:12]))
    assert caught.value.params["version"] == 50


def _data(each: t.Recorded) -> dict[str, object]:
    return dict(each.event.__dict__)


# Lines that cannot be read.


def test_a_line_that_cannot_be_read_is_named():
    lines = list(write(sample("two-bots")))
    for wrong in ("{", "", "null", lines[40][:-20], lines[40].replace('"seat":', '"chair":')):
        with pytest.raises(LogFault) as caught:
            verify_lines([*lines[:40], wrong.rstrip("\n") + "\n", *lines[41:]])
        assert caught.value.params["version"] == 41


def test_what_is_wrong_before_an_unreadable_line_comes_first():
    log = sample("two-bots")
    forgery = forged(log, rewritten(log[6], data={**_data(log[6]), "seat": 2}))
    lines = list(write(forgery))
    for wrong in ("{\n", lines[40].replace('"schema":1', '"schema":2')):
        with pytest.raises(LogFault) as caught:
            verify_lines([*lines[:40], wrong, *lines[41:]])
        assert caught.value.params["version"] == 7


def test_an_event_of_a_newer_program_is_told_as_such():
    lines = list(write(sample("two-bots")))
    lines[40] = lines[40].replace('"schema":1', '"schema":2')
    with pytest.raises(UnknownShape) as caught:
        verify_lines(lines)
    assert caught.value.params["version"] == 41


def test_a_log_cut_inside_a_line():
    raw = path_of("two-bots").read_bytes()
    chance = random.Random(1)
    for _ in range(10):
        cut = raw[: chance.randrange(len(raw) - 1)]
        if cut.endswith((b"\n", b"}")):
            continue
        with pytest.raises(LogFault) as caught:
            verify_lines(cut)
        assert caught.value.params["version"] == cut.count(b"\n") + 1


def test_no_noise_in_a_file_gives_anything_but_a_fault():
    raw = bytearray(b"\n".join(path_of("three-people-one-undo").read_bytes().split(b"\n")[:40]))
    chance = random.Random(1)
    for _ in range(150):
        noisy = raw.copy()
        for _ in range(chance.choice((1, 1, 5))):
            noisy[chance.randrange(len(noisy))] = chance.randrange(256)
        if noisy != raw:
            with pytest.raises(LogFault):
                verify_lines(bytes(noisy))


def test_events_that_no_reader_has_checked():
    """A store may hold what no reader would let in."""
    log = sample("two-bots")
    meta = log[-1].meta
    for event in (
        t.BidPlaced(1, 1, None),  # type: ignore[arg-type]
        t.BidPlaced(1, "1", t.Payment(1)),  # type: ignore[arg-type]
        t.BidPassed("1"),  # type: ignore[arg-type]
        t.SeatClaimed("x", "y", "z"),  # type: ignore[arg-type]
        t.UndoVoted(None, None),  # type: ignore[arg-type]
        t.GameCreated("ten/1", "", None, {}, ""),  # type: ignore[arg-type]
    ):
        prev = log[6]
        bad = record(prev.stream, 8, prev.at, t.BidPassed(1), meta, prev.hash)
        with pytest.raises(LogFault) as caught:
            verify([*log[:7], _holding(bad, event)])
        assert caught.value.params["version"] == 8


@pytest.mark.parametrize(
    "event",
    [
        t.GameCreated("ten/1", "", None, None, ""),  # type: ignore[arg-type]
        t.GameCreated("ten/1", "", [t.SeatSpec(1, "bot")], None, ""),  # type: ignore[arg-type]
        t.GameCreated("ten/1", "", [{}], {}, ""),  # type: ignore[list-item]
    ],
)
def test_a_beginning_that_no_reader_has_checked(event):
    log = sample("two-bots")
    with pytest.raises(LogFault) as caught:
        verify([_holding(log[0], event), *log[1:]])
    assert caught.value.params["version"] == 1


@pytest.mark.parametrize("envelope", [{"at": 5}, {"prev": None}, {"body": None}])
def test_an_envelope_that_no_reader_has_checked(envelope):
    log = sample("two-bots")
    with pytest.raises(LogFault) as caught:
        verify([*log[:7], replace(log[7], **envelope), *log[8:]])
    assert caught.value.params["version"] == 8


def _holding(each: t.Recorded, event: t.Event) -> t.Recorded:
    return replace(each, event=event, type=type(event).__name__)
