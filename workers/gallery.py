"""Every kind of mail in every language, as files, for people who work on them: ``tenpost mail-gallery``.

The tables are those of recorded games, each cut off where a mail of the kind would go out. Nothing is sent.
"""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any, Final

from sqlalchemy import insert

from events import commands as c
from events import errors, lines
from events import types as t
from events.codec import at_moment
from events.engine import make_engine
from events.errors import TenpostError
from events.migrate import migrate
from events.outbox import Claim, row_of
from events.replay import states
from events.store import Store, Unit
from events.tables import outbox as rows
from events.ten import consent
from events.ten.state import GameState
from events.types import Recorded
from service import offers, people
from service.config import Smtp
from service.links import Links
from service.playing import playing
from service.tables import inbound, persons
from service.wording import Words
from service.wording.catalogue import languages
from workers.mail.answering import told
from workers.mail.compose import KINDS, compose
from workers.mail.desk import Desk
from workers.mail.letter import host_of, message, reply_to
from workers.mail.parts import Parts
from workers.mail.reply import intents as i
from workers.mail.reply.forms import written
from workers.mail.reply.plan import Result

GAMES: Final = Path(__file__).resolve().parents[1] / "tests" / "golden" / "games"
"""The recorded games of a checkout."""
TABLE: Final = "around-the-table.jsonl"
"""One of people, in which all happens that can happen around a table."""

NAMES: Final = ("Søren", "सीता", "Siân", "Besa", "Ann")
BASE: Final = "https://ten.example.org"
FROM: Final = "ten@ten.example.org"


class NoRecordedGames(TenpostError):
    """The recorded games are not where they should be. Parameters: folder."""

    code = "no-recorded-games"


@dataclass(frozen=True)
class Scene:
    """Where the log is cut off, and the row that would be due there."""

    version: int
    seat: int
    decision: int
    payload: Mapping[str, Any] = field(default_factory=dict)


Find = Callable[[GameState, t.Event], Scene | None]
"""(state at a version, the event that led there) -> the scene, if a mail of the kind could go out there."""


def gallery(out: Path, games: Path = GAMES) -> list[Path]:
    """Write ``<kind>.<language>.eml``, ``.html`` and ``.txt`` for each; answers the paths.

    Raises NoRecordedGames, LogFault and OSError.
    """
    path = games / TABLE
    if not path.is_file():
        raise NoRecordedGames(folder=games)
    log = lines.read(path.read_bytes())
    out.mkdir(parents=True, exist_ok=True)
    scenes = _scenes(log)
    made: list[Path] = []
    for kind in KINDS:
        with _stage(log, scenes[kind]) as stage:
            for language in languages():
                made += _write(out / f"{kind}.{language}", stage.mail(kind, language))
    return made


def _write(stem: Path, mail: EmailMessage) -> Iterator[Path]:
    raw = mail.as_bytes()
    parsed = message_from_bytes(raw, policy=default)
    assert isinstance(parsed, EmailMessage)
    parts = {"html": parsed.get_body(("html",)), "txt": parsed.get_body(("plain",))}
    contents = {"eml": raw}
    for end, part in parts.items():
        assert part is not None
        contents[end] = str(part.get_content()).encode()
    for end, content in contents.items():
        path = stem.with_name(f"{stem.name}.{end}")
        path.write_bytes(content)
        yield path


# Where in a game a mail of each kind goes out.


def _scenes(log: Sequence[Recorded]) -> dict[str, Scene]:
    """The last fit scene of each kind, so that the table has something on it."""
    found: dict[str, Scene] = {}
    for recorded, state in zip(log, states(log), strict=True):
        for kind, find in _FINDS.items():
            scene = find(state, recorded.event)
            if scene is not None:
                found[kind] = scene
    for kind, like in _LIKE.items():
        found[kind] = found[like]
    return found


def _asked(kind: str) -> Find:
    def find(state: GameState, event: t.Event) -> Scene | None:
        awaiting = state.awaiting
        if awaiting is None or awaiting.kind != kind or awaiting.seat not in state.humans:
            return None
        full = {"draw": len(state.row) > 3, "bid": bool(state.auction and state.auction.bids)}
        if state.phase == "final_buying" or not full.get(kind, len(state.market) > 3):
            return None
        return Scene(state.version, awaiting.seat, awaiting.decision)

    return find


def _timed_out(state: GameState, event: t.Event) -> Scene | None:
    if not isinstance(event, t.TimedOut) or event.seat not in state.humans:
        return None
    # The event after it is looked at, too: whether a bot took over.
    return Scene(state.version + 1, event.seat, state.version)


def _vote(state: GameState, event: t.Event) -> Scene | None:
    proposal = consent.undo_open(state) if isinstance(event, t.UndoProposed) else None
    if proposal is None:
        return None
    asked = [s for s in state.humans if s not in (*proposal.agreed, *proposal.against)]
    return Scene(state.version, asked[0], proposal.version, {"about": "undo"}) if asked else None


def _won(state: GameState, event: t.Event) -> Scene | None:
    if not isinstance(event, t.AuctionWon) or event.seat not in state.humans:
        return None
    return Scene(state.version, event.seat, state.version, {"about": "won", "of": event.seat})


def _scored(state: GameState, event: t.Event) -> Scene | None:
    return Scene(state.version, state.humans[0], state.version) if state.results else None


def _created(state: GameState, event: t.Event) -> Scene | None:
    return Scene(state.version, 2, 0) if isinstance(event, t.GameCreated) else None


_FINDS: Final[Mapping[str, Find]] = {
    "your-turn": _asked("draw"),
    "auction": _asked("bid"),
    "reminder": _asked("buy"),
    "timed-out": _timed_out,
    "vote": _vote,
    "news": _won,
    "final-score": _scored,
    "invitation": _created,
}
_LIKE: Final = {
    "link": "your-turn",
    "answer": "your-turn",
    "digest": "news",
    "sign-in": "invitation",
}


# A service with that game alone, at that version.


@dataclass(frozen=True)
class _Stage:
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
def _stage(log: Sequence[Recorded], scene: Scene) -> Iterator[_Stage]:
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
        smtp = Smtp("127.0.0.1", 9, security="none")
        parts = Parts(store, handler, Links(BASE), smtp, FROM, lambda: now, orders, "no secret")
        yield _Stage(parts, shown, scene, address)
        engine.dispose()


def _seat_people(unit: Unit, state: GameState, now: datetime, mailed: int) -> str:
    """Somebody for each player of the log; the id of the address of the seat that is mailed."""
    conn, known = unit.connection, {}
    for seat in state.seats:
        player = seat.player or f"nobody-{seat.seat}"
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
    host = state.host if state.host in known else next(iter(known))
    people.name_game(conn, state.game, "Søndag · सोमबार", host, now)
    return known[state.seat(mailed).player or f"nobody-{mailed}"]
