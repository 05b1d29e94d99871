"""Deliver what the outbox owes: claim, decide, render, send, mark (architecture.md, decision 5).

A row is claimed under a lease and its mail leaves outside any transaction. A worker that dies in
between leaves the row to whoever comes after the lease: a mail goes out at least once, and twice with
the same Message-ID. One row's trouble is its own: the others go on.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from events import outbox
from events.errors import TenpostError
from events.outbox import Claim
from service import people
from workers.mail.compose import compose
from workers.mail.letter import Letter, Row, host_of, message
from workers.mail.parts import Parts
from workers.mail.reminding import host_rows
from workers.mail.scene import LeaseLost
from workers.mail.transport import PATIENCE_S, Outgoing, Refused, TryLater, Unreachable
from workers.mail.wanted import NotYet

LEASE: Final = timedelta(minutes=3)
"""How long a row is this worker's; longer than the longest a server may hang in one mail."""

MARGIN: Final = timedelta(seconds=4 * PATIENCE_S)
"""A mail is begun only if so much of its lease is left."""

MOST: Final = 16
"""Rows taken at once while all goes well."""

BUDGET_S: Final = 5.0
"""Seconds after which a run ends between two mails; the next one goes on."""

FIRST_PAUSE: Final = timedelta(seconds=30)
LONGEST_PAUSE: Final = timedelta(hours=1)
"""The pause before another attempt doubles from the first to the longest."""

PATIENCE: Final = timedelta(days=3)
"""How long a mail without a deadline is tried."""

logger = logging.getLogger(__name__)


@dataclass
class Run:
    """One worker's turn at the outbox: the connection, and what came of the rows it took."""

    parts: Parts
    lease: timedelta = LEASE
    patience_s: float = PATIENCE_S
    sent: int = 0
    closed: int = 0
    failed: int = 0
    unreachable: bool = field(default=False)

    def run(self, budget_s: float = BUDGET_S, stop: Callable[[], bool] = lambda: False) -> bool:
        """Deliver until nothing waits, the budget is spent, ``stop()``, or the server is out of reach.

        Answers whether there may be more to do now.
        """
        ends = time.monotonic() + budget_s
        size = 1
        with Outgoing(self.parts.smtp, self.patience_s) as outgoing:
            while not stop() and time.monotonic() < ends:
                now = self.parts.clock()
                with self.parts.store.read() as reader:
                    if not outbox.ready(reader, now):
                        return False
                taken = outbox.claim(self.parts.store, now, self.lease, size)
                failed = self.failed
                for position, row in enumerate(taken):
                    if stop() or self.unreachable or not self._in_time(now):
                        self._give_back(taken[position:])
                        break
                    self._one(outgoing, row)
                if self.unreachable:
                    return False
                size = min(2 * size, MOST) if self.failed == failed else 1
        return not stop()

    def _in_time(self, taken_at: datetime) -> bool:
        margin = min(MARGIN, self.lease / 2)
        return self.parts.clock() < taken_at + self.lease - margin

    def _one(self, outgoing: Outgoing, row: Claim) -> None:
        """One row; whatever goes wrong stays with it."""
        try:
            letter = compose(self.parts, row)
            if letter is None:
                outbox.supersede(self.parts.store, row, self.parts.clock())
                self.closed += 1
                return
            self._send(outgoing, row, letter)
        except LeaseLost:
            return
        except NotYet as put_off:
            outbox.put_off(self.parts.store, row, put_off.at)
            self._log(logging.DEBUG, row, f"mail waits: {put_off.reason}")
        except Unreachable as trouble:
            self.unreachable = True
            self._later(row, trouble.reason)
        except TryLater as trouble:
            self._later(row, trouble.reason)
        except Exception as trouble:
            # A mail that cannot be written must not stand in the way of those that can.
            self._log(logging.ERROR, row, "the mail could not be made", trace=True)
            code = trouble.code if isinstance(trouble, TenpostError) else type(trouble).__name__
            self._later(row, f"could not be made: {code}")

    def _send(self, outgoing: Outgoing, row: Claim, letter: Letter) -> None:
        parts = self.parts
        host = host_of(parts.links.base_url)
        mail = message(letter, row.message_id, parts.mail_from, host, parts.clock())
        try:
            outgoing.send(mail, parts.mail_from, letter.to.address)
        except Refused as refused:
            self._refused(row, letter, refused.reason)
            return
        if letter.then:
            # Before the mark: a worker that dies in between sends the mail and writes the rows once more,
            # and the keys of the rows see to it that they are there once.
            with parts.store.unit() as unit:
                outbox.add(unit, letter.then)
        outbox.done(parts.store, row, parts.clock())
        self.sent += 1
        self._log(logging.INFO, row, "mail sent")

    def _refused(self, row: Claim, letter: Letter, reason: str) -> None:
        """That recipient fails alone; the address is marked, and the host is told."""
        parts, now = self.parts, self.parts.clock()
        told: Sequence[Row] = ()
        if row.game is not None and row.seat is not None and row.kind != "sign-in":
            state = parts.handler.load(row.game)
            told = host_rows("address", state, row.seat, state.version, now)
        with parts.store.unit() as unit:
            if letter.to.address_id is not None:
                people.mark_address(unit.connection, letter.to.address_id, "refused")
            if told:
                outbox.add(unit, told)
        outbox.bury(parts.store, row, now, reason)
        self.failed += 1
        self._log(logging.WARNING, row, f"mail refused: {reason}")

    def _later(self, row: Claim, reason: str) -> None:
        now = self.parts.clock()
        self.failed += 1
        if row.attempt >= TRIES:
            outbox.bury(self.parts.store, row, now, reason)
            self._log(logging.WARNING, row, f"mail given up: {reason}")
            return
        outbox.fail(self.parts.store, row, now + pause(row.attempt), reason)
        self._log(logging.WARNING, row, f"mail put off: {reason}")

    def _give_back(self, rows: list[Claim]) -> None:
        for row in rows:
            outbox.put_off(self.parts.store, row, self.parts.clock())

    def _log(self, level: int, row: Claim, text: str, *, trace: bool = False) -> None:
        about = {"row": row.id, "kind": row.kind, "game": row.game, "seat": row.seat}
        logger.log(level, text, extra=about | {"attempt": row.attempt}, exc_info=trace)


def pause(attempt: int) -> timedelta:
    """How long to wait after that attempt, which counts from 1."""
    doubled: timedelta = FIRST_PAUSE * 2 ** min(attempt - 1, 20)
    return min(doubled, LONGEST_PAUSE)


def _tries() -> int:
    """How many attempts there are until their pauses add up to the patience."""
    waited, attempt = timedelta(0), 0
    while waited <= PATIENCE:
        attempt += 1
        waited += pause(attempt)
    return attempt


TRIES: Final = _tries()
"""After so many attempts a mail is given up. They are counted, not the time since it was asked for: a
mail may have waited for a lead time, or for the end of a vacation, before its first."""
