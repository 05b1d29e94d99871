"""Mails about what happens around the table: votes to be given, a game that ended without a score."""

import pytest
from sqlalchemy import select

from events import commands as c
from events.handler import Handler
from events.store import Store
from events.tables import outbox
from events.ten.state import GameState
from events.types import SeatSpec
from tests.events.tables import HOST, Table, player

THREE = ("human", "human", "human")


def mails(store: Store, kind: str) -> list[tuple[int, int, str]]:
    """(seat, version it is about, what about), oldest first."""
    columns = (outbox.c.seat, outbox.c.decision, outbox.c.payload)
    found = select(*columns).where(outbox.c.kind == kind).order_by(outbox.c.id)
    with store.read() as reader:
        rows = reader.connection.execute(found).all()
    return [(seat, decision, payload["about"]) for seat, decision, payload in rows]


def at_draw(handler: Handler, kinds: tuple[str, ...] = THREE, **options: object) -> Table:
    table = Table(handler)
    table.open(kinds, **options)
    return table


@pytest.mark.parametrize(
    ("wish", "about"), [(c.ProposePause(2), "pause"), (c.ProposeAbandon(2), "abandon")]
)
def test_a_proposal_is_mailed_to_each_who_may_vote(
    wish: c.Wish, about: str, store: Store, handler: Handler
) -> None:
    table = at_draw(handler, (*THREE, "bot"))
    version = table.do(wish).version
    assert mails(store, "vote") == [(1, version, about), (3, version, about)]


def test_an_undo_is_put_to_the_others(store: Store, handler: Handler) -> None:
    table = at_draw(handler)
    state = table.handler.load(table.game)
    assert state.awaiting is not None
    seat, before = state.awaiting.seat, state.version
    table.do(c.DrawCard(seat))
    version = table.do(c.ProposeUndo(seat, before)).version
    others = sorted({1, 2, 3} - {seat})
    assert mails(store, "vote") == [(other, version, "undo") for other in others]


def test_a_proposal_that_carries_at_once_asks_nobody(store: Store, handler: Handler) -> None:
    table = at_draw(handler, ("human", "bot"))
    assert table.do(c.ProposePause(1)).state.paused == "consent"
    assert mails(store, "vote") == []


def test_a_vote_that_leaves_the_proposal_open_asks_nobody_again(
    store: Store, handler: Handler
) -> None:
    table = at_draw(handler)
    table.do(c.ProposePause(1))
    table.do(c.VotePause(2, True))
    assert len(mails(store, "vote")) == 2


def test_the_next_proposal_is_put_to_the_vote_anew(store: Store, handler: Handler) -> None:
    table = at_draw(handler)
    table.do(c.ProposePause(1))
    table.do(c.VotePause(1, False))
    version = table.do(c.ProposePause(3)).version
    assert mails(store, "vote")[2:] == [(1, version, "pause"), (2, version, "pause")]


def test_a_game_that_ends_without_a_score_is_told_to_those_who_did_not_end_it(
    store: Store, handler: Handler
) -> None:
    table = at_draw(handler)
    table.do(c.ProposeAbandon(1))
    table.do(c.VoteAbandon(2, True))
    version = table.handler.load(table.game).version
    assert table.do(c.VoteAbandon(3, True)).state.phase == "abandoned"
    assert mails(store, "news") == [(1, version + 2, "ended"), (2, version + 2, "ended")]


def test_the_host_who_ends_a_game_is_not_told_so(store: Store, handler: Handler) -> None:
    table = Table(handler)
    state: GameState = table.open(THREE)
    table.do(c.ReplacePlayer(2, HOST), "host")
    table.do(c.EndGame("host"), "host")
    told = [seat for seat, _, _ in mails(store, "news")]
    assert told == [1, 3]
    assert state.seat(1).player == player(1)


def test_only_those_who_came_are_told_that_the_game_they_waited_for_is_off(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    seats = [SeatSpec(1, "human"), SeatSpec(2, "human")]
    table.do(c.CreateGame(HOST, seats, ""), "host")
    table.do(c.ClaimSeat(2, player(2)))
    table.do(c.EndGame("host"), "host")
    assert [seat for seat, _, _ in mails(store, "news")] == [2]


@pytest.mark.parametrize(("seat", "kind"), [(1, "your-turn"), (2, None)])
def test_whoever_takes_over_a_seat_is_asked_what_the_seat_is_asked(
    seat: int, kind: str | None, store: Store, handler: Handler
) -> None:
    table = at_draw(handler)
    state = handler.load(table.game)
    assert state.awaiting is not None
    turn = (state.awaiting.seat + seat - 2) % 3 + 1
    new = player(9)
    table.do(c.ReplacePlayer(turn, new), "host")
    columns = select(outbox.c.kind, outbox.c.decision, outbox.c.seat)
    with store.read() as reader:
        found = reader.connection.execute(columns.where(outbox.c.person == new)).all()
    expected = [] if kind is None else [(kind, state.awaiting.decision, turn)]
    assert [tuple(row) for row in found] == expected


def test_whoever_takes_over_a_seat_has_its_votes(store: Store, handler: Handler) -> None:
    table = at_draw(handler)
    version = table.do(c.ProposePause(1)).version
    table.do(c.ReplacePlayer(2, player(9)), "host")
    assert mails(store, "vote") == [
        (2, version, "pause"),
        (3, version, "pause"),
        (2, version, "pause"),
    ]
