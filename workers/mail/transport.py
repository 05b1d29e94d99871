"""The way out: SMTP, and what became of one mail (mail.md, "Results of sending").

One connection serves many mails and is opened anew after any trouble, so that a server which hangs or
drops one mail costs the others no more than its time-out.
"""

import smtplib
import ssl
from email.message import EmailMessage
from types import TracebackType
from typing import Final, Self

from service.config import Smtp
from workers.mail.headers import POLICY
from workers.mail.letter import raw

_UTF8: Final = POLICY.clone(utf8=True)

PATIENCE_S: Final = 20
"""Seconds that a server may take to answer one command."""


class SendingFailed(Exception):
    """The mail was not taken, or nobody knows. ``reason`` holds no address."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class TryLater(SendingFailed):
    """This mail was put off, or its connection broke: the next one may fare better."""


class Unreachable(TryLater):
    """No mail at all can be sent now: refused, timed out, or our log-in failed."""


class Refused(SendingFailed):
    """The server will never take this mail for this recipient (5xx)."""


class Outgoing:
    """A connection to the configured server; a context manager. Not to be shared between threads."""

    def __init__(self, smtp: Smtp, patience_s: float = PATIENCE_S) -> None:
        self._settings = smtp
        self._patience_s = patience_s
        self._open: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._open is not None:
            try:
                self._open.quit()
            except (OSError, smtplib.SMTPException):
                self._drop()
            self._open = None

    def send(self, message: EmailMessage, sender: str, recipient: str) -> None:
        """Returns once the server has taken the mail (250). Raises TryLater, Unreachable or Refused."""
        to = _envelope(recipient)
        options = () if to.isascii() else ("SMTPUTF8", "BODY=8BITMIME")
        data = raw(message) if to.isascii() else raw(message, _UTF8)
        fresh = self._open is None
        server = self._open or self._connect()
        try:
            try:
                server.sendmail(sender, [to], data, mail_options=options)
            except smtplib.SMTPServerDisconnected:
                if fresh:
                    raise
                # The server closed a connection that was idle: that says nothing about this mail.
                self._drop()
                self._connect().sendmail(sender, [to], data, mail_options=options)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = next(iter(error.recipients.values()))
            raise _answered(code, said) from error
        except smtplib.SMTPSenderRefused as error:
            # About us, not about the recipient: whatever the code, the mail is kept.
            raise TryLater(_reason(error.smtp_code, error.smtp_error, "sender refused")) from error
        except smtplib.SMTPResponseException as error:
            raise _answered(error.smtp_code, error.smtp_error) from error
        except smtplib.SMTPNotSupportedError as error:
            raise Refused("the mail server takes no addresses of other scripts") from error
        except (OSError, smtplib.SMTPException) as error:
            self._drop()
            raise TryLater(_broken(error)) from error

    def _connect(self) -> smtplib.SMTP:
        """Raises Unreachable."""
        to = self._settings
        try:
            server: smtplib.SMTP
            if to.security == "tls":
                context = ssl.create_default_context()
                server = smtplib.SMTP_SSL(
                    to.host, to.port, timeout=self._patience_s, context=context
                )
            else:
                server = smtplib.SMTP(to.host, to.port, timeout=self._patience_s)
            self._open = server
            if to.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if to.user is not None and to.password is not None:
                server.login(to.user, to.password)
            server.ehlo_or_helo_if_needed()
        except smtplib.SMTPResponseException as error:
            self._drop()
            raise Unreachable(_reason(error.smtp_code, error.smtp_error, "no session")) from error
        except (OSError, smtplib.SMTPException) as error:
            self._drop()
            raise Unreachable(_broken(error)) from error
        return server

    def _drop(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None


def _envelope(address: str) -> str:
    """The address as SMTP wants it: a domain of other scripts in its ASCII form. Raises Refused."""
    local, _, domain = address.rpartition("@")
    try:
        return f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        raise Refused("the domain of the address cannot exist") from None


def _answered(code: int, said: bytes | str) -> SendingFailed:
    reason = _reason(code, said, "refused")
    return Refused(reason) if 500 <= code < 600 else TryLater(reason)


def _reason(code: int, said: bytes | str, what: str) -> str:
    """The server's words, without what looks like an address: they often repeat the recipient."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    words = ["<address>" if "@" in word else word for word in text.split()]
    return f"{what}: {code} {' '.join(words)}"[:200]


def _broken(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "the mail server did not answer in time"
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return "the mail server closed the connection"
    if isinstance(error, OSError):
        return f"the mail server cannot be reached ({error.strerror or type(error).__name__})"
    return f"the mail server cannot be used ({type(error).__name__})"
