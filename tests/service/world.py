"""A service to send requests to: people, games and links on a real database, with a clock that is set."""

import re
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from events import commands as c
from events import types as t
from events.handler import Handler, Outcome
from events.tables import events, outbox
from events.ten.bots import choose
from events.ten.state import GameState
from service import offers, people, tokens
from service.extensions import Services

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BASE = "https://ten.example.org"


class Forms(HTMLParser):
    """The forms of a page as a browser would send them: action, and fields with their values."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._open: Form | None = None
        self._select: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(at.get("action", ""), at.get("method", "get"))
            self.found.append(self._open)
        elif self._open is not None and at.get("name"):
            self._field(self._open, tag, at)
        elif (
            tag == "option"
            and self._open is not None
            and self._select is not None
            and ("selected" in at or self._select not in self._open.fields)
        ):
            self._open.fields[self._select] = [at.get("value", "")]

    def _field(self, form: "Form", tag: str, at: dict[str, str]) -> None:
        name, value = at["name"], at.get("value", "")
        if tag == "button":
            form.buttons.append((name, value))
        elif tag == "select":
            self._select = name
        elif at.get("type") in ("radio", "checkbox"):
            form.options.setdefault(name, []).append(value or "on")
            if "checked" in at:
                form.fields.setdefault(name, []).append(value or "on")
        else:
            form.fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        if tag == "select":
            self._select = None


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)

    def data(self, button: int = 0, **changed: str | list[str]) -> dict[str, Any]:
        """What is sent when that button is pressed, with some fields filled in otherwise."""
        sent: dict[str, Any] = {name: list(values) for name, values in self.fields.items()}
        if self.buttons:
            name, value = self.buttons[button]
            sent[name] = [value]
        return sent | changed


def forms(answer: TestResponse) -> list[Form]:
    return Forms(answer.get_data(as_text=True)).found


def form(answer: TestResponse, action: str | None = None) -> Form:
    """The first form of the page, or the first that leads there. AssertionError if there is none."""
    found = [each for each in forms(answer) if action is None or each.action == action]
    assert found, answer.get_data(as_text=True)
    return found[0]


def text(answer: TestResponse) -> str:
    """What is there to read, without tags, in one line."""
    html = re.sub(r"<style.*?</style>|<title.*?</title>", " ", answer.get_data(as_text=True))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


class World:
    """Everything that a test needs to set up a table and look at what came of it."""

    def __init__(self, app: Flask, clock: "Clock") -> None:
        self.app = app
        self.clock = clock
        self.services: Services = app.extensions["tenpost"]
        self.handler: Handler = self.services.handler
        self.store = self.services.store
        self._numbers = count(1)

    @property
    def client(self) -> FlaskClient:
        """A browser of its own, without cookies."""
        return self.app.test_client()

    def uuid(self) -> str:
        """The next of ids that are the same in every run, and look random, as a form's have to."""
        made = uuid.uuid5(uuid.UUID(int=7), str(next(self._numbers)))
        return str(uuid.UUID(bytes=made.bytes, version=4))

    def person(self, name: str, address: str | None = None, **more: Any) -> people.Person:
        with self.store.unit() as unit:
            return people.add_person(
                unit.connection,
                name,
                address,
                more.get("language", "en"),
                more.get("zone", "UTC"),
                self.clock.now,
            )

    def do(self, game: str, wish: c.Wish, by: str) -> Outcome:
        command = c.Command(self.uuid(), by, "web", self.clock.now, wish)
        return self.handler.execute(game, command)

    def game(
        self,
        kinds: Sequence[str],
        persons: Sequence[people.Person],
        name: str = "Sunday table",
        **options: Any,
    ) -> str:
        """A game with these seats; its persons sit down in order and the first of them is the host."""
        game = self.uuid()
        humans = [seat for seat, kind in enumerate(kinds, 1) if kind == "human"]
        with self.store.unit() as unit:
            people.name_game(unit.connection, game, name, persons[0].id, self.clock.now)
            for seat, person in zip(humans, persons, strict=False):
                people.seat_person(unit.connection, game, seat, person.id)
        seats = [t.SeatSpec(seat, kind) for seat, kind in enumerate(kinds, 1)]
        self.do(game, c.CreateGame(persons[0].id, seats, "", options), "host")
        for seat, person in zip(humans, persons, strict=False):
            self.do(game, c.ClaimSeat(seat, person.id), f"seat:{seat}")
        return game

    def state(self, game: str) -> GameState:
        return self.handler.load(game)

    def play(self, game: str, until: Callable[[GameState], bool]) -> GameState:
        """The persons answer as a bot would until a state is reached."""
        state = self.state(game)
        while not until(state):
            assert state.awaiting is not None
            wish = choose(state, state.awaiting.seat)
            state = self.do(game, wish, f"seat:{state.awaiting.seat}").state
        return state

    def token(self, game: str, seat: int, expires: datetime | None = None) -> str:
        """A link as a mail of this moment would have it."""
        state = self.state(game)
        with self.store.unit() as unit:
            place = people.place(unit.connection, game, seat)
            assert place is not None
            anchor = tokens.anchor_of(state, seat)
            return tokens.mint(
                unit.connection, "seat", game, seat, place.person, anchor, self.clock.now, expires
            )

    def mint(self, purpose: str, subject: str | None, game: str | None = None, **more: Any) -> str:
        """A link of another purpose, as a mail of this moment would have it."""
        with self.store.unit() as unit:
            return tokens.mint(
                unit.connection,
                purpose,
                game,
                more.get("seat"),
                more.get("person"),
                None,
                self.clock.now,
                subject=subject,
            )

    def create(self, **fields: str) -> TestResponse:
        """Sends the form of a new game, as its page has it, with these fields."""
        page = form(self.client.get("/new"), "/new")
        return self.client.post("/new", data=page.data() | fields)

    def confirmed(self, **fields: str) -> str:
        """A new game whose host has confirmed the own address; the path of the host's seat."""
        self.create(**fields)
        draft = self.mails("sign-in")[-1].payload["draft"]
        path = f"/c/{self.mint('confirm', draft)}"
        return self.client.post(path, data=form(self.client.get(path), path).data()).location or ""

    def game_of(self, path: str) -> str:
        """The game that the path of a seat belongs to."""
        secret = path.split("/")[2]
        with self.store.read() as reader:
            found = tokens.find(reader.connection, secret, self.clock.now)
        assert found is not None
        assert found.game is not None
        return found.game

    def invitations(self, game: str) -> dict[int, str]:
        """Seat -> the path of its invitation, as mails of this moment would have it."""
        with self.store.read() as reader:
            found = offers.invitations_of(reader.connection, game, self.clock.now)
        return {
            seat: f"/i/{self.mint('invitation', each.id, game, seat=seat)}"
            for seat, each in found.items()
        }

    def accept(self, path: str, **fields: str) -> TestResponse:
        """Takes the seat of an invitation, with the form as its page has it and these fields."""
        page = form(self.client.get(path), path)
        return self.client.post(path, data=page.data() | {"name": "Bo"} | fields)

    def log(self, game: str) -> list[str]:
        """The types of the game's events."""
        with self.store.read() as reader:
            found = select(events.c.type).where(events.c.stream == game)
            return list(reader.connection.execute(found.order_by(events.c.version)).scalars())

    def mails(self, kind: str | None = None) -> list[Any]:
        """The rows of the outbox, oldest first."""
        with self.store.read() as reader:
            rows = reader.connection.execute(select(outbox).order_by(outbox.c.id)).all()
        return [row for row in rows if kind is None or row.kind == kind]

    def everything(self) -> dict[str, list[Any]]:
        """All rows of all tables: to see that nothing was stored."""
        from events.tables import metadata

        with self.store.read() as reader:
            return {
                table.name: [
                    tuple(row)
                    for row in reader.connection.execute(select(table).order_by(*table.primary_key))
                ]
                for table in metadata.sorted_tables
            }


class Clock:
    """A clock that is set by hand."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def passes(self, **span: float) -> None:
        self.now += timedelta(**span)


def seeds(number: int) -> Callable[[], bytes]:
    """The seeds of the games, the same in every run."""
    numbers = count(1)
    return lambda: sha256(f"{number}/{next(numbers)}".encode()).digest()


def solo(**more: str) -> dict[str, str]:
    """The fields of a game for one."""
    fields = {"game": "Alone", "name": "Ann", "zone": "UTC", "language": "en"}
    return fields | more


def party(*seats: str, **more: str) -> dict[str, str]:
    """The fields of a game with these seats beside the host's: addresses, ``bot`` or ``link``."""
    fields = {"game": "Sunday table", "name": "Ann", "address": "ann@x.org", "zone": "UTC"}
    fields["language"] = "en"
    for number, seat in enumerate(seats, 2):
        fields[f"kind{number}"] = seat if seat in ("bot", "link") else "mail"
        if "@" in seat:
            fields[f"address{number}"] = seat
    return fields | more
