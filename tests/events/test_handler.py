"""Executing a command: what is stored, what is answered, what is refused."""

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from itertools import pairwise

import pytest
from sqlalchemy import select

from events import commands as c
from events import errors
from events import types as t
from events.codec import at_text, hash_of, line
from events.handler import CommandIdMalformed, Handler
from events.lines import read
from events.store import Store
from events.tables import seeds
from tests.events.tables import HOST, NOON, Table, command_id, everything, game_id, seeded

GAME = game_id(1)
THREE = ("human", "human", "human")


def test_a_game_is_created_with_a_seed_that_is_kept_apart(store: Store, handler: Handler) -> None:
    table = Table(handler)
    outcome = table.do(
        c.CreateGame(HOST, [t.SeatSpec(1, "human"), t.SeatSpec(2, "bot")], ""), "host"
    )
    seed = seeded(1)()
    assert outcome.versions == range(1, 2)
    (created,) = outcome.events
    assert isinstance(created.event, t.GameCreated)
    assert created.event.commitment == sha256(seed).hexdigest()
    with store.read() as reader:
        assert reader.connection.execute(select(seeds)).all() == [(GAME, seed.hex())]


def test_no_stored_text_but_the_last_holds_the_seed(store: Store, handler: Handler) -> None:
    table = Table(handler)
    table.open(("human", "bot", "bot"))
    table.play()
    seed = seeded(1)().hex()
    holds = [seed in body for body in handler.bodies(GAME)]
    assert holds == [False] * (len(holds) - 1) + [True]


def test_the_events_of_a_command_share_meta_and_moment(handler: Handler) -> None:
    table = Table(handler)
    table.open(THREE)
    command = table.command(c.DrawCard(handler.load(GAME).awaiting.seat), "seat:1", "api")  # type: ignore[union-attr]
    command = replace(command, by=f"seat:{command.wish.seat}")  # type: ignore[attr-defined]
    outcome = handler.execute(GAME, command)
    assert {each.meta for each in outcome.events} == {t.Meta(command.by, "api", command.id)}
    assert {each.at for each in outcome.events} == {at_text(command.now)}


def test_what_is_stored_is_a_log_that_others_can_read(handler: Handler) -> None:
    table = Table(handler)
    table.open(("human", "bot", "human"))
    table.play()
    log = handler.recorded(GAME)
    text = "".join(f"{line(each)}\n" for each in log)
    assert read(text.encode()) == log
    for prev, each in pairwise(log):
        assert each.hash == hash_of(prev.hash, each.body)


def test_an_outcome_tells_what_the_command_wrote_and_where_the_game_is_then(
    handler: Handler,
) -> None:
    table = Table(handler)
    before = table.open(("human", "bot", "bot"))
    while True:
        outcome = table.step()
        assert outcome.versions.start == before.version + 1
        assert outcome.version == outcome.state.version == handler.head(GAME).version
        assert outcome.hash == handler.head(GAME).hash
        assert (
            list(outcome.events) == handler.recorded(GAME, before.version)[: len(outcome.versions)]
        )
        if outcome.version > outcome.versions[-1]:
            break
        before = outcome.state
    after = handler.recorded(GAME, outcome.versions[-1])
    assert {each.meta.by for each in after} <= {"bot:2", "bot:3", "system"}
    assert outcome.state.awaiting is not None
    assert outcome.state.awaiting.seat == 1


def test_the_answers_of_bots_are_commands_of_their_own_with_ids_that_follow_from_the_game(
    handler: Handler,
) -> None:
    Table(handler).open(("bot", "bot"))
    log = handler.recorded(GAME)
    by_command: dict[str, list[t.Recorded]] = {}
    for each in log:
        by_command.setdefault(each.meta.command, []).append(each)
    for command, recorded in list(by_command.items())[1:]:
        by = recorded[0].meta.by
        assert re.fullmatch(r"bot:[12]", by)
        assert recorded[0].meta.via == "bot"
        assert {each.meta for each in recorded} == {recorded[0].meta}
        name = f"{recorded[0].version - 1}:{by}"
        assert command == str(uuid.uuid5(uuid.UUID(GAME), name))


def test_a_game_of_bots_is_played_to_its_end_in_one_go(handler: Handler) -> None:
    state = Table(handler).open(("bot", "bot", "bot"))
    assert state.phase == "scored"
    assert handler.load(GAME).phase == "scored"


def test_with_the_same_seed_the_same_commands_write_the_same_log(
    store: Store, handler: Handler
) -> None:
    Table(handler).open(("bot", "bot"))
    again = game_id(2)
    Table(Handler(store, fresh_seed=seeded(1)), again).open(("bot", "bot"))
    drawn = [
        [each.event for each in handler.recorded(game) if each.type == "CardDrawn"][:1]
        for game in (GAME, again)
    ]
    assert drawn[0] == drawn[1]


def test_what_does_not_fit_one_append_goes_into_the_next(store: Store) -> None:
    handler = Handler(store, fresh_seed=seeded(1), most=7)
    outcome = Table(handler).do(
        c.CreateGame(HOST, [t.SeatSpec(1, "bot"), t.SeatSpec(2, "bot")], ""), "host"
    )
    assert outcome.state.phase == "scored"
    assert outcome.versions == range(1, 5)
    assert (outcome.version, outcome.hash) == handler.head(GAME)[:2]
    whole = Handler(store, fresh_seed=seeded(1))
    Table(whole, game_id(2)).open(("bot", "bot"))
    assert len(handler.bodies(GAME)) > 50


def test_what_a_killed_append_left_to_the_bots_is_taken_up_again(store: Store) -> None:
    half = Handler(store, fresh_seed=seeded(1), most=7)
    table = Table(half)
    create = table.command(
        c.CreateGame(HOST, [t.SeatSpec(1, "bot"), t.SeatSpec(2, "bot")], ""), "host"
    )
    half._append(GAME, create.now, create)
    assert half.load(GAME).phase != "scored"
    assert Handler(store).settle(GAME, NOON).phase == "scored"


def test_a_clock_that_went_back_does_not_turn_time_back(handler: Handler) -> None:
    table = Table(handler)
    state = table.open(THREE)
    last = handler.head(GAME).at
    table.now -= timedelta(days=1)
    outcome = table.do(c.DrawCard(state.awaiting.seat))  # type: ignore[union-attr]
    assert {each.at for each in outcome.events} == {last}


def test_a_decision_that_opens_has_the_clock_of_the_game(handler: Handler) -> None:
    table = Table(handler)
    state = table.open(THREE, turn_s=3600)
    assert state.awaiting is not None
    assert state.awaiting.due_at == at_text(table.now + timedelta(hours=1))


def test_another_clock_can_be_given(store: Store) -> None:
    handler = Handler(store, lambda state, seat, kind, now: now + timedelta(seconds=seat))
    table = Table(handler)
    state = table.open(THREE)
    assert state.awaiting is not None
    assert state.awaiting.due_at == at_text(table.now + timedelta(seconds=state.awaiting.seat))


def test_the_same_command_is_answered_with_its_first_result_for_ever(
    store: Store, handler: Handler
) -> None:
    table = Table(handler)
    state = table.open(THREE)
    draw = table.command(
        c.DrawCard(state.awaiting.seat),  # type: ignore[union-attr]
        f"seat:{state.awaiting.seat}",  # type: ignore[union-attr]
        expected_version=state.version,
    )
    first = handler.execute(GAME, draw)
    table.play(lambda now: now.turn == 3)
    before = everything(store.engine)
    for asked in (handler, Handler(store)):
        again = asked.execute(GAME, replace(draw, now=NOON + timedelta(days=9)))
        assert (again.versions, list(again.events)) == (first.versions, list(first.events))
        assert again.repeated
        assert again.version == handler.head(GAME).version
    assert not first.repeated
    assert everything(store.engine) == before


def test_a_stale_version_is_refused_and_the_new_one_named(store: Store, handler: Handler) -> None:
    table = Table(handler)
    state = table.open(THREE)
    table.step()
    before = everything(store.engine)
    late = table.command(c.DrawCard(1), "seat:1", expected_version=state.version)
    with pytest.raises(errors.StaleVersion) as refused:
        handler.execute(GAME, late)
    assert refused.value.params == {
        "expected": state.version,
        "actual": handler.head(GAME).version,
    }
    assert everything(store.engine) == before


@pytest.mark.parametrize(
    ("wish", "by", "refusal"),
    [
        (c.PassBid(1), "seat:1", errors.Refusal),
        (c.DrawCard(9), "seat:9", errors.UnknownSeat),
        (c.ClaimSeat(1, HOST), "seat:1", errors.WrongPhase),
        (c.PauseGame("host"), "seat:1", errors.NotAPlayer),
        (c.PauseGame("host"), "bot:1", errors.NotTheHost),
        (c.CreateGame(HOST, [], ""), "host", errors.Refusal),
    ],
)
def test_a_refused_command_stores_nothing(
    store: Store, handler: Handler, wish: c.Wish, by: str, refusal: type[errors.Refusal]
) -> None:
    table = Table(handler)
    table.open(THREE)
    before = everything(store.engine)
    with pytest.raises(refusal):
        table.do(wish, by)
    assert everything(store.engine) == before
    assert handler.load(GAME).version == len(before["events"])


def test_a_refused_creation_leaves_no_seed(store: Store, handler: Handler) -> None:
    with pytest.raises(errors.BadSeats):
        Table(handler).do(c.CreateGame(HOST, [t.SeatSpec(7, "human")], ""), "host")
    assert not any(everything(store.engine).values())


@pytest.mark.parametrize("game", [game_id(9), "no-uuid", "", GAME.upper().replace("9", "A")])
def test_a_game_that_is_not_there_is_unknown(handler: Handler, game: str) -> None:
    Table(handler).open(THREE)
    draw = c.Command(command_id(1), "seat:1", "web", NOON, c.DrawCard(1))
    for act in (
        lambda: handler.execute(game, draw),
        lambda: handler.load(game),
        lambda: handler.head(game),
        lambda: handler.bodies(game),
        lambda: handler.recorded(game),
    ):
        with pytest.raises(errors.UnknownGame):
            act()


@pytest.mark.parametrize("id", ["", "1", "00000000-0000-4000-8000-0000000000AB", "'; DROP TABLE"])
def test_a_command_id_that_is_no_uuid_is_refused(handler: Handler, id: str) -> None:
    table = Table(handler)
    table.open(THREE)
    with pytest.raises(CommandIdMalformed):
        handler.execute(GAME, replace(table.command(c.DrawCard(1), "seat:1"), id=id))


def test_every_version_can_be_loaded_and_no_other(handler: Handler) -> None:
    table = Table(handler)
    table.open(("human", "house"))
    last = table.play().version
    assert [handler.load(GAME, version).version for version in range(1, last + 1)] == list(
        range(1, last + 1)
    )
    for version in (-1, 0, last + 1):
        with pytest.raises(errors.NoSuchVersion) as missing:
            handler.load(GAME, version)
        assert missing.value.params == {"game": GAME, "version": version, "last": last}


def test_an_undo_leads_back_through_the_log(store: Store, handler: Handler) -> None:
    table = Table(handler)
    state = table.open(("human", "bot"), undo="free")
    while state.phase != "buying":
        before, state = state, table.step().state
    undone = table.do(c.ProposeUndo(1, before.version)).state
    assert (undone.row, undone.draw_pile) == (before.row, before.draw_pile)
    assert undone.awaiting is not None
    assert undone.awaiting.decision == undone.version
    assert Handler(store).load(GAME).row == before.row
    assert table.play().over
