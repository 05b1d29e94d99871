"""The mails of the folders here, and what each of them says."""

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def expected(folder: str) -> dict[str, dict[str, Any]]:
    """Name of a mail -> its row of the folder's table."""
    return tomllib.loads((HERE / folder / "expected.toml").read_text(encoding="utf-8"))


def raw(folder: str, name: str) -> bytes:
    return (HERE / folder / f"{name}.eml").read_bytes()


def names(folder: str) -> list[str]:
    return sorted(path.stem for path in (HERE / folder).glob("*.eml"))
