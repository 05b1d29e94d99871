"""Leaving for good: the person is erased, and the games go on without them, whole.

First the rows go, in one unit. Then each open game is told, as a command of its own: another player hosts,
a bot takes the seat. What a crash leaves undone ``tell_all`` finds; the sweep asks for it. So it does for a
seat in a lobby, which nobody can give back: a bot takes it as soon as the game has begun.
"""

import logging
import sqlite3
import uuid
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import Select, select, union

from events import commands as c
from events.errors import TenpostError
from events.handler import Handler
from events.store import Reader, Store
from events.tables import games, seats
from events.ten.state import GameState
from service import notices
from service.addresses import find_address
from service.erasure import erase_address, erase_person
from service.tables import addresses, invitations, persons

logger = logging.getLogger(__name__)

SWEEP: Final = "bot"
"""The way of commands that nobody sent (events.md, ``meta``); theirs are by ``system``."""


def leave(store: Store, handler: Handler, person: str, now: datetime, via: str) -> bool:
    """Erase the person and hand on seats and games; False if that was done before.

    via: ``web`` or ``cli``. Raises StorageError. A game that cannot be told costs the others nothing.
    """
    with store.read() as reader:
        ids = select(addresses.c.id).where(addresses.c.person == person)
        offered = _offers_to(reader, list(reader.connection.execute(ids).scalars()))
    with store.unit() as unit:
        done = erase_person(unit.connection, person, now)
    _settle_file(store)
    _turn_down(store, handler, offered, now, via)
    with store.read() as reader:
        own = games_of(reader, person)
    for game in own:
        _tell(handler, game, {person}, now, via)
    return done


def forget(store: Store, handler: Handler, address: str, now: datetime, via: str) -> bool:
    """Erase whoever has this address, or the address alone if it is nobody's; False if it is not known."""
    with store.read() as reader:
        known = find_address(reader.connection, address)
    if known is None:
        return False
    if known.person is not None:
        return leave(store, handler, known.person, now, via)
    with store.read() as reader:
        offered = _offers_to(reader, [known.id])
    with store.unit() as unit:
        erase_address(unit.connection, known.id)
    _settle_file(store)
    _turn_down(store, handler, offered, now, via)
    return True


def _settle_file(store: Store) -> None:
    """SQLite writes what was changed into its file now: its journal holds what was there before."""
    if store.engine.dialect.name != "sqlite":
        return
    connection = store.engine.raw_connection()
    try:
        busy, *_ = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            # Somebody reads: the next checkpoint does it.
            logger.info("the journal was not emptied yet")
    except sqlite3.OperationalError as error:
        logger.info("the journal was not emptied: %s", error)
    finally:
        connection.close()


def tell_all(store: Store, handler: Handler, now: datetime) -> int:
    """Tell the games that were not told yet; how many there were. Raises StorageError."""
    with store.read() as reader:
        erased = select(persons.c.id).where(persons.c.erased.is_not(None))
        # However many they become in the years: mostly there is nothing to tell, and then nobody is read.
        left = list(_games_of(reader, erased))
        gone = set(reader.connection.execute(erased).scalars()) if left else set()
    return sum(_tell(handler, game, gone, now, SWEEP) for game in left)


def games_of(reader: Reader, person: str) -> list[str]:
    """The games that are to be told when this person leaves."""
    return list(_games_of(reader, [person]))


def _games_of(reader: Reader, gone: Collection[str] | Select[tuple[str]]) -> Iterator[str]:
    """Games that are not over, and that one of these hosts or plays in, other than in the lobby."""
    open_ones = select(games.c.game).where(games.c.finished.is_(None), ~games.c.view_only)
    hosted = open_ones.where(games.c.host.in_(gone))
    played = open_ones.join(seats, seats.c.game == games.c.game).where(
        seats.c.player.in_(gone), seats.c.kind == "human", games.c.phase != "lobby"
    )
    yield from reader.connection.execute(union(hosted, played)).scalars()


def _tell(handler: Handler, game: str, gone: Collection[str], now: datetime, via: str) -> bool:
    """Whether the game was told something."""
    told = False
    try:
        state = handler.load(game)
        for by, wish in _owed(state, gone):
            sender = "system" if via == SWEEP else by
            # The same for whoever else finds the game like this.
            name = f"left:{state.version}:{type(wish).__name__}:{getattr(wish, 'seat', '')}"
            id = uuid.uuid5(uuid.UUID(game), name)
            handler.execute(game, c.Command(str(id), sender, via, now, wish))
            told = True
    except TenpostError as error:
        # Over in the meantime, or told by another; else the next sweep tries again.
        logger.info("a game was not told of a departure: %s", error.code, extra={"game": game})
    return told


def _owed(state: GameState, gone: Collection[str]) -> list[tuple[str, c.Wish]]:
    """By whom and what: the next host, and a bot for each seat; the end of a lobby that has nobody else."""
    found: list[tuple[str, c.Wish]] = []
    if state.over:
        return found
    stay = [s for s in state.seats if s.player is not None and s.player not in gone]
    if state.host in gone and stay:
        heir = next((s for s in stay if s.kind == "human"), stay[0])
        found.append(("host", c.ChangeHost(heir.player or "")))
    elif state.host in gone and state.phase == "lobby":
        return [("host", c.EndGame("left"))]
    if state.phase != "lobby":
        left = [s.seat for s in state.seats if s.kind == "human" and s.player in gone]
        found += [(f"seat:{seat}", c.HandToBot(seat, "left")) for seat in left]
    return found


class _Offer(NamedTuple):
    """An open invitation."""

    id: str
    game: str
    seat: int


def _offers_to(reader: Reader, address_ids: Collection[str]) -> list[_Offer]:
    """The invitations to these addresses that are open."""
    found = select(invitations.c.id, invitations.c.game, invitations.c.seat).where(
        invitations.c.address.in_(address_ids), invitations.c.state == "open"
    )
    return [_Offer(*row) for row in reader.connection.execute(found)]


def _turn_down(
    store: Store, handler: Handler, offered: Collection[_Offer], now: datetime, via: str
) -> None:
    """The seats stay open for others, and the hosts are told."""
    for id, game, seat in offered:
        command = uuid.uuid5(uuid.UUID(id), "decline")
        wish = c.Command(str(command), f"seat:{seat}", via, now, c.DeclineSeat(seat))
        try:
            outcome = handler.execute(game, wish)
        except TenpostError as error:
            # The game is on: who sits there stays, and the host sees the answer beside the seat.
            logger.info("an invitation was not declined: %s", error.code, extra={"game": game})
            continue
        state, version = outcome.state, outcome.versions.stop - 1
        host = next((each.seat for each in state.seats if each.player == state.host), None)
        if host is not None and state.phase == "lobby":
            with store.unit() as unit:
                notices.news(unit, game, host, state.host, version, "declined", now, of=seat)
