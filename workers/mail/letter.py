"""A letter and the message it becomes: headers as mail.md ("Form") wants them.

Headers are built by the standard library's EmailMessage and Address alone, so a name with a comma,
quotes, emoji or another script arrives as typed, and no name can add a header.
"""

import ipaddress
import unicodedata
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage, Message
from email.policy import Policy
from email.utils import format_datetime
from typing import Any, Final
from urllib.parse import urlsplit

from workers.mail.headers import POLICY
from workers.mail.shown import Shown
from workers.mail.signed import reply_address

_ALTERNATIVE: Final = 'multipart/alternative; boundary="=_either"'
_MIXED: Final = 'multipart/mixed; boundary="=_and"'
"""In quoted-printable and in base64 there is no ``=_``: nobody has to look whether a boundary is free."""

Row = Mapping[str, Any]
"""A row of the outbox, as ``events.outbox.row_of`` makes it."""


@dataclass(frozen=True)
class Recipient:
    """Who a letter is for; ``address_id`` is the row that a refusal marks."""

    name: str
    address: str
    address_id: str | None = None


@dataclass(frozen=True)
class Letter:
    """A mail ready to go. ``news`` is the subject's first part, ``about`` the game's name or "".

    thread: the game's id, for the threads of mail clients. unsubscribe: the one-click address. shown:
    the table in it, and what was said. reply: the token that a reply is addressed to. then: rows that
    are owed once this mail is out. calendar: the deadline, as a calendar object. closes: the
    ids of pending rows that this mail tells of.
    """

    to: Recipient
    news: str
    about: str
    text: str
    html: str
    thread: str | None = None
    unsubscribe: str | None = None
    language: str = "en"
    shown: Shown | None = None
    reply: str | None = None
    calendar: str | None = None
    closes: Sequence[int] = ()
    then: Sequence[Row] = ()


def host_of(base_url: str) -> str:
    """The host name that message ids end in."""
    host = urlsplit(base_url).hostname or "localhost"
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host
    return "localhost"


def message(
    letter: Letter, message_id: str, mail_from: str, host: str, now: datetime
) -> EmailMessage:
    """The message. message_id: the part before the @, the same for every attempt to send it."""
    mail = EmailMessage(policy=POLICY)
    subject = f"{letter.news}: {letter.about}" if letter.about else letter.news
    mail["Subject"] = plain(subject)
    mail["From"] = _address(letter.about or "Tenpost", mail_from)
    mail["To"] = _address(letter.to.name, letter.to.address)
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{message_id}@{host}>"
    if letter.thread is not None:
        mail["References"] = f"<game.{letter.thread}@{host}>"
    mail["MIME-Version"] = "1.0"
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    if letter.unsubscribe is not None:
        mail["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    body = mail if letter.calendar is None else EmailMessage(policy=POLICY)
    body["Content-Type"] = _ALTERNATIVE
    body.attach(_part("plain", letter.text))
    body.attach(_part("html", letter.html))
    if letter.calendar is not None:
        # Beside the two, not among them: some programs would show it in their place, as an appointment
        # that cannot be replied to.
        mail["Content-Type"] = _MIXED
        mail.attach(body)
        mail.attach(_calendar(letter.calendar))
    mail["Content-Language"] = letter.language
    return mail


def raw(message: Message, policy: Policy = POLICY) -> bytes:
    """The bytes of a message that ``message`` made, as ``as_bytes`` would give them, but sooner.

    policy: ``POLICY``, or one that lets addresses of other scripts stand as they are.
    """
    head = b"".join(policy.fold_binary(name, value) for name, value in message.raw_items())
    payload = message.get_payload()
    if not isinstance(payload, list):
        return head + b"\r\n" + str(payload).encode("ascii").replace(b"\n", b"\r\n")
    mark = b"--" + str(message.get_boundary()).encode("ascii")
    parts = [part for part in payload if isinstance(part, Message)]
    body = b"".join(mark + b"\r\n" + raw(part, policy) + b"\r\n" for part in parts)
    return head + b"\r\n" + body + mark + b"--\r\n"


def game_address(mail_from: str, game: str) -> str:
    """The address that mails of this game come from, where each has its own."""
    local, _, domain = mail_from.rpartition("@")
    return f"{local}-{game[:8]}@{domain}"


def reply_to(letter: Letter, mail_from: str) -> Address:
    """Where a reply goes: to the table of this seat. ValueError for a letter without a token."""
    if letter.reply is None:
        raise ValueError("nobody can reply to this letter")
    return _address(letter.about or "Tenpost", reply_address(mail_from, letter.reply))


def _part(kind: str, text: str) -> EmailMessage:
    """A part of text in quoted-printable. The library's own encoder takes longer than to write the mail."""
    part = EmailMessage(policy=POLICY)
    part["Content-Type"] = f'text/{kind}; charset="utf-8"'
    part["Content-Transfer-Encoding"] = "quoted-printable"
    part.set_payload(b2a_qp(text.encode(), istext=True).decode("ascii"))
    return part


def _calendar(text: str) -> EmailMessage:
    part = EmailMessage(policy=POLICY)
    part["Content-Type"] = 'text/calendar; charset="utf-8"; method="PUBLISH"'
    part["Content-Transfer-Encoding"] = "base64"
    part["Content-Disposition"] = 'attachment; filename="deadline.ics"'
    part.set_payload(encodebytes(text.encode()).decode("ascii"))
    return part


def plain(text: str) -> str:
    """The text on one line, without control characters."""
    line = text.strip()
    if not line.isprintable():
        harmful = ("Cc", "Zl", "Zp", "Cs")
        line = "".join(" " if unicodedata.category(sign) in harmful else sign for sign in line)
    # What looks like an encoded word would be decoded by the reader's program: a joiner, which nobody
    # sees, keeps it as it was typed.
    return line.strip().replace("=?", "=\u2060?")


def _address(name: str, address: str) -> Address:
    if "=?" in address:
        # The standard library would decode it, and whatever it hides would be a header of ours.
        raise ValueError("an address that is an encoded word is none")
    local, _, domain = address.rpartition("@")
    if not domain.isascii():
        domain = domain.encode("idna").decode("ascii")
    return Address(plain(name), local, domain)
