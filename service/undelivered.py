"""Mails that could not be delivered and were given up: why, and another try by hand (mail.md, "Results of
sending")."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from events import outbox
from events.store import Reader, Store
from events.tables import outbox as rows


@dataclass(frozen=True, slots=True)
class Undelivered:
    """A dead row of the outbox; ``error`` holds no address."""

    row: int
    kind: str
    game: str | None
    seat: int | None
    since: datetime
    error: str

    def __str__(self) -> str:
        about = "" if self.game is None else f", game {self.game}, seat {self.seat}"
        return f"{self.row}: {self.kind}{about}, {self.since:%Y-%m-%d %H:%M} UTC: {self.error}"


def undelivered(reader: Reader) -> list[Undelivered]:
    """All of them, the oldest first."""
    dead = select(rows).where(rows.c.status == "dead").order_by(rows.c.id)
    return [
        Undelivered(
            row.id, row.kind, row.game, row.seat, row.closed or row.created, row.last_error or ""
        )
        for row in reader.connection.execute(dead)
    ]


def try_again(store: Store, chosen: Sequence[int], now: datetime) -> int:
    """How many are to be tried again now, of the rows that are chosen: whichever of them were given up."""
    return sum(outbox.revive(store, row, now) for row in sorted(set(chosen)))
