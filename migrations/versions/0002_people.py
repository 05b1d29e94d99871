"""Persons, addresses, seats' holders, tokens, invitations and drafts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _persons()
    _games()
    _doors()


def _persons() -> None:
    op.create_table(
        "persons",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False, server_default="en"),
        sa.Column("zone", sa.String, nullable=False, server_default="UTC"),
        sa.Column("quiet_from", sa.String),
        sa.Column("quiet_to", sa.String),
        sa.Column("weekends_off", sa.Boolean, nullable=False),
        sa.Column("lead_s", sa.Integer),
        sa.Column("digest", sa.Boolean, nullable=False),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("erased", sa.String),
    )
    op.create_table(
        "addresses",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("persons.id")),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False, unique=True),
        sa.Column("confirmed", sa.String),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("never", sa.Boolean, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_index("ix_addresses_person", "addresses", ["person"])


def _games() -> None:
    op.create_table(
        "game_names",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("host", sa.String, sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("demo", sa.Boolean, nullable=False),
    )
    op.create_index("ix_game_names_host", "game_names", ["host"])
    op.create_table(
        "places",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String, sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("address", sa.String, sa.ForeignKey("addresses.id")),
        sa.Column("name", sa.String),
        sa.Column("muted", sa.Boolean, nullable=False),
        sa.Column("left", sa.String),
        sa.Column("nudged", sa.String),
    )
    op.create_index("ix_places_person", "places", ["person"])
    op.create_index("ix_places_address", "places", ["address"])


def _doors() -> None:
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("purpose", sa.String, nullable=False),
        sa.Column("game", sa.String),
        sa.Column("seat", sa.Integer),
        sa.Column("person", sa.String, sa.ForeignKey("persons.id")),
        sa.Column("anchor", sa.Integer),
        sa.Column("subject", sa.String),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("expires", sa.String),
        sa.Column("revoked", sa.String),
    )
    op.create_index("tokens_by_seat", "tokens", ["game", "seat"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("address", sa.String, sa.ForeignKey("addresses.id")),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("command", sa.String),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("expires", sa.String, nullable=False),
    )
    op.create_index("ix_invitations_game", "invitations", ["game"])
    op.create_index("ix_invitations_address", "invitations", ["address"])
    op.create_table(
        "drafts",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("address", sa.String, sa.ForeignKey("addresses.id"), nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("expires", sa.String, nullable=False),
        sa.Column("command", sa.String),
    )
