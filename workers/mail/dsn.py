"""Delivery reports (RFC 3464), and bounces of servers that write prose instead.

Whether a report is to be believed is another question: only one that came to a signed address
(``signed``) may mark anything.
"""

import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from email.parser import HeaderParser
from email.policy import compat32
from typing import Final

from workers.mail.reply.charsets import decode, header
from workers.mail.reply.opening import LARGEST, open_mail

_LOOKED_AT: Final = 50_000
"""Characters of prose that are searched for a status."""
_RETURNED: Final = (
    "message/rfc822",
    "message/global",
    "message/global-headers",
    "text/rfc822-headers",
)
_STATUS: Final = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_REPLY: Final = re.compile(r"(?<![\d.+-])([45]\d\d)(?=[ -])")
_ADDRESS: Final = re.compile(r"[^\s<>:;,\"'()]+@[^\s<>:;,\"'()]+")
_QUOTED_BELOW: Final = re.compile(
    r"^-{3,}.*(?:original message|copy of the message|below this line|message follows).*$"
    r"|^-+ this is a copy of the message",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True)
class Failure:
    """What became of a mail for one recipient. status: ``5.1.1``, as far as it is known. detail: what the
    server said, without addresses, on one line of at most 200 characters."""

    action: str
    status: str
    detail: str

    @property
    def permanent(self) -> bool:
        """Whether the address will not take mail: it failed, with a status 5.x.x."""
        return self.action == "failed" and self.status.startswith("5")


@dataclass(frozen=True)
class Report:
    """failures: one for each recipient that is told of, delays and deliveries included. message_id: of
    our mail, without its brackets, where the report returns it."""

    failures: tuple[Failure, ...]
    message_id: str | None = None

    @property
    def permanent(self) -> Failure | None:
        """The first failure for good, or None: then there is nothing to be done but to log it."""
        return next((each for each in self.failures if each.permanent), None)


def report(message: bytes | Message) -> Report | None:
    """What a delivery report tells; None for a message that is none. Never raises."""
    if isinstance(message, bytes) and len(message) > LARGEST:
        return None
    opened = open_mail(message) if isinstance(message, bytes) else message
    if opened is None:
        return None
    try:
        return _report(opened)
    except Exception:
        # As in ``body``: what breaks the standard library's parser cannot be read.
        return None


def _report(message: Message) -> Report | None:
    failures: list[Failure] = []
    returned: object = None
    for part in message.walk():
        kind = part.get_content_type()
        if kind in ("message/delivery-status", "message/global-delivery-status"):
            failures += _of_blocks(part)
        elif kind in _RETURNED and returned is None:
            returned = _returned(part)
    if not failures:
        told = _of_prose(message)
        if told is None:
            return None
        failures.append(told)
    return Report(tuple(failures), _id(returned) or _id_in_prose(message))


def _returned(part: Message) -> object:
    """The Message-ID of our mail, of which the whole or the headers come back."""
    payload = part.get_payload()
    if isinstance(payload, list):
        return next(
            (inner.get("Message-ID") for inner in payload if isinstance(inner, Message)), None
        )
    return HeaderParser(policy=compat32).parsestr(_text(part)).get("Message-ID")


def _of_blocks(part: Message) -> Iterator[Failure]:
    """A block for the whole message, and one for each recipient."""
    for block in _blocks(part):
        fields = {key.lower(): header(value) for key, value in block.items()}
        if not fields.keys() & {"final-recipient", "original-recipient", "action"}:
            continue
        said = fields.get("diagnostic-code", "").partition(";")[2].strip()
        said = said or fields.get("diagnostic-code", "")
        action = (
            fields.get("action", "failed").split()[0].lower() if fields.get("action") else "failed"
        )
        yield Failure(action, _status(fields, said), _scrubbed(said))


def _blocks(part: Message) -> Iterator[Message]:
    """The blocks of header lines, whatever the parser made of them: it knows one of the two types, and
    takes a report that is encoded as a whole, which is not allowed and done, for a body."""
    payload = part.get_payload()
    if not isinstance(payload, list):
        yield from _parsed(_text(part))
        return
    for block in payload:
        if not isinstance(block, Message):
            continue
        yield block
        rest = str(block.get_payload())
        if not block.keys() and "base64" in str(part.get("Content-Transfer-Encoding", "")).lower():
            rest = b64decode(rest.encode("ascii", "ignore")).decode("utf-8", "replace")
        yield from _parsed(decode(rest.encode("utf-8", "surrogateescape"), None))


def _parsed(text: str) -> Iterator[Message]:
    for block in re.split(r"\n[ \t]*\n", text.replace("\r\n", "\n")):
        yield HeaderParser(policy=compat32).parsestr(block.strip())


def _status(fields: Mapping[str, str], said: str) -> str:
    """The status; where that says no more than "failed", what the other server said is better."""
    told = _STATUS.search(fields.get("status", ""))
    better = _STATUS.search(said)
    if told is not None and (told.group(2, 3) != ("0", "0") or better is None):
        return told.group()
    if better is not None and (told is None or better[1] == told[1]):
        return better.group()
    if told is not None:
        return told.group()
    code = _REPLY.search(said)
    return f"{code[1][0]}.0.0" if code is not None else ""


def _of_prose(message: Message) -> Failure | None:
    """Older servers tell people, not programs: Exim by a header, qmail by how its mail begins."""
    text = _QUOTED_BELOW.split(_first_text(message)[:_LOOKED_AT])[0]
    failed = message.get("X-Failed-Recipients") is not None
    failed = failed or (text.lstrip().startswith("Hi. This is the") and "qmail" in text[:200])
    if not failed:
        return None
    status, code = _STATUS.search(text), _REPLY.search(text)
    if status is not None:
        told = status.group()
    else:
        told = f"{code[1][0]}.0.0" if code is not None else "5.0.0"
    line = next((line for line in text.splitlines() if told in line), "")
    if not line and code is not None:
        line = next(line for line in text.splitlines() if code[1] in line)
    return Failure("failed", told, _scrubbed(line))


def _first_text(message: Message) -> str:
    for part in message.walk():
        if part.get_content_type() == "text/plain":
            return _text(part)
    return ""


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if isinstance(payload, bytes):
        charset = part.get_param("charset")
        text = decode(payload, charset if isinstance(charset, str) else None)
    else:
        text = str(part.get_payload())
    return text.replace("\r\n", "\n")


def _id(value: object) -> str | None:
    told = header(value).strip().strip("<>") if value is not None else ""
    return told or None


def _id_in_prose(message: Message) -> str | None:
    found = re.search(r"^message-id:\s*<([^<>\s]{1,300})>", _first_text(message), re.I | re.M)
    return None if found is None else found[1]


def _scrubbed(said: str) -> str:
    """On one line, short, and without addresses: it is kept with the row."""
    told = _ADDRESS.sub("<address>", " ".join(said.split()))
    return told.replace("<<address>>", "<address>")[:200]
