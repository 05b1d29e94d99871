"""Effects belong to appends: what is rolled back, read, replayed or rebuilt mails nobody."""

import pytest

from events import commands as c
from events import errors, outbox
from events.handler import Handler
from events.projections import rebuild
from events.store import Store
from tests.events.tables import Table, everything, game_id

GAME = game_id(1)


def test_an_append_that_fails_after_the_mails_were_queued_mails_nobody(
    store: Store, handler: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(handler)
    table.open(("human", "human"))
    table.play(lambda state: bool(state.row_numbers))
    state = table.handler.load(GAME)
    assert state.awaiting is not None
    before = everything(store.engine)
    enqueue = outbox.enqueue
    stumbled: list[object] = []

    def stumble(*arguments: object) -> None:
        enqueue(*arguments)  # type: ignore[arg-type]
        stumbled.append(arguments[1])
        raise KeyError

    monkeypatch.setattr(outbox, "enqueue", stumble)
    with pytest.raises(KeyError):
        table.do(c.TakeNumbers(state.awaiting.seat))
    assert stumbled[0]
    assert everything(store.engine) == before


def test_loading_replaying_restarting_and_rebuilding_mail_nobody(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    table.open(("human", "bot", "human"))
    table.play(lambda state: state.turn >= 5)
    before = everything(store.engine)
    restarted = Handler(Store(store.engine))
    restarted.load(GAME)
    restarted.load(GAME, 3)
    restarted.recorded(GAME)
    restarted.settle(GAME, table.now)
    rebuild(store)
    assert everything(store.engine) == before


def test_a_repeated_and_a_refused_command_mail_nobody(store: Store, handler: Handler) -> None:
    table = Table(handler)
    state = table.open(("human", "human"))
    assert state.awaiting is not None
    draw = table.command(c.DrawCard(state.awaiting.seat), f"seat:{state.awaiting.seat}")
    handler.execute(GAME, draw)
    before = everything(store.engine)
    Handler(store).execute(GAME, draw)
    with pytest.raises(errors.Refusal):
        table.do(c.PassBid(1))
    assert everything(store.engine) == before
