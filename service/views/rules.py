"""The rules page: all of them, every ruling marked, in each language at an address of its own."""

from flask import Blueprint, Response

from service.views.answers import listen, page, problem, speak, words
from service.wording import languages
from service.wording.rules import Grid
from service.wording.rules import rules as chapters

rules = Blueprint("rules", __name__)

NAMES = {
    "en": "English",
    "da": "Dansk",
    "sq": "Shqip",
    "ne": "नेपाली",
    "cy": "Cymraeg",
}
"""Each language as its own speakers call it."""


@rules.get("/rules")
def first() -> Response:
    """In the language the browser asks for, if it is one of ours."""
    return _page(listen().language)


@rules.get("/rules/<language>")
def told(language: str) -> Response:
    if language not in languages():
        return problem(404, words().say("The rules are not told in this language."), "/rules")
    return _page(language)


def _page(language: str) -> Response:
    speak(language)
    offered = [(code, NAMES.get(code, code)) for code in languages()]
    answer = page(
        "rules/rules.html", chapters=chapters(words()), languages=offered, is_grid=_is_grid
    )
    answer.headers["Cache-Control"] = "public, max-age=3600"
    answer.headers["Vary"] = "Accept-Language"
    return answer


def _is_grid(block: object) -> bool:
    return isinstance(block, Grid)
