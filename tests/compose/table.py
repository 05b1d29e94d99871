"""A game on a host's database, set up behind the pages, and the links of its seats."""

from __future__ import annotations

from dataclasses import dataclass, field

from events.commands import TakeCurrency, TakeNumbers
from events.engine import make_engine
from events.store import Store
from events.ten.legal import legal_commands
from events.ten.state import GameState
from events.types import Recorded
from service import people, tokens
from tests.compose.host import Host
from tests.e2e.play import Answer, Fields
from tests.workers.tables import Office
from workers.mail.parts import utc_now


@dataclass
class Table:
    """Two people, by the clock of the system; ``office`` does what the services themselves do."""

    host: Host
    office: Office = field(init=False)
    game: str = field(init=False)

    def __post_init__(self) -> None:
        """The host is migrated."""
        self.office = Office.on(Store(make_engine(self.host.database_url)))
        self.office.clock.now = utc_now()
        self.game = self.office.open_game(("human", "human"))

    @property
    def seat(self) -> int:
        """The seat that is awaited."""
        awaiting = self.office.handler.load(self.game).awaiting
        assert awaiting is not None
        return awaiting.seat

    @property
    def address(self) -> str:
        return self.office.address(self.game, self.seat)

    def link(self) -> str:
        """A path that may move for the awaited seat."""
        state, seat = self.office.handler.load(self.game), self.seat
        with self.office.store.unit() as unit:
            place = people.place(unit.connection, self.game, seat)
            assert place is not None
            anchor = tokens.anchor_of(state, seat)
            token = tokens.mint(
                unit.connection, "seat", self.game, seat, place.person, anchor, utc_now()
            )
        return f"/p/{token}"

    def to_the_end_of_a_turn(self) -> None:
        """Draw until the awaited seat may stop: then another seat is asked, and mailed."""
        self.office.play_until(self.game, _may_stop, bold=True)

    def log(self) -> list[Recorded]:
        return self.office.handler.recorded(self.game)

    def close(self) -> None:
        self.office.store.engine.dispose()


def _may_stop(state: GameState) -> bool:
    awaiting = state.awaiting
    if awaiting is None or awaiting.kind != "draw":
        return False
    legal = legal_commands(state, awaiting.seat)
    return any(isinstance(wish, TakeNumbers | TakeCurrency) for wish in legal.plain)


def form_of(page: Answer, *moves: str) -> tuple[str, Fields]:
    """Where the page's form of a move leads, and what it sends with the button of one of these moves."""
    assert page.status == 200, page.text
    form = page.moves[0]
    pressed = next(at for at, (_, value) in enumerate(form.buttons) if value in moves)
    return form.action, form.data(pressed)
