"""The door for mail that is brought to us, by SMTP or LMTP: addresses are looked at, mails stored, no more.

What a mail says is read later, by a worker: nothing that somebody sends can keep the door from opening.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from events.errors import TenpostError
from events.store import Store
from workers.mail.incoming import LARGEST, store_mail
from workers.mail.signed import bounced_row, reply_token

PROTOCOLS: Final[dict[str, type[SMTP]]] = {"smtp": SMTP, "lmtp": LMTP}

logger = logging.getLogger(__name__)


class Door:
    """What aiosmtpd asks. One recipient a mail: LMTP wants an answer for each, and so nobody waits for
    anybody else's."""

    def __init__(
        self,
        store: Store,
        mail_from: str,
        key: str,
        clock: Callable[[], datetime],
        wake: Callable[[], object],
    ) -> None:
        self._store = store
        self._local, _, self._domain = mail_from.lower().rpartition("@")
        self._key = key
        self._clock = clock
        self._wake = wake

    def protocol(self, name: str, loop: asyncio.AbstractEventLoop) -> SMTP:
        """One connection of that protocol (a key of ``PROTOCOLS``)."""
        return PROTOCOLS[name](
            self,
            hostname=self._domain,
            ident="Tenpost",
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            decode_data=False,
            timeout=120,
            loop=loop,
        )

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not self._ours(address):
            return "550 5.1.1 No such address here"
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw: Any = envelope.content
        to = envelope.rcpt_tos[0]
        # Of bytes that are no UTF-8, and of NULs, a database makes no text.
        sender = "".join(filter(str.isprintable, envelope.mail_from or "")).strip("<>")
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(
                None, store_mail, self._store, raw, self._clock(), sender, to
            )
        except TenpostError as trouble:
            logger.warning("a mail could not be stored: %s", trouble.code)
            return "451 4.3.0 Try again later"
        await loop.run_in_executor(None, self._wake)
        return "250 2.0.0 OK"

    async def handle_exception(self, error: Exception) -> str:
        """Whatever is wrong here is nothing to be told to whoever sends mail."""
        logger.error("the door for mail failed", exc_info=error)
        return "451 4.3.0 Try again later"

    def _ours(self, address: str) -> bool:
        """An address that we made ourselves: a seat's, or a signed one. Whether it opens anything is not
        said here."""
        local, _, domain = address.lower().rpartition("@")
        if not local.isprintable():
            return False
        if domain != self._domain or not local.startswith(f"{self._local}+"):
            return False
        return reply_token(address) is not None or bounced_row(address, self._key) is not None
