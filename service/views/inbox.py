"""The mails that ``tenpost up`` caught, for who tries it out: a list, and each mail as HTML, text and source.

Registered by the embedded service alone, on loopback, without a real mail server. A mail's HTML is
shown in a frame that runs no script and loads nothing.
"""

import re
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Protocol

from flask import Blueprint, Response, make_response
from markupsafe import Markup, escape

from service.views.answers import Problem, page, words

PLACE = "/inbox"
LISTED = 100
"""How many mails the list shows, the newest first."""

_URL = re.compile(r"https?://[^\s<>\"]+[A-Za-z0-9]")
_ALONE = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; frame-ancestors 'self'"
_FRAMED = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; frame-src 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)


class Mail(Protocol):
    """A mail by its number, as it came."""

    @property
    def number(self) -> int: ...
    @property
    def raw(self) -> bytes: ...
    @property
    def parsed(self) -> EmailMessage: ...
    def part(self, kind: str) -> str: ...


class Mails(Protocol):
    """Where the mails are; ``numbers`` are newest first."""

    def numbers(self) -> Sequence[int]: ...
    def get(self, number: int) -> Mail | None: ...


def inbox(mails: Mails) -> Blueprint:
    """The pages of these mails."""
    pages = Blueprint("inbox", __name__, url_prefix=PLACE)
    # Every page leads there: a turn that is over goes on from the next mail.
    pages.record(lambda setup: setup.app.jinja_env.globals.update(inbox=PLACE))

    def found(number: int) -> Mail:
        mail = mails.get(number)
        if mail is None:
            raise Problem(404, words().say("There is no mail of this number."))
        return mail

    @pages.get("")
    def listed() -> Response:
        newest = [mails.get(number) for number in mails.numbers()[:LISTED]]
        return page("inbox/list.html", mails=[_shown(mail) for mail in newest if mail is not None])

    @pages.get("/<int:number>")
    def one(number: int) -> Response:
        mail = found(number)
        text = mail.part("plain")
        answer = page(
            "inbox/mail.html",
            mail=_shown(mail),
            text=linked(text),
            headers=[(name, str(value)) for name, value in mail.parsed.items()],
            source=mail.raw.decode("utf-8", "replace"),
        )
        answer.headers["Content-Security-Policy"] = _FRAMED
        return answer

    @pages.get("/<int:number>/html")
    def html(number: int) -> Response:
        # Links lead out of the frame; the mail itself stays as it was sent.
        body = found(number).part("html").replace("<head>", '<head><base target="_top">', 1)
        answer = make_response(body)
        answer.headers["Content-Security-Policy"] = _ALONE
        answer.headers["X-Frame-Options"] = "SAMEORIGIN"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.get("/<int:number>/source")
    def source(number: int) -> Response:
        answer = make_response(found(number).raw)
        answer.mimetype = "text/plain"
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return pages


def _shown(mail: Mail) -> dict[str, object]:
    parsed = mail.parsed
    header = {name: str(parsed[name] or "") for name in ("Subject", "From", "To", "Date")}
    return {"number": mail.number, **{name.lower(): text for name, text in header.items()}}


def linked(text: str) -> Markup:
    """The text as HTML in which addresses of pages can be followed, and nothing else is markup."""
    parts: list[str | Markup] = []
    end = 0
    for found in _URL.finditer(text):
        parts.append(escape(text[end : found.start()]))
        parts.append(Markup('<a href="{0}">{0}</a>').format(found[0]))
        end = found.end()
    parts.append(escape(text[end:]))
    return Markup("").join(parts)
