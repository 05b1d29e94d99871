"""Mails of ours that came back: an address that will not take mail is marked, and the host is told."""

import logging
from collections.abc import Sequence
from email.message import Message

from sqlalchemy import select

from events import outbox
from events.tables import outbox as rows
from service import people
from workers.mail.dsn import report
from workers.mail.letter import Row
from workers.mail.parts import Parts
from workers.mail.reminding import host_rows

logger = logging.getLogger(__name__)


def bounced(parts: Parts, row: int, message: Message) -> str:
    """Deal with what came to the signed address of that row; what it was, as a short code.

    Only a failure for good (5.x.x) marks the address; what may pass (4.x.x) is only logged.
    """
    found = report(message)
    if found is None:
        return "bounce: no report"
    failure = found.permanent
    if failure is None:
        told = ", ".join(f"{each.action} {each.status}" for each in found.failures)
        logger.info("a mail is late: %s", told, extra={"row": row})
        return "bounce: for now"
    with parts.store.read() as reader:
        sent = reader.connection.execute(select(rows).where(rows.c.id == row)).one_or_none()
        if sent is None:
            return "bounce: no such mail"
        address = sent.payload.get("to", sent.payload.get("address"))
        place = None
        if sent.game is not None and sent.seat is not None and sent.kind != "sign-in":
            place = people.place(reader.connection, sent.game, sent.seat)
    if address is None:
        return "bounce: nobody's"
    told_host: Sequence[Row] = ()
    # Who has another address by now can be mailed: there is nothing to be told.
    if place is not None and place.address_id == address and place.address_state == "ok":
        state = parts.handler.load(place.game)
        told_host = host_rows("address", state, place.seat, state.version, parts.clock())
    with parts.store.unit() as unit:
        people.mark_address(unit.connection, address, "bouncing")
        if told_host:
            outbox.add(unit, told_host)
    logger.warning("a mail bounced: %s %s", failure.status, failure.detail, extra={"row": row})
    return "bounce: for good"
