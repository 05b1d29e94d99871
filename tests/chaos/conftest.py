"""The same databases as the tests of the core."""

from tests.events.conftest import _postgres_pattern, _sqlite_pattern, migrated_url

__all__ = ["_postgres_pattern", "_sqlite_pattern", "migrated_url"]
