"""Which mails an append asks for (mail.md, "When a mail is sent")."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from events import commands as c
from events.handler import Handler
from events.outbox import MID_TURN
from events.store import Store
from events.tables import outbox
from events.ten.cards import WILDS
from events.ten.state import GameState
from service.tokens import anchor_of
from tests.events.tables import Table, player, seeded

AT_ONCE = timedelta(0)
THREE = ("human", "human", "human")
Mail = tuple[str, int, int, timedelta]
"""(kind, seat, version it is about, delay)"""


def owed(store: Store) -> list[Mail]:
    """Every mail ever asked for, oldest first."""
    columns = (
        outbox.c.kind,
        outbox.c.seat,
        outbox.c.decision,
        outbox.c.not_before,
        outbox.c.created,
    )
    with store.read() as reader:
        rows = reader.connection.execute(select(*columns).order_by(outbox.c.id)).all()
    return [
        (kind, seat, decision, ready - created) for kind, seat, decision, ready, created in rows
    ]


def new(store: Store, table: Table, act: c.Wish | None = None) -> list[Mail]:
    """The mails that the next command asks for; the awaited seat's own choice unless it is given."""
    before = owed(store)
    table.do(act) if act else table.step()
    return owed(store)[len(before) :]


def awaited(state: GameState) -> tuple[int, int]:
    """(seat, version of its decision)"""
    assert state.awaiting is not None
    return state.awaiting.seat, state.awaiting.decision


def in_auction(state: GameState) -> bool:
    return state.auction is not None


def draw_a_wild(store: Store, table: Table) -> list[Mail]:
    """Let a turn open and its seat draw until it draws a wild; answers the mails that brings."""
    for _ in range(200):
        state = table.handler.load(table.game)
        seat, _ = awaited(state)
        if state.awaiting.kind == "draw" and _next_card(table, state) in WILDS:  # type: ignore[union-attr]
            return new(store, table, c.DrawCard(seat))
        table.step()
    raise AssertionError("no wild was drawn")


def _next_card(table: Table, state: GameState) -> str:
    return table.handler._dealers.get(table.game).next_card(state)  # type: ignore[union-attr]


def test_the_claim_that_starts_the_game_mails_the_seat_that_begins(
    store: Store, handler: Handler
) -> None:
    state = Table(handler).open(THREE)
    assert owed(store) == [("your-turn", *awaited(state), AT_ONCE)]


@pytest.mark.parametrize("number", range(1, 7))
def test_the_seat_that_begins_is_mailed_at_once_even_if_it_claimed_last(
    store: Store, number: int
) -> None:
    state = Table(Handler(store, fresh_seed=seeded(number))).open(["human", "human"])
    assert owed(store) == [("your-turn", *awaited(state), AT_ONCE)]


def test_a_row_holds_ids_and_who_sat_there(store: Store, handler: Handler) -> None:
    state = Table(handler).open(THREE)
    with store.read() as reader:
        row = reader.connection.execute(select(outbox)).one()
    seat, decision = awaited(state)
    assert (row.game, row.person, row.payload) == (state.game, player(seat), {})
    assert row.key == f"your-turn:{state.game}:{decision}:{seat}"


def test_a_draw_that_leaves_the_decision_open_mails_nobody(store: Store, handler: Handler) -> None:
    table = Table(handler)
    seat, decision = awaited(table.open(THREE))
    assert new(store, table, c.DrawCard(seat)) == []
    assert awaited(handler.load(table.game)) == (seat, decision)


def test_the_end_of_a_turn_mails_the_next_seat(store: Store, handler: Handler) -> None:
    table = Table(handler)
    state = table.open(THREE)
    while handler.load(table.game).turn == 1:
        mails = new(store, table)
    seat, decision = awaited(handler.load(table.game))
    assert seat != state.active
    assert mails == [("your-turn", seat, decision, AT_ONCE)]


def test_a_decision_that_the_seat_opened_itself_is_mailed_half_an_hour_later(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    table.open(THREE)
    for _ in range(60):
        mails = new(store, table)
        state = handler.load(table.game)
        if state.phase == "buying":
            break
    assert mails == [("your-turn", *awaited(state), MID_TURN)]


def test_an_auction_is_mailed_to_every_person_who_may_bid_and_again_when_they_are_reached(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    table.open(("human", "bot", "human", "human"))
    mails = draw_a_wild(store, table)
    state = handler.load(table.game)
    assert state.auction is not None
    people = [seat for seat in state.auction.still_to_bid if seat != 2]
    assert mails == [("auction", seat, state.auction.opened, AT_ONCE) for seat in people]
    mails = new(store, table, c.PassBid(awaited(state)[0]))
    assert mails == [("auction", *awaited(handler.load(table.game)), AT_ONCE)]


def test_the_last_bidder_who_goes_on_with_the_turn_is_mailed_half_an_hour_later(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    table.open(THREE)
    draw_a_wild(store, table)
    while in_auction(handler.load(table.game)):
        mails = new(store, table, c.PassBid(awaited(handler.load(table.game))[0]))
    state = handler.load(table.game)
    assert awaited(state)[0] == state.active
    assert mails == [("your-turn", *awaited(state), MID_TURN)]


def test_bots_that_answer_at_once_in_the_middle_of_a_turn_bring_no_mail_at_once(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    table.open(("human", "bot", "bot"))
    mails = draw_a_wild(store, table)
    assert [delay for *_, delay in mails] == [MID_TURN]


def test_a_turn_that_comes_round_by_bots_is_mailed_at_once(store: Store, handler: Handler) -> None:
    table = Table(handler)
    turn = table.open(("human", "bot", "bot")).turn
    mails: list[Mail] = []
    while handler.load(table.game).turn == turn:
        mails = new(store, table)
    assert [delay for *_, delay in mails] == [AT_ONCE]


def test_a_time_out_mails_the_next_seat_at_once(store: Store, handler: Handler) -> None:
    table = Table(handler)
    table.open(THREE)
    draw_a_wild(store, table)
    seat, decision = awaited(handler.load(table.game))
    table.now += timedelta(days=2)
    before = owed(store)
    version = handler.load(table.game).version
    table.do(c.TimeOut(seat, decision), "clock", "sweep")
    assert owed(store)[len(before) :] == [
        ("auction", *awaited(handler.load(table.game)), AT_ONCE),
        ("timed-out", seat, version + 1, AT_ONCE),
    ]


def test_the_end_is_mailed_to_every_person_and_to_no_bot(store: Store, handler: Handler) -> None:
    table = Table(handler)
    table.open(("human", "bot", "human"))
    state = table.play()
    scored = state.version - 1
    final = [mail for mail in owed(store) if mail[0] == "final-score"]
    assert final == [("final-score", seat, scored, AT_ONCE) for seat in (1, 3)]


def test_a_seat_that_went_to_a_bot_is_not_mailed(store: Store, handler: Handler) -> None:
    table = Table(handler)
    table.open(("human", "human"))
    table.do(c.HandToBot(2, "left"), "host")
    before = owed(store)
    table.play()
    assert {seat for _, seat, *_ in owed(store)[len(before) :]} == {1}


@pytest.mark.parametrize(
    "kinds", [("human", "house"), ("human", "human"), ("human", "bot", "human")]
)
def test_no_decision_is_mailed_twice_and_no_answered_one_at_all(
    store: Store, handler: Handler, kinds: tuple[str, ...]
) -> None:
    """Each mail is about a decision that stood open when its append was done."""
    table = Table(handler)
    state = table.open(kinds)
    open_at_the_end = {awaited(state)[1]}
    while not state.over:
        state = table.step().state
        if state.awaiting is not None:
            open_at_the_end |= {state.awaiting.decision}
            if state.auction is not None:
                open_at_the_end |= {state.auction.opened}
    mails = [mail for mail in owed(store) if mail[0] in ("your-turn", "auction")]
    assert len({mail[:3] for mail in mails}) == len(mails)
    assert {decision for _, _, decision, _ in mails} <= open_at_the_end


@pytest.mark.parametrize("kinds", [("human", "house"), ("human", "bot", "bot")])
def test_half_an_hour_passes_only_where_the_link_that_moved_can_move_on(
    store: Store, handler: Handler, kinds: tuple[str, ...]
) -> None:
    """Else nobody could play on before a mail came: in the next turn of a game for one, in an auction
    right after another, in the final buying (mail.md, "Links and tokens")."""
    table = Table(handler)
    state = table.open(kinds)
    waits = {True: 0, False: 0}
    while not state.over:
        seat, decision = awaited(state)
        power = anchor_of(state, seat)
        before = len(owed(store))
        state = table.step().state
        if state.awaiting is None or awaited(state)[0] != seat or awaited(state)[1] == decision:
            continue
        moves_on = anchor_of(state, seat) == power
        asked = [mail for mail in owed(store)[before:] if mail[1] == seat and mail[0] != "news"]
        ((*_, delay),) = asked
        assert delay == (MID_TURN if moves_on else AT_ONCE), (state.phase, state.version)
        waits[moves_on] += 1
    assert all(waits.values())
