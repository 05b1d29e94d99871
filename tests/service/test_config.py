"""Settings come from the environment; a wrong or missing one is named in a sentence."""

from pathlib import Path

import pytest

from service.config import Settings, SettingsError, Smtp

GOOD = {
    "TENPOST_DATABASE_URL": "sqlite:///data/tenpost.sqlite3",
    "TENPOST_BASE_URL": "https://ten.example.org/",
    "TENPOST_SECRET_KEY": "k" * 40,
}


def test_what_is_not_set_has_a_default() -> None:
    settings = Settings.from_env(GOOD)
    assert settings.base_url == "https://ten.example.org"
    assert settings.secure
    assert (settings.redis_url, settings.smtp, settings.signup) == (None, None, "open")


@pytest.mark.parametrize("name", sorted(GOOD))
def test_what_is_missing_is_named(name: str) -> None:
    for environ in ({k: v for k, v in GOOD.items() if k != name}, GOOD | {name: ""}):
        with pytest.raises(SettingsError, match=f"{name} is missing: set it"):
            Settings.from_env(environ)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TENPOST_DATABASE_URL", "mysql://x"),
        ("TENPOST_DATABASE_URL", "sqlite://"),
        ("TENPOST_DATABASE_URL", "postgresql://host:port/name"),
        ("TENPOST_REDIS_URL", "redis"),
        ("TENPOST_REDIS_URL", "redis://"),
        ("TENPOST_REDIS_URL", "redis://host:port/0"),
        ("TENPOST_REDIS_URL", "amqp://host"),
        ("TENPOST_BASE_URL", "ten.example.org"),
        ("TENPOST_BASE_URL", "https://ten.example.org/path"),
        ("TENPOST_BASE_URL", "https://ten.example.org?x=1"),
        ("TENPOST_BASE_URL", "https://[bad"),
        ("TENPOST_BASE_URL", "ftp://ten.example.org"),
        ("TENPOST_SECRET_KEY", "short"),
        ("TENPOST_SIGNUP", "yes"),
        ("TENPOST_LOG_LEVEL", "loud"),
        ("TENPOST_INVITATION_DAYS", "0"),
        ("TENPOST_INVITATION_DAYS", "many"),
        ("TENPOST_PROXIES", "-1"),
        ("TENPOST_GAME_ADDRESSES", "yes"),
        ("TENPOST_MAIL_FROM", "nobody"),
        ("TENPOST_MAIL_FROM", "a@b.org\nBcc: c@d.org"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_env(GOOD | {name: value})


SERVED = GOOD | {
    "TENPOST_REDIS_URL": "redis://localhost:6379/0",
    "TENPOST_SMTP_HOST": "mail.example.org",
    "TENPOST_MAIL_FROM": "ten@example.org",
}


@pytest.mark.parametrize("name", sorted(SERVED))
def test_services_of_their_own_need_what_connects_them(name: str) -> None:
    assert Settings.of_services(SERVED) == Settings.from_env(SERVED)
    with pytest.raises(SettingsError, match=f"{name} is missing: set it"):
        Settings.of_services({k: v for k, v in SERVED.items() if k != name})


def test_a_database_url_is_not_repeated_for_it_may_hold_a_password() -> None:
    url = "postgresql://ten:secret-word@host:port/name"
    with pytest.raises(SettingsError) as caught:
        Settings.from_env(GOOD | {"TENPOST_DATABASE_URL": url})
    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({"TENPOST_SMTP_PORT": "0"}, "TENPOST_SMTP_PORT"),
        ({"TENPOST_SMTP_PORT": "x"}, "TENPOST_SMTP_PORT"),
        ({"TENPOST_SMTP_SECURITY": "some"}, "TENPOST_SMTP_SECURITY"),
        ({"TENPOST_SMTP_USER": "u"}, "TENPOST_SMTP_PASSWORD"),
    ],
)
def test_a_wrong_value_of_the_mail_server_is_named(more: dict[str, str], name: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_env(GOOD | {"TENPOST_SMTP_HOST": "mail.example.org"} | more)


def test_the_port_of_the_mail_server_follows_from_its_security() -> None:
    for security, port in (("none", 25), ("starttls", 587), ("tls", 465)):
        more = {"TENPOST_SMTP_HOST": "mail", "TENPOST_SMTP_SECURITY": security}
        assert Settings.from_env(GOOD | more).smtp == Smtp("mail", port, security=security)


def test_a_secret_may_come_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("s" * 50 + "\n")
    environ = {k: v for k, v in GOOD.items() if k != "TENPOST_SECRET_KEY"}
    settings = Settings.from_env(environ | {"TENPOST_SECRET_KEY_FILE": str(file)})
    assert settings.secret_key == "s" * 50
    with pytest.raises(SettingsError, match="not both"):
        Settings.from_env(GOOD | {"TENPOST_SECRET_KEY_FILE": str(file)})


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    environ = {k: v for k, v in GOOD.items() if k != "TENPOST_SECRET_KEY"}
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "missing", tmp_path / "bytes", tmp_path):
        with pytest.raises(SettingsError, match="TENPOST_SECRET_KEY_FILE names"):
            Settings.from_env(environ | {"TENPOST_SECRET_KEY_FILE": str(path)})


def test_secrets_are_not_shown_when_settings_are_printed() -> None:
    smtp = {
        "TENPOST_SMTP_HOST": "mail",
        "TENPOST_SMTP_USER": "u",
        "TENPOST_SMTP_PASSWORD": "sesame",
    }
    shown = repr(Settings.from_env(GOOD | smtp))
    assert "k" * 40 not in shown
    assert "sesame" not in shown
