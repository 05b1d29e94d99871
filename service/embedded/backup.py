"""A copy of the database before it is migrated: the way back if an update goes wrong."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from events.migrate import pending

FOLDER: Final = "backups"


def back_up(engine: Engine, folder: Path, now: datetime) -> Path | None:
    """Copy a SQLite database that is about to be migrated into ``folder``; None if nothing is to be done.

    A new database and one that is up to date need no copy. Raises StorageError and OSError.
    """
    file = Path(engine.url.database or "")
    if engine.dialect.name != "sqlite" or not file.exists() or not pending(engine):
        return None
    target = folder / FOLDER / f"{file.stem}-{now:%Y%m%dT%H%M%S}{file.suffix}"
    target.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
    return target
