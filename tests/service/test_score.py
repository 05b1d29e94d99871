"""The final score: who won and why, where each wild stands, and luck; for everybody and behind a link."""

import re

import pytest

from events import lines
from events import types as t
from events.ten.state import GameState
from events.verify import verify
from service.views.board import board
from service.views.score import Score, score_of
from service.wording import Words
from tests.service.world import World, text


@pytest.fixture
def game(world: World) -> str:
    ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
    game = world.game(["human", "human", "bot"], [ann, bo])
    world.play(game, lambda state: state.over)
    return game


def scored(world: World, state: GameState) -> Score:
    with world.app.app_context():
        table = board(state, "A game", {}, Words("en"))
        found = score_of(state, table, Words("en"))
    assert found is not None
    return found


def test_every_card_of_a_run_stands_where_the_log_says(world: World, game: str) -> None:
    state = world.state(game)
    assert state.results is not None
    players = {player.seat: player for player in scored(world, state).players}
    for result in state.results:
        drawn = {run.colour: run for run in players[result.seat].runs}
        assert set(drawn) == set(result.runs)
        for colour, run in result.runs.items():
            assert tuple(card.code for card in drawn[colour].cards) == run.cards
            numbers = [card.number for card in drawn[colour].cards]
            assert numbers == list(range(run.start, run.start + run.length))
        used = sum(run.length for run in result.runs.values())
        assert used + sum(n for _, n in players[result.seat].rest) == result.cards
        assert sum(players[result.seat].by_colour) == result.points


def result(seat: int, points: int, tokens: int, cards: int, rank: int) -> t.SeatResult:
    return t.SeatResult(seat, points, {}, tokens, cards, rank)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((5, 4, 9), (5, 3, 1), "more tokens decide, 4 to 3"),
        ((5, 4, 8), (5, 4, 9), "fewer cards decide, 8 to 9"),
        ((5, 4, 8), (5, 4, 8), "share the place"),
    ],
)
def test_what_decides_between_equals_is_said(
    world: World,
    game: str,
    first: tuple[int, int, int],
    second: tuple[int, int, int],
    told: str,
) -> None:
    state = world.state(game).copy()
    shared = first == second
    state.results = (
        result(1, *second, 1 if shared else 2),
        result(2, *first, 1),
        result(3, 1, 1, 1, 3),
    )
    (tie,) = scored(world, state).ties
    assert told in tie


def test_luck_and_course_are_on_the_page_in_words(world: World, game: str) -> None:
    shown = text(world.client.get(f"/g/{game}"))
    busts = sum(name == "WentBust" for name in world.log(game))
    luck = scored(world, world.state(game)).luck
    assert sum(each.met for each in luck) == busts
    assert sum(each.draws for each in luck) == world.log(game).count("CardDrawn")
    assert "busts expected" in shown
    assert "The same as a table" in shown


def test_the_table_beside_the_chart_ends_with_the_result(world: World, game: str) -> None:
    state = world.state(game)
    score = scored(world, state)
    assert state.results is not None
    assert list(score.rows[-1].values) == [(r.points, r.tokens) for r in state.results]
    assert score.rows[0].values == [(0, 5)] * 3
    assert [row.turn for row in score.rows[:-1]] == list(range(state.turn + 1))
    for line, value in zip(score.points.lines, score.rows[-1].values, strict=True):
        assert line.end == value[0]
        assert len(line.points.split()) == len(score.rows)


def test_a_solo_score_earns_its_title(world: World) -> None:
    game = world.game(["human", "house"], [world.person("Ann", "a@x.org")])
    state = world.play(game, lambda state: state.over)
    assert state.results is not None
    shown = text(world.client.get(f"/g/{game}"))
    assert f"Title earned: {Words('en').title(state.results[0].points)}" in shown
    assert "then fewest cards" not in shown


def test_the_log_is_a_file_that_verify_takes(world: World, game: str) -> None:
    answer = world.client.get(f"/g/{game}/log")
    assert f'filename="{game}.jsonl"' in answer.headers["Content-Disposition"]
    report = verify(lines.read(answer.data))
    assert report.finished
    token = world.token(game, 1)
    assert world.client.get(f"/p/{token}/log").data == answer.data


def test_the_seed_is_on_the_page_only_once_it_is_open(world: World, game: str) -> None:
    seed = world.state(game).seed
    assert seed is not None
    last = world.state(game).version
    assert seed in world.client.get(f"/g/{game}/{last}").get_data(as_text=True)
    before = world.client.get(f"/g/{game}/{last - 1}").get_data(as_text=True)
    assert "The result" in before
    assert seed not in before


def test_behind_a_seats_link_the_winner_is_addressed_and_the_seat_can_be_reached(
    world: World, game: str
) -> None:
    token = world.token(game, 1)
    html = world.client.get(f"/p/{token}").get_data(as_text=True)
    assert f'href="/p/{token}/table"' in html
    assert f'action="/p/{token}/rematch"' in html
    assert f'href="/p/{token}/at/1"' in html
    public = world.client.get(f"/g/{game}").get_data(as_text=True)
    assert "/p/" not in public
    assert re.findall(r"<form", public) == []
