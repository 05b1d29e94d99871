"""A service with one recorded game alone, at the version of a scene, and the mail that is due there."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Final

from sqlalchemy import insert

from events import commands as c
from events import errors
from events import types as t
from events.codec import at_moment
from events.engine import make_engine
from events.migrate import migrate
from events.outbox import Claim, row_of
from events.store import Store, Unit
from events.tables import outbox as rows
from events.ten.state import GameState
from events.types import Recorded
from service import offers, people
from service.config import Smtp
from service.links import Links
from service.playing import playing
from service.tables import inbound, persons
from service.wording import Words
from workers.gallery.scenes import Scene, last_mail
from workers.mail.answering import told
from workers.mail.compose import compose
from workers.mail.desk import Desk
from workers.mail.letter import host_of, message, reply_to
from workers.mail.parts import Parts
from workers.mail.reply import intents as i
from workers.mail.reply.forms import written
from workers.mail.reply.plan import Result

NAMES: Final = ("Søren", "सीता", "Siân", "Besa", "Ann")
BASE: Final = "https://ten.example.org"
FROM: Final = "ten@ten.example.org"


@dataclass(frozen=True)
class Stage:
    parts: Parts
    log: Sequence[Recorded]
    scene: Scene
    address: str
    """The id of the address of whoever is mailed."""

    def mail(self, kind: str, language: str) -> EmailMessage:
        with self.parts.store.unit() as unit:
            unit.connection.execute(persons.update().values(language=language))
            claim = self._claim(unit, kind, language)
        with self.parts.store.read() as reader:
            letter = compose(Desk(self.parts, reader, [claim]), claim)
        if letter is None:
            raise ValueError(f"the scene of {kind} asks for no mail")
        now, host = self.parts.clock(), host_of(BASE)
        mail = message(letter, f"{kind}.{language}", FROM, host, now)
        if letter.reply is not None:
            mail["Reply-To"] = reply_to(letter, FROM)
        return mail

    def _claim(self, unit: Unit, kind: str, language: str) -> Claim:
        scene, now = self.scene, self.parts.clock()
        game: str | None = self.log[0].stream
        seat: int | None = scene.seat
        held = people.place(unit.connection, game or "", scene.seat)
        person = None if held is None else held.person
        payload = dict(scene.payload)
        if kind == "reminder":
            payload = {"nudge": next(n for n in (1, 2) if n != scene.seat)}
        elif kind == "invitation":
            days = offers.invite(unit.connection, game or "", scene.seat, self.address, now, 14)
            payload = {"address": self.address, "invitation": days}
        elif kind == "sign-in":
            payload = {"address": self.address, "about": "games"}
            game = seat = None
        elif kind == "digest":
            self._news(unit, game or "", person)
            game = seat = None
        elif kind == "answer":
            payload = {"inbound": self._answered(unit, language)}
        return Claim(
            1, 1, f"{kind}.{language}", kind, game, seat, person, scene.decision, payload, now
        )

    def _news(self, unit: Unit, game: str, person: str | None) -> None:
        """Two pieces of news that wait for a digest."""
        people.change_person(unit.connection, person or "", digest=True)
        unit.connection.execute(rows.delete())
        at = {"game": game, "seat": self.scene.seat, "person": person}
        now = self.parts.clock() - timedelta(hours=1)
        of = next(n for n in (1, 2, 3) if n != self.scene.seat)
        told_of = (dict(self.scene.payload), {"about": "bot", "of": of})
        for number, payload in enumerate(told_of):
            row = row_of(
                "news",
                f"news:{number}",
                now,
                decision=self.scene.decision,
                delay=timedelta(hours=2),
                payload=payload,
                **at,  # type: ignore[arg-type]
            )
            unit.connection.execute(insert(rows).values(**row))

    def _answered(self, unit: Unit, language: str) -> int:
        """A reply of which one line was done and the next could not be; the id of its row."""
        words = Words(language)
        drawn = [each.event for each in self.log if isinstance(each.event, t.CardDrawn)]
        draw, bid = i.Draw(), i.Bid(4)
        results = [
            Result(
                i.Line(draw, written(words, draw)),
                (c.DrawCard(self.scene.seat),),
                (next(e for e in reversed(drawn) if e.seat == self.scene.seat),),
            ),
            Result(i.Line(bid, written(words, bid)), why=errors.WrongDecision(kind="draw")),
        ]
        names = dict(enumerate(NAMES, 1))
        row = {
            "received": self.parts.clock(),
            "raw": b"",
            "size": 0,
            "status": "done",
            "attempts": 1,
            "told": told(words, results, names, "Europe/Copenhagen"),
        }
        made = unit.connection.execute(insert(inbound).values(**row))
        key = made.inserted_primary_key
        assert key is not None
        return int(key[0])


@contextmanager
def stage(log: Sequence[Recorded], scene: Scene) -> Iterator[Stage]:
    """A service whose database ends with the block."""
    shown = log[: scene.version]
    now = at_moment(shown[-1].at) + timedelta(minutes=5)
    with tempfile.TemporaryDirectory() as folder:
        engine = make_engine(f"sqlite:///{Path(folder) / 'gallery.sqlite3'}")
        migrate(engine)
        store = Store(engine)
        handler, orders = playing(store)
        state = handler.adopt(shown)
        with store.unit() as unit:
            address = _seat_people(unit, state, now, scene.seat)
            _mailed_before(unit, shown, scene.seat, now)
        smtp = Smtp("127.0.0.1", 9, security="none")
        parts = Parts(store, handler, Links(BASE), smtp, FROM, lambda: now, orders, "no secret")
        yield Stage(parts, shown, scene, address)
        engine.dispose()


def _seat_people(unit: Unit, state: GameState, now: datetime, mailed: int) -> str:
    """Somebody for each player of the log; the id of the address of the seat that is mailed."""
    conn, known = unit.connection, {}
    players = _players(state)
    for seat in state.seats:
        player = players[seat.seat]
        if seat.kind == "house" or player in known:
            continue
        row = {"id": player, "name": NAMES[seat.seat - 1], "zone": "Europe/Copenhagen"}
        off = {"weekends_off": False, "digest": False, "muted": False, "created": now}
        conn.execute(insert(persons).values(**row, **off))
        address = people.know_address(conn, f"seat{seat.seat}@example.org", now)
        people.confirm_address(conn, address.id, player, now)
        known[player] = address.id
        if seat.kind != "bot" or seat.player is not None:
            people.seat_person(conn, state.game, seat.seat, player)
    people.name_game(conn, state.game, "Søndag · सोमबार", state.host, now)
    return known[players[mailed]]


def _players(state: GameState) -> dict[int, str]:
    """Seat -> who is to sit there; before anybody does, the host is at seat 1."""
    found = {seat.seat: seat.player or f"nobody-{seat.seat}" for seat in state.seats}
    if state.host not in found.values():
        found[1] = state.host
    return found


def _mailed_before(unit: Unit, shown: Sequence[Recorded], seat: int, now: datetime) -> None:
    """The seat had a mail that showed the table some moves ago: the recap begins there."""
    version = last_mail(shown, seat)
    game = shown[0].stream
    row = row_of("your-turn", "before", now, game=game, seat=seat, payload={"shown": version})
    closed = {"status": "sent", "not_before": None, "closed": now}
    unit.connection.execute(insert(rows).values({**row, **closed}))
