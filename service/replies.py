"""Mails that came in, as far as they tell of a person who is to be erased."""

import re
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, delete, select, tuple_, update

from service.tables import inbound, places
from service.tokens import digest
from service.typed import fold

GONE: Final = "…"
"""What stands in an answer to somebody else where the name stood."""

_AS_WHOLE: Final = r"(?<![\w.+-])%s(?![\w-])"
"""An address, and not the end of another one such as ``joann@example.org``."""
_TOKEN: Final = re.compile(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])")


def erase_replies(
    conn: Connection,
    person: str | None,
    folded: Collection[str],
    digests: Collection[str],
    names: Collection[str],
    games: Collection[str],
) -> None:
    """Deletes the mails that came from these addresses, to these links, or for the person's seats; and
    takes the names out of what others at the same tables were answered.

    folded: the addresses as they are compared. digests: of the person's links.
    """
    if person is not None:
        held = select(places.c.game, places.c.seat).where(places.c.person == person)
        seats = tuple_(inbound.c.game, inbound.c.seat)
        conn.execute(delete(inbound).where(seats.in_(held)))
    # Of a mail that was dealt with neither text nor addresses are kept.
    waiting = select(inbound.c.id, inbound.c.sender, inbound.c.recipient, inbound.c.raw)
    rows = conn.execute(waiting.where(inbound.c.status != "done")).all()
    gone = [row.id for row in rows if _tells_of(row, folded, digests)]
    conn.execute(delete(inbound).where(inbound.c.id.in_(gone)))
    _forget_names(conn, names, games)


def _tells_of(row: Any, folded: Collection[str], digests: Collection[str]) -> bool:
    text = bytes(row.raw).decode("utf-8", "replace")
    known = fold(f"{row.sender or ''}\n{row.recipient or ''}\n{text}")
    if any(re.search(_AS_WHOLE % re.escape(address), known) for address in folded):
        return True
    secrets = _TOKEN.findall(f"{row.recipient or ''}\n{text}")
    return any(digest(secret) in digests for secret in secrets)


def _forget_names(conn: Connection, names: Collection[str], games: Collection[str]) -> None:
    told = select(inbound.c.id, inbound.c.told).where(
        inbound.c.game.in_(games), inbound.c.told.is_not(None)
    )
    for row in conn.execute(told).all():
        without = _without(row.told, names)
        if without != row.told:
            conn.execute(update(inbound).where(inbound.c.id == row.id).values(told=without))


def _without(value: Any, names: Collection[str]) -> Any:
    """The same with ``GONE`` for each of the names where it stands as a word of its own."""
    if isinstance(value, str):
        for name in sorted(names, key=len, reverse=True):
            value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", GONE, value)
        return value
    if isinstance(value, list):
        return [_without(each, names) for each in value]
    if isinstance(value, dict):
        return {key: _without(each, names) for key, each in value.items()}
    return value
