"""People's hours: read where decisions are opened and mails are sent, and vacations as they are taken.

``Handler`` is given ``hours`` and asks it in the unit that opens a decision, so a clock knows what was last
chosen. A change of habits holds for the decisions that open from then on; a vacation, whose days are
counted, moves the open one too.
"""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, bindparam, insert, select

from events import errors, outbox
from events.codec import at_moment, at_text
from events.commands import Command, ExtendDeadline
from events.draft import Clock
from events.handler import CommandIdMalformed, Handler
from events.loading import is_uuid
from events.store import Reader, Unit
from events.ten.phases.common import require_seat
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service import clock
from service.habits import Habits, Vacation, check_vacation
from service.people import hold_person
from service.tables import persons, vacations
from service.wording.moments import known_zone


class Known(NamedTuple):
    """A person in a seat: habits, and how many seconds before a deadline a reminder is wanted, or None."""

    habits: Habits
    lead_s: int | None


STRANGER: Final = Known(Habits(), None)
"""Somebody of whom nothing is known."""

_PERSON = (
    select(
        persons.c.zone,
        persons.c.quiet_from,
        persons.c.quiet_to,
        persons.c.weekends_off,
        persons.c.lead_s,
        vacations.c.first,
        vacations.c.last,
    )
    .outerjoin(
        vacations,
        and_(
            vacations.c.person == persons.c.id,
            vacations.c.game == bindparam("game"),
            vacations.c.seat == bindparam("seat"),
        ),
    )
    .where(persons.c.id == bindparam("person"))
    .order_by(vacations.c.first)
)


def known(conn: Connection, game: str, seat: int, person: str | None) -> Known:
    """What is known of the person in this seat of this game."""
    rows = conn.execute(_PERSON, {"game": game, "seat": seat, "person": person}).all()
    if not rows:
        return STRANGER
    return _known(rows[0], tuple(_vacation(row) for row in rows if row.first is not None))


def known_of(
    conn: Connection, seats: Sequence[tuple[str, int, str]]
) -> dict[tuple[str, int, str], Known]:
    """(game, seat, person) -> ``known`` of it, of several at once."""
    if not seats:
        return {}
    people = {person for _, _, person in seats}
    asked = conn.execute(select(persons).where(persons.c.id.in_(people)))
    found = {row.id: row for row in asked}
    away: dict[tuple[str, int, str], list[Vacation]] = {}
    taken = select(vacations).where(
        vacations.c.person.in_(people), vacations.c.game.in_({game for game, _, _ in seats})
    )
    for row in conn.execute(taken.order_by(vacations.c.first)):
        away.setdefault((row.game, row.seat, row.person), []).append(_vacation(row))
    return {
        seat: STRANGER
        if seat[2] not in found
        else _known(found[seat[2]], tuple(away.get(seat, ())))
        for seat in seats
    }


def _known(row: Any, away: tuple[Vacation, ...]) -> Known:
    quiet = (row.quiet_from, row.quiet_to) if row.quiet_from and row.quiet_to else None
    begin, end = map(time.fromisoformat, quiet) if quiet else (None, None)
    return Known(Habits(row.zone, begin, end, row.weekends_off, away), row.lead_s)


def _vacation(row: Any) -> Vacation:
    return Vacation(date.fromisoformat(row.first), date.fromisoformat(row.last))


def hours(reader: Reader) -> Clock:
    """The clock of people with these habits, for one unit (``events.handler.Hours``)."""
    read: dict[tuple[int, str | None], Habits] = {}

    def habits(state: GameState, seat: int) -> Habits:
        # One person may hold several seats of a game: the vacation is the seat's.
        key = seat, state.seat(seat).player
        if key not in read:
            read[key] = known(reader.connection, state.game, *key).habits
        return read[key]

    return clock.clock_for(habits)


def remind_at(state: GameState, who: Known, now: datetime) -> datetime | None:
    """When to remind the awaited person of the deadline; None where none runs, or no time is left."""
    awaiting = state.awaiting
    if awaiting is None or awaiting.due_at is None:
        return None
    limit = clock.limit_of(state.options, awaiting.kind)
    if limit is None:
        return None
    return clock.remind_at(at_moment(awaiting.due_at), now, limit, who.lead_s, who.habits)


# Vacations.


def taken(conn: Connection, game: str, seat: int) -> list[Vacation]:
    """All vacations that were ever taken for a seat, by whomever, the first first."""
    rows = conn.execute(
        select(vacations.c.first, vacations.c.last)
        .where(vacations.c.game == game, vacations.c.seat == seat)
        .order_by(vacations.c.first, vacations.c.last)
    )
    return [_vacation(row) for row in rows]


def announced(conn: Connection, state: GameState) -> dict[int, list[Vacation]]:
    """Seat -> the vacations of the person who sits there, past ones too, as the table may see them."""
    rows = conn.execute(
        select(vacations).where(vacations.c.game == state.game).order_by(vacations.c.first)
    )
    found: dict[int, list[Vacation]] = {}
    for row in rows:
        if state.seat(row.seat).player == row.person:
            found.setdefault(row.seat, []).append(_vacation(row))
    return found


@dataclass(frozen=True)
class TakeVacation:
    """A wish of the person in the seat. id: UUID; the same id acts once."""

    id: str
    seat: int
    vacation: Vacation
    now: datetime


def take(handler: Handler, game: str, wish: TakeVacation) -> GameState:
    """Take a vacation: the table is told, and if the seat is awaited its deadline is moved on by the days
    off before it, all in one transaction. Once for each id. The state of the game then.

    Raises UnknownSeat, NotAPlayer, WrongPhase when the game is over, what ``check_vacation`` raises, and what
    ``Handler.settle`` raises; then nothing was stored.
    """
    if not is_uuid(wish.id):
        raise CommandIdMalformed(command=wish.id)

    def first(unit: Unit, state: GameState, at: str) -> Command | None:
        done = select(vacations.c.id).where(vacations.c.id == wish.id)
        if unit.connection.execute(done).first() is not None:
            return None
        require_seat(state, wish.seat)
        if state.over:
            raise errors.WrongPhase(phase=state.phase)
        person = state.seat(wish.seat).player
        if wish.seat not in state.humans or person is None:
            raise errors.NotAPlayer(seat=wish.seat)
        if not hold_person(unit.connection, person):
            # The bot that is to take the seat has not got it yet.
            raise errors.NotAPlayer(seat=wish.seat)
        return _take(unit, state, wish, person)

    return handler.settle(game, wish.now, first)


def _take(unit: Unit, state: GameState, wish: TakeVacation, person: str) -> Command | None:
    conn, seat, new = unit.connection, wish.seat, wish.vacation
    before = known(conn, state.game, seat, person).habits
    today = wish.now.astimezone(known_zone(before.zone)).date()
    granted = option(state.options, "vacation_days")
    check_vacation(new, taken(conn, state.game, seat), granted, today)
    row = {"id": wish.id, "game": state.game, "seat": seat, "person": person}
    days = {"first": new.first.isoformat(), "last": new.last.isoformat()}
    conn.execute(insert(vacations).values(**row, **days, created=wish.now))
    told = list(_news(state, wish, days))
    if told:
        outbox.add(unit, told)
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat or awaiting.due_at is None:
        return None
    due = at_moment(awaiting.due_at)
    then = known(conn, state.game, seat, person).habits
    moved = clock.postponed(due, wish.now, before, then)
    if moved <= due or state.forfeited == seat:
        return None
    extend = ExtendDeadline(seat, at_text(moved), "vacation")
    id = uuid.uuid5(uuid.UUID(wish.id), "deadline")
    return Command(str(id), "system", "bot", wish.now, extend)


def _news(state: GameState, wish: TakeVacation, days: dict[str, str]) -> Iterable[dict[str, Any]]:
    """To every other person at the table (reports T6)."""
    for seat in state.seats:
        if seat.kind == "human" and seat.player is not None and seat.seat != wish.seat:
            yield outbox.row_of(
                "news",
                f"news:vacation:{wish.id}:{seat.seat}",
                wish.now,
                game=state.game,
                seat=seat.seat,
                person=seat.player,
                decision=state.version,
                payload={"about": "vacation", "of": wish.seat, **days},
            )
