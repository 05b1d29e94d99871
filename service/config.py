"""The settings: typed, from the environment alone, read once at the start.

Every name begins with TENPOST_. A secret may come as a file: ``TENPOST_SECRET_KEY_FILE`` names a file whose
content, without its last line end, is the value. A wrong or missing value stops the start with a
sentence that names the variable.
"""

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import overload
from urllib.parse import urlsplit

from events.engine import BadDatabaseUrl, make_engine

POLICIES = ("open", "invited", "closed")
"""Who may start a game: anybody; whoever has a confirmed address here; the same, and nobody new can be
invited either."""

ENCRYPTIONS = ("none", "starttls", "tls")
"""How the connection to the mail server is protected."""

_ADDRESS = re.compile(r"[^\s@<>,;:\"]+@[^\s@<>,;:\"]+\Z")


class SettingsError(Exception):
    """A setting is wrong or missing. The message is a sentence that names it and says what to do."""


@dataclass(frozen=True, slots=True)
class Smtp:
    """The mail server; ``security`` is one of ``ENCRYPTIONS``."""

    host: str
    port: int = 587
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    security: str = "starttls"


WAYS_IN = ("off", "lmtp", "smtp")
"""How mail is brought to us: not at all, or by which protocol."""


@dataclass(frozen=True, slots=True)
class Listening:
    """Where replies and bounces are brought: ``protocol`` is ``lmtp`` or ``smtp``."""

    protocol: str
    host: str = "127.0.0.1"
    port: int = 8024


@dataclass(frozen=True, slots=True)
class Imap:
    """The mailbox that is polled for replies and bounces; ``security`` is one of ``ENCRYPTIONS``."""

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 993
    security: str = "tls"
    mailbox: str = "INBOX"


@dataclass(frozen=True, slots=True)
class Settings:
    """All that a host can set.

    database_url: of SQLAlchemy, SQLite or PostgreSQL. redis_url: None without Redis. base_url: no slash at
    its end. smtp: None means the catcher of ``tenpost up``. signup: one of ``POLICIES``. data_dir: where
    the embedded parts keep their files. proxies: how many servers of the host's own stand in front.
    listening, imap: the ways in for mail; with neither, nobody can reply. own_addresses: whether the mails
    of each game come from an address of its own, on the domain of ``mail_from``.
    """

    database_url: str
    base_url: str
    secret_key: str = field(repr=False)
    redis_url: str | None = None
    smtp: Smtp | None = None
    mail_from: str = "tenpost@localhost"
    own_addresses: bool = False
    signup: str = "open"
    data_dir: Path = Path("data")
    log_level: str = "INFO"
    invitation_days: int = 14
    proxies: int = 0
    listening: Listening | None = None
    imap: Imap | None = None

    @property
    def replies(self) -> bool:
        """Whether mail can come back to us: then a reply plays, and a bounce is heard of."""
        return self.listening is not None or self.imap is not None

    @property
    def secure(self) -> bool:
        """Whether the pages are reached over https: then the session cookie asks for it."""
        return self.base_url.startswith("https://")

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> "Settings":
        """The settings of this environment. Raises SettingsError."""
        env = _Env(environ)
        return cls(
            database_url=_database(env.need("DATABASE_URL", "such as postgresql+psycopg://...")),
            base_url=_base_url(env.need("BASE_URL", "such as https://ten.example.org")),
            secret_key=_secret(env.need("SECRET_KEY", "at least 32 characters that nobody knows")),
            redis_url=_redis(env.get("REDIS_URL")),
            smtp=_smtp(env),
            mail_from=_mail_from(env.get("MAIL_FROM", "tenpost@localhost")),
            own_addresses=env.choice("GAME_ADDRESSES", ("shared", "own"), "shared") == "own",
            signup=env.choice("SIGNUP", POLICIES, "open"),
            data_dir=Path(env.get("DATA_DIR", "data")),
            log_level=env.choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
            invitation_days=env.whole("INVITATION_DAYS", 14, 1, 365),
            proxies=env.whole("PROXIES", 0, 0, 9),
            listening=_listening(env),
            imap=_imap(env),
        )

    @classmethod
    def of_services(cls, environ: Mapping[str, str]) -> "Settings":
        """Those of a host whose pages, worker and beat are processes of their own: what connects them,
        and the way out for mail, has to be named. Raises SettingsError."""
        settings, env = cls.from_env(environ), _Env(environ)
        env.need("REDIS_URL", "such as redis://localhost:6379/0")
        env.need("SMTP_HOST", "the name of the mail server")
        env.need("MAIL_FROM", "the address that mails come from, such as ten@example.org")
        return settings


class _Env:
    """Reads names without their prefix; an empty value counts as absent."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def _read(self, name: str) -> str | None:
        full = f"TENPOST_{name}"
        value, path = self._environ.get(full), self._environ.get(f"{full}_FILE")
        if value and path:
            raise SettingsError(f"Set either {full} or {full}_FILE, not both.")
        if not path:
            return value or None
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError, ValueError):
            raise SettingsError(
                f"{full}_FILE names {path}, which cannot be read as text: check path and rights."
            ) from None
        return text.rstrip("\r\n") or None

    def need(self, name: str, example: str) -> str:
        value = self._read(name)
        if value is None:
            raise SettingsError(f"TENPOST_{name} is missing: set it, {example}.")
        return value

    @overload
    def get(self, name: str) -> str | None: ...
    @overload
    def get(self, name: str, default: str) -> str: ...
    def get(self, name: str, default: str | None = None) -> str | None:
        value = self._read(name)
        return default if value is None else value

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.get(name, default)
        if value not in choices:
            raise SettingsError(f"TENPOST_{name} is one of {', '.join(choices)}, not {value!r}.")
        return value

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        value = self.get(name, str(default))
        if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise SettingsError(
                f"TENPOST_{name} is a whole number from {least} to {most}, not {value!r}."
            )
        return int(value)


def _database(url: str) -> str:
    if not re.match(r"(sqlite|postgresql)(\+[a-z0-9]+)?://", url):
        raise SettingsError(
            "TENPOST_DATABASE_URL begins with sqlite:/// or postgresql+psycopg://: give it such a URL."
        )
    try:
        make_engine(url)
    except (BadDatabaseUrl, ValueError):
        # The URL holds a password: it is not repeated.
        raise SettingsError(
            "TENPOST_DATABASE_URL cannot be read: give it a URL such as"
            " postgresql+psycopg://user:password@host:5432/name or sqlite:////folder/file."
        ) from None
    return url


def _redis(url: str | None) -> str | None:
    if url is None:
        return None
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("redis", "rediss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise SettingsError(
            "TENPOST_REDIS_URL cannot be read: give it a URL such as redis://localhost:6379/0."
        )
    return url


def _base_url(url: str) -> str:
    url = url.rstrip("/")
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine or parts.query or parts.fragment or parts.path or parts.username:
        raise SettingsError(
            "TENPOST_BASE_URL is the address people reach this service at, such as "
            f"https://ten.example.org, with no path: not {url!r}."
        )
    return url


def _secret(key: str) -> str:
    if len(key) < 32:
        raise SettingsError(
            "TENPOST_SECRET_KEY is too short: give it at least 32 characters that nobody can guess."
        )
    return key


def _mail_from(address: str) -> str:
    if not _ADDRESS.match(address) or not address.isprintable():
        raise SettingsError(
            f"TENPOST_MAIL_FROM is one mail address, such as ten@example.org, not {address!r}."
        )
    return address


def _smtp(env: _Env) -> Smtp | None:
    host = env.get("SMTP_HOST")
    if host is None:
        return None
    security = env.choice("SMTP_SECURITY", ENCRYPTIONS, "starttls")
    port = {"none": 25, "starttls": 587, "tls": 465}[security]
    user, password = env.get("SMTP_USER"), env.get("SMTP_PASSWORD")
    if (user is None) != (password is None):
        raise SettingsError(
            "TENPOST_SMTP_USER and TENPOST_SMTP_PASSWORD go together: set both, or neither."
        )
    return Smtp(host, env.whole("SMTP_PORT", port, 1, 65535), user, password, security)


def _listening(env: _Env) -> Listening | None:
    protocol = env.choice("INBOUND", WAYS_IN, "off")
    if protocol == "off":
        return None
    host = env.get("INBOUND_LISTEN", "127.0.0.1")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        raise SettingsError(
            f"TENPOST_INBOUND_LISTEN is an IP address such as 0.0.0.0 or 127.0.0.1, not {host!r}."
        ) from None
    return Listening(protocol, host, env.whole("INBOUND_PORT", 8024, 0, 65535))


def _imap(env: _Env) -> Imap | None:
    host = env.get("IMAP_HOST")
    if host is None:
        return None
    security = env.choice("IMAP_SECURITY", ENCRYPTIONS, "tls")
    return Imap(
        host,
        env.need("IMAP_USER", "the name to log in to the mailbox with"),
        env.need("IMAP_PASSWORD", "or TENPOST_IMAP_PASSWORD_FILE, for the mailbox"),
        env.whole("IMAP_PORT", 993 if security == "tls" else 143, 1, 65535),
        security,
        env.get("IMAP_MAILBOX", "INBOX"),
    )


def database_named(environ: Mapping[str, str]) -> str | None:
    """The database URL of this environment, None where it names none. Raises SettingsError."""
    url = _Env(environ).get("DATABASE_URL")
    return None if url is None else _database(url)


def embedded_database(data_dir: Path) -> str:
    """The URL of the database that ``tenpost up`` keeps in its data directory."""
    return f"sqlite:///{data_dir / 'tenpost.sqlite3'}"
