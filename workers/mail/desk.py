"""Where a few mails are written together: what they need is read once, what they owe is stored at once.

All that one desk reads is of one moment. The links of its mails are minted here and stored, as digests,
by ``keep``, before the first of them leaves: a link that somebody has always opens.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select

from events.errors import TenpostError
from events.outbox import Claim
from events.store import Reader, Unit
from events.tables import outbox
from events.ten.state import GameState
from events.types import Recorded
from service import people, talk, tokens
from service.hours import Known, known, known_of
from service.people import Place
from workers.mail.parts import Parts
from workers.mail.primed import Primed
from workers.mail.shown import Shown, last_shown, last_shown_of

_EVER: Final = datetime.min.replace(tzinfo=UTC)


def rounds(taken: Sequence[Claim]) -> Iterator[Sequence[Claim]]:
    """The rows in their order, but one a seat at a time: a second mail tells what came after the first."""
    waiting = list(taken)
    while waiting:
        few: list[Claim] = []
        later: list[Claim] = []
        seats: set[tuple[str | None, int | None]] = set()
        for row in waiting:
            at = (row.game, row.seat)
            again = row.seat is not None and at in seats
            (later if again else few).append(row)
            seats.add(at)
        yield few
        waiting = later


class Desk:
    """For the length of one reader."""

    def __init__(self, parts: Parts, reader: Reader, taken: Sequence[Claim] = ()) -> None:
        """taken: the rows whose games are going to be looked at."""
        self.parts: Final = parts
        self.reader: Final = Primed(reader)
        self._games = sorted({row.game for row in taken if row.game is not None})
        self._seats = {(row.game, row.seat) for row in taken if row.game and row.seat is not None}
        self.reader.read_heads(self._games)
        self._held: dict[str, dict[int, Place]] | None = None
        self._names: dict[str, str] | None = None
        self._known: dict[tuple[str, int, str], Known] | None = None
        self._shown: dict[tuple[str, int], Shown] | None = None
        self._said: dict[str, list[talk.Line]] | None = None
        self._primed = False
        self._states: dict[str, GameState] = {}
        self._minted: dict[int, list[tokens.Row]] = {}

    def now(self) -> datetime:
        return self.parts.clock()

    # What is read.

    def state(self, game: str) -> GameState:
        """Raises as ``Handler.load``."""
        if game not in self._states:
            self._states[game] = self.parts.handler.load(game, reader=self.reader)
        return self._states[game]

    def places(self, game: str) -> dict[int, Place]:
        """As ``people.places_of``."""
        if self._held is None:
            self._held = people.places_of_each(self.reader.connection, self._games)
        if game not in self._held:
            self._held[game] = people.places_of(self.reader.connection, game)
        return self._held[game]

    def game_name(self, game: str) -> str:
        """As ``people.game_name``."""
        if self._names is None:
            self._names = people.game_names_of(self.reader.connection, self._games)
        if game not in self._names:
            self._names[game] = people.game_name(self.reader.connection, game)
        return self._names[game]

    def known(self, game: str, seat: int, person: str) -> Known:
        """As ``hours.known``."""
        if self._known is None:
            places = [self.places(game).get(seat) for game, seat in self._seats]
            asked = [(each.game, each.seat, each.person) for each in places if each is not None]
            self._known = known_of(self.reader.connection, asked)
        at = (game, seat, person)
        if at not in self._known:
            self._known[at] = known(self.reader.connection, *at)
        return self._known[at]

    def last_shown(self, game: str, seat: int) -> Shown:
        """As ``shown.last_shown``."""
        if self._shown is None:
            self._shown = last_shown_of(self.reader, sorted(self._seats))
        if (game, seat) not in self._shown:
            self._shown[game, seat] = last_shown(self.reader, game, seat)
        return self._shown[game, seat]

    def said(self, game: str, seat: int) -> list[talk.Line]:
        """What was said at the table since the seat's last mail, the seat's own lines too."""
        if self._said is None:
            after = self.now() - talk.NEWEST
            self._said = talk.lines_since(self.reader.connection, self._games, after)
        heard = self.last_shown(game, seat).heard or _EVER
        return [line for line in self._said.get(game, ()) if line.at > heard]

    def recap(self, game: str, seat: int) -> list[Recorded]:
        """The events since the seat's last mail; at least the last one, whose hash the foot names."""
        if not self._primed:
            self._primed = True
            self.reader.read_recorded(
                self._since(*each) for each in self._seats if self._loads(each[0])
            )
        return self.reader.recorded(*self._since(game, seat))

    def recorded(self, game: str, after: int, upto: int) -> list[Recorded]:
        """As ``Reader.recorded``."""
        return self.reader.recorded(game, after, upto)

    def _since(self, game: str, seat: int) -> tuple[str, int, int]:
        version = self.state(game).version
        return game, min(self.last_shown(game, seat).version, version - 1), version

    def _loads(self, game: str) -> bool:
        """Whether the game can be read; whatever is wrong with it is said when its own mail is written."""
        try:
            self.state(game)
        except TenpostError:
            return False
        return True

    # What is stored.

    def mint(
        self,
        taken: Claim,
        purpose: str,
        game: str | None,
        seat: int | None,
        person: str | None,
        anchor: int | None,
        expires: datetime | None = None,
        subject: str | None = None,
    ) -> str:
        """A token for the mail of this row, as ``tokens.mint``; it opens nothing before it is kept."""
        at = (game, seat, person, anchor, self.now(), expires, subject)
        token, row = tokens.fresh(purpose, *at)
        self._minted.setdefault(taken.id, []).append(row)
        return token

    def keep(self, unit: Unit, written: Sequence[Claim]) -> set[int]:
        """Store the tokens of these rows; answers the ids of those that are still this worker's. No mail
        is to leave of the others: their leases ran out."""
        if not written:
            return set()
        held = select(outbox.c.id, outbox.c.attempts).where(
            outbox.c.id.in_([row.id for row in written]), outbox.c.status == "claimed"
        )
        found = unit.connection.execute(held.with_for_update()).all()
        attempts = {row.id: row.attempts for row in found}
        ours = {row.id for row in written if attempts.get(row.id) == row.attempt}
        tokens.keep(unit.connection, [each for id in ours for each in self._minted.get(id, ())])
        return ours
