"""The catalogues: ``translations/<language>/LC_MESSAGES/tenpost.po``, read as they are.

The .po files themselves are read once a process, so there is no compiled form that could be older
than its source. English has no catalogue: its sentences are the source.
"""

from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from events.errors import TenpostError

SOURCE = "en"
FOLDER = Path(__file__).resolve().parents[2] / "translations"
DOMAIN = "tenpost"


class UnknownLanguage(TenpostError):
    """There is no catalogue for the language. Parameters: language."""

    code = "unknown-language"


class Catalogue:
    """Sentences of one language. ``%(name)s`` in a message is replaced by the parameter."""

    def __init__(self, language: str = SOURCE) -> None:
        self.language = language
        self.translations = _read(language)

    def say(self, message: str, /, **params: object) -> str:
        """The message in this language."""
        return self.translations.gettext(message) % params

    def count(self, one: str, many: str, number: int, /, **params: object) -> str:
        """The message in the plural form that ``number`` asks for, which is also ``%(n)s``."""
        return self.translations.ngettext(one, many, number) % {"n": number, **params}


def mark(message: str) -> str:
    """The message itself: says where it stands that it is to be translated when it is used."""
    return message


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages there are, English first."""
    found = sorted(path.parents[1].name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    return SOURCE, *(code for code in found if code != SOURCE)


@cache
def _read(language: str) -> NullTranslations:
    if language not in languages():
        raise UnknownLanguage(language=language)
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if language == SOURCE or not path.exists():
        return NullTranslations()
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language, domain=DOMAIN)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled, domain=DOMAIN)


def locale(language: str) -> Locale:
    """The CLDR data of the language: dates, numbers, plural forms."""
    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError) as error:
        raise UnknownLanguage(language=language) from error
