"""The bot that plays to win does win: against the cautious one, on the same decks in every run."""

import pytest

from events import simulate
from events import types as t

GAMES = 30


@pytest.mark.parametrize(
    ("players", "more_points", "share"),
    [
        (2, 6, 0.8),  # over 300 games: 9.8 points more, 0.95 of the wins
        (5, 5, 0.9),  # over 300 games: 7.4 points more, 0.97 of the wins with half the seats
    ],
)
def test_the_sharp_bot_scores_more_and_wins_more_than_the_cautious_one(players, more_points, share):
    """Seats change from game to game, so that none is the better one."""
    points = {"sharp": [], "cautious": []}
    won = 0.0
    for number in range(1, GAMES + 1):
        styles = ("sharp", "cautious") if number % 2 else ("cautious", "sharp")
        scored = simulate.play(players, "strength", number, styles)[-2].event
        assert isinstance(scored, t.GameScored)
        for result in scored.results:
            style = styles[(result.seat - 1) % 2]
            points[style].append(result.points)
            if style == "sharp" and result.seat in scored.winners:
                won += 1 / len(scored.winners)
    means = {style: sum(each) / len(each) for style, each in points.items()}
    assert means["sharp"] >= means["cautious"] + more_points
    assert won / GAMES >= share
