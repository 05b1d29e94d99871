"""Every kind of mail in every language: whole, sound, small, and nothing in it comes from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from service.cli import main
from service.tabletext import WIDTH, width
from service.wording.catalogue import languages
from tests.workers.test_mail_html import LOADING, read
from workers.gallery import NoRecordedGames, gallery
from workers.mail.compose import KINDS

URL = re.compile(r"https://ten\.example\.org/\S*?[a-z0-9](?![\w/])")
NAMES = [f"{kind}.{language}" for kind in KINDS for language in languages()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("gallery") / "new" / "folder"
    assert main(["mail-gallery", str(out)]) == 0
    return out


def parsed(folder: Path, name: str) -> EmailMessage:
    mail = message_from_bytes((folder / f"{name}.eml").read_bytes(), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def part(mail: EmailMessage, kind: str) -> str:
    body = mail.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def defects(mail: EmailMessage) -> Iterator[object]:
    for each in mail.walk():
        yield from each.defects
        for value in each.values():
            yield from value.defects


def test_there_is_a_file_of_each_kind_language_and_form(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.{end}" for name in NAMES for end in ("eml", "html", "txt")
    )


@pytest.mark.parametrize("name", NAMES)
def test_no_mail_has_a_defect(folder: Path, name: str) -> None:
    assert list(defects(parsed(folder, name))) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_the_parts_of_the_mail(folder: Path, name: str) -> None:
    mail = parsed(folder, name)
    for kind, end in (("plain", "txt"), ("html", "html")):
        text = (folder / f"{name}.{end}").read_bytes().decode().replace("\r\n", "\n")
        assert part(mail, kind) == text


@pytest.mark.parametrize("name", NAMES)
def test_every_link_is_whole_in_text_and_html(folder: Path, name: str) -> None:
    mail = parsed(folder, name)
    for line in part(mail, "plain").split("\n"):
        if "https://" in line:
            assert URL.fullmatch(line.strip()), line
    text, html = (set(URL.findall(part(mail, kind))) for kind in ("plain", "html"))
    assert text
    assert html <= text | {link for link in html if link.count("/") == 4}
    assert text <= html
    raw = (folder / f"{name}.eml").read_bytes()
    assert max(map(len, raw.splitlines())) <= 998


@pytest.mark.parametrize("name", NAMES)
def test_html_is_small_and_loads_nothing(folder: Path, name: str) -> None:
    html = part(parsed(folder, name), "html")
    assert len(html.encode()) < 60_000
    reader = read(html)
    assert not LOADING & set(reader.tags)
    assert "url(" not in html
    named = {key for key, _ in reader.attributes}
    assert not {"src", "srcset", "background"} & named


@pytest.mark.parametrize("name", NAMES)
def test_text_fits_into_72_columns(folder: Path, name: str) -> None:
    for line in part(parsed(folder, name), "plain").split("\n"):
        assert width(line) <= WIDTH or URL.fullmatch(line.strip()), line


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_is_the_subject(folder: Path, name: str) -> None:
    mail = parsed(folder, name)
    first = part(mail, "plain").split("\n\n")[0].replace("\n", " ")
    assert first == mail["Subject"]


def test_without_the_recorded_games_it_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(NoRecordedGames):
        gallery(tmp_path, tmp_path)
