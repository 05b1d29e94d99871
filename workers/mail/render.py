"""Templates to text and HTML. A kind of mail is a folder: subject.txt, body.txt and body.html.

All sentences of a template go through the reader's catalogue. HTML escapes whatever it is given.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from service import tabletext
from service.wording import Words
from service.wording.faces import SHAPES

FOLDER: Final = Path(__file__).resolve().parents[2] / "templates" / "mail"

_STYLES: Final = {
    "R": "background:#c4282d;color:#ffffff",
    "B": "background:#1d5fb0;color:#ffffff",
    "O": "background:#b34700;color:#ffffff",
    "G": "background:#26734d;color:#ffffff",
    "W": "background:#ffffff;color:#222222;border:1px solid #777777;width:25px",
    "C": "background:#e9dcae;color:#332b10",
}
"""First letter of a code -> the colours of its cell; each pair has a contrast above 4.5."""


def render(kind: str, words: Words, **values: Any) -> tuple[str, str, str]:
    """(news, text, html) of a kind of mail. ``values`` are what its templates name."""
    env = _environment(words.language)
    news = " ".join(env.get_template(f"{kind}/subject.txt").render(values).split())
    given = {**values, "news": news}
    text = env.get_template(f"{kind}/body.txt").render(given)
    html = env.get_template(f"{kind}/body.html").render(given)
    return news, _tidy(text), re.sub(r"\n\s*", "\n", html)


@cache
def _environment(language: str) -> Environment:
    words = Words(language)
    env = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=lambda name: name is not None and name.endswith(".html"),
        undefined=StrictUndefined,
        # Else each mail asks the file system whether each of its templates has changed.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals["words"] = words
    env.globals["_"] = words.say
    env.globals["ngettext"] = words.count
    cell = env.get_template("cell.html")

    @cache
    def card(code: str) -> Markup:
        shown = {"code": code, "shape": SHAPES[code[0]], "style": _STYLES[code[0]]}
        return Markup(cell.render(shown).strip())

    env.globals["cell"] = card
    env.filters["wrap"] = lambda text, hanging="": "\n".join(tabletext.wrapped(text, hanging))
    return env


def _tidy(text: str) -> str:
    """No space at the end of a line, no more than one empty line, one line end at the end."""
    lines = "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines) + "\n"
