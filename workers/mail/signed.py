"""The addresses we make ourselves: who a bounce is about, and which seat a reply plays for.

A bounce comes back to the sender of the envelope, which is ours and signed: ``ten+b42-<mac>@host``
for row 42 of the outbox. It names no recipient, and nobody can make one up to have an address marked.
A reply comes to ``ten+<token>@host``. Mail servers change the case of what is before the @, so nothing
depends on it.
"""

import hmac
import re
from base64 import b32encode
from hashlib import sha256
from typing import Final

from service.tokens import SHAPE

MAC_BYTES: Final = 10
"""80 bits: 16 characters. Guessing one costs a mail each."""

_BOUNCE: Final = re.compile(r"b([1-9][0-9]{0,18})-([a-z2-7]{16})\Z")


def bounce_address(mail_from: str, key: str, row: int) -> str:
    """The envelope's sender for the mail of this row. mail_from: our configured address. key: a secret.

    At most 64 characters stand before the @ where the configured address has at most 25 there.
    """
    return _tagged(mail_from, f"b{row}-{_mac(key, row)}")


def bounced_row(address: str, key: str) -> int | None:
    """The outbox row that a bounce to this address is about; None if we did not sign the address."""
    found = _BOUNCE.match(_tag(address))
    if found is None:
        return None
    row = int(found[1])
    return row if hmac.compare_digest(found[2], _mac(key, row)) else None


def reply_address(mail_from: str, token: str) -> str:
    """Where a reply to the mail with this token goes."""
    return _tagged(mail_from, token)


def reply_token(address: str) -> str | None:
    """The token in the address of a reply; None if it holds nothing of that shape."""
    tag = _tag(address)
    return tag if SHAPE.match(tag) else None


def _mac(key: str, row: int) -> str:
    digest = hmac.new(key.encode(), f"tenpost/bounce/1 {row}".encode(), sha256).digest()
    return b32encode(digest[:MAC_BYTES]).decode("ascii").lower()


def _tagged(address: str, tag: str) -> str:
    local, _, domain = address.rpartition("@")
    return f"{local}+{tag}@{domain}"


def _tag(address: str) -> str:
    """What stands behind the last + before the @, in lower case; "" without one."""
    local = address.strip().strip("<>").rpartition("@")[0]
    return local.rpartition("+")[2].lower() if "+" in local else ""
