"""HTML as lines of text, what was quoted marked by ``>``: for mails that have no text part.

Every mail program marks what it quotes in a way of its own; the names are below.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from workers.mail.reply.tags import pieces

LONGEST: Final = 200_000
"""Characters of HTML that are looked at. The reply stands at the top of them, or at their end."""

_VOID: Final = frozenset("area base br col embed hr img input link meta source track wbr".split())
_BLOCKS: Final = frozenset(
    "address article blockquote center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main"
    " ol p pre section table tr ul".split()
)
_UNSEEN: Final = frozenset("head style script title template noscript xml svg".split())
_HIDDEN: Final = re.compile(r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden")

_QUOTED: Final = frozenset(
    """gmail_attr gmail_quote_attribution moz-cite-prefix yahoo_quoted protonmail_quote
    outlookmessageheader zmail_extra ymail_appended reply-intro reply_header k9mail-reply-header
    mail-editor-reference-message-container""".split()
)
"""Classes and ids of elements that hold what is quoted, or say who wrote it."""

_LAST: Final = frozenset("appendonsend divrplyfwdmsg zwchr x_divrplyfwdmsg".split())
"""Ids of elements below which nothing but the quoted mail stands (Outlook, Zimbra)."""


class _Element(NamedTuple):
    tag: str
    quotes: bool
    hides: bool
    keeps: bool


def text_of_html(html: str) -> str:
    """The text a reader would see, a line a block; quoted lines begin with ``>``."""
    reader = _Reader()
    for piece in pieces(_ends(html)):
        if isinstance(piece, str):
            reader.data(piece)
        elif piece.ends:
            reader.end(piece.name)
        else:
            reader.start(piece.name, piece.named)
    return reader.text()


def _ends(html: str) -> str:
    """Long HTML without its middle, which holds what was quoted."""
    if len(html) <= LONGEST:
        return html
    half = LONGEST // 2
    return f"{html[:half]}\n{html[-half:]}"


class _Reader:
    def __init__(self) -> None:
        self._open: list[_Element] = []
        self._lines: list[str] = []
        self._line: list[str] = []
        self._depth = 0
        self._hidden = 0
        self._kept = 0
        self._rest_is_quoted = False

    def start(self, tag: str, named: Mapping[str, str]) -> None:
        if tag == "br":
            self._end_line()
            return
        if tag in _BLOCKS:
            self._break()
        names = {*named.get("class", "").split(), named.get("id", ""), named.get("name", "")}
        if any(name.startswith("yahoo_quoted") for name in names):
            names.add("yahoo_quoted")
        if names & _LAST:
            self._rest_is_quoted = True
        if tag in _VOID:
            return
        element = _Element(
            tag,
            quotes=tag == "blockquote" or bool(names & _QUOTED),
            hides=tag in _UNSEEN or bool(_HIDDEN.search(named.get("style", ""))),
            keeps=tag == "pre" or "pre-wrap" in named.get("style", ""),
        )
        self._open.append(element)
        self._count(element, 1)

    def end(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.data(" ")
        # An end without a beginning is passed over; one that leaves others open ends them too.
        for back, element in enumerate(reversed(self._open[-100:]), 1):
            if element.tag == tag:
                if any(each.tag in _BLOCKS for each in self._open[-back:]):
                    self._break()
                for _ in range(back):
                    self._count(self._open.pop(), -1)
                return

    def data(self, data: str) -> None:
        if self._hidden:
            return
        if self._kept:
            first, *others = data.split("\n")
            self._line.append(first)
            for other in others:
                self._end_line()
                self._line.append(other)
            return
        data = re.sub(r"[ \t\r\n\f]+", " ", data)
        if data.strip(" ") or self._line:
            self._line.append(data)

    def text(self) -> str:
        self._break()
        return "\n".join(self._lines)

    def _count(self, element: _Element, step: int) -> None:
        self._depth += step * element.quotes
        self._hidden += step * element.hides
        self._kept += step * element.keeps

    def _break(self) -> None:
        if "".join(self._line).strip(" "):
            self._end_line()
        self._line = []

    def _end_line(self) -> None:
        depth = self._depth + self._rest_is_quoted
        # Quotes within quotes tell us nothing more, and some are nested a hundred deep.
        quoted = "> " * min(depth, 3)
        self._lines.append(quoted + re.sub(" +", " ", "".join(self._line)).strip(" "))
        self._line = []
