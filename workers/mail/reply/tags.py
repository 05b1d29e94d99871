"""HTML cut into tags and text in one pass, for mails of any make.

The standard library's parser takes minutes for 200 kB of ``<!--`` that are never closed, since it
looks for each one's end anew; a mail may hold just that. This one looks at each character once.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Final, NamedTuple

_NAME: Final = re.compile(r"/?[a-zA-Z][^\s/>]*")
_ATTRIBUTE: Final = re.compile(
    r"\b(class|id|name|style)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE
)
_LONGEST_TAG: Final = 4000
"""The attributes of a longer tag are not looked at."""
_RAW: Final = ("script", "style", "title", "textarea")
"""Elements whose content holds no tags."""


class Tag(NamedTuple):
    """name in lower case, without the slash; named: its class, id, name and style, in lower case."""

    name: str
    ends: bool
    named: Mapping[str, str]


def pieces(html: str) -> Iterator[Tag | str]:
    """Tags and the texts between them, in order. Comments and declarations are left out."""
    lower = html.lower()
    place = 0
    while place < len(html):
        start = html.find("<", place)
        if start < 0:
            break
        yield from _text(html[place:start])
        if html.startswith("<!--", start):
            end = html.find("-->", start + 4)
            place = len(html) if end < 0 else end + 3
            continue
        end = _end(html, start)
        name = _NAME.match(html, start + 1)
        if end < 0:
            # No tag ends after this: the rest is text, as a reader would see it.
            place = start if name is None else len(html)
            break
        if name is None and html[start + 1] not in "!?/":
            yield "<"
            place = start + 1
            continue
        place = end + 1
        if name is None:
            continue
        tag = _tag(name.group().lower(), html[name.end() : end])
        yield tag
        if tag.name in _RAW and not tag.ends:
            closing = lower.find(f"</{tag.name}", place)
            place = len(html) if closing < 0 else closing
    yield from _text(html[place:])


def _text(text: str) -> Iterator[str]:
    if text:
        yield unescape(text)


def _end(html: str, start: int) -> int:
    """Where the tag ends: at the next ``>`` that is not within quotes, as far as they are closed."""
    end = html.find(">", start)
    for _ in range(3):
        if end < 0 or html.count('"', start, end) % 2 == 0:
            return end
        further = html.find(">", end + 1)
        if further < 0 or "<" in html[end:further]:
            return end
        end = further
    return end


def _tag(name: str, rest: str) -> Tag:
    named: dict[str, str] = {}
    if len(rest) <= _LONGEST_TAG:
        for key, *values in _ATTRIBUTE.findall(rest):
            named.setdefault(key.lower(), unescape("".join(values)).lower())
    return Tag(name.lstrip("/"), name.startswith("/"), named)
