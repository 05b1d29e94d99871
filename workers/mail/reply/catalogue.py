"""Messages with a context, for words that would be translated otherwise somewhere else."""

from typing import Final

from service.wording.catalogue import Catalogue

KEYWORD: Final = "reply keyword"
"""Synonyms between bars: what a player may write in a reply. The first is the one we print."""
COMMAND: Final = "reply command"
"""A whole command as we print it; it has to be understood when it is copied into a reply."""


def mark_in(context: str, message: str) -> str:
    """The message itself: says where it stands that it is to be translated in that context."""
    return message


def say_in(catalogue: Catalogue, context: str, message: str, /, **params: object) -> str:
    """The message in the catalogue's language."""
    return catalogue.translations.pgettext(context, message) % params
