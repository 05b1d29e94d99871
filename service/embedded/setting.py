"""The settings of ``tenpost up``: from the environment, with what a data folder and a port can supply."""

import ipaddress
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from service.config import Settings, SettingsError
from service.embedded.place import DATABASE, secret_key

LOOPBACK: Final = "127.0.0.1"


def mailed_for_real(env: Mapping[str, str]) -> bool:
    """Whether the environment names a mail server; else mails are caught and shown."""
    return bool(env.get("TENPOST_SMTP_HOST") or env.get("TENPOST_SMTP_HOST_FILE"))


def listen_at(env: Mapping[str, str]) -> str:
    """The IP address to listen at: loopback unless TENPOST_LISTEN names another.

    Raises SettingsError for what is no IP address, and for any but loopback without a mail server: the
    caught mails hold everybody's links.
    """
    host = env.get("TENPOST_LISTEN") or LOOPBACK
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        raise SettingsError(
            f"TENPOST_LISTEN is an IP address such as 0.0.0.0 or 127.0.0.1, not {host!r}."
        ) from None
    if not loopback and not mailed_for_real(env):
        raise SettingsError(
            f"TENPOST_LISTEN is {host}, but without a mail server anybody who reaches it could read all"
            " mails: set TENPOST_SMTP_HOST, or leave TENPOST_LISTEN out."
        )
    return host


def settings(env: Mapping[str, str], folder: Path, port: int) -> Settings:
    """Database and key are kept in ``folder`` unless the environment names others; without a mail server
    the base URL is where we listen. There is no Redis. Raises SettingsError and DataUnwritable."""
    values = dict(env)
    if not any(values.get(name) for name in ("TENPOST_SECRET_KEY", "TENPOST_SECRET_KEY_FILE")):
        values["TENPOST_SECRET_KEY"] = secret_key(folder)
    if not any(values.get(name) for name in ("TENPOST_DATABASE_URL", "TENPOST_DATABASE_URL_FILE")):
        values["TENPOST_DATABASE_URL"] = f"sqlite:///{folder / DATABASE}"
    if mailed_for_real(env):
        if not any(values.get(name) for name in ("TENPOST_MAIL_FROM", "TENPOST_MAIL_FROM_FILE")):
            raise SettingsError(
                "TENPOST_MAIL_FROM is missing: set it to the address that mails come from,"
                " such as ten@example.org."
            )
    elif not any(values.get(name) for name in ("TENPOST_BASE_URL", "TENPOST_BASE_URL_FILE")):
        values["TENPOST_BASE_URL"] = f"http://{LOOPBACK}:{port}"
    return replace(Settings.from_env(values), redis_url=None, data_dir=folder)
