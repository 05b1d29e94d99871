"""What games are called: by whoever created them, and for people only. The log knows no names."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, insert, select

from service.tables import game_names
from service.typed import GAME_NAME_LENGTH, fit_name


def name_game(
    conn: Connection, game: str, name: str, host: str, now: datetime, demo: bool = False
) -> None:
    """Raises Unfit."""
    fit = fit_name(name, "game", GAME_NAME_LENGTH)
    conn.execute(insert(game_names).values(game=game, name=fit, host=host, created=now, demo=demo))


def game_name(conn: Connection, game: str) -> str:
    """The game's name; for one that has none here, such as an import, the first part of its id."""
    found = conn.execute(select(game_names.c.name).where(game_names.c.game == game)).scalar()
    return unnamed(game) if found is None else str(found)


def game_names_of(conn: Connection, games: Sequence[str]) -> dict[str, str]:
    """Game -> its ``game_name``, of several at once."""
    named = {game: unnamed(game) for game in games}
    if games:
        asked = select(game_names.c.game, game_names.c.name).where(game_names.c.game.in_(games))
        named.update({row.game: row.name for row in conn.execute(asked)})
    return named


def unnamed(game: str) -> str:
    """What a game without a name is called."""
    return game.partition("-")[0]
