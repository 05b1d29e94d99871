"""Run by Alembic. The program hands over an open connection (``events/migrate.py``); on the command
line of Alembic ``TENPOST_DATABASE_URL`` names the database."""

import os

from alembic import context
from sqlalchemy import Connection

from events.engine import make_engine, writing
from events.tables import metadata


def run(connection: Connection) -> None:
    # SQLite can undo the making of tables, too: a step is taken whole or not at all.
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with writing(make_engine(os.environ["TENPOST_DATABASE_URL"])).begin() as opened:
        run(opened)
