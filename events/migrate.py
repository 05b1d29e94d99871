"""Bring a database to the tables of this program, by the steps in ``migrations/``."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from events.engine import SchemaMissing, told, turn_to_write, writing

FOLDER = Path(__file__).resolve().parent.parent / "migrations"

_POSTGRES_LOCK = 1_413_828_176
"""Key of the advisory lock that lets one process migrate at a time."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def migrate(engine: Engine, to: str = "head") -> None:
    """Take every step that is missing, all or none; a new database is filled from nothing.

    Several processes may call this at once. Raises StorageError; SchemaMissing if a newer program
    than this one wrote the database.
    """
    with told(engine), turn_to_write(engine), writing(engine).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_POSTGRES_LOCK})")
        _known(connection)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def pending(engine: Engine) -> bool:
    """Whether steps are missing. Raises StorageError, as ``migrate`` does."""
    with told(engine), engine.connect() as connection:
        return _known(connection) != ScriptDirectory.from_config(_config()).get_current_head()


def _known(connection: Connection) -> str | None:
    """The step the database is at, None for an empty one. Raises SchemaMissing for an unknown one."""
    at = MigrationContext.configure(connection).get_current_revision()
    steps = {step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()}
    if at is not None and at not in steps:
        raise SchemaMissing(reason=f"a newer program left it at step {at}")
    return at
