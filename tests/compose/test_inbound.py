"""A reply that a mail server brings is stored by the service ``inbound`` and played by the worker."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage

import pytest

from tests.compose.host import Host, wait_for
from tests.compose.table import Table
from tests.parts.redis import free_port
from tests.workers.sink import Sink


@pytest.fixture
def table(host: Host) -> Iterator[Table]:
    host.migrated()
    with closing(Table(host)) as table:
        yield table


def reply(to: str) -> EmailMessage:
    """To draw, from wherever: what counts is the address it goes to."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "somebody@example.net", to, "Re: Your turn"
    mail["Message-ID"] = "<1@example.net>"
    mail.set_content("draw\n")
    return mail


def test_a_reply_by_lmtp_makes_a_move(host: Host, table: Table, post: Sink) -> None:
    port = free_port()
    # A host that takes replies says so to all its services.
    here = {"TENPOST_INBOUND": "lmtp", "TENPOST_INBOUND_PORT": str(port)}
    inbound = host.start("inbound", **here, TENPOST_INBOUND_LISTEN="127.0.0.1")
    host.start("worker", **here)
    host.start("beat", **here)
    wait_for(lambda: post.to(table.address), "the mail does not come")
    mail = post.to(table.address)[0].mail
    address = mail["Reply-To"].addresses[0].addr_spec
    wait_for(lambda: "mail is taken" in inbound.said(), "no mail is taken")

    before = len(table.log())
    with smtplib.LMTP("127.0.0.1", port) as server:
        server.sendmail("somebody@example.net", [address], reply(address).as_bytes())
        nobody = "ten+nobody@example.org"
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            server.sendmail("somebody@example.net", [nobody], reply(nobody).as_bytes())
    wait_for(lambda: len(table.log()) > before, "the reply is not played")
    (drawn, *_) = table.log()[before:]
    assert drawn.type == "CardDrawn"
    assert drawn.meta.via == "mail"
    assert inbound.end() == 0
    assert "@" not in inbound.said()


def test_without_a_way_in_the_service_says_what_to_set(host: Host) -> None:
    inbound = host.start("inbound")
    assert inbound.wait() == 1
    assert inbound.said().startswith("tenpost: TENPOST_INBOUND is off: set it")
