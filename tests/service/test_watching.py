"""A page asks whether its table still looks the same: 304 without a look at the game, else what happened."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event
from werkzeug.test import TestResponse

from events import commands as c
from service import people
from tests.service.tables import awaited, seat_path, table
from tests.service.test_talk import say
from tests.service.world import World


def shown(world: World, path: str) -> str:
    """The mark of the page."""
    found = re.search(r'data-mark="([^"]+)"', world.client.get(path).get_data(as_text=True))
    assert found is not None
    return found[1]


def ask(world: World, path: str, mark: str | None) -> TestResponse:
    headers = {} if mark is None else {"If-None-Match": f'"{mark}"'}
    return world.client.get(f"{path}/now", headers=headers)


@contextmanager
def statements(world: World) -> Iterator[list[str]]:
    """What is asked of the database."""
    found: list[str] = []

    def note(conn: object, cursor: object, statement: str, *rest: object) -> None:
        found.append(statement)

    event.listen(world.store.engine, "before_cursor_execute", note)
    yield found
    event.remove(world.store.engine, "before_cursor_execute", note)


def test_nothing_has_changed(world: World) -> None:
    game = table(world, 2)
    for path in (seat_path(world, game, 1), f"/g/{game}"):
        mark = shown(world, path)
        answer = ask(world, path, mark)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == f'"{mark}"'
        assert answer.headers["Cache-Control"] == "no-store"


def test_to_say_so_no_event_is_read(world: World) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    mark = shown(world, path)
    # As in a process that has never seen this game.
    world.handler._states.drop(game)
    with statements(world) as asked:
        assert ask(world, path, mark).status_code == 304
    assert 0 < sum(each.startswith("SELECT") for each in asked) <= 4
    assert not [each for each in asked if re.search(r"\bevents\b", each)]


def test_a_move_is_told_and_the_next_question_is_about_the_table_after_it(world: World) -> None:
    game = table(world, 2)
    seat = awaited(world, game)
    path, public = seat_path(world, game, 3 - seat), f"/g/{game}"
    marks = {each: shown(world, each) for each in (path, public)}
    world.do(game, c.DrawCard(seat), f"seat:{seat}")
    card = world.state(game).row[-1]
    for each, mark in marks.items():
        answer = ask(world, each, mark)
        assert answer.status_code == 200
        assert answer.json is not None
        assert answer.json["told"] == [f"{('Ann', 'Bo')[seat - 1]}: draws {card}"]
        assert answer.headers["ETag"] == f'"{answer.json["mark"]}"'
        assert answer.json["mark"] == shown(world, each) != mark
        assert ask(world, each, answer.json["mark"]).status_code == 304


def test_the_own_move_is_no_news(world: World) -> None:
    game = table(world, 2)
    seat = awaited(world, game)
    path = seat_path(world, game, seat)
    mark = shown(world, path)
    world.do(game, c.DrawCard(seat), f"seat:{seat}")
    answer = ask(world, path, mark)
    assert answer.json is not None
    assert answer.json["told"] == []


def test_talk_is_told_to_the_seats_and_not_to_the_public(world: World) -> None:
    game = table(world, 2)
    path, public = seat_path(world, game, 1), f"/g/{game}"
    mark, watched = shown(world, path), shown(world, public)
    say(world, seat_path(world, game, 2), "<b>hm</b>")
    answer = ask(world, path, mark)
    assert answer.json is not None
    assert answer.json["told"] == ["Bo: “<b>hm</b>”"]
    assert ask(world, public, watched).status_code == 304


def test_a_line_that_was_erased_is_noticed(world: World) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    say(world, path, "oh no")
    mark = shown(world, path)
    with world.store.unit() as unit:
        id = unit.connection.exec_driver_sql("SELECT id FROM talk").scalar_one()
    world.client.post(f"{path}/unsay", data={"said": id})
    assert ask(world, path, mark).status_code == 200


def test_another_name_is_noticed(world: World) -> None:
    game = table(world, 2)
    marks = {path: shown(world, path) for path in (seat_path(world, game, 1), f"/g/{game}")}
    with world.store.unit() as unit:
        people.name_seat(unit.connection, game, 2, "Robert")
    for path, mark in marks.items():
        assert ask(world, path, mark).status_code == 200


def test_an_address_that_is_confirmed_is_noticed(world: World) -> None:
    ann = world.person("Ann")
    path = seat_path(world, world.game(["human", "bot"], [ann]), 1)
    mark = shown(world, path)
    with world.store.unit() as unit:
        known = people.know_address(unit.connection, "ann@x.org", world.clock.now)
        people.confirm_address(unit.connection, known.id, ann.id, world.clock.now)
    assert ask(world, path, mark).status_code == 200


def test_a_deadline_that_passes_is_noticed(world: World) -> None:
    game = table(world, 2, turn_s=3600, timeouts="wait")
    path = seat_path(world, game, 1)
    mark = shown(world, path)
    world.clock.passes(hours=2)
    assert ask(world, path, mark).status_code == 200


@pytest.mark.parametrize(
    "mark", [None, "", "x", "1.2", "999999999.0.x", "-1.0.x", "1.9.x", "٣.1.x"]
)
def test_whoever_shows_something_else_is_told_what_it_is_now(
    world: World, mark: str | None
) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    answer = world.client.get(
        f"{path}/now", headers={} if mark is None else {"If-None-Match": f'"{mark}"'}
    )
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["mark"] == shown(world, path)
    assert len(answer.json["told"]) <= 3


def test_no_link_no_answer(world: World) -> None:
    game = table(world, 2, spectators="closed")
    assert ask(world, f"/p/{'a' * 32}", None).status_code == 404
    assert ask(world, f"/g/{game}", None).status_code == 403
    assert ask(world, f"/g/{world.uuid()}", None).status_code == 404
    path = seat_path(world, game, 1)
    world.client.post(f"{path}/mistake")
    assert ask(world, path, None).status_code == 410
