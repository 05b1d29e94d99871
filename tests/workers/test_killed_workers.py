"""A worker killed at any point loses no mail; a mail that went out twice has one Message-ID (W3, W8)."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.deliver import LEASE, Run

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shared(database_url: str) -> Iterator[Office]:
    """A service on a database that another process works on, too."""
    office = Office.at(database_url)
    yield office
    office.store.engine.dispose()


def child(office: Office, sink: Sink, point: str) -> subprocess.Popen[str]:
    url = office.store.engine.url.render_as_string(hide_password=False)
    words = ["deliver", url, str(sink.port), office.clock.now.isoformat(), point]
    return subprocess.Popen(
        [sys.executable, "-m", "tests.workers.child", *words],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )


def killed(office: Office, sink: Sink, point: str) -> None:
    process = child(office, sink, point)
    _, said = process.communicate(timeout=120)
    assert process.returncode == -signal.SIGKILL, said


def owe(office: Office, number: int) -> list[str]:
    games = [office.open_game(("human", "bot")) for _ in range(number)]
    return sorted(office.address(game, 1) for game in games)


def test_killed_between_claim_and_send_the_mail_goes_out_after_the_lease(
    shared: Office, sink: Sink
) -> None:
    people = owe(shared, 3)
    killed(shared, sink, "claimed")
    assert sink.caught == []
    shared.clock.forward(LEASE - timedelta(seconds=1))
    Run(shared.parts(sink.smtp)).run(budget_s=60)
    early = [caught.to for caught in sink.caught]
    assert len(early) == len(people) - 1  # the claimed one is another worker's until its lease ends
    shared.clock.forward(timedelta(seconds=1))
    Run(shared.parts(sink.smtp)).run(budget_s=60)
    assert sorted(caught.to for caught in sink.caught) == people


def test_killed_between_send_and_mark_the_mail_comes_again_as_the_same(
    shared: Office, sink: Sink
) -> None:
    people = owe(shared, 3)
    killed(shared, sink, "sent")
    assert len(sink.caught) == 1
    shared.clock.forward(LEASE)
    Run(shared.parts(sink.smtp)).run(budget_s=60)
    first = sink.caught[0]
    both = sink.to(first.to)
    assert len(both) == 2
    assert both[0].mail["Message-ID"] == both[1].mail["Message-ID"]
    assert sorted({caught.to for caught in sink.caught}) == people
    assert len(sink.caught) == len(people) + 1


def test_many_kills_lose_nothing(shared: Office, sink: Sink) -> None:
    people = owe(shared, 4)
    for point in ("claimed", "sent", "sent", "claimed", "never"):
        process = child(shared, sink, point)
        process.communicate(timeout=120)
        shared.clock.forward(LEASE)
    ids: dict[str, set[str]] = {}
    for caught in sink.caught:
        ids.setdefault(caught.to, set()).add(caught.mail["Message-ID"])
    assert sorted(ids) == people
    assert {len(found) for found in ids.values()} == {1}


def test_workers_at_the_same_time_send_each_mail_once(shared: Office, sink: Sink) -> None:
    people = owe(shared, 30)
    workers = [child(shared, sink, "never") for _ in range(4)]
    for worker in workers:
        _, said = worker.communicate(timeout=120)
        assert worker.returncode == 0, said
    assert sorted(caught.to for caught in sink.caught) == people
