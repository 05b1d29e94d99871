"""A service without pages and mail: one database, people with habits, games that ask for both."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import select

from events import commands as c
from events import types as t
from events.engine import make_engine
from events.handler import Handler, Outcome
from events.migrate import migrate
from events.orders import OrderCommand, OrderOutcome, SealedOrders, SetOrder
from events.store import Store
from events.tables import outbox
from events.ten.orders import Order
from events.ten.state import GameState
from service import people
from service.habits import Habits, Vacation
from service.hours import TakeVacation, hours, known, take
from tests.events.tables import seeded

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass
class Village:
    """``now`` stands still until a test moves it."""

    store: Store
    handler: Handler
    sealed: SealedOrders
    now: datetime = MONDAY
    ids: int = field(default=0)

    @classmethod
    def at(cls, url: str, seed: int = 1) -> Village:
        """On the empty database at ``url``."""
        engine = make_engine(url)
        migrate(engine)
        store, sealed = Store(engine), SealedOrders()
        handler = Handler(store, hours=hours, orders=sealed, fresh_seed=seeded(seed))
        return cls(store, handler, sealed)

    def new_id(self) -> str:
        self.ids += 1
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"village {self.ids}"))

    def person(
        self,
        habits: Habits | None = None,
        lead_s: int | None = None,
        address: str | None = None,
    ) -> str:
        """The id of a new person with these habits; vacations are not among them."""
        who = habits or Habits()
        with self.store.unit() as unit:
            made = people.add_person(
                unit.connection, f"Person {self.ids}", address, "en", who.zone, self.now
            )
            people.change_person(
                unit.connection,
                made.id,
                quiet_from=who.quiet_from and who.quiet_from.strftime("%H:%M"),
                quiet_to=who.quiet_to and who.quiet_to.strftime("%H:%M"),
                weekends_off=who.weekends_off,
                lead_s=lead_s,
            )
        return made.id

    def game(self, seated: Sequence[str | None], **options: Any) -> str:
        """A game in which these persons sit, None for a bot; the first person is the host. It starts now."""
        game = self.new_id()
        kinds = ["bot" if person is None else "human" for person in seated]
        specs = [t.SeatSpec(seat, kind) for seat, kind in enumerate(kinds, 1)]
        host = next(person for person in seated if person is not None)
        self.do(game, c.CreateGame(host, specs, "", options), "host")
        for seat, person in enumerate(seated, 1):
            if person is not None:
                self.do(game, c.ClaimSeat(seat, person), f"seat:{seat}")
        return game

    def do(self, game: str, wish: c.Wish, by: str, via: str = "web") -> Outcome:
        command = c.Command(self.new_id(), by, via, self.now, wish)
        return self.handler.execute(game, command)

    def order(self, game: str, seat: int, order: Order) -> OrderOutcome:
        command = OrderCommand(self.new_id(), "web", self.now, SetOrder(seat, order))
        return self.sealed.execute(self.handler, game, command)

    def vacation(self, game: str, seat: int, first: str, last: str) -> GameState:
        days = Vacation(date.fromisoformat(first), date.fromisoformat(last))
        return take(self.handler, game, TakeVacation(self.new_id(), seat, days, self.now))

    def habits(self, game: str, seat: int) -> Habits:
        """As they are now."""
        player = self.handler.load(game).seat(seat).player
        with self.store.read() as reader:
            return known(reader.connection, game, seat, player).habits

    def mails(self, *kinds: str) -> list[Any]:
        """The rows of the outbox of these kinds, oldest first."""
        with self.store.read() as reader:
            found = select(outbox).where(outbox.c.kind.in_(kinds)).order_by(outbox.c.id)
            return list(reader.connection.execute(found).all())
