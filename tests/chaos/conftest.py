"""The same databases as the tests of the core, the same host as those of compose.yaml."""

from tests.compose.conftest import host, image, post, tenpost_database
from tests.events.conftest import _postgres_pattern, _sqlite_pattern, migrated_url

__all__ = [
    "_postgres_pattern",
    "_sqlite_pattern",
    "host",
    "image",
    "migrated_url",
    "post",
    "tenpost_database",
]
