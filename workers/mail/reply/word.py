"""What readings are made of and what they come to."""

from typing import Final, NamedTuple

from workers.mail.reply.intents import Fault, Intent


class Word(NamedTuple):
    """A symbol with the one meaning that is tried: a key of the lexicon or of ``Symbol``, and its text."""

    key: str
    text: str


Reading = tuple[Intent, ...] | Fault
"""The intents that the words may have, or what is wrong with them."""

NOTHING: Final[Reading] = ()
"""No command at all."""
