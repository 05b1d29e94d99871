"""Logs as JSON, one object a line: what happened, to which game, version, command and request.

An address and a token never get into them. Nobody should log either; what a library or an error message
brings along all the same is masked on the way out.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime

FIELDS = (
    *("game", "version", "seat", "decision", "command"),
    *("request", "method", "route", "answered", "ms"),
    *("row", "kind", "attempt"),
)
"""What a log line may carry besides its text: passed as ``extra``."""

_TOKEN = re.compile(r"(?<![a-z2-7])[a-z2-7]{32}(?![a-z2-7])")
_ADDRESS = re.compile(r"[^\s@<>\"'(),;:=/\\]+@[^\s@<>\"'(),;:=/\\]+")
_PASSWORD = re.compile(r"(?<=://)[^\s/@]*:[^\s/@]*(?=@)")


def mask(text: str) -> str:
    """The text without tokens, addresses and passwords of URLs."""
    text = _PASSWORD.sub("***:***", text)
    return _ADDRESS.sub(_mask_address, _TOKEN.sub("[token]", text))


def _mask_address(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("***") else "[address]"


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON; ``at`` is in the form of the events."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "at": at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": mask(record.getMessage()),
        }
        for name in FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                line[name] = mask(value) if isinstance(value, str) else value
        if record.exc_info:
            line["trace"] = mask(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=lambda value: mask(str(value)))


def configure(level: str = "INFO") -> None:
    """Sends all logs of this process to standard error, in this form."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [lines]
    root.setLevel(level)
    # It introduces itself each time the tables are looked at.
    logging.getLogger("alembic").setLevel(max(logging.WARNING, root.level))
