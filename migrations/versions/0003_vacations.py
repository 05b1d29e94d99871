"""Vacations of seats."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("first", sa.String, nullable=False),
        sa.Column("last", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_index("ix_vacations_person", "vacations", ["person"])
    op.create_index("vacations_by_seat", "vacations", ["game", "seat"])
