"""A reader that asks at once for what several mails need: each look at the database has its price."""

from collections.abc import Iterable, Sequence

from sqlalchemy import and_, or_, select

from events.codec import revive
from events.store import Head, Reader
from events.tables import events, streams
from events.types import GENESIS, Recorded

Range = tuple[str, int, int]
"""(stream, after, upto)."""


class Primed(Reader):
    """Answers from what was read before, and else as any reader does."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.connection)
        self._heads: dict[str, Head] = {}
        self._recorded: dict[Range, list[Recorded]] = {}

    def read_heads(self, names: Sequence[str]) -> None:
        if not names:
            return
        asked = select(streams.c.stream, streams.c.version, streams.c.hash, streams.c.at)
        for row in self.connection.execute(asked.where(streams.c.stream.in_(names))):
            self._heads[row.stream] = Head(row.version, row.hash, row.at)

    def read_recorded(self, ranges: Iterable[Range]) -> None:
        """Of events after a version up to another, of each of these streams."""
        wanted = sorted(set(ranges))
        if not wanted:
            return
        within = [
            # The event before the first says its hash.
            and_(events.c.stream == stream, events.c.version.between(max(after, 1), upto))
            for stream, after, upto in wanted
        ]
        asked = select(events.c.stream, events.c.version, events.c.body, events.c.hash)
        rows = self.connection.execute(asked.where(or_(*within))).all()
        found = {(row.stream, row.version): (row.body, row.hash) for row in rows}
        for stream, after, upto in wanted:
            kept: list[Recorded] = []
            for version in range(after + 1, upto + 1):
                if (stream, version) not in found:
                    break
                body, hash = found[stream, version]
                prev = found[stream, version - 1][1] if version > 1 else GENESIS
                kept.append(revive(body, prev, hash))
            else:
                self._recorded[stream, after, upto] = kept

    def head(self, stream: str) -> Head | None:
        return self._heads.get(stream) or super().head(stream)

    def recorded(self, stream: str, after: int = 0, upto: int | None = None) -> list[Recorded]:
        known = None if upto is None else self._recorded.get((stream, after, upto))
        return super().recorded(stream, after, upto) if known is None else known
