"""Read what came in: replies that play, and reports of mails that did not arrive (mail.md).

Authority is the token in the address that was replied to, never the From header; what is answered goes to
the seat's own address. Whatever a machine wrote is dropped without a word.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import Message
from email.utils import getaddresses
from hashlib import sha256
from typing import Final

from events import outbox
from events.ten import view as views
from service import people, tokens
from service.people import Place
from service.tokens import Token
from service.wording import Words
from workers.mail import incoming
from workers.mail.answering import Told, cannot_be_read, told
from workers.mail.attending import SeatAtTable
from workers.mail.bounces import bounced
from workers.mail.incoming import Incoming
from workers.mail.letter import plain
from workers.mail.machine import machine
from workers.mail.parts import Parts
from workers.mail.reply import own
from workers.mail.reply.charsets import header
from workers.mail.reply.opening import LARGEST, open_mail
from workers.mail.reply.parse import parse
from workers.mail.reply.plan import run_plan
from workers.mail.signed import bounced_row, reply_token

ANSWERS: Final = 20
"""Answers to one seat within an hour; what is played by reply beyond that counts, and is not answered."""

_TO: Final = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
"""Headers that say where a mail went, for a mailbox that is polled and knows no envelope."""

logger = logging.getLogger(__name__)


def receive(parts: Parts, stop: Callable[[], bool] = lambda: False) -> int:
    """Deal with all mails that wait; answers how many. Raises StorageError if the database is gone.

    One mail's trouble is its own.
    """
    dealt = 0
    while not stop():
        mail = incoming.take(parts.store, parts.clock())
        if mail is None:
            break
        dealt += 1
        try:
            message = open_mail(mail.raw)
            if message is None:
                result = _closed(parts, mail, "dropped: malformed")
            else:
                result = _Reading(parts, mail, message).deal()
        except Exception as trouble:
            logger.exception("a mail that came in could not be dealt with", extra={"mail": mail.id})
            incoming.fail(parts.store, mail, parts.clock(), type(trouble).__name__)
        else:
            logger.info("a mail came in: %s", result, extra={"mail": mail.id})
    return dealt


def _closed(parts: Parts, mail: Incoming, result: str) -> str:
    with parts.store.unit() as unit:
        incoming.close(unit, mail, parts.clock(), result)
    return result


@dataclass(frozen=True)
class _Whose:
    """The seat a reply plays for."""

    token: Token
    place: Place
    key: str


class _Reading:
    def __init__(self, parts: Parts, mail: Incoming, message: Message) -> None:
        self._parts = parts
        self._mail = mail
        self._message = message

    def deal(self) -> str:
        """What became of it, as a short code."""
        parts, mail = self._parts, self._mail
        row = self._bounced_row()
        if row is not None:
            return self._close(bounced(parts, row, self._message))
        why = machine(self._message, mail.sender)
        if why is not None:
            return self._close(f"dropped: {why}")
        whose = self._whose()
        if whose is None:
            return self._close("dropped: no seat")
        state = parts.handler.load(whose.place.game)
        at = (whose.place.game, whose.place.seat, state.version)
        with parts.store.unit() as unit:
            fresh = incoming.recognise(unit, mail, whose.key, *at)
        if not fresh:
            return self._close("dropped: a copy")
        return self._answer(whose, self._play(whose))

    def _play(self, whose: _Whose) -> Told:
        parts, place = self._parts, whose.place
        words = Words(place.language)
        reply = self._read()
        if reply.fault is not None:
            return cannot_be_read(words, reply.fault)
        state = parts.handler.load(place.game, self._mail.version)
        now = parts.clock()
        seat = SeatAtTable(parts, place, whose.token, whose.key, now)
        lines = parse(reply.text, place.language)
        results = run_plan(lines, state, place.seat, seat.execute, seat.attend)
        with parts.store.read() as reader:
            known = people.names(reader.connection, place.game)
        shown = {number: plain(name) for number, name in known.items()}
        return told(words, results, words.names(views.public(state), shown), place.zone)

    def _read(self) -> own.Reply:
        if self._mail.size > LARGEST:
            return own.Reply("", "too-large")
        return own.read(self._message)

    def _answer(self, whose: _Whose, answer: Told) -> str:
        """At most one, and not too many an hour."""
        parts, place, now = self._parts, whose.place, self._parts.clock()
        with parts.store.unit() as unit:
            spent = incoming.answered(unit, place.game, place.seat, now) >= ANSWERS
            result = "unanswered" if spent else "answered"
            incoming.close(unit, self._mail, now, result, answer)
            if not spent:
                row = outbox.row_of(
                    "answer",
                    f"answer:{self._mail.id}",
                    now,
                    game=place.game,
                    seat=place.seat,
                    person=place.person,
                    payload={"inbound": self._mail.id},
                )
                outbox.add(unit, [row])
        return result

    def _close(self, result: str) -> str:
        return _closed(self._parts, self._mail, result)

    def _bounced_row(self) -> int | None:
        key = self._parts.key
        if key is None:
            return None
        rows = (bounced_row(address, key) for address in self._addresses())
        return next((row for row in rows if row is not None), None)

    def _whose(self) -> _Whose | None:
        """The seat that the address names, if its token opens it still and the seat is its person's."""
        for address in self._addresses():
            secret = reply_token(address)
            if secret is None:
                continue
            with self._parts.store.read() as reader:
                token = tokens.find(reader.connection, secret, self._parts.clock())
                if token is None or token.purpose != "seat" or token.revoked:
                    continue
                if token.game is None or token.seat is None:
                    continue
                place = people.place(reader.connection, token.game, token.seat)
            if place is None or place.person != token.person or place.left is not None:
                continue
            return _Whose(token, place, self._key(secret))
        return None

    def _addresses(self) -> Iterator[str]:
        """Where the mail went: what the envelope says, else what its headers do."""
        if self._mail.recipient is not None:
            yield self._mail.recipient
            return
        for name in _TO:
            values = [header(value) for value in self._message.get_all(name, [])]
            try:
                found = getaddresses(values)
            except RecursionError:
                # Comments within comments: nobody writes to us so.
                continue
            yield from (address for _, address in found)

    def _key(self, secret: str) -> str:
        """The same for each copy of one message to one seat."""
        told = header(self._message.get("Message-ID", "")).strip()
        of = told.encode() if told else self._mail.raw
        return sha256(tokens.digest(secret).encode() + of).hexdigest()
