"""From a row to a letter: by its kind. A row whose mail is no longer wanted gives none."""

from collections.abc import Callable, Mapping
from typing import Final

from events.outbox import Claim
from workers.mail import address_mails, digest, seat_mails
from workers.mail.desk import Desk
from workers.mail.letter import Letter


def compose(desk: Desk, taken: Claim) -> Letter | None:
    """The letter for this row, or None if it is not wanted any more.

    Its links are minted on the way; ``Desk.keep`` stores them. Raises NotYet, StorageError, UnknownGame, and
    KeyError for a kind that this program does not know.
    """
    return KINDS[taken.kind](desk, taken)


KINDS: Final[Mapping[str, Callable[[Desk, Claim], Letter | None]]] = {
    "your-turn": seat_mails.asked,
    "auction": seat_mails.asked,
    "reminder": seat_mails.remind,
    "timed-out": seat_mails.timed_out,
    "vote": seat_mails.vote,
    "news": seat_mails.news,
    "link": seat_mails.link,
    "final-score": seat_mails.score,
    "answer": seat_mails.answer,
    "digest": digest.digest,
    "sign-in": address_mails.sign_in,
    "invitation": address_mails.invitation,
}
