"""Somebody about whom everything is kept that can be kept, and a look into every corner of a database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, insert, inspect, text

from events import commands as c
from events.orders import OrderCommand, SetOrder
from events.store import Store
from events.ten.orders import BidOnKind
from events.types import SeatSpec
from service import hours, notices, offers, people, tokens
from service.habits import Vacation
from service.people import Person
from service.tables import inbound, talk
from tests.workers.tables import Office

NAME = "Annegret Quackenbush"
ADDRESS = "Annegret.Q+ten@Example.ORG"
SECOND = "quackenbush@example.net"
TRACES = ("annegret", "quackenbush", "example.net")
"""What nothing may hold afterwards, in lower case."""


def everything(store: Store) -> str:
    """Every column of every row of every table that the database has, whoever made it; in lower case."""
    found: list[str] = []
    with store.engine.connect() as connection:
        names = inspect(connection).get_table_names()
        assert len(names) > 12
        for name in names:
            for row in connection.execute(text(f'SELECT * FROM "{name}"')):
                found += [
                    bytes(each).decode("utf-8", "replace")
                    if isinstance(each, bytes | memoryview)
                    else str(each)
                    for each in row
                ]
    return "\n".join(found).lower()


@dataclass
class Leaver:
    """Ann with her games, in which Bo and Cy sit too."""

    office: Office
    ann: Person = field(init=False)
    bo: Person = field(init=False)
    cy: Person = field(init=False)
    running: str = field(init=False)
    """She is the host, and mails were sent."""
    lobby: str = field(init=False)
    """She is the host, Bo sits there too, and a seat is open."""
    alone: str = field(init=False)
    """A lobby of hers where nobody else sits."""
    guest: str = field(init=False)
    """Bo is the host."""
    asked: str = field(init=False)
    """A lobby of Bo's to which she is invited."""

    def __post_init__(self) -> None:
        now = self.office.clock.now
        with self.office.store.unit() as unit:
            conn = unit.connection
            self.ann = people.add_person(conn, NAME, ADDRESS, "da", "Europe/Copenhagen", now)
            second = people.know_address(conn, SECOND, now)
            people.confirm_address(conn, second.id, self.ann.id, now)
            self.bo = people.add_person(conn, "Bo", "bo@x.org", "en", "UTC", now)
            self.cy = people.add_person(conn, "Cy", "cy@x.org", "en", "UTC", now)
            people.change_person(
                conn, self.ann.id, quiet_from="22:00", quiet_to="07:00", lead_s=3600
            )
        ann, bo, cy = self.ann, self.bo, self.cy
        self.running = self._game([ann, bo, cy], name=f"{NAME}'s table")
        self.lobby = self._game([ann, bo, None], name="The lobby")
        self.alone = self._game([ann, None], name="Alone")
        self.guest = self._game([bo, ann], name="At Bo's")
        self.asked = self._game([bo, None], name="Asked")
        self._keep_everything(second.id)

    def _game(self, seated: list[Person | None], name: str) -> str:
        office, game = self.office, str(uuid4())
        host = next(each for each in seated if each is not None)
        with office.store.unit() as unit:
            people.name_game(unit.connection, game, name, host.id, office.clock.now)
            for seat, person in enumerate(seated, 1):
                if person is not None:
                    people.seat_person(unit.connection, game, seat, person.id)
        specs = [SeatSpec(seat, "human") for seat in range(1, len(seated) + 1)]
        office.do(game, c.CreateGame(host.id, specs, "", {}), "host")
        for seat, person in enumerate(seated, 1):
            if person is not None:
                office.do(game, c.ClaimSeat(seat, person.id), f"seat:{seat}")
        return game

    def _keep_everything(self, second: str) -> None:
        office, now, ann = self.office, self.office.clock.now, self.ann.id
        assert office.orders is not None
        order = OrderCommand(str(uuid4()), "web", now, SetOrder(1, BidOnKind("any", 3)))
        office.orders.execute(office.handler, self.running, order)
        away = hours.TakeVacation(
            str(uuid4()), 1, Vacation(date(2026, 4, 1), date(2026, 4, 3)), now
        )
        hours.take(office.handler, self.running, away)
        with office.store.unit() as unit:
            conn = unit.connection
            people.name_seat(conn, self.guest, 2, "Quackenbush the second")
            people.move_mail(conn, self.guest, 2, second)
            # Another person's seat whose mail she gets, as a friend might.
            people.move_mail(conn, self.running, 3, second)
            offer = offers.invite(conn, self.asked, 2, second, now, 14)
            notices.invitation(unit, self.asked, 2, offer, second, now)
            notices.sign_in(unit, second, now)
            notices.link(unit, self.running, 1, ann, now)
            bo = people.find_address(conn, "bo@x.org")
            first = people.find_address(conn, ADDRESS)
            assert bo is not None
            assert first is not None
            plan: dict[str, Any] = {"game": "Next", "name": "Bo", "address": "bo@x.org"}
            plan |= {"places": [{"kind": "mail", "address": ADDRESS.upper()}]}
            offers.draft(conn, "game", bo.id, plan, now)
            own = {"game": "Mine", "name": NAME, "address": ADDRESS, "places": []}
            draft = offers.draft(conn, "game", first.id, own, now)
            notices.confirm_game(unit, first.id, draft, now)
            moving = {"game": self.running, "seat": 1, "person": ann}
            offers.draft(conn, "seat", bo.id, moving, now)
            tokens.mint(conn, "seat", self.running, 1, ann, None, now)
            tokens.mint(conn, "sign-in", None, None, ann, None, now, None, first.id)
            line = {"id": str(uuid4()), "game": self.running, "seat": 1, "person": ann}
            said = {"text": f"{NAME} says hello", "version": 3, "created": now}
            conn.execute(insert(talk).values(**line, **said))
            self._mails_that_came(conn)

    def _mails_that_came(self, conn: Connection) -> None:
        """A reply nobody has looked at, one that was given up, one of hers that was answered, and an answer
        to somebody else that names her."""
        now = self.office.clock.now
        row = {"received": now, "size": 9, "attempts": 0, "raw": b""}
        raw = b"From: Ann <" + ADDRESS.encode() + b">\r\n\r\ndraw\r\n"
        told = {"news": "done", "lines": [{"line": "status", "done": [f"{NAME}: bids 4"]}]}
        done = {"game": self.running, "status": "done", "told": told}
        conn.execute(insert(inbound).values(**row, status="new", sender=ADDRESS, not_before=now))
        conn.execute(insert(inbound).values(**row | {"raw": raw}, status="dead"))
        conn.execute(insert(inbound).values(**row, **done, seat=1))
        conn.execute(insert(inbound).values(**row, **done, seat=2))
