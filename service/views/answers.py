"""Answering: pages in the reader's language, what is wrong as a sentence, headers on everything."""

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    make_response,
    render_template,
    request,
)
from flask_limiter import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.local import LocalProxy
from werkzeug.routing import RequestRedirect

from events.engine import StorageError
from events.errors import NoSuchVersion, NotTheHost, TenpostError, UnknownGame
from service.extensions import services
from service.views.assets import asset
from service.views.packing import pack
from service.wording import Words, languages

logger = logging.getLogger(__name__)
answers = Blueprint("answers", __name__)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
}


class Problem(HTTPException):
    """A page that says what is wrong, a sentence in ``text``, and perhaps where to go on, a path."""

    def __init__(self, code: int, text: str, again: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.again = again


def words() -> Words:
    """The words of the reader: of the seat's person once the link was looked up, else of the browser."""
    found: Words | None = g.get("words")
    return found if found is not None else listen()


def listen() -> Words:
    """Who is not known is spoken to in the first language the browser asks for that we have; what it says
    of the country (``da-DK``) does not matter."""
    asked = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return speak(next((language for language in asked if language in languages()), "en"))


def speak(language: str) -> Words:
    """From here on this request is answered in that language."""
    found = Words(language)
    g.words = found
    return found


def page(template: str, status: int = 200, **context: Any) -> Response:
    """A page; never stored by anything on the way, for most of them hang on a token."""
    answer = make_response(render_template(f"pages/{template}", **context), status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


REST = "<!-- the rest -->"
"""Where, in a page that is sent in two pieces, the second belongs."""


def begun(template: str, rest: Callable[[], str], **context: Any) -> Response:
    """A page that is sent in two pieces: ``rest`` is asked for its text when the beginning has gone out."""
    before, _, after = render_template(f"pages/{template}", **context).partition(REST)
    app, spoken = cast(Flask, current_app._get_current_object()), words()  # type: ignore[attr-defined]

    def pieces() -> Iterator[str]:
        yield before
        # The request may be over by now; what its reader speaks goes along.
        with app.app_context():
            g.words = spoken
            text = rest()
        yield text + after

    answer = Response(pieces(), mimetype="text/html")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def part(template: str, **context: Any) -> str:
    """A piece of a page."""
    return render_template(f"pages/{template}", **context)


def go(path: str) -> Response:
    """See Other: what was sent is done, and is not sent again by looking again."""
    answer = make_response("", 303)
    answer.headers["Location"] = path
    answer.headers["Cache-Control"] = "no-store"
    return answer


def problem(status: int, text: str, again: str | None = None) -> Response:
    """The page that says what is wrong."""
    return page("problem.html", status, title=_title(status), text=text, again=again)


def _title(status: int) -> str:
    say = words().say
    titles = {
        400: say("This form is not complete"),
        403: say("This is not open to you"),
        404: say("There is nothing here"),
        405: say("This cannot be done here"),
        409: say("The table has moved on"),
        410: say("This link does not open anything any more"),
        413: say("This is too long"),
        415: say("This is not a form"),
        429: say("Too often"),
        503: say("The service cannot answer now"),
    }
    return titles.get(status, say("This did not work"))


def _sentence(status: int) -> str:
    say = words().say
    sentences = {
        400: say(
            "Something in the request is missing or misspelt. Go back, reload the page and try again."
        ),
        404: say(
            "The address leads nowhere."
            " Check that the whole link was opened, or use the one in your last mail."
        ),
        405: say("This page can be looked at, but not asked for that. Go back and use the form."),
        413: say("More was sent than any form here can hold. Shorten it and try again."),
        415: say("Only the forms of these pages can be sent here. Go back and use one."),
        429: say("There were too many tries. Wait a while and try again."),
    }
    return sentences.get(status, say("Nothing was changed. Please try again."))


def told(error: Exception) -> Response:
    """What is wrong, as a page. Anything unforeseen is logged and said to be our own fault."""
    if isinstance(error, Problem):
        return problem(error.code or 400, error.text, error.again)
    if isinstance(error, TenpostError):
        return problem(_status(error), words().refusal(error))
    if isinstance(error, RateLimitExceeded):
        return problem(429, _sentence(429))
    if isinstance(error, CSRFError):
        return problem(400, _sentence(400))
    if isinstance(error, HTTPException):
        return _http(error)
    logger.error("a request failed", exc_info=error)
    return problem(500, _sentence(500))


def _http(error: HTTPException) -> Response:
    status = error.code or 400
    answer = problem(status, _sentence(status))
    if isinstance(error, MethodNotAllowed):
        answer.allow.update(error.valid_methods or ())
    return answer


def _status(error: TenpostError) -> int:
    if isinstance(error, UnknownGame | NoSuchVersion):
        return 404
    if isinstance(error, NotTheHost):
        return 403
    return 503 if isinstance(error, StorageError) else 409


def _begin() -> Response | None:
    g.request_id = uuid4().hex
    g.begun = time.perf_counter()
    found = request.routing_exception
    if isinstance(found, RequestRedirect):
        # Two slashes for one. It stays within these pages, wherever the Host header says that they are.
        there = urlsplit(found.new_url)
        moved = go(urlunsplit(("", "", there.path, there.query, "")))
        moved.status_code = found.code
        return moved
    form = ("application/x-www-form-urlencoded", "multipart/form-data", "")
    if request.method == "POST" and request.mimetype not in form:
        raise Problem(415, _sentence(415))
    return None


def _finish(answer: Response) -> Response:
    pack(answer)
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    if services().settings.secure:
        answer.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
    rule = request.url_rule.rule if request.url_rule is not None else None
    logger.info(
        "answered",
        extra={
            "request": g.get("request_id"),
            "method": request.method,
            "route": rule,
            "answered": answer.status_code,
            "ms": round((time.perf_counter() - g.get("begun", time.perf_counter())) * 1000, 1),
            "game": g.get("game"),
            "seat": g.get("seat"),
            "version": g.get("version"),
            "command": g.get("command"),
        },
    )
    return answer


def install(app: Flask) -> None:
    """Hooks and template globals of the whole application."""
    app.before_request(_begin)
    app.after_request(_finish)
    app.register_error_handler(Exception, told)
    spoken = LocalProxy(words)
    app.jinja_env.globals.update(
        _=lambda message, **params: words().say(message, **params),
        ngettext=lambda one, many, n, **params: words().count(one, many, n, **params),
        words=spoken,
        once=lambda: str(uuid4()),
        asset=asset,
    )
