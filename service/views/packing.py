"""Answers that are sent compressed: our own files, and pages that anybody may see.

A page behind a link is never compressed by us. Its links hold a secret, and other players' names and lines
stand beside it: who can measure the length of what goes over the line could try out, with lines of
their own, what compresses well, and so guess the secret (BREACH). Those pages are kept small instead.
"""

import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from flask import Response, request

from service.views.assets import asset

OPEN: Final = ("/static/", "/g/", "/rules")
"""How the rules of addresses begin that hold no secret and lead to pages without one."""
KINDS: Final = frozenset(
    (
        "text/html",
        "text/css",
        "text/javascript",
        "application/json",
        "application/jsonl",
        "image/svg+xml",
    )
)
SMALL: Final = 500
"""Bytes that are not worth it."""
FOR_EVER: Final = "public, max-age=31536000, immutable"

_GZIP: Final = 16 + zlib.MAX_WBITS
_LEVEL: Final = 6


def pack(answer: Response) -> None:
    """Compress the answer if that is safe, worth it and understood; let our own files be kept."""
    rule = request.url_rule.rule if request.url_rule is not None else ""
    if answer.status_code != 200 or not rule.startswith(OPEN):
        return
    if request.endpoint == "static" and _named(str((request.view_args or {}).get("filename"))):
        answer.headers["Cache-Control"] = FOR_EVER
    if answer.mimetype not in KINDS or answer.content_encoding:
        return
    answer.vary.add("Accept-Encoding")
    if request.method != "GET" or request.accept_encodings.quality("gzip") <= 0:
        return
    if answer.is_streamed and not answer.direct_passthrough:
        answer.response = _streamed(answer.iter_encoded())
        answer.headers.pop("Content-Length", None)
    else:
        answer.direct_passthrough = False
        whole = answer.get_data()
        if len(whole) < SMALL:
            return
        answer.set_data(_file(whole) if request.endpoint == "static" else _packed(whole))
    answer.content_encoding = "gzip"
    etag, weak = answer.get_etag()
    if etag is not None and not weak:
        # Of the same content, but no more of the same bytes.
        answer.set_etag(etag, weak=True)


def _named(file: str) -> bool:
    """Whether the address names this very content of the file."""
    return "v" in request.args and asset(file) == f"/static/{file}?v={request.args['v']}"


def _packed(whole: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    return packer.compress(whole) + packer.flush()


_file = lru_cache(maxsize=32)(_packed)


def _streamed(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Each piece as soon as it is there."""
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    for piece in pieces:
        yield packer.compress(piece) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
