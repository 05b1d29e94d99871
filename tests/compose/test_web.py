"""The pages of a big host: when they are ready, and that they end in good order."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text

from tests.compose.host import Host, wait_for
from tests.compose.table import Table, form_of
from tests.e2e.play import Browser

WAITING = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture
def table(host: Host) -> Iterator[Table]:
    host.migrated()
    table = Table(host)
    yield table
    table.close()


def test_pages_live_before_they_are_ready(host: Host) -> None:
    host.start("web")
    wait_for(lambda: host.ask("/healthz") == 200, "the pages do not come up")
    assert host.ask("/readyz") == 503
    assert host.check("worker") != 0
    host.migrated()
    assert host.ask("/readyz") == 200
    assert host.check("web") == 0
    assert host.check("worker") == 0


def test_migrating_twice_changes_nothing(host: Host) -> None:
    host.migrated()
    host.migrated()


def test_sigterm_finishes_the_request_that_is_under_way(host: Host, table: Table) -> None:
    web = host.start("web")
    wait_for(lambda: host.ask("/readyz") == 200, "the pages do not come up")
    before = len(table.log())
    with (
        closing(Browser(host.base)) as browser,
        ThreadPoolExecutor(1) as other,
        host.database.connect() as holder,
        host.database.connect() as looker,
    ):
        action, fields = form_of(browser.get(table.link()), "draw")
        lock = text("SELECT 1 FROM streams WHERE stream = :game FOR UPDATE")
        holder.execute(lock, {"game": table.game})
        sent = other.submit(browser.post, action, fields)

        def waits() -> bool:
            looker.rollback()
            return bool(looker.execute(WAITING).scalar_one())

        wait_for(waits, "the move never waits for its table")
        web.popen.terminate()
        wait_for(lambda: "Handling signal: term" in web.said(), "the signal does not arrive")
        holder.rollback()
        answer = sent.result()
    assert answer.status == 303
    assert web.wait() == 0
    assert len(table.log()) > before
