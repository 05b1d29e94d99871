"""Talk: short lines that the players of a game say to each other, beside the log."""

from typing import Any

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from events import lines
from service import talk
from service.tables import talk as rows
from tests.service.tables import offered, seat_path, table
from tests.service.world import World, form, text


def say(world: World, path: str, line: str, **fields: Any) -> TestResponse:
    page = form(world.client.get(path), f"{path}/say")
    return world.client.post(f"{path}/say", data=page.data(line=line, **fields))


def said(world: World, game: str) -> list[talk.Line]:
    with world.store.read() as reader:
        return talk.lines_of(reader.connection, game, 100)


def test_a_line_is_read_by_the_players_and_by_nobody_else(world: World) -> None:
    game = table(world, 2, bots=1)
    before = world.log(game)
    answer = say(world, seat_path(world, game, 1), "good luck")
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith("#talk")
    for seat in (1, 2):
        assert "Ann : good luck" in text(world.client.get(seat_path(world, game, seat)))
        own = seat_path(world, game, seat)
        assert "good luck" in text(world.client.get(f"{own}/table"))
    for path in (f"/g/{game}", f"/g/{game}/3", f"/g/{game}/log"):
        assert "good luck" not in world.client.get(path).get_data(as_text=True)
    assert world.log(game) == before
    exported = b"".join(line.encode() for line in lines.write(world.handler.recorded(game)))
    assert b"good luck" not in exported


def test_there_is_talk_before_the_game_and_after_it(world: World) -> None:
    waiting = world.game(["human", "human"], [world.person("Ann", "a@x.org")])
    assert say(world, seat_path(world, waiting, 1), "soon").status_code == 303
    over = table(world, 2)
    world.play(over, lambda state: state.over)
    path = seat_path(world, over, 2)
    assert say(world, path, "well played").status_code == 303
    assert "Bo : well played" in text(world.client.get(path))
    assert "well played" not in world.client.get(f"/g/{over}").get_data(as_text=True)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  two   spaces ", "two spaces"),
        ("a\r\nb\x00c\x1b[31md\u2028e", "a b c [31md e"),
        ("\u202egnirts", "gnirts"),
        ("e\u0301", "é"),
        ("👩‍🚀 नमस्ते", "👩‍🚀 नमस्ते"),
    ],
)
def test_a_line_is_one_line_without_control_characters(
    world: World, typed: str, shown: str
) -> None:
    game = table(world, 2)
    assert say(world, seat_path(world, game, 1), typed).status_code == 303
    assert [line.text for line in said(world, game)] == [shown]


def test_markup_is_shown_as_text(world: World) -> None:
    game = table(world, 2)
    say(world, seat_path(world, game, 1), '<script>alert("1")</script>')
    for end in ("", "/table"):
        html = world.client.get(f"{seat_path(world, game, 2)}{end}").get_data(as_text=True)
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert" in html


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u200d", "\x07", "\u3164"])
def test_nothing_is_no_line(world: World, typed: str) -> None:
    game = table(world, 2)
    answer = say(world, seat_path(world, game, 1), typed)
    assert answer.status_code == 422
    assert "There is nothing to say in that line" in text(answer)
    assert said(world, game) == []


@pytest.mark.parametrize("page", ["", "seat"])
def test_a_line_that_is_too_long_comes_back_to_be_shortened(world: World, page: str) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    long = "x" * (talk.LONGEST + 1)
    answer = say(world, path, long, page=page)
    assert answer.status_code == 422
    assert f"has {talk.LONGEST + 1} characters" in text(answer)
    assert form(answer, f"{path}/say").fields["line"] == [long]
    assert say(world, path, long[1:]).status_code == 303
    assert len(said(world, game)) == 1


def test_nobody_floods_the_table(world: World) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    for number in range(talk.A_DAY):
        assert say(world, path, f"line {number}").status_code == 303
    answer = say(world, path, "and another thing")
    assert answer.status_code == 429
    assert "Say it tomorrow" in text(answer)
    assert say(world, seat_path(world, game, 2), "hm").status_code == 303
    world.clock.passes(days=1)
    assert say(world, path, "and another thing").status_code == 303
    assert len(said(world, game)) == talk.A_DAY + 2


def test_a_line_that_is_sent_twice_is_said_once(world: World) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    data = form(world.client.get(path), f"{path}/say").data(line="hello")
    for _ in range(2):
        assert world.client.post(f"{path}/say", data=data).status_code == 303
    assert [line.text for line in said(world, game)] == ["hello"]
    for command in ("", "x", data["command"][0].upper()):
        answer = world.client.post(f"{path}/say", data={"line": "again", "command": command})
        assert answer.status_code == 400
    assert len(said(world, game)) == 1


def erasable(world: World, path: str) -> list[str]:
    """The ids of the lines that the seat's page offers to erase."""
    return [each.fields["said"][0] for each in offered(world, f"{path}/table", "/unsay")]


def test_a_line_is_erased_by_who_said_it_and_by_the_host(world: World) -> None:
    game = table(world, 3)
    paths = {seat: seat_path(world, game, seat) for seat in (1, 2, 3)}
    for seat in (1, 2, 3):
        say(world, paths[seat], f"from {seat}")
    lines = {line.seat: line.id for line in said(world, game)}
    assert erasable(world, paths[1]) == [lines[1], lines[2], lines[3]]
    assert erasable(world, paths[2]) == [lines[2]]
    # Not offered, and not done.
    answer = world.client.post(f"{paths[2]}/unsay", data={"said": lines[3], "page": "seat"})
    assert answer.status_code == 303
    assert len(said(world, game)) == 3
    world.client.post(f"{paths[2]}/unsay", data={"said": lines[2], "page": "seat"})
    world.client.post(f"{paths[1]}/unsay", data={"said": lines[3], "page": "seat"})
    assert [line.text for line in said(world, game)] == ["from 1"]
    assert "from 3" not in text(world.client.get(f"{paths[3]}/table"))


@pytest.mark.parametrize("id", ["", "x", "\0", "1" * 5000])
def test_what_can_be_no_line_is_not_looked_for(world: World, id: str) -> None:
    """PostgreSQL takes no text with a NUL in it, not even to compare."""
    path = seat_path(world, table(world, 2), 1)
    say(world, path, "hello")
    answer = world.client.post(f"{path}/unsay", data={"said": id})
    assert answer.status_code == 400
    assert "without a proper value for “said”" in text(answer)


def test_the_host_of_one_table_erases_nothing_at_another(world: World) -> None:
    ann, bo = world.person("Ann", "ann@x.org"), world.person("Bo", "bo@x.org")
    here = world.game(["human", "bot"], [ann])
    there = world.game(["human", "bot"], [bo])
    say(world, seat_path(world, there, 1), "hello")
    (line,) = said(world, there)
    world.client.post(f"{seat_path(world, here, 1)}/unsay", data={"said": line.id})
    assert len(said(world, there)) == 1


def test_the_play_page_has_the_last_lines_and_the_seat_page_all(world: World) -> None:
    game = table(world, 2)
    path = seat_path(world, game, 1)
    for number in range(8):
        world.clock.passes(minutes=1)
        say(world, path, f"line {number}.")
    shown = text(world.client.get(path))
    assert "line 1." not in shown
    assert "line 2." in shown
    assert "Earlier lines, or erase one" in shown
    assert "line 0." in text(world.client.get(f"{path}/table"))


def test_lines_of_one_moment_keep_their_order(world: World) -> None:
    game = table(world, 2)
    for number in range(5):
        say(world, seat_path(world, game, 1 + number % 2), f"{number}")
    with world.store.read() as reader:
        at = reader.connection.execute(select(rows.c.created)).scalars().all()
    assert len(set(at)) == 5
    assert [line.text for line in said(world, game)] == ["0", "1", "2", "3", "4"]
