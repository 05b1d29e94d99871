"""Events dropped, doubled, swapped, or of another game; broken hashes; commands torn apart."""

import itertools
import random
from collections.abc import Sequence

import pytest

from events import types as t
from events.errors import LogFault
from events.lines import write
from events.verify import verify_lines
from tests.events.forgeries import (
    Log,
    fault_of,
    forged,
    rehashed,
    rewritten,
    version_of,
    whole_logs,
)
from tests.events.samples import NAMES, sample

AROUND = {
    cls
    for cls in t.CATALOGUE.values()
    if list(t.CATALOGUE.values()).index(cls) > list(t.CATALOGUE).index("DeckRevealed")
} | {t.SeatClaimed, t.SeatDeclined}
"""The table's own events: most may come, or not, at any time."""


def places(log: Log, chance: random.Random, most: int = 10) -> list[int]:
    """Versions of events of the play that another event of the play follows."""
    fine = [
        each.version
        for each, following in itertools.pairwise(log)
        if type(each.event) not in AROUND and type(following.event) not in AROUND
    ]
    return chance.sample(fine, min(most, len(fine)))


def parting(log: Log, forgery: Log) -> int | None:
    """The first version at which a log tells something else; None if it only ends earlier."""
    return next(
        (
            was.version
            for was, now in zip(log, forgery, strict=False)
            if (was.type, was.event) != (now.type, now.event)
        ),
        None if len(forgery) <= len(log) else len(log) + 1,
    )


def test_a_dropped_event():
    chance = random.Random(1)
    for log in whole_logs()[0::4]:
        for version in places(log, chance):
            forgery = rehashed([*log[: version - 1], *log[version:]], version - 1)
            assert version_of(fault_of(forgery)) == parting(log, forgery)


def test_a_doubled_event():
    """Whatever it is: its command was complete, or goes on with another event."""
    chance = random.Random(2)
    for log in whole_logs()[1::4]:
        around = [each.version for each in log if type(each.event) in AROUND]
        for version in [*places(log, chance, 6), *around[:6]]:
            forgery = rehashed([*log[:version], *log[version - 1 :]], version)
            assert version_of(fault_of(forgery)) == version + 1


def test_two_events_swapped():
    chance = random.Random(3)
    for log in whole_logs()[2::4]:
        for version in places(log, chance):
            one, two = log[version - 1 : version + 1]
            forgery = rehashed([*log[: version - 1], two, one, *log[version + 1 :]], version - 1)
            assert version_of(fault_of(forgery)) == parting(log, forgery)


def test_a_whole_command_dropped():
    chance = random.Random(4)
    for log in whole_logs()[3::4]:
        for version in places(log, chance, 6):
            command = log[version - 1].meta.command
            first = next(each.version for each in log if each.meta.command == command)
            forgery = rehashed([each for each in log if each.meta.command != command], first - 1)
            fault = fault_of(forgery)
            # Not to have taken the currency, say, was as good a choice: what follows tells.
            assert fault is not None
            assert int(str(version_of(fault))) >= (parting(log, forgery) or 0)


def test_an_event_that_no_rule_led_to_is_named():
    log = sample("two-bots")
    stray = log[0].meta
    for each in log[10:40]:
        for event in (t.TurnStarted(1, 9), t.AuctionUnsold("W5"), t.GameScored([], [])):
            extra = rewritten(
                log[each.version],
                type=type(event).__name__,
                data=dict(event.__dict__),
                meta={"by": stray.by, "via": stray.via, "command": stray.command},
            )
            forgery = rehashed([*log[: each.version], extra, *log[each.version :]], each.version)
            assert version_of(fault_of(forgery)) == each.version + 1


def test_nothing_follows_the_end():
    for name in NAMES:
        log = sample(name)
        for extra in (log[-1], log[0], log[3]):
            fault = fault_of(rehashed([*log, extra], len(log)))
            assert version_of(fault) == len(log) + 1


def test_another_games_tail():
    """Numbers, times and hashes put right: only the stream tells, or else the rules."""
    logs = whole_logs()
    for one, two in zip(logs[1::2], logs[2::2], strict=False):
        for version in (30, 60):
            if min(len(one), len(two)) < version + 20:
                continue
            tail = two[version:]
            forgery = rehashed([*one[:version], *tail], version)
            fault = fault_of(forgery)
            if one[0].stream != two[0].stream:
                assert version_of(fault) == version + 1
                assert fault is not None
                assert "stream" in str(fault.params["reason"])
            else:
                assert fault is not None
                assert int(str(version_of(fault))) > version


def test_a_tail_with_its_stream_put_right_too():
    one, two = sample("two-bots"), sample("solo-with-the-house")
    for version in (40, 140):
        tail = [rewritten(each, stream=one[0].stream) for each in two[version:]]
        fault = fault_of(rehashed([*one[:version], *tail], version))
        assert fault is not None
        assert int(str(version_of(fault))) > version


# The chain, in files as they are.


def lines_of(name: str) -> list[str]:
    return list(write(sample(name)))


def fault_in(lines: Sequence[str]) -> dict[str, object]:
    with pytest.raises(LogFault) as caught:
        verify_lines(lines)
    return caught.value.params


SOME = [1, 2, 77, 200, 379]


def other(digit: str) -> str:
    return "0" if digit != "0" else "1"


@pytest.mark.parametrize("version", SOME)
def test_a_broken_hash(version):
    log = sample("two-bots")
    each = log[version - 1]
    broken = rewritten(each, hash=other(each.hash[0]) + each.hash[1:])
    fault = fault_of([*log[: version - 1], broken, *log[version:]])
    assert fault is not None
    assert fault.params == {
        "version": version,
        "type": each.type,
        "reason": "hash is not that of prev and the event",
    }


@pytest.mark.parametrize("version", SOME)
def test_a_broken_link(version):
    log = sample("two-bots")
    each = log[version - 1]
    broken = rewritten(each, prev=each.prev[:-1] + other(each.prev[-1]))
    assert version_of(fault_of([*log[: version - 1], broken, *log[version:]])) == version


@pytest.mark.parametrize("version", SOME)
def test_a_changed_event_with_its_old_hash(version):
    log = sample("two-bots")
    each = log[version - 1]
    late = rewritten(each, at="2029-01-01T00:00:00.000000Z")
    assert version_of(fault_of([*log[: version - 1], late, *log[version:]])) == version


@pytest.mark.parametrize("version", SOME[:-1])
def test_a_line_dropped_doubled_or_swapped(version):
    lines = lines_of("two-bots")
    one, two = lines[version - 1 : version + 1]
    assert fault_in([*lines[: version - 1], *lines[version:]])["version"] == version
    assert fault_in([*lines[:version], *lines[version - 1 :]])["version"] == version + 1
    swapped = [*lines[: version - 1], two, one, *lines[version + 1 :]]
    assert fault_in(swapped)["version"] == version


def test_a_line_of_another_stream():
    lines = lines_of("two-bots")
    lines[30] = lines_of("five-bots")[30]
    fault = fault_in(lines)
    assert fault["version"] == 31
    assert "stream" in str(fault["reason"])


def test_the_last_line_dropped_is_an_unfinished_game():
    assert verify_lines(lines_of("two-bots")[:-1]).end == "inside a command"


def test_time_never_runs_backwards():
    log = sample("three-people-one-undo")
    early = rewritten(log[1], at="2026-02-28T00:00:00.000000Z")
    fault = fault_of(forged(log, early))
    assert version_of(fault) == 2
    assert fault is not None
    assert "earlier" in str(fault.params["reason"])


# Commands.


def test_events_of_one_command_share_meta_and_time():
    chance = random.Random(5)
    for log in whole_logs()[:12]:
        commands: dict[str, list[t.Recorded]] = {}
        for each in log:
            commands.setdefault(each.meta.command, []).append(each)
        several = [events for events in commands.values() if len(events) > 1]
        for events in chance.sample(several, min(6, len(several))):
            each = chance.choice(events)
            meta = {"by": "host", "via": "cli", "command": events[0].stream}
            fault = version_of(fault_of(forged(log, rewritten(each, meta=meta))))
            if len(events) > 2:
                assert fault == each.version
            else:  # of two, none is the odd one
                assert fault == events[1].version


def test_meta_is_no_fault_where_a_whole_command_agrees():
    """Who acted, by which way: no rule says. (What ``via`` counts for, time-outs in a row, it does.)"""
    for name in ("three-people-one-undo", "solo-with-the-house"):
        log = sample(name)
        commands = list(dict.fromkeys(each.meta.command for each in log[:80]))
        for command in random.Random(6).sample(commands, 12):
            for by, via in (
                ("seat:1", "web"),
                ("bot:5", "bot"),
                ("host", "cli"),
                ("clock", "sweep"),
            ):
                meta = {"by": by, "via": via, "command": "00000000-0000-4000-8000-00000000beef"}
                events = [each for each in log if each.meta.command == command]
                forgery = forged(log, *(rewritten(each, meta=meta) for each in events))
                assert fault_of(forgery) is None


@pytest.mark.parametrize("apart", [1, 5])
def test_a_command_that_was_complete_gets_no_more_events(apart):
    log = sample("three-people-one-undo")
    alone = [
        each for each in log if sum(other.meta.command == each.meta.command for other in log) == 1
    ]
    for one, two in zip(alone[:20], alone[apart:], strict=False):
        same = {"by": one.meta.by, "via": one.meta.via, "command": one.meta.command}
        fault = fault_of(forged(log, rewritten(two, meta=same)))
        assert fault is not None
        assert fault.params["version"] == two.version
        assert fault.params["reason"] == "meta names a command before, which was complete"
