"""Look into one mailbox by IMAP, for hosts that cannot be sent mail: what is new there is stored."""

import imaplib
import logging
import re
import ssl
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Final

from events.store import Store
from service.config import Imap
from workers.mail.incoming import LARGEST, store_mail

PATIENCE_S: Final = 30
MOST: Final = 100
"""Mails that one look takes; the next one goes on."""

_SIZE: Final = re.compile(rb"RFC822\.SIZE (\d+)")

logger = logging.getLogger(__name__)


def poll(mailbox: Imap, store: Store, clock: Callable[[], datetime]) -> int:
    """Store the unseen mails and mark them as seen, each once it is stored; answers how many.

    A mailbox that cannot be read is logged, and looked at again later. Raises StorageError.
    """
    try:
        server = _connect(mailbox)
    except (OSError, imaplib.IMAP4.error) as trouble:
        logger.warning("the mailbox cannot be opened: %s", _said(trouble))
        return 0
    taken = 0
    try:
        for number in _unseen(server, mailbox.mailbox):
            raw, size = _fetch(server, number)
            store_mail(store, raw, clock(), size=size)
            server.uid("STORE", number, "+FLAGS.SILENT", r"(\Seen)")
            taken += 1
    except (OSError, imaplib.IMAP4.error) as trouble:
        logger.warning("the mailbox cannot be read: %s", _said(trouble))
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            server.logout()
        with suppress(OSError):
            # If it could not be logged out, the connection is still open.
            server.shutdown()
    return taken


def _connect(mailbox: Imap) -> imaplib.IMAP4:
    """Raises OSError or IMAP4.error."""
    at = (mailbox.host, mailbox.port)
    server: imaplib.IMAP4
    if mailbox.security == "tls":
        context = ssl.create_default_context()
        server = imaplib.IMAP4_SSL(*at, ssl_context=context, timeout=PATIENCE_S)
    else:
        server = imaplib.IMAP4(*at, timeout=PATIENCE_S)
    try:
        if mailbox.security == "starttls":
            server.starttls(ssl.create_default_context())
        server.login(mailbox.user, mailbox.password)
    except (OSError, imaplib.IMAP4.error):
        server.shutdown()
        raise
    return server


def _unseen(server: imaplib.IMAP4, name: str) -> list[str]:
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    status, _ = server.select(quoted)
    if status != "OK":
        raise imaplib.IMAP4.error(f"no mailbox {name}")
    _, found = server.uid("SEARCH", "UNSEEN")
    numbers = found[0].decode("ascii").split() if found and found[0] else []
    return numbers[:MOST]


def _fetch(server: imaplib.IMAP4, number: str) -> tuple[bytes, int]:
    """The mail, or of a very large one its headers only; and its size."""
    _, told = server.uid("FETCH", number, "(RFC822.SIZE)")
    found = _SIZE.search(_flat(told))
    size = 0 if found is None else int(found[1])
    part = "HEADER" if size > LARGEST else ""
    _, told = server.uid("FETCH", number, f"(BODY.PEEK[{part}])")
    raw = next((each[1] for each in told if isinstance(each, tuple)), b"")
    return raw, size or len(raw)


def _flat(told: list[object]) -> bytes:
    pieces = [b" ".join(each) if isinstance(each, tuple) else each for each in told]
    return b" ".join(each for each in pieces if isinstance(each, bytes))


def _said(trouble: Exception) -> str:
    """Without what may be an address or a name to log in with."""
    return type(trouble).__name__
