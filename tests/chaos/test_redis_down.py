"""With Redis stopped the pages answer as usual, and what they owe waits in the database.

That mails follow once Redis is back, ``tests/workers/test_celery.py`` shows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.compose.conftest import mailed_to
from tests.compose.host import Host, wait_for
from tests.compose.table import Table, form_of
from tests.e2e.play import Browser
from tests.parts.redis import NoRedis, free_port, running_redis
from tests.workers.sink import Sink

AT_ONCE_S = 5.0
"""Far more than an answer takes, and less than any of the time-outs that would keep a person waiting."""


@pytest.fixture
def redis() -> Iterator[tuple[ExitStack, int]]:
    """A Redis of the test's own, which it may end by closing the stack, and its port."""
    port = free_port()
    with ExitStack() as stack:
        try:
            stack.enter_context(running_redis(port))
        except NoRedis as reason:
            pytest.skip(str(reason))
        yield stack, port


def test_with_redis_stopped_pages_answer_at_once(
    image: Path,
    tmp_path: Path,
    tenpost_database: str,
    redis: tuple[ExitStack, int],
    post: Sink,
) -> None:
    stack, port = redis
    host = Host(image, tmp_path, tenpost_database, f"127.0.0.1:{port}", mailed_to(post))
    with ExitStack() as ending:
        ending.callback(host.stop)
        host.migrated()
        table = ending.enter_context(closing(Table(host)))
        browser = ending.enter_context(closing(Browser(host.base)))
        web = host.start("web")
        wait_for(lambda: host.ask("/readyz") == 200, "the pages do not come up")
        table.to_the_end_of_a_turn()
        link, before = table.link(), len(table.log())
        action, fields = form_of(browser.get(link), "numbers", "currency")
        stack.close()

        begun = time.monotonic()
        assert browser.post(action, fields).status == 303
        assert browser.get(action).status == 200
        # What is limited is counted in the memory of the process meanwhile.
        assert browser.post("/sign-in", {"address": "ann@example.org"}).status == 200
        assert host.ask("/readyz") == 200
        assert time.monotonic() - begun < AT_ONCE_S

        assert len(table.log()) > before
        assert host.owed() >= 1
        assert "no worker could be woken" in web.said()
        assert "Traceback" not in web.said()
