"""Every kind of mail in every language, as files, for people who work on them: ``tenpost mail-gallery``.

The tables are those of recorded games, each cut off where a mail of the kind would go out. Nothing is sent.
"""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Final

from events import lines
from events.errors import TenpostError
from service.wording.catalogue import languages
from workers.gallery.scenes import scenes
from workers.gallery.stage import stage
from workers.mail.compose import KINDS

GAMES: Final = Path(__file__).resolve().parents[2] / "tests" / "golden" / "games"
"""The recorded games of a checkout."""
TABLE: Final = "around-the-table.jsonl"
"""One of people, in which all happens that can happen around a table."""


class NoRecordedGames(TenpostError):
    """The recorded games are not where they should be. Parameters: folder."""

    code = "no-recorded-games"


def gallery(out: Path, games: Path = GAMES) -> list[Path]:
    """Write ``<kind>.<language>.eml``, ``.html`` and ``.txt`` for each; answers the paths.

    Raises NoRecordedGames, LogFault and OSError.
    """
    path = games / TABLE
    if not path.is_file():
        raise NoRecordedGames(folder=games)
    log = lines.read(path.read_bytes())
    out.mkdir(parents=True, exist_ok=True)
    found = scenes(log)
    made: list[Path] = []
    for kind in KINDS:
        with stage(log, found[kind]) as prepared:
            for language in languages():
                made += _write(out / f"{kind}.{language}", prepared.mail(kind, language))
    return made


def _write(stem: Path, mail: EmailMessage) -> Iterator[Path]:
    raw = mail.as_bytes()
    parsed = message_from_bytes(raw, policy=default)
    assert isinstance(parsed, EmailMessage)
    parts = {"html": parsed.get_body(("html",)), "txt": parsed.get_body(("plain",))}
    contents = {"eml": raw}
    for end, part in parts.items():
        assert part is not None
        contents[end] = str(part.get_content()).encode()
    for end, content in contents.items():
        path = stem.with_name(f"{stem.name}.{end}")
        path.write_bytes(content)
        yield path
