"""Mail that comes in, and lines said to a table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_index("ix_talk_person", "talk", ["person"])
    op.create_index("talk_by_game", "talk", ["game", "created"])
    op.create_table(
        "inbound",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("received", sa.String, nullable=False),
        sa.Column("sender", sa.String),
        sa.Column("recipient", sa.String),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("not_before", sa.String),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("key", sa.String),
        sa.Column("game", sa.String),
        sa.Column("seat", sa.Integer),
        sa.Column("version", sa.Integer),
        sa.Column("result", sa.String),
        sa.Column("told", sa.JSON),
        sa.Column("closed", sa.String),
        sqlite_autoincrement=True,
    )
    op.create_index("inbound_by_seat", "inbound", ["game", "seat", "received"])
    op.create_index("inbound_by_key", "inbound", ["key"])
    op.create_index(
        "inbound_by_not_before",
        "inbound",
        ["not_before"],
        sqlite_where=sa.text("not_before IS NOT NULL"),
        postgresql_where=sa.text("not_before IS NOT NULL"),
    )
