"""What the command line does with logs: files and stored games alike.

Every function prints to standard output and answers the exit status; what is wrong is raised as a
``TenpostError``, an ``OSError`` or a ``SettingsError``.
"""

import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from events import lines
from events import verify as verification
from events.codec import canonical
from events.engine import SchemaMissing, StorageUnwritable, make_engine
from events.errors import NoSuchVersion, TenpostError, UnknownGame
from events.handler import Handler
from events.migrate import migrate, pending
from events.projections import rebuild as refill
from events.replay import at, fold
from events.store import Store
from events.ten import scoring
from events.ten.odds import odds
from events.ten.state import GameState
from events.ten.view import public
from events.types import Recorded
from service import departure, undelivered
from service.config import database_named, embedded_database
from service.playing import playing
from service.tabletext import scores, table
from service.wording import Words


class BadCollection(TenpostError):
    """The codes make no collection that can be scored. Parameters: reason (a sentence)."""

    code = "bad-collection"


class NoGamesHere(TenpostError):
    """There is no database where games should be stored. Parameters: place."""

    code = "no-games-here"


class NotALog(TenpostError):
    """Neither a file nor the id of a stored game. Parameters: name."""

    code = "not-a-log"


class EmptyLog(TenpostError):
    """The file holds no event. Parameters: name."""

    code = "empty-log"


class MalformedHead(TenpostError):
    """A head is written as version, colon, 12 to 64 hex digits. Parameters: head."""

    code = "malformed-head"


def _store(data: Path | None, *, create: bool = False) -> Store:
    """The store of TENPOST_DATABASE_URL, else that of the data directory.

    Raises NoGamesHere if there is none and it is not to be created, StorageError if it cannot be used.
    """
    folder = data or Path(os.environ.get("TENPOST_DATA_DIR") or "data")
    url = None if data else database_named(os.environ)
    if url is None:
        url = embedded_database(folder)
        if create:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageUnwritable(place=folder, reason=error.strerror or error) from error
    engine = make_engine(url)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and not create and not Path(file or "").exists():
        raise NoGamesHere(place=str(file))
    if create:
        migrate(engine)
    elif pending(engine):
        raise SchemaMissing(reason=f"{file} is empty, or an older Tenpost left it")
    return Store(engine)


def _read(name: str, data: Path | None) -> list[Recorded]:
    """The log in a file, or of a stored game. Raises NotALog, EmptyLog, LogFault."""
    path = Path(name)
    if path.exists():
        recorded = lines.read(path.read_bytes())
        if not recorded:
            raise EmptyLog(name=name)
        return recorded
    try:
        return Handler(_store(data)).recorded(name)
    except (UnknownGame, NoGamesHere):
        raise NotALog(name=name) from None


def replay(name: str, *, version: int | None, as_json: bool, data: Path | None) -> int:
    """Print the state at a version, the last by default. Raises NoSuchVersion."""
    recorded = _read(name, data)
    game, last = recorded[0].stream, len(recorded)
    wanted = last if version is None else version
    if not 1 <= wanted <= last:
        raise NoSuchVersion(game=game, version=wanted, last=last)
    state = at(game, (each.body for each in recorded), wanted)
    view = public(state)
    if as_json:
        print(json.dumps(view, ensure_ascii=False))
        return 0
    words = Words("en")
    print(words.say("Game %(game)s, version %(version)s", game=game, version=wanted))
    chances = None if state.over else odds(state)
    print(table(words, view, _names(words, state), odds=chances))
    if view["results"] is not None:
        print()
        print(scores(words, view, _names(words, state)))
    return 0


def _names(words: Words, state: GameState) -> dict[int, str]:
    """Logs know no names: bots and the House have theirs, people are seats."""
    names = {seat.seat: words.bot(seat.seat) for seat in state.seats if seat.kind == "bot"}
    house = {seat.seat: words.house() for seat in state.seats if seat.kind == "house"}
    return names | house


def verify(names: Sequence[str], *, head: str | None, data: Path | None) -> int:
    """Verify each log; a line each. 1 if any is wrong, with its first wrong event."""
    claim = None if head is None else _head(head)
    status = 0
    for name in names:
        try:
            print(f"{name}: {_verified(name, claim, data).sentence}")
        except TenpostError as error:
            status = 1
            print(f"{name}: {Words('en').refusal(error)}")
        except OSError as error:
            if error.filename is None:
                # Not the log: there is nowhere to print to.
                raise
            status = 1
            print(unusable(error))
    return status


def unusable(error: OSError) -> str:
    """The sentence for what the system refuses about a file."""
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or error}. Check the path and try again."


def _verified(name: str, head: tuple[int, str] | None, data: Path | None) -> verification.Report:
    """A file is verified line by line: a wrong event before an unreadable line comes first."""
    path = Path(name)
    if not path.exists():
        return verification.verify(_read(name, data), head)
    return _verified_text(name, path.read_bytes(), head)


def _verified_text(name: str, text: bytes, head: tuple[int, str] | None) -> verification.Report:
    if not text:
        raise EmptyLog(name=name)
    return verification.verify_lines(text, head)


def _head(text: str) -> tuple[int, str]:
    version, _, digits = text.partition(":")
    digits = digits.lower()
    fine = version.isascii() and version.isdigit() and len(version) < 10 and 12 <= len(digits) <= 64
    if not fine or set(digits) - set("0123456789abcdef"):
        raise MalformedHead(head=text)
    return int(version), digits


def export(game: str, *, data: Path | None) -> int:
    """Print a stored game's log as JSON Lines. Raises NotALog."""
    try:
        recorded = Handler(_store(data)).recorded(game)
    except UnknownGame:
        raise NotALog(name=game) from None
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.writelines(lines.write(recorded))
    return 0


def bring_in(file: Path, *, data: Path | None) -> int:
    """Verify a log file and store it, ids kept. Raises LogFault or GameExists; then nothing is stored."""
    if not file.exists():
        raise NotALog(name=str(file))
    text = file.read_bytes()
    report = _verified_text(str(file), text, None)
    Handler(_store(data, create=True)).adopt(lines.read(text))
    watched = "" if report.finished else "; here it can be watched, not played on"
    print(f"{report.game}: imported, {report.sentence}{watched}")
    return 0


def check(*, data: Path | None) -> int:
    """Replay and verify every stored game. 1 if any is wrong."""
    store = _store(data)
    handler = Handler(store, keep=0)
    count = wrong = 0
    for game in _games(store):
        count += 1
        try:
            recorded = handler.recorded(game)
            verification.verify(recorded)
            fold(game, (each.body for each in recorded))
        except TenpostError as error:
            wrong += 1
            print(f"{game}: {Words('en').refusal(error)}")
    checked = Words("en").count("%(n)s game checked", "%(n)s games checked", count)
    print(f"{checked}, {wrong or 'none'} wrong.")
    return 1 if wrong else 0


def _games(store: Store) -> Iterable[str]:
    last = ""
    while True:
        with store.read() as reader:
            page = reader.streams(after=last)
        if not page:
            return
        yield from page
        last = page[-1]


def rebuild(*, data: Path | None) -> int:
    """Empty and refill the read models. Raises LogFault."""
    games = Words("en").count("%(n)s game", "%(n)s games", refill(_store(data)))
    print(f"The read models of {games} are rebuilt from the log.")
    return 0


def score(codes: Sequence[str], *, as_json: bool) -> int:
    """Print points and runs of a collection. Raises BadCollection."""
    try:
        plan = scoring.score(codes)
    except ValueError as error:
        raise BadCollection(reason=str(error)) from None
    runs = {
        colour: {"start": run.start, "length": run.length, "cards": list(run.cards)}
        for colour, run in plan.runs.items()
    }
    if as_json:
        print(canonical({"points": plan.points, "runs": runs}))
        return 0
    words = Words("en")
    print(words.count("%(n)s point", "%(n)s points", plan.points))
    for colour, run in plan.runs.items():
        last = run.start + run.length - 1
        span = str(last) if run.length == 1 else f"{run.start}-{last}"
        print(f"{words.colour(colour)}: {span}  {' '.join(run.cards)}")
    return 0


def upgrade(*, data: Path | None) -> int:
    """Bring the database to the tables of this program. Raises StorageError."""
    _store(data, create=True)
    print("The database has the tables of this program.")
    return 0


def forget(address: str, *, data: Path | None) -> int:
    """Erase whoever has this address, for good; again and again if need be. Raises StorageError."""
    store = _store(data)
    known = departure.forget(store, playing(store).handler, address, datetime.now(UTC), "cli")
    if known:
        print("Erased. Copies made before, such as backups, still hold it.")
    else:
        print("Nobody is known by this address.")
    return 0


def mails(again: Sequence[int], *, data: Path | None) -> int:
    """Print the mails that were given up, or have those of these numbers tried again. Raises StorageError."""
    store = _store(data)
    if again:
        print(f"{undelivered.try_again(store, again, datetime.now(UTC))} to be tried again.")
        return 0
    with store.read() as reader:
        told = [str(each) for each in undelivered.undelivered(reader)]
    print("\n".join(told or ["Every mail has been delivered, or waits."]))
    return 0


def ready(*, data: Path | None) -> int:
    """0 if the database answers and has this program's tables. Raises NoGamesHere or StorageError."""
    _store(data)
    print("ready")
    return 0
