"""Gather every sentence that is to be translated, and bring the catalogues up to date: make messages.

Sentences are found in the code and in the templates. A new one comes into each catalogue without a
translation, which the tests then miss; one that is no longer used leaves it. What is written depends
on the sentences and their translations alone: no dates, no places, no names.

    python scripts/messages.py          write translations/
    python scripts/messages.py --check  write nothing; exit status 1 if something would change
"""

import sys
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "translations"
DOMAIN: Final = "tenpost"

METHODS: Final = [
    ("service/**.py", "python"),
    ("workers/**.py", "python"),
    ("templates/**.html", "jinja2"),
    ("templates/**.txt", "jinja2"),
]
OPTIONS: Final = {
    "templates/**": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"},
}
KEYWORDS: Final[Mapping[str, Any]] = {
    "say": None,
    "who": None,
    "mark": None,
    "_": None,
    "gettext": None,
    "count": (1, 2),
    "ngettext": (1, 2),
    "mark_in": ((1, "c"), 2),
    "pgettext": ((1, "c"), 2),
}
"""Function -> which of its arguments are messages; (1, "c") is a context."""

PLURALS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "da": ("n != 1", ("one", "other")),
    "sq": ("n != 1", ("one", "other")),
    "ne": ("n != 1", ("one", "other")),
    "cy": (
        "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n == 3 ? 3 : n == 6 ? 4 : 5",
        ("zero", "one", "two", "few", "many", "other"),
    ),
}
"""Language -> its rule for gettext, and the names that CLDR gives to the forms; a test compares them."""


def gathered() -> Catalog:
    """All messages of the code and the templates, none translated. Raises on a template that is broken."""
    found = Catalog(domain=DOMAIN, fuzzy=False)
    for folder in ("service", "workers", "templates"):
        for name, _, message, _, context in extract_from_dir(
            ROOT / folder,
            [(_below(pattern, folder), method) for pattern, method in METHODS],
            {_below(pattern, folder): given for pattern, given in OPTIONS.items()},
            dict(KEYWORDS),
        ):
            found.add(message, locations=[(f"{folder}/{name}", 0)], context=context)
    return found


def _below(pattern: str, folder: str) -> str:
    """The pattern as seen from the folder; one that never fits for another folder's."""
    return pattern.removeprefix(f"{folder}/") if pattern.startswith(f"{folder}/") else "-"


def path_of(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """The catalogue as it is kept; an empty one for a new language."""
    path = path_of(language)
    if not path.exists():
        rule, forms = PLURALS[language]
        text = f'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals={len(forms)}; plural=({rule});\\n"\n'
        return read_po(BytesIO(text.encode()), locale=language, domain=DOMAIN)
    with path.open("rb") as source:
        return read_po(source, locale=language, domain=DOMAIN)


def updated(language: str, messages: Catalog) -> Catalog:
    """The catalogue with just these messages, each with the translation it had."""
    catalogue = read(language)
    # No guesses: what is nearly the sentence of yesterday may say the opposite.
    catalogue.update(messages, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def text(catalogue: Catalog, language: str | None) -> str:
    """The file's content: sorted, without what changes from run to run. None is the template."""
    told = BytesIO()
    write_po(
        told,
        catalogue,
        width=100,
        no_location=True,
        omit_header=True,
        sort_output=True,
        ignore_obsolete=True,
    )
    lines = ['msgid ""', 'msgstr ""', r'"Content-Type: text/plain; charset=utf-8\n"']
    lines.append(r'"Content-Transfer-Encoding: 8bit\n"')
    title = "Every sentence of Tenpost that is translated"
    if language is not None:
        rule, forms = PLURALS[language]
        title = f"{Locale.parse(language).english_name} for Tenpost"
        lines.append(rf'"Language: {language}\n"')
        lines.append(rf'"Plural-Forms: nplurals={len(forms)}; plural=({rule});\n"')
    head = "\n".join([f"# {title}. Kept in order by: make messages", *lines])
    return f"{head}\n\n{told.getvalue().decode('utf-8').strip()}\n"


def files() -> dict[Path, str]:
    """Path -> content of each file as it should be."""
    messages = gathered()
    told = {FOLDER / f"{DOMAIN}.pot": text(messages, None)}
    for language in PLURALS:
        told[path_of(language)] = text(updated(language, messages), language)
    return told


def missing(language: str) -> int:
    """How many messages have no translation yet."""
    return sum(bool(m.id) and (not _whole(m.string) or m.fuzzy) for m in read(language))


def _whole(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) if string is None or isinstance(string, str) else all(string)


def main(arguments: list[str], say: Callable[[str], None] = print) -> int:
    if arguments not in ([], ["--check"]):
        say("usage: python scripts/messages.py [--check]")
        return 2
    told = files()
    changed = {
        path: content
        for path, content in told.items()
        if not path.exists() or path.read_text(encoding="utf-8") != content
    }
    if arguments:
        for path in changed:
            say(f"{path.relative_to(ROOT)} is out of date: run make messages")
        return 1 if changed else 0
    for path, content in changed.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    for language in PLURALS:
        say(f"{language}: {missing(language)} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
