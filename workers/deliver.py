"""Deliver what the outbox owes: claim, decide, render, send, mark (architecture.md, decision 5).

A row is claimed under a lease and its mail leaves outside any transaction. A worker that dies in
between leaves the row to whoever comes after the lease: a mail goes out at least once, and twice with
the same Message-ID. One row's trouble is its own: the others go on.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Final

from events import outbox
from events.errors import TenpostError
from events.outbox import Claim
from events.store import Unit
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


@dataclass(frozen=True)
class _Written:
    """A mail that is ready to go, and the row it is of."""

    row: Claim
    letter: Letter
    mail: EmailMessage


@dataclass
class Run:
    """One worker's turn at the outbox: the connection, and what came of the rows it took.

    While one mail is on its way the next is written. That a mail went out is marked in the unit that
    stores the links of the next one, a few milliseconds later, or else in one of its own.
    """

    parts: Parts
    lease: timedelta = LEASE
    patience_s: float = PATIENCE_S
    sent: int = 0
    closed: int = 0
    failed: int = 0
    unreachable: bool = False
    _marks: list[_Written] = field(default_factory=list)
    _on_its_way: tuple[_Written, "Future[None]"] | None = None

    def __post_init__(self) -> None:
        self.parts = replace(self.parts, begin=self._unit)

    def run(self, budget_s: float = BUDGET_S, stop: Callable[[], bool] = lambda: False) -> bool:
        """Deliver until nothing waits, the budget is spent, ``stop()``, or the server is out of reach.

        Answers whether there may be more to do now.
        """
        ends = time.monotonic() + budget_s
        size = 1
        with (
            Outgoing(self.parts.smtp, self.patience_s) as outgoing,
            ThreadPoolExecutor(1, thread_name_prefix="mail") as sender,
        ):
            while not stop() and time.monotonic() < ends:
                now = self.parts.clock()
                with self.parts.store.read() as reader:
                    if not outbox.ready(reader, now):
                        return False
                taken = outbox.claim(self.parts.store, now, self.lease, size)
                failed = self.failed

                def over(now: datetime = now) -> bool:
                    return stop() or self.unreachable or not self._in_time(now)

                self.deliver(taken, lambda mail: sender.submit(self._send, outgoing, mail), over)
                if self.unreachable:
                    return False
                size = min(2 * size, MOST) if self.failed == failed else 1
        return not stop()

    def deliver(
        self,
        taken: Sequence[Claim],
        send: "Callable[[_Written], Future[None]]",
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        """Deliver these rows; those that are not begun when ``over()`` are given back."""
        try:
            for position, row in enumerate(taken):
                if over():
                    self._give_back(taken[position:])
                    break
                written = self._write(row)
                self._arrived()
                if written is None:
                    continue
                if self.unreachable:
                    self._give_back([row])
                else:
                    self._on_its_way = written, send(written)
            self._arrived()
        finally:
            self._flush()

    def _in_time(self, taken_at: datetime) -> bool:
        margin = min(MARGIN, self.lease / 2)
        return self.parts.clock() < taken_at + self.lease - margin

    def _write(self, row: Claim) -> _Written | None:
        """The mail of the row; None if there is none to send now. Whatever goes wrong stays with it."""
        parts = self.parts
        try:
            letter = compose(parts, row)
            if letter is None:
                outbox.supersede(parts.store, row, parts.clock())
                self.closed += 1
                return None
            host = host_of(parts.links.base_url)
            mail = message(letter, row.message_id, parts.mail_from, host, parts.clock())
            return _Written(row, letter, mail)
        except LeaseLost:
            pass
        except NotYet as put_off:
            outbox.put_off(parts.store, row, put_off.at)
            self._log(logging.DEBUG, row, f"mail waits: {put_off.reason}")
        except Exception as trouble:
            # A mail that cannot be written must not stand in the way of those that can.
            self._log(logging.ERROR, row, "the mail could not be made", trace=True)
            code = trouble.code if isinstance(trouble, TenpostError) else type(trouble).__name__
            self._later(row, f"could not be made: {code}")
        return None

    def _send(self, outgoing: Outgoing, written: _Written) -> None:
        """In the thread that sends. Raises what ``Outgoing.send`` raises."""
        outgoing.send(written.mail, self.parts.mail_from, written.letter.to.address)

    def _arrived(self) -> None:
        """Wait for the mail that is on its way, and see what became of it."""
        if self._on_its_way is None:
            return
        written, outcome = self._on_its_way
        self._on_its_way = None
        row = written.row
        try:
            outcome.result()
        except Refused as refused:
            self._refused(row, written.letter, refused.reason)
        except Unreachable as trouble:
            self.unreachable = True
            self._later(row, trouble.reason)
        except TryLater as trouble:
            self._later(row, trouble.reason)
        except Exception as trouble:
            self._log(logging.ERROR, row, "the mail could not be sent", trace=True)
            self._later(row, f"could not be sent: {type(trouble).__name__}")
        else:
            self._marks.append(written)
            self.sent += 1
            self._log(logging.INFO, row, "mail sent")

    @contextmanager
    def _unit(self) -> Iterator[Unit]:
        """A unit that also marks the mails that went out and plans what follows from them."""
        now = self.parts.clock()
        with self.parts.store.unit() as unit:
            for written in self._marks:
                if written.letter.then:
                    outbox.add(unit, written.letter.then)
                outbox.mark_sent(unit, written.row, now)
            yield unit
        # Only if the unit was committed: else the next one marks them.
        self._marks.clear()

    def _flush(self) -> None:
        if self._marks:
            with self._unit():
                pass

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

    def _give_back(self, rows: Sequence[Claim]) -> None:
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
