"""The peer: the same events in an application of the package ``eventsourcing``, on the same database.

Its aggregate carries events out with our own fold and decides with our own rules, so that what is
compared is the machinery: storing, loading, decoding, caching. It projects nothing, has no outbox and
no hash chain.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.table import SEED
from events import codec
from events import types as t
from events.commands import Command
from events.ten.chance import Dealer
from events.ten.decide import decide
from events.ten.fold import carry_out
from events.ten.phases.common import Given
from events.ten.state import GameState

SPACE = UUID("00000000-0000-4000-a000-000000000000")


class Table(Aggregate):
    """One game."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.state = GameState(game)

    @staticmethod
    def create_id(game: str) -> UUID:
        return uuid5(SPACE, game)

    @event("Happened")
    def happened(
        self, type: str, schema: int, data: dict[str, Any], by: str, via: str, command: str
    ) -> None:
        state = self.state
        carry_out(state, codec.thaw(type, schema, dict(data)), state.version + 1, by, via, command)

    def move(self, command: Command, given: Given) -> None:
        """Decide a command and let its events happen."""
        at = codec.at_text(command.now)
        for each in decide(self.state, command.wish, command.by, at, given):
            self.happened(
                type(each).__name__, 1, codec.data_of(each), command.by, command.via, command.id
            )


class Tables(Application[UUID]):
    """The peer's service."""

    def __init__(self, env: dict[str, str]) -> None:
        super().__init__(env)
        self.given = Given(lambda seat, kind: None, Dealer(SEED))

    def fill(self, recorded: Sequence[t.Recorded], games: Sequence[str]) -> None:
        """Store the same events once for each game."""
        for game in games:
            table = Table(game)
            for each in recorded:
                data = codec.data_of(each.event)
                meta = each.meta
                table.happened(each.type, each.schema, data, meta.by, meta.via, meta.command)
            self.save(table)

    def load(self, game: str) -> GameState:
        table: Table = self.repository.get(Table.create_id(game))
        return table.state

    def move(self, game: str, command: Command) -> None:
        """Load, decide, save."""
        table: Table = self.repository.get(Table.create_id(game))
        table.move(command, self.given)
        self.save(table)


def postgres(folder: str, database: str, *, cache: int | None = None) -> Tables:
    """The peer on PostgreSQL; ``cache``: how many aggregates it keeps, None for no cache."""
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": database,
        "POSTGRES_HOST": folder,
        "POSTGRES_PORT": "5432",
        "POSTGRES_USER": "postgres",
        "POSTGRES_PASSWORD": "",
    }
    return Tables(env if cache is None else {**env, "AGGREGATE_CACHE_MAXSIZE": str(cache)})


def sqlite(file: str) -> Tables:
    """The peer on SQLite, without a cache."""
    return Tables({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": file})
