"""The rows of the outbox: owed once, taken by one, given back by a worker that died."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from sqlalchemy import select, text

from events import outbox
from events.outbox import Claim, Notice
from events.store import Store
from events.tables import outbox as table
from tests.events.tables import NOON, game_id, player

LEASE = timedelta(minutes=5)
SECOND = timedelta(seconds=1)


def owe(store: Store, *notices: Notice, at: datetime = NOON) -> None:
    with store.unit() as unit:
        outbox.enqueue(unit, notices, at)


def notice(seat: int = 1, decision: int = 7, delay: timedelta = timedelta(0)) -> Notice:
    return Notice("your-turn", game_id(1), decision, seat, player(seat), delay)


def only(claims: list[Claim]) -> Claim:
    (claim,) = claims
    return claim


def column(store: Store, name: str) -> list[object]:
    with store.read() as reader:
        return list(reader.connection.execute(select(table.c[name]).order_by(table.c.id)).scalars())


def test_a_mail_that_is_owed_is_claimed_with_all_its_ids(store: Store) -> None:
    owe(store, Notice("auction", game_id(1), 9, 2, player(2), payload={"opened": 9}))
    claim = only(outbox.claim(store, NOON, LEASE))
    assert (claim.kind, claim.game, claim.decision, claim.seat) == ("auction", game_id(1), 9, 2)
    assert (claim.person, claim.payload, claim.attempt) == (player(2), {"opened": 9}, 1)
    assert claim.created == NOON


def test_the_same_mail_asked_for_twice_is_owed_once(store: Store) -> None:
    owe(store, notice(), notice())
    owe(store, notice(), notice(seat=2))
    assert len(outbox.claim(store, NOON, LEASE, limit=9)) == 2


def test_a_mail_that_was_sent_is_not_owed_again(store: Store) -> None:
    owe(store, notice())
    assert outbox.done(store, only(outbox.claim(store, NOON, LEASE)), NOON)
    owe(store, notice())
    assert outbox.claim(store, NOON + LEASE * 2, LEASE) == []


def test_a_delayed_mail_waits(store: Store) -> None:
    owe(store, notice(delay=outbox.MID_TURN))
    assert outbox.claim(store, NOON + outbox.MID_TURN - SECOND, LEASE) == []
    assert outbox.claim(store, NOON + outbox.MID_TURN, LEASE)


def test_the_longest_waiting_come_first_and_no_more_than_asked_for(store: Store) -> None:
    for seat in (1, 2, 3):
        owe(store, notice(seat), at=NOON + seat * SECOND)
    first = outbox.claim(store, NOON + LEASE, LEASE, limit=2)
    assert [claim.seat for claim in first] == [1, 2]
    assert [claim.seat for claim in outbox.claim(store, NOON + LEASE, LEASE, limit=2)] == [3]


def test_a_claimed_row_is_nobody_elses_until_its_lease_runs_out(store: Store) -> None:
    owe(store, notice())
    first = only(outbox.claim(store, NOON, LEASE))
    assert outbox.claim(store, NOON + LEASE - SECOND, LEASE) == []
    again = only(outbox.claim(store, NOON + LEASE, LEASE))
    assert (again.id, again.attempt) == (first.id, 2)


def test_every_attempt_has_the_same_message_id_and_no_other_mail_has_it(store: Store) -> None:
    owe(store, notice(), notice(seat=2), notice(decision=8))
    first = outbox.claim(store, NOON, LEASE, limit=9)
    again = outbox.claim(store, NOON + LEASE, LEASE, limit=9)
    assert [claim.message_id for claim in first] == [claim.message_id for claim in again]
    assert len({claim.message_id for claim in first}) == 3


def test_a_failed_attempt_is_tried_again_when_it_says(store: Store) -> None:
    owe(store, notice())
    claim = only(outbox.claim(store, NOON, LEASE))
    assert outbox.fail(store, claim, NOON + LEASE * 3, "451 try later")
    assert outbox.claim(store, NOON + LEASE * 3 - SECOND, LEASE) == []
    assert only(outbox.claim(store, NOON + LEASE * 3, LEASE)).attempt == 2
    assert column(store, "last_error") == ["451 try later"]


def test_a_worker_that_lost_its_lease_cannot_put_the_row_back(store: Store) -> None:
    owe(store, notice())
    late = only(outbox.claim(store, NOON, LEASE))
    now = only(outbox.claim(store, NOON + LEASE, LEASE))
    assert not outbox.fail(store, late, NOON, "hung")
    assert outbox.claim(store, NOON + LEASE, LEASE) == []
    assert outbox.done(store, now, NOON + LEASE)


def test_what_was_sent_stays_sent_whoever_says_so_first(store: Store) -> None:
    owe(store, notice())
    late = only(outbox.claim(store, NOON, LEASE))
    now = only(outbox.claim(store, NOON + LEASE, LEASE))
    assert outbox.done(store, late, NOON + LEASE)
    assert not outbox.done(store, now, NOON + LEASE)
    assert not outbox.fail(store, now, NOON, "hung")
    assert column(store, "status") == ["sent"]


def test_a_closed_row_is_never_claimed(store: Store) -> None:
    owe(store, notice(1), notice(2), notice(3))
    sent, superseded, dead = outbox.claim(store, NOON, LEASE, limit=3)
    assert outbox.done(store, sent, NOON)
    assert outbox.supersede(store, superseded, NOON)
    assert outbox.bury(store, dead, NOON, "550 no such mailbox")
    assert column(store, "status") == ["sent", "superseded", "dead"]
    assert column(store, "closed") == [NOON] * 3
    assert outbox.claim(store, NOON + LEASE * 9, LEASE, limit=9) == []


def test_a_dead_row_keeps_its_error_and_can_be_tried_again(store: Store) -> None:
    owe(store, notice(1), notice(2))
    dead, sent = outbox.claim(store, NOON, LEASE, limit=2)
    outbox.bury(store, dead, NOON, "550 no such mailbox")
    outbox.done(store, sent, NOON)
    assert column(store, "last_error") == ["550 no such mailbox", None]
    assert outbox.revive(store, dead.id, NOON + LEASE)
    assert not outbox.revive(store, sent.id, NOON + LEASE)
    assert only(outbox.claim(store, NOON + LEASE, LEASE)).id == dead.id


def test_how_many_wait_is_known(store: Store) -> None:
    owe(store, notice(1), notice(2), notice(3, delay=LEASE))
    outbox.claim(store, NOON, LEASE)
    with store.read() as reader:
        assert outbox.ready(reader, NOON) == 1


def test_claims_at_once_never_share_a_row(store: Store) -> None:
    owe(store, *[notice(seat) for seat in range(1, 41)])
    with ThreadPoolExecutor(8) as pool:
        taken = pool.map(lambda _: outbox.claim(store, NOON, LEASE, limit=5), range(8))
    ids = [claim.id for claims in taken for claim in claims]
    assert len(ids) == len(set(ids)) == 40


def test_a_claim_passes_over_rows_that_another_is_taking(store: Store) -> None:
    """On PostgreSQL; SQLite has one writer at a time, and nobody can be in the middle of a claim."""
    if store.engine.dialect.name == "sqlite":
        return
    owe(store, notice(1), notice(2))
    with store.unit() as unit:
        unit.connection.execute(text("SELECT 1 FROM outbox WHERE seat = 1 FOR UPDATE"))
        assert only(outbox.claim(store, NOON, LEASE, limit=2)).seat == 2


def test_a_unit_that_fails_owes_no_mail(store: Store) -> None:
    def stumble() -> None:
        with store.unit() as unit:
            outbox.enqueue(unit, [notice()], NOON)
            raise KeyError

    try:
        stumble()
    except KeyError:
        assert outbox.claim(store, NOON, LEASE) == []
