"""What a seat has of its vacations, and coming home before one is over."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection, select, update

from events import errors, outbox
from events.codec import at_moment
from events.handler import Handler
from events.store import Unit
from events.tables import outbox as rows
from events.ten.phases.lobby import option
from events.ten.state import GameState
from service import hours
from service.habits import AHEAD, DAY, Vacation
from service.tables import vacations
from service.wording.moments import known_zone


class StillAwaited(errors.Refusal):
    """A vacation has moved the deadline of the open decision: it ends once that is answered."""

    code = "vacation-awaited"


class NoVacation(errors.Refusal):
    """There is no such vacation to end: it is over, or was ended before."""

    code = "vacation-over"


@dataclass(frozen=True, slots=True)
class Taken:
    """A vacation that is on or to come; ``id`` is that of the form that took it."""

    id: str
    vacation: Vacation


def ahead(conn: Connection, state: GameState, seat: int, today: date) -> list[Taken]:
    """Those of the person who sits there that are not over on this day, the first first."""
    person = state.seat(seat).player
    rows = conn.execute(
        select(vacations)
        .where(vacations.c.game == state.game, vacations.c.seat == seat)
        .where(vacations.c.person == person, vacations.c.last >= today.isoformat())
        .order_by(vacations.c.first)
    ).all()
    found = [
        Taken(row.id, Vacation(date.fromisoformat(row.first), date.fromisoformat(row.last)))
        for row in rows
    ]
    # One that was ended before it began has no day.
    return [each for each in found if each.vacation.first <= each.vacation.last]


def left(conn: Connection, state: GameState, seat: int) -> int:
    """How many days of vacation the seat may still take."""
    granted: int = option(state.options, "vacation_days")
    used = {day for each in hours.taken(conn, state.game, seat) for day in each.days()}
    return max(0, min(granted, AHEAD) - len(used))


def come_home(handler: Handler, game: str, seat: int, id: str, zone: str, now: datetime) -> None:
    """Ends the vacation today, or takes it back before it began: the days from today on are the seat's again.

    zone: the person's. Raises NotAPlayer, StillAwaited, NoVacation, and what ``Handler.settle`` raises.
    """
    today = now.astimezone(known_zone(zone)).date()

    def first(unit: Unit, state: GameState, at: str) -> None:
        found = [each for each in ahead(unit.connection, state, seat, today) if each.id == id]
        if not found:
            raise NoVacation()
        begins = found[0].vacation.first
        if _reckoned_with(state, seat, begins, zone):
            raise StillAwaited()
        end = update(vacations).where(vacations.c.id == id)
        unit.connection.execute(end.values(last=(max(begins, today) - DAY).isoformat()))
        _tell(unit, state, seat, id, now)

    handler.settle(game, now, first)


def _tell(unit: Unit, state: GameState, seat: int, id: str, now: datetime) -> None:
    """News to the others, who were told of the vacation. For whom that still waits, it is dropped instead."""
    told = select(rows).where(
        rows.c.game == state.game, rows.c.key.startswith(f"news:vacation:{id}:")
    )
    for row in unit.connection.execute(told).all():
        if row.status == "pending":
            outbox.told_elsewhere(unit, [row.id], now)
            continue
        if row.seat > len(state.seats) or state.seat(row.seat).player != row.person:
            continue
        home = outbox.row_of(
            "news",
            f"news:home:{id}:{row.seat}",
            now,
            game=state.game,
            seat=row.seat,
            person=row.person,
            decision=state.version,
            payload={"about": "home", "of": seat},
        )
        outbox.add(unit, [home])


def _reckoned_with(state: GameState, seat: int, begins: date, zone: str) -> bool:
    """Whether the running deadline of this seat has days of the vacation before it: the days would be
    given back, and the time would not."""
    awaiting = state.awaiting
    if awaiting is None or awaiting.seat != seat or awaiting.due_at is None:
        return False
    return begins <= at_moment(awaiting.due_at).astimezone(known_zone(zone)).date()
