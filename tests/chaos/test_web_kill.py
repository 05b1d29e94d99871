"""kill -9 of the pages between the commit of a move and the waking: the mail goes out, and once."""

from __future__ import annotations

import http.client
import os
import time
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest

from tests.compose.file import ROOT
from tests.compose.host import Host, wait_for
from tests.compose.table import Table, form_of
from tests.e2e.play import Browser
from tests.workers.sink import Sink
from workers.app import TICK_S


@pytest.fixture
def table(host: Host) -> Iterator[Table]:
    host.migrated()
    table = Table(host)
    yield table
    table.close()


def test_pages_killed_between_commit_and_waking_cost_no_mail(
    host: Host, table: Table, post: Sink
) -> None:
    table.to_the_end_of_a_turn()
    path = os.pathsep.join([str(host.image), str(ROOT)])
    web = host.start("web", "tests.chaos.doomed_web:application()", PYTHONPATH=path)
    wait_for(lambda: host.ask("/readyz") == 200, "the pages do not come up")
    before, mover = len(table.log()), table.address
    with closing(Browser(host.base)) as browser:
        action, fields = form_of(browser.get(table.link()), "numbers", "currency")
        with closing(http.client.HTTPConnection("127.0.0.1", host.port, timeout=60)) as lost:
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            lost.request("POST", action, urlencode(fields, doseq=True), kind)
            with pytest.raises((ConnectionError, http.client.HTTPException)):
                lost.getresponse()
        after = len(table.log())
        assert after > before
        assert table.address != mover

        # The form is sent again, to what gunicorn started in its place, and has its first result.
        assert browser.post(action, fields).status == 303
        assert len(table.log()) == after
    assert "was sent SIGKILL" in web.said()
    assert web.end() == 0

    # Nobody was woken: the sweep finds the mail.
    host.start("worker")
    host.start("beat")
    wait_for(lambda: post.to(table.address), "the mail does not come")
    time.sleep(2 * TICK_S)
    assert len(post.to(table.address)) == 1
