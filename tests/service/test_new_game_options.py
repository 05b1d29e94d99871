"""What the host of a new game chooses: limits, what happens then, undo, vacation, spectators."""

from typing import Any

import pytest

from tests.service.world import World, form, solo, text


def options(world: World, **fields: str) -> dict[str, Any]:
    answer = world.create(**solo(kind2="bot"), **fields)
    assert answer.status_code == 303, text(answer)
    return dict(world.state(world.game_of(answer.headers["Location"])).options)


def test_the_form_as_it_is_gives_the_usual_game(world: World) -> None:
    assert options(world) == {}


@pytest.mark.parametrize(
    ("fields", "chosen"),
    [
        ({"turn_s": "3600"}, {"turn_s": 3600}),
        ({"turn_s": "0", "auction_s": "0"}, {"turn_s": None, "auction_s": None}),
        (
            {"turn_s": "own", "turn_s_own": "5", "turn_s_unit": "minutes"},
            {"turn_s": 300},
        ),
        (
            {"turn_s": "own", "turn_s_own": "30", "turn_s_unit": "days"},
            {"turn_s": 2_592_000},
        ),
        (
            {"auction_s": "own", "auction_s_own": "8", "auction_s_unit": "hours"},
            {"auction_s": 28_800},
        ),
        ({"turn_s": "own", "turn_s_own": "3", "turn_s_unit": "days"}, {}),
        (
            {"timeouts": "wait", "undo": "free", "vacation_days": "0", "spectators": "closed"},
            {"timeouts": "wait", "undo": "free", "vacation_days": 0, "spectators": "closed"},
        ),
    ],
)
def test_what_was_chosen_is_in_the_games_first_event(
    world: World, fields: dict[str, str], chosen: dict[str, Any]
) -> None:
    assert options(world, **fields) == chosen


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"turn_s": "299"}, "from 5 minutes to 30 days"),
        ({"turn_s": "2592001"}, "from 5 minutes to 30 days"),
        ({"turn_s": "-3600"}, "from 5 minutes to 30 days"),
        ({"turn_s": "soon"}, "from 5 minutes to 30 days"),
        ({"auction_s": "own"}, "from 5 minutes to 30 days"),
        (
            {"auction_s": "own", "auction_s_own": "4", "auction_s_unit": "minutes"},
            "from 5 minutes to 30 days",
        ),
        (
            {"turn_s": "own", "turn_s_own": "31", "turn_s_unit": "days"},
            "from 5 minutes to 30 days",
        ),
        (
            {"turn_s": "own", "turn_s_own": "2", "turn_s_unit": "years"},
            "from 5 minutes to 30 days",
        ),
        ({"vacation_days": "61"}, "Vacation is 0 to 60 days"),
        ({"vacation_days": "-1"}, "Vacation is 0 to 60 days"),
        ({"vacation_days": "many"}, "Vacation is 0 to 60 days"),
        ({"timeouts": "shrug"}, "Choose one of the values"),
        ({"undo": "always"}, "Choose one of the values"),
        ({"spectators": "some"}, "Choose one of the values"),
    ],
)
def test_out_of_range_is_refused_in_a_sentence_and_nothing_is_stored(
    world: World, fields: dict[str, str], sentence: str
) -> None:
    before = world.everything()
    answer = world.create(**solo(kind2="bot"), **fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert world.everything() == before
    # What was typed stands there to be mended.
    shown = form(answer, "/new")
    for name, value in fields.items():
        if name.endswith("_own"):
            assert shown.fields[name] == [value]
