"""What was measured on: without it a figure says nothing."""

import os
import platform
import sqlite3
import sys
from importlib.metadata import version
from pathlib import Path

VERSIONS = ("sqlalchemy", "psycopg", "orjson", "eventsourcing", "flask")


def describe(postgres: str, fsync: str) -> dict[str, object]:
    """postgres: the server's version; fsync: its setting. SQLite is measured with synchronous=FULL."""
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "system": platform.system(),
        "python": sys.version.split()[0],
        "sqlite": sqlite3.sqlite_version,
        "sqlite_synchronous": "FULL",
        "postgresql": postgres,
        "postgresql_fsync": fsync,
        **{name: version(name) for name in VERSIONS},
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
