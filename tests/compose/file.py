"""``compose.yaml`` and the image it runs, read as Docker reads them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML

ROOT: Final = Path(__file__).resolve().parents[2]
OURS: Final = ("migrate", "web", "worker", "beat", "inbound")
"""The services that run our image; the others are PostgreSQL and Redis."""

_VARIABLE: Final = re.compile(r"\$\{([A-Z_]+)(?::([-?])([^}]*))?\}")


class Unset(Exception):
    """A variable that the file insists on is not set; the message is the file's own."""


def read() -> dict[str, Any]:
    """The file as it stands, with its anchors and merges resolved."""
    return dict(YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8")))


def filled_in(part: Any, values: Mapping[str, str]) -> Any:
    """The part with its ``${...}`` replaced: by a value, by its default. Raises Unset."""
    if isinstance(part, dict):
        return {name: filled_in(each, values) for name, each in part.items()}
    if isinstance(part, list):
        return [filled_in(each, values) for each in part]
    return _VARIABLE.sub(lambda v: _value(v, values), part) if isinstance(part, str) else part


def _value(variable: re.Match[str], values: Mapping[str, str]) -> str:
    name, sign, rest = variable.groups()
    if values.get(name):
        return values[name]
    if sign == "?":
        raise Unset(rest)
    return rest or ""


@dataclass(frozen=True)
class Service:
    """A service of ours, its variables filled in."""

    name: str
    command: tuple[str, ...]
    check: tuple[str, ...]
    """Its health check; empty without one."""
    environment: Mapping[str, str]


def service(name: str, values: Mapping[str, str]) -> Service:
    """Raises Unset."""
    at = filled_in(read()["services"][name], values)
    kind, *check = at["healthcheck"]["test"] if "healthcheck" in at else ["CMD"]
    assert kind == "CMD"
    environment = {key: str(value) for key, value in at["environment"].items()}
    return Service(name, tuple(at["command"]), tuple(check), environment)


def let_through() -> Iterator[Path]:
    """What ``.dockerignore`` lets into the image, from the root of the checkout."""
    first, *lines = (
        line
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    )
    assert first == "*"
    for line in lines:
        if line.startswith("!"):
            yield Path(line[1:])
        else:
            assert line == "**/__pycache__"


def lay_out(image: Path) -> None:
    """Put into the folder ``image`` what the image holds at /app."""
    for path in let_through():
        source, target = ROOT / path, image / path
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
