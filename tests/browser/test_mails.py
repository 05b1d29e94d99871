"""The HTML of a mail of every kind, in every language: valid, narrow, asks for nothing, good to read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from service.wording import languages
from tests.browser.checkers import faults, needs_axe, needs_nu, violations
from tests.browser.chromium import Size, watched
from tests.browser.letters import written
from tests.browser.scenes import Scenes
from tests.browser.serving import served
from workers.mail.compose import KINDS

NARROW: Final[Size] = {"width": 320, "height": 640}
PRESENTATIONAL: Final = re.compile(r"The “\w+” attribute on the “\w+” element is obsolete")

Mails = dict[str, list[str]]
"""The HTML of mails, by kind."""


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Mails]:
    """By language."""
    found: dict[str, Mails] = {}
    for language in languages():
        with served(tmp_path_factory.mktemp(f"mails-{language}")) as service:
            for kind, mail in written(Scenes(service, language)):
                found.setdefault(language, {}).setdefault(kind, []).append(mail.part("html"))
    return found


def each(mails: dict[str, Mails]) -> Iterator[tuple[str, str]]:
    """(kind and language, HTML): the last two of each."""
    for language, kinds in mails.items():
        for kind, htmls in kinds.items():
            for number, html in enumerate(htmls[-2:]):
                yield f"{kind}.{language}.{number}", html


def test_there_is_a_mail_of_every_kind(mails: dict[str, Mails]) -> None:
    missing = {language: set(KINDS) - set(mails[language]) for language in languages()}
    assert not any(missing.values()), missing


@needs_nu
def test_every_mail_is_valid_but_for_attributes_of_old(
    mails: dict[str, Mails], tmp_path: Path
) -> None:
    files = []
    for name, html in each(mails):
        files.append(tmp_path / f"{name}.html")
        files[-1].write_text(html, encoding="utf-8")
    found = [fault for fault in faults(files) if not PRESENTATIONAL.search(fault)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", languages())
def test_a_mail_asks_for_nothing_and_fits_a_phone(
    chromium: Browser, mails: dict[str, Mails], language: str
) -> None:
    with watched(chromium, "http://127.0.0.1:9", viewport=NARROW) as (page, _watch):
        for name, html in each({language: mails[language]}):
            page.set_content(html)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, name


@needs_axe
@pytest.mark.parametrize("language", languages())
def test_a_mail_breaks_no_rule_of_wcag(
    chromium: Browser, mails: dict[str, Mails], language: str
) -> None:
    with watched(chromium, "http://127.0.0.1:9") as (page, _watch):
        for kind, htmls in mails[language].items():
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.set_content(htmls[-1])
                found = violations(page, "wcag2a", "wcag2aa")
                assert not found, f"{kind}, {scheme}:\n" + "\n".join(found)
