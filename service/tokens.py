"""What a link may do (mail.md, "Links and tokens").

A token is 20 random bytes in lower-case base32; the database keeps its SHA-256 only. A ``seat`` token has
two powers: the seat (see the table, have a fresh link mailed, ...) until it is revoked or expires, and
the move, until that seat's turn, that auction or that final buying is over. The power to move is tied
to the version of an event, its anchor, so that an undo of that event ends it.
"""

import re
from base64 import b32encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from events.store import Head
from events.tables import games, streams
from events.ten.state import GameState
from service.tables import tokens

SHAPE = re.compile(r"[a-z2-7]{32}\Z")

AFTER_GAME = timedelta(days=30)
"""How long a seat's links show the table after the end of the game."""

PURPOSES = ("seat", "invitation", "sign-in", "unsubscribe", "confirm")


@dataclass(frozen=True, slots=True)
class Token:
    """A token that was found, without its secret. ``revoked`` says that it opens nothing any more.

    anchor: the version its power to move belongs to, or None. subject: the id of the invitation, address
    or draft that it is about, or None.
    """

    purpose: str
    game: str | None
    seat: int | None
    person: str | None
    anchor: int | None
    subject: str | None
    created: datetime
    expires: datetime | None
    revoked: bool
    head: Head | None = None
    """Of its game, when the token was looked up."""


def new_token() -> str:
    """32 characters, each of a-z and 2-7."""
    return b32encode(token_bytes(20)).decode("ascii").lower()


def digest(token: str) -> str:
    """What is kept of a token: 64 hex digits."""
    return sha256(token.encode()).hexdigest()


_NEW = insert(tokens)

Row = dict[str, Any]
"""A row of the table, with the digest in place of the token."""


def mint(
    conn: Connection,
    purpose: str,
    game: str | None,
    seat: int | None,
    person: str | None,
    anchor: int | None,
    now: datetime,
    expires: datetime | None = None,
    subject: str | None = None,
) -> str:
    """A new token, stored; those minted before stay as they are. Raises ValueError on another purpose."""
    token, row = fresh(purpose, game, seat, person, anchor, now, expires, subject)
    keep(conn, [row])
    return token


def fresh(
    purpose: str,
    game: str | None,
    seat: int | None,
    person: str | None,
    anchor: int | None,
    now: datetime,
    expires: datetime | None = None,
    subject: str | None = None,
) -> tuple[str, Row]:
    """A new token and its row, which ``keep`` stores. Raises ValueError on another purpose."""
    if purpose not in PURPOSES:
        raise ValueError(f"a token's purpose is one of {', '.join(PURPOSES)}, not {purpose!r}")
    token = new_token()
    row = {
        "digest": digest(token),
        "purpose": purpose,
        "game": game,
        "seat": seat,
        "person": person,
        "anchor": anchor,
        "subject": subject,
        "created": now,
        "expires": expires,
    }
    return token, row


def keep(conn: Connection, rows: Sequence[Row]) -> None:
    """Store the rows of fresh tokens."""
    if rows:
        conn.execute(_NEW, list(rows))


_FIND = (
    select(tokens, games.c.finished, streams.c.version, streams.c.hash, streams.c.at)
    .outerjoin(games, games.c.game == tokens.c.game)
    .outerjoin(streams, streams.c.stream == tokens.c.game)
    .where(tokens.c.digest == bindparam("digest"))
)


def find(conn: Connection, token: str, now: datetime) -> Token | None:
    """The token, or None if it has not the shape of one or was never minted.

    One that was revoked or has expired is found, with ``revoked`` set: its page says so.
    """
    if not SHAPE.match(token):
        return None
    row = conn.execute(_FIND, {"digest": digest(token)}).one_or_none()
    if row is None:
        return None
    ends = [row.expires] if row.expires is not None else []
    if row.purpose == "seat" and row.finished is not None:
        ends.append(row.finished + AFTER_GAME)
    over = row.revoked is not None or any(end <= now for end in ends)
    return Token(
        row.purpose,
        row.game,
        row.seat,
        row.person,
        row.anchor,
        row.subject,
        row.created,
        row.expires,
        over,
        None if row.version is None else Head(row.version, row.hash, row.at),
    )


def revoke_all(conn: Connection, game: str, seat: int, now: datetime) -> int:
    """Revokes whatever opens this seat; how many links. What only stops mail goes on working."""
    done = conn.execute(
        update(tokens)
        .where(tokens.c.game == game, tokens.c.seat == seat, tokens.c.revoked.is_(None))
        .where(tokens.c.purpose == "seat")
        .values(revoked=now)
    )
    return done.rowcount


def spend(conn: Connection, token: str, now: datetime) -> bool:
    """Revokes one token; False if it was revoked before. For tokens that act once."""
    done = conn.execute(
        update(tokens)
        .where(tokens.c.digest == digest(token), tokens.c.revoked.is_(None))
        .values(revoked=now)
    )
    return done.rowcount == 1


def anchor_of(state: GameState, seat: int) -> int | None:
    """The version that a power to move, given to ``seat`` now, belongs to (events.md, "undo").

    In its turn the ``TurnStarted``, its own bids included; in another's auction, until it has
    answered, the ``AuctionOpened``; in the final buying the ``DecisionOpened``. None when there is
    nothing it could do.
    """
    if state.phase == "final_buying":
        awaited = state.awaiting is not None and state.awaiting.seat == seat
        return state.awaiting.decision if state.awaiting is not None and awaited else None
    if state.phase not in ("drawing", "auction", "buying"):
        return None
    if state.active == seat:
        return state.turn_opened
    if state.auction is not None and seat in state.auction.still_to_bid:
        return state.auction.opened
    return None


def may_move(token: Token, state: GameState) -> bool:
    """Whether the token may answer the open decision of ``state``."""
    awaiting = state.awaiting
    if token.purpose != "seat" or token.revoked or token.anchor is None or awaiting is None:
        return False
    if awaiting.seat != token.seat or token.game != state.game:
        return False
    if token.anchor == anchor_of(state, awaiting.seat):
        return True
    # An undo back to a final decision opens it anew under a later version, and leaves the old one done.
    return state.phase == "final_buying" and any(
        mark.awaiting is not None
        and mark.awaiting[:2] == awaiting[:2]
        and mark.awaiting.decision == token.anchor
        for mark in state.marks
    )
