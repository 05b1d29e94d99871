"""Playing as a person does who has nothing but mails: links are followed, forms filled in and sent.

Knows no rule and no internal of the service: what may be done is what the forms offer.
"""

from __future__ import annotations

import http.client
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import cached_property
from html import unescape
from typing import Final
from urllib.parse import urlencode, urlsplit

from tests.service.world import Form, Forms

MOVES: Final = ("draw", "numbers", "currency", "bid", "pass", "buy", "no")
PATIENCE_S: Final = 30.0
_URL: Final = re.compile(r"https?://[^\s<>\"]+")
_HREF: Final = re.compile(r'href="([^"]+)"')

Fields = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Answer:
    """What a server answered. ``path`` is that of the request."""

    path: str
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def html(self) -> str:
        return self.body.decode()

    @property
    def text(self) -> str:
        """What is there to read, without tags, in one line."""
        return " ".join(
            unescape(re.sub(r"<[^>]+>", " ", self.html.partition("</head>")[2])).split()
        )

    @cached_property
    def forms(self) -> list[Form]:
        return Forms(self.html).found

    @property
    def hrefs(self) -> list[str]:
        return [unescape(each) for each in _HREF.findall(self.html)]

    @property
    def moves(self) -> list[Form]:
        """The forms that make a move in the game, if this page offers any."""
        return [each for each in self.forms if moves_of(each)]


def moves_of(form: Form) -> list[str]:
    """The moves that the buttons of this form make; none if it is of another kind."""
    if not {"version", "command"} <= form.fields.keys():
        return []
    hidden = form.fields.get("move", [])
    pressed = [value for name, value in form.buttons if name == "move"]
    return [move for move in [*hidden, *pressed] if move in MOVES]


class Browser:
    """One connection, kept open; follows nothing by itself and keeps no cookie."""

    def __init__(self, base: str) -> None:
        parts = urlsplit(base)
        assert parts.hostname is not None
        self._host, self._port = parts.hostname, parts.port
        self._connection = http.client.HTTPConnection(
            parts.hostname, parts.port, timeout=PATIENCE_S
        )

    def ask(
        self,
        method: str,
        url: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request. A link must lead to this very server."""
        parts = urlsplit(url)
        assert not parts.hostname or (parts.hostname, parts.port) == (self._host, self._port), url
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            return self._ask(method, path, body, headers or {})
        except (ConnectionError, http.client.HTTPException):
            # A server may close a connection that it answered on; the request is not lost by that.
            self._connection.close()
            return self._ask(method, path, body, headers or {})

    def _ask(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        self._connection.request(method, path, body, dict(headers))
        answer = self._connection.getresponse()
        return Answer(path, answer.status, answer.headers, answer.read())

    def get(self, url: str) -> Answer:
        return self.ask("GET", url)

    def head(self, url: str) -> Answer:
        return self.ask("HEAD", url)

    def post(self, url: str, fields: Fields) -> Answer:
        """A form, sent as a browser does; where the answer leads is not looked at."""
        body = urlencode(fields, doseq=True).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", url, body, kind)

    def send(self, url: str, fields: Fields) -> Answer:
        """A form, and the page that its answer leads to."""
        sent = self.post(url, fields)
        return self.get(sent.headers["Location"]) if sent.status == 303 else sent

    def close(self) -> None:
        self._connection.close()


@dataclass(frozen=True)
class Letter:
    """A mail as it came, read with the standard library alone."""

    to: str
    raw: bytes

    @cached_property
    def parsed(self) -> EmailMessage:
        parsed = message_from_bytes(self.raw, policy=default)
        assert isinstance(parsed, EmailMessage)
        return parsed

    @property
    def subject(self) -> str:
        return str(self.parsed["Subject"])

    @cached_property
    def text(self) -> str:
        """The text part."""
        body = self.parsed.get_body(("plain",))
        assert body is not None
        return str(body.get_content())

    @cached_property
    def links(self) -> list[str]:
        """The links of the text part, in order, each once."""
        return list(dict.fromkeys(_URL.findall(self.text)))

    @property
    def play(self) -> str | None:
        """The link to the table as the reader's seat sees it; a mail about the end has none."""
        return next((link for link in self.links if re.search(r"/p/[a-z2-7]{32}$", link)), None)

    @property
    def choices(self) -> list[str]:
        """The links that preselect a move; perhaps none."""
        return [link for link in self.links if re.search(rf"/p/[a-z2-7]{{32}}/({_ANY})", link)]

    @property
    def is_final(self) -> bool:
        """Whether it is the mail about the final score, which says how to check the game."""
        return "tenpost verify --head" in self.text

    @property
    def head(self) -> str:
        """Version and first digits of the head's hash, as the foot prints them: ``12:0123456789ab``."""
        found = re.search(r"version (\d+),\s+head\s+([0-9a-f]{12})", self.text)
        assert found, self.text
        return f"{found[1]}:{found[2]}"


_ANY: Final = "|".join(MOVES)


@dataclass
class Player:
    """Chooses among what a page offers, by chance; ``chance`` makes a game the same again."""

    browser: Browser
    chance: random.Random
    made: list[str] = field(default_factory=list)
    """The moves made so far."""

    def play_on(self, page: Answer) -> Answer:
        """Move, and go on from page to page until none is asked for; the last page."""
        while page.moves:
            page = self.move(page)
        return page

    def move(self, page: Answer) -> Answer:
        """Make one of the moves that the page offers; the page that follows."""
        page = self._look_around(page)
        form, button = self.chance.choice(list(_ways(page.moves)))
        fields = self.filled(form, button)
        after = self.browser.post(form.action, fields)
        assert after.status == 303, (fields, after.text)
        self.made.append(str(fields["move"][0]))
        page = self.browser.get(after.headers["Location"])
        assert page.status == 200, page.text
        return page

    def filled(self, form: Form, button: int) -> dict[str, list[str]]:
        """What is sent with that button: what the form came with, another way to pay if it lists some."""
        fields: dict[str, list[str]] = form.data(button)
        ways = form.options.get("payment", [])
        if ways:
            fields["payment"] = [self.chance.choice(ways)]
        return fields

    def _look_around(self, page: Answer) -> Answer:
        """Follow one of the links beside the forms, to another bid or a card to buy, or none."""
        actions = {form.action for form in page.moves}
        beside = [
            href
            for href in page.hrefs
            if any(re.match(rf"{re.escape(each)}/(bid|buy)/", href) for each in actions)
        ]
        if not beside or self.chance.random() < 0.3:
            return page
        found = self.browser.get(self.chance.choice(beside))
        assert found.status == 200
        return found


class Brisk(Player):
    """Draws as long as it may, mostly, and looks at no other way: a game of fewer turns and mails."""

    def _look_around(self, page: Answer) -> Answer:
        return page

    def filled(self, form: Form, button: int) -> dict[str, list[str]]:
        draw = [at for at, (_, value) in enumerate(form.buttons) if value == "draw"]
        bold = bool(draw) and self.chance.random() < 0.8
        return super().filled(form, draw[0] if bold else button)


def _ways(forms: Iterable[Form]) -> Iterator[tuple[Form, int]]:
    for form in forms:
        for button in range(max(1, len(form.buttons))):
            yield form, button
