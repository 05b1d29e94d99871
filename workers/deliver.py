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
from email.message import EmailMessage
from functools import partial
from typing import Final

from events import outbox
from events.errors import TenpostError
from events.outbox import Claim
from events.store import Unit
from service import people
from workers.mail.compose import compose
from workers.mail.desk import Desk, rounds
from workers.mail.letter import Letter, Row, game_address, host_of, message, reply_to
from workers.mail.parts import Parts
from workers.mail.reminding import host_rows
from workers.mail.shown import noted
from workers.mail.signed import bounce_address
from workers.mail.transport import PATIENCE_S, Outgoing, Refused, TryLater, Unreachable
from workers.mail.wanted import NotYet

LEASE: Final = timedelta(minutes=3)
"""How long a row is this worker's; longer than the longest a server may hang in one mail."""

MARGIN: Final = timedelta(seconds=4 * PATIENCE_S)
"""A mail is begun only if so much of its lease is left."""

MOST: Final = 32
"""Rows taken at once while all goes well."""

SLOW_S: Final = 1.0
"""If so many seconds go by until the next rows are taken, fewer are: a mail shows the table as it was when
its row was taken."""

SOON_S: Final = 0.5
"""Seconds after which mails that went out are marked, if the next few are not written by then."""

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

    Rows are taken a few at a time: their mails are written, then sent one after another. That they went out
    is marked in the unit that stores the links of the next few, or, if that takes long, in one of its own.
    (To write while another thread sends is slower: each answer of the server waits for the writer.)
    """

    parts: Parts
    lease: timedelta = LEASE
    patience_s: float = PATIENCE_S
    sent: int = 0
    closed: int = 0
    failed: int = 0
    unreachable: bool = False
    _marks: list[_Written] = field(default_factory=list)
    _since: float = field(default_factory=time.monotonic)

    def run(self, budget_s: float = BUDGET_S, stop: Callable[[], bool] = lambda: False) -> bool:
        """Deliver until nothing waits, the budget is spent, ``stop()``, or the server is out of reach.

        Answers whether there may be more to do now.
        """
        ends = time.monotonic() + budget_s
        size = 1
        with Outgoing(self.parts.smtp, self.patience_s) as outgoing:
            try:
                while not stop() and not self.unreachable and time.monotonic() < ends:
                    now, failed, begun = self.parts.clock(), self.failed, time.monotonic()
                    taken = self._take(now, size)
                    if not taken:
                        if not self._marks:
                            return False
                        # What went out may leave something behind, such as a reminder.
                        self._flush()
                        continue

                    def over(now: datetime = now) -> bool:
                        return stop() or self.unreachable or not self._in_time(now)

                    for few in rounds(taken):
                        self._deliver(few, outgoing, over)
                    slow = time.monotonic() - begun > SLOW_S
                    size = min(2 * size, MOST) if self.failed == failed and not slow else 1
            finally:
                self._flush()
        return not stop() and not self.unreachable

    def _take(self, now: datetime, size: int) -> Sequence[Claim]:
        with self.parts.store.read() as reader:
            waiting = outbox.ready(reader, now)
        return outbox.claim(self.parts.store, now, self.lease, size) if waiting else ()

    def _deliver(
        self, taken: Sequence[Claim], outgoing: Outgoing, over: Callable[[], bool]
    ) -> None:
        """Write these mails and send them; ``over()`` is asked before each of them leaves."""
        seats = {(row.game, row.seat) for row in taken}
        if any((each.row.game, each.row.seat) in seats for each in self._marks):
            # What they tell begins where the mail before them ends.
            self._flush()
        with self.parts.store.read() as reader:
            desk = Desk(self.parts, reader, taken)
            made = [self._write(desk, row) for row in taken]
        written = [each for each in made if isinstance(each, _Written)]
        with self.parts.store.unit() as unit:
            held = desk.keep(unit, [each.row for each in written])
            self._mark(unit)
        self._marked()
        for each in made:
            if not isinstance(each, _Written):
                each()
            elif over():
                self._put_off(each.row, self.parts.clock())
            elif each.row.id in held:
                self._send(outgoing, each)
                if self._marks and time.monotonic() - self._since > SOON_S:
                    # A crash would send again what is gone and not marked.
                    self._flush()

    def _in_time(self, taken_at: datetime) -> bool:
        margin = min(MARGIN, self.lease / 2)
        return self.parts.clock() < taken_at + self.lease - margin

    def _write(self, desk: Desk, row: Claim) -> "_Written | Callable[[], None]":
        """The mail of the row; or, if there is none to send now, what is to be done with the row.

        Whatever goes wrong stays with it.
        """
        parts = self.parts
        try:
            letter = compose(desk, row)
            if letter is None:
                return partial(self._close, row)
            host = host_of(parts.links.base_url)
            sender = parts.mail_from
            if parts.own_addresses and letter.thread is not None:
                sender = game_address(sender, letter.thread)
            mail = message(letter, row.message_id, sender, host, parts.clock())
            if letter.reply is not None and parts.key is not None:
                mail["Reply-To"] = reply_to(letter, parts.mail_from)
            return _Written(row, letter, mail)
        except NotYet as put_off:
            self._log(logging.DEBUG, row, f"mail waits: {put_off.reason}")
            return partial(self._put_off, row, put_off.at, put_off.owed)
        except Exception as trouble:
            # A mail that cannot be written must not stand in the way of those that can.
            self._log(logging.ERROR, row, "the mail could not be made", trace=True)
            code = trouble.code if isinstance(trouble, TenpostError) else type(trouble).__name__
            return partial(self._later, row, f"could not be made: {code}")

    def _close(self, row: Claim) -> None:
        outbox.supersede(self.parts.store, row, self.parts.clock())
        self.closed += 1

    def _put_off(self, row: Claim, until: datetime, owed: Sequence[Row] = ()) -> None:
        if owed:
            with self.parts.store.unit() as unit:
                outbox.add(unit, owed)
        outbox.put_off(self.parts.store, row, until)

    def _send(self, outgoing: Outgoing, written: _Written) -> None:
        """Send the mail, and see what became of it."""
        row = written.row
        try:
            outgoing.send(written.mail, self._sender(row), written.letter.to.address)
        except Refused as refused:
            self._refused(row, written.letter, refused.reason)
        except TryLater as trouble:
            self.unreachable = isinstance(trouble, Unreachable)
            self._later(row, trouble.reason)
        except Exception as trouble:
            self._log(logging.ERROR, row, "the mail could not be sent", trace=True)
            self._later(row, f"could not be sent: {type(trouble).__name__}")
        else:
            self._marks.append(written)
            self.sent += 1
            self._log(logging.INFO, row, "mail sent")

    def _sender(self, row: Claim) -> str:
        """Of the envelope: where a bounce goes to."""
        parts = self.parts
        if parts.key is None:
            return parts.mail_from
        return bounce_address(parts.mail_from, parts.key, row.id)

    def _mark(self, unit: Unit) -> None:
        """Mark the mails that went out, and plan what follows from them."""
        then = [row for written in self._marks for row in written.letter.then]
        if then:
            outbox.add(unit, then)
        sent = [
            (each.row, noted(each.row, each.letter.shown, each.letter.to.address_id))
            for each in self._marks
        ]
        outbox.mark_sent(unit, sent, self.parts.clock())
        told = [row for written in self._marks for row in written.letter.closes]
        outbox.told_elsewhere(unit, told, self.parts.clock())

    def _flush(self) -> None:
        if self._marks:
            with self.parts.store.unit() as unit:
                self._mark(unit)
            self._marked()

    def _marked(self) -> None:
        """The unit was committed; else the next one would mark them."""
        self._marks.clear()
        self._since = time.monotonic()

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
