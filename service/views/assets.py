"""The addresses of our own style, scripts and pictures: another content has another address."""

from functools import cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "static"


@cache
def asset(name: str) -> str:
    """The path of a file of ``service/static``; what is kept of an older one is never used for it."""
    digest = sha256((FOLDER / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={digest[:12]}"
