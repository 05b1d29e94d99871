"""The log, the seeds, the read models, the outbox; and the trigger that keeps the log as it is.

The tables are spelled out, not taken from ``events/tables.py``: a step says what it did for ever.
There is no way down: the log is kept, and a backup is the way back.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "streams",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("type", sa.String, nullable=False),
        sa.Column("command", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("events_by_command", "events", ["stream", "command", "version"])
    op.create_table(
        "seeds",
        sa.Column("stream", sa.String, primary_key=True),
        sa.Column("seed", sa.String, nullable=False),
    )
    _read_models()
    _outbox()
    if op.get_context().dialect.name == "sqlite":
        _keep_log_on_sqlite()
    else:
        _keep_log_on_postgresql()


def _read_models() -> None:
    op.create_table(
        "games",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("awaiting_seat", sa.Integer),
        sa.Column("awaiting_kind", sa.String),
        sa.Column("awaiting_decision", sa.Integer),
        sa.Column("due_at", sa.String),
        sa.Column("acts_at", sa.String),
        sa.Column("paused", sa.String),
        sa.Column("view_only", sa.Boolean, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("moved", sa.String, nullable=False),
        sa.Column("finished", sa.String),
    )
    _index_where_set("games_by_acts_at", "games", "acts_at")
    op.create_table(
        "seats",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("player", sa.String),
    )
    op.create_index("ix_seats_player", "seats", ["player"])


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("key", sa.String, nullable=False, unique=True),
        sa.Column("message_id", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("game", sa.String),
        sa.Column("seat", sa.Integer),
        sa.Column("person", sa.String),
        sa.Column("decision", sa.Integer),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("not_before", sa.String),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("last_error", sa.String),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("closed", sa.String),
        sqlite_autoincrement=True,
    )
    _index_where_set("outbox_by_not_before", "outbox", "not_before")


def _index_where_set(name: str, table: str, column: str) -> None:
    where = sa.text(f"{column} IS NOT NULL")
    op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)


def _keep_log_on_sqlite() -> None:
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER events_refuse_{act.lower()} BEFORE {act} ON events "
            f"BEGIN SELECT RAISE(ABORT, 'the log is never changed: {act} on events'); END"
        )


def _keep_log_on_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION refuse_to_change_the_log() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the log is never changed: % on events', TG_OP; END $$"
    )
    # Once a statement, not once a row: appending pays nothing for it.
    op.execute(
        "CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON events "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log()"
    )
