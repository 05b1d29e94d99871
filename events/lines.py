"""Logs as files: JSON Lines from elsewhere in, with every check of shape; recorded events out.

The chain of hashes is not followed here. Each event's ``body`` is the canonical text of what its line
says, so that ``verify`` can hold the hash against it.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from events import types as t
from events.codec import LARGEST, canonical, line, thaw
from events.errors import LogFault
from events.schemas import ENVELOPE, EVENTS, faults
from events.upcast import UPCASTERS, Upcasters

_BOM = b"\xef\xbb\xbf"
_DIGITS = len(str(LARGEST))
_IDENTITY = {"stream", "version", "type", "schema"}


def read(
    source: str | bytes | Iterable[str | bytes], *, upcasters: Upcasters = UPCASTERS
) -> list[t.Recorded]:
    """The events of a log, given whole or in chunks; none for an empty one. Lines end at LF only.

    Raises UnknownShape for an event that this program is too old for, and LogFault for the first
    line that is wrong: ``version`` is the event's, or the number of its line where it cannot be
    read, ``type`` its type or empty, ``line`` the number of its line.
    """
    chunks = (source,) if isinstance(source, str | bytes) else source
    strict = _Strict()
    return [
        _event(text, number, strict, upcasters) for number, text in enumerate(_split(chunks), 1)
    ]


def write(recorded: Iterable[t.Recorded]) -> Iterator[str]:
    """The export lines, each with its line feed."""
    return (line(each) + "\n" for each in recorded)


def _split(chunks: Iterable[str | bytes]) -> Iterator[bytes]:
    """The lines of the chunks without their line feeds; the last may lack it."""
    begun: list[bytes] = []
    for chunk in chunks:
        # Half surrogates pass here; they are no UTF-8, for which their line is then refused.
        raw = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        first, *others = raw.split(b"\n")
        begun.append(first)
        for other in others:
            yield b"".join(begun)
            begun = [other]
    rest = b"".join(begun)
    if rest:
        yield rest


class _Strict:
    """A JSON reader that takes only what canonical JSON can say."""

    def __init__(self) -> None:
        self._fault: str | None = None
        self._decode = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_float=self._float,
            parse_int=self._int,
            parse_constant=self._float,
        ).decode

    def parse(self, text: str) -> tuple[Any, str | None]:
        """The value, and the first thing in it that canonical JSON cannot say.

        The value is given all the same, because it may tell which event this is. Raises ValueError
        for what is not JSON at all.
        """
        self._fault = None
        try:
            return self._decode(text), self._fault
        except (json.JSONDecodeError, RecursionError):
            raise ValueError("the line is cut short or is not JSON") from None

    def _wrong(self, fault: str) -> int:
        self._fault = self._fault or fault
        return 0

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        held = dict(pairs)
        if len(held) != len(pairs):
            self._wrong("a key is given twice")
        return held

    def _float(self, text: str) -> int:
        return self._wrong("a number is not a whole number in plain digits")

    def _int(self, text: str) -> int:
        if text == "-0":
            return self._float(text)
        # Before int(), which refuses some thousands of digits in its own words.
        if len(text.lstrip("-")) > _DIGITS:
            return self._wrong("a number of 2^53 or more")
        return int(text)


def _event(raw: bytes, number: int, strict: _Strict, upcasters: Upcasters) -> t.Recorded:
    row: Any = None
    try:
        row, fault = strict.parse(_text(raw, number))
        if fault is not None:
            raise ValueError(fault)
        if type(row) is not dict:
            raise ValueError("the line is not an object")
        bad = faults(ENVELOPE, row)
        if not bad.keys() & _IDENTITY:
            # Ahead of the rest: a newer program may know more codes than this one.
            upcasters.known(
                row["type"], row["schema"], stream=row["stream"], version=row["version"]
            )
        _refuse(bad)
        # As stored: what the hash was made of, before anything is upcast.
        body = canonical({key: row[key] for key in row if key not in ("hash", "prev")})
        data = _current(row, upcasters)
        _refuse(faults(EVENTS[row["type"]], data))
    except ValueError as error:
        version, name = _named(row, number)
        raise LogFault(version=version, type=name, reason=str(error), line=number) from error
    meta = row["meta"]
    return t.Recorded(
        row["stream"],
        row["version"],
        row["type"],
        row["schema"],
        row["at"],
        thaw(row["type"], upcasters.current[row["type"]], data, upcasters=upcasters),
        t.Meta(meta["by"], meta["via"], meta["command"]),
        row["prev"],
        row["hash"],
        body,
    )


def _text(raw: bytes, number: int) -> str:
    if number == 1 and raw.startswith(_BOM):
        raise ValueError("the file begins with a byte order mark")
    if not raw.strip(b" \t\r"):
        raise ValueError("the line is empty")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise ValueError("the line is not UTF-8") from None


def _refuse(bad: dict[str, str]) -> None:
    for reason in bad.values():
        raise ValueError(reason)


def _current(row: dict[str, Any], upcasters: Upcasters) -> dict[str, Any]:
    """The line's data in the current shape. ValueError if it was not in the shape it claims."""
    name, schema = row["type"], row["schema"]
    try:
        return upcasters.upcast(
            name, schema, row["data"], stream=row["stream"], version=row["version"]
        )
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"data: not in the shape of {name} {schema}") from error


def _named(row: Any, number: int) -> tuple[int, str]:
    """Version and type for the error: the event's own where they can be read."""
    if type(row) is not dict:
        return number, ""
    bad = faults(ENVELOPE, row)
    version = number if "version" in bad else row["version"]
    return version, "" if "type" in bad else row["type"]
