"""What the next card may do, exactly, and what is left in the pile: on every table, and as text."""

from fractions import Fraction
from pathlib import Path

import pytest

from events import commands as c
from events.ten import odds as reckoned
from service.cli import main
from service.wording import Words
from service.wording.chances import percent
from tests.service.tables import seat_path, table
from tests.service.world import World, text


def test_the_page_of_a_seat_and_the_public_table_tell_the_exact_chances(world: World) -> None:
    game = table(world, humans=2)
    state = world.play(game, lambda now: len(now.row) >= 2)
    odds = reckoned.odds(state)
    assert odds.bust
    words = Words("en")
    for path in (seat_path(world, game, 1), f"/g/{game}", f"/g/{game}/{state.version}"):
        shown = text(world.client.get(path))
        for cards in (odds.bust, odds.auction, odds.safe):
            assert words.chance(cards, odds.ways) in shown
        assert "What is left in the draw pile" in shown


def test_every_card_that_is_left_stands_there_with_its_copies(world: World) -> None:
    game = table(world, humans=2)
    state = world.play(game, lambda now: now.turn > 3 and bool(now.row))
    html = world.client.get(f"/g/{game}").get_data(as_text=True)
    left = html.partition('class="left-over"')[2].partition("</details>")[0]
    odds = reckoned.odds(state)
    assert left.count("<span") == len(odds.remaining)
    assert left.count("<i>×") == sum(copies > 1 for copies in odds.remaining.values())


def test_a_card_known_to_come_is_said_beside_its_odds_not_folded_away(world: World) -> None:
    game = table(world, humans=2)
    world.play(game, lambda now: len(now.row) == 1 and bool(now.awaiting))
    before = world.state(game)
    assert before.awaiting is not None
    seat = before.awaiting.seat
    world.do(game, c.DrawCard(seat), f"seat:{seat}")
    world.do(game, c.ProposeUndo(seat, before.version), f"seat:{seat}")
    world.do(game, c.VoteUndo(3 - seat, agree=True), f"seat:{3 - seat}")
    page = world.client.get(f"/g/{game}").get_data(as_text=True)
    assert page.index("Known to come, as a move was undone:") < page.index('class="left-over"')


def test_the_text_of_a_replay_tells_the_same(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    game = table(world, humans=2)
    state = world.play(game, lambda now: len(now.row) >= 2)
    odds = reckoned.odds(state)
    file = Path(world.services.settings.database_url.removeprefix("sqlite:///"))
    capsys.readouterr()
    assert main(["replay", game, "--data", str(file.parent)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    words = Words("en")
    assert (
        f"Next card: bust {words.chance(odds.bust, odds.ways)};"
        f" auction {words.chance(odds.auction, odds.ways)};"
        f" safe {words.chance(odds.safe, odds.ways)}" in said
    )
    copies = odds.remaining["R1"]
    assert f"In the pile: {f'{copies}x' if copies > 1 else ''}R1" in said


def test_after_the_end_there_are_no_odds(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    game = table(world, humans=1, bots=1)
    world.play(game, lambda now: now.over)
    assert 'class="odds"' not in world.client.get(f"/g/{game}").get_data(as_text=True)
    file = Path(world.services.settings.database_url.removeprefix("sqlite:///"))
    capsys.readouterr()
    assert main(["replay", game, "--data", str(file.parent)]) == 0
    assert "Next card" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        (Fraction(12, 57), "21.1%"),
        (Fraction(0), "0.0%"),
        (Fraction(1), "100.0%"),
        (Fraction(1, 5000), "0.1%"),
        (Fraction(4999, 5000), "99.9%"),
    ],
)
def test_what_can_happen_is_never_told_as_nothing_or_as_sure(chance: Fraction, told: str) -> None:
    assert percent("en", chance) == told


def test_percents_are_written_as_the_language_does() -> None:
    assert percent("da", Fraction(12, 57)) == "21,1 %"
