"""An index of the outbox by seat: each mail looks for the last one that went to its seat."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("outbox_by_seat", "outbox", ["game", "seat", "id"])
