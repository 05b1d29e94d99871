"""Old shapes are read as new ones, and never rewritten."""

import json
from typing import Any

import pytest

from events import types as t
from events.codec import canonical, hash_of, revive, thaw
from events.errors import LogFault, UnknownShape
from events.lines import read, write
from events.replay import extend, fold
from events.upcast import CURRENT, UPCASTERS, Data, Upcasters
from tests.events.samples import VECTOR, bodies, facts, sample


@pytest.fixture
def history() -> Upcasters:
    """A made-up past: passes once named a ``player`` counted from 0, then a ``place`` from 0."""
    upcasters = Upcasters()

    @upcasters.step("BidPassed", 1)
    def renamed(data: Data) -> Data:
        return {"place": data["player"]}

    @upcasters.step("BidPassed", 2)
    def from_one(data: Data) -> Data:
        return {"seat": data["place"] + 1}

    return upcasters


OLDER = {1: {"player": 1}, 2: {"place": 1}, 3: {"seat": 2}}


@pytest.mark.parametrize("schema", OLDER)
def test_every_old_shape_leads_through_all_steps_to_the_same_event(
    history: Upcasters, schema: int
) -> None:
    data = dict(OLDER[schema])
    assert thaw("BidPassed", schema, data, upcasters=history) == t.BidPassed(2)


def test_a_step_makes_the_next_schema_the_current_one(history: Upcasters) -> None:
    assert history.current["BidPassed"] == 3
    assert history.current["BidPlaced"] == 1


def test_no_other_reader_learns_of_a_step(history: Upcasters) -> None:
    assert CURRENT["BidPassed"] == UPCASTERS.current["BidPassed"] == 1
    with pytest.raises(UnknownShape):
        thaw("BidPassed", 3, {"seat": 2})


@pytest.mark.parametrize(
    ("type", "schema"), [("BidPassed", 1), ("BidPassed", 2), ("BidPassed", 4), ("BidSwapped", 1)]
)
def test_a_chain_takes_neither_gap_nor_fork_nor_unknown_type(
    history: Upcasters, type: str, schema: int
) -> None:
    with pytest.raises(ValueError, match=f"{type} {schema} does not follow on"):
        history.step(type, schema)


@pytest.mark.parametrize("schema", [-1, 0, 4])
def test_a_schema_outside_the_chain_is_unknown(history: Upcasters, schema: int) -> None:
    with pytest.raises(UnknownShape) as caught:
        history.upcast("BidPassed", schema, {}, stream="s", version=9)
    assert caught.value.params == {
        "stream": "s",
        "version": 9,
        "type": "BidPassed",
        "schema": schema,
    }


def test_every_type_of_the_catalogue_has_a_current_schema() -> None:
    assert CURRENT.keys() == t.CATALOGUE.keys()


def aged(log: list[t.Recorded]) -> list[str]:
    """The stored texts with the passes in the shapes that the made-up past had, in turn."""
    rows: list[dict[str, Any]] = [json.loads(each.body) for each in log]
    passes = [row for row in rows if row["type"] == "BidPassed"]
    assert len(passes) > 3
    for number, row in enumerate(passes):
        row["schema"] = number % 3 + 1
        seat = row["data"]["seat"]
        row["data"] = [{"player": seat - 1}, {"place": seat - 1}, {"seat": seat}][number % 3]
    return [canonical(row) for row in rows]


def test_a_game_with_old_shapes_folds_to_the_same_state(history: Upcasters) -> None:
    log = sample("two-bots")
    old = aged(log)
    expected = facts(fold("game", bodies(log)))
    assert facts(fold("game", old, upcasters=history)) == expected
    begun = fold("game", old[:100], upcasters=history)
    assert facts(extend(begun, old[100:], lambda v: old[:v], upcasters=history)) == expected


def old_line(data: dict[str, Any]) -> str:
    row = json.loads(VECTOR) | {"data": data}
    body = canonical(row)
    return canonical(row | {"prev": t.GENESIS, "hash": hash_of(t.GENESIS, body)})


def test_an_old_line_keeps_its_text_so_that_its_hash_still_holds(history: Upcasters) -> None:
    text = old_line({"player": 1})
    (only,) = read(text, upcasters=history)
    assert (only.schema, only.event) == (1, t.BidPassed(2))
    assert only.hash == hash_of(only.prev, only.body)
    assert "".join(write([only])) == text + "\n"
    assert revive(only.body, only.prev, only.hash, upcasters=history) == only


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"gambler": 1}, "data: not in the shape of BidPassed 1"),
        ({"player": "1"}, "data: not in the shape of BidPassed 1"),
        ({"player": -1}, "seat: below 1"),
    ],
)
def test_an_old_line_that_is_not_in_its_shape_is_a_fault(
    history: Upcasters, data: dict[str, Any], reason: str
) -> None:
    with pytest.raises(LogFault) as caught:
        read(old_line(data), upcasters=history)
    assert caught.value.params == {"version": 1, "type": "BidPassed", "reason": reason, "line": 1}
