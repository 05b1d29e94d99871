"""The HTML part loads nothing, styles itself, stays small, and shows names as text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.workers.sink import Caught, Sink, running_sink
from tests.workers.tables import Office
from workers.deliver import Run

LOADING = {
    "img",
    "script",
    "link",
    "iframe",
    "object",
    "embed",
    "video",
    "audio",
    "svg",
    "form",
    "input",
}
VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Collects tags, attributes and text; refuses what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    return reader


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> list[Caught]:
    """Mails of every kind a big game sends: five seats, a late table, an auction, the score."""
    office = Office.at(f"sqlite:///{tmp_path_factory.mktemp('mails') / 'tenpost.sqlite3'}")
    with running_sink() as sink:
        play(office, sink)
    office.store.engine.dispose()
    return sink.caught


def play(office: Office, sink: Sink) -> None:
    names = {1: '<b>Ann</b> & "co"', 3: "</td><script>alert(1)</script>"}
    game = office.open_game(("human", "bot", "human", "bot", "bot"), names, name="<i>T</i> & co")
    office.play_until(game, lambda state: state.draw_pile < 15)
    Run(office.parts(sink.smtp)).run()
    office.play_until(game, lambda state: state.auction is not None or state.over)
    Run(office.parts(sink.smtp)).run()
    office.play_until(game, lambda state: state.over)
    Run(office.parts(sink.smtp)).run()


def test_it_loads_nothing_from_anywhere(mails: list[Caught]) -> None:
    for caught in mails:
        html = caught.part("html")
        reader = read(html)
        assert not LOADING & set(reader.tags)
        assert not {"src", "srcset", "background", "onclick"} & {
            name for name, _ in reader.attributes
        }
        assert "url(" not in html
        assert "@import" not in html
        addresses = [value for name, value in reader.attributes if name == "href"]
        assert addresses
        assert all(value.startswith("https://ten.example/") for value in addresses)


def test_it_stays_below_60_kilobytes(mails: list[Caught]) -> None:
    assert len(mails) >= 4
    assert all(len(caught.part("html").encode()) < 60_000 for caught in mails)


def test_names_are_shown_as_text(mails: list[Caught]) -> None:
    for caught in mails:
        html = caught.part("html")
        assert "<script" not in html
        assert "<b>Ann</b>" not in html
        assert "&lt;b&gt;Ann&lt;/b&gt; &amp; " in html
        assert any('<b>Ann</b> & "co"' in text for text in read(html).text)


def test_the_first_line_repeats_the_news(mails: list[Caught]) -> None:
    for caught in mails:
        body = caught.part("html").partition("<body")[2].partition(">")[2]
        first = re.sub(r"<[^>]*>", "", body.partition("</h1>")[0])
        assert "".join(read(first).text).strip() == caught.mail["Subject"]


def test_a_card_is_a_cell_with_code_and_shape(mails: list[Caught]) -> None:
    html = mails[0].part("html")
    cells = re.findall(
        r'<td title="([^"]+)" style="[^"]*background:[^"]+">(\w\w)<br>(.)</td>', html
    )
    assert cells
    shapes = {"R": "●", "B": "■", "O": "▲", "G": "◆", "W": "★", "C": "¤"}
    assert all(shape == shapes[code[0]] and words for words, code, shape in cells)


def test_there_is_a_dark_form(mails: list[Caught]) -> None:
    html = mails[0].part("html")
    assert '<meta name="color-scheme" content="light dark">' in html
    assert "prefers-color-scheme:dark" in html


def test_nothing_is_wider_than_a_small_screen(mails: list[Caught]) -> None:
    for caught in mails:
        widths = [int(w) for w in re.findall(r"[^-]width:(\d+)px", caught.part("html"))]
        assert max(widths) <= 27
        rows = re.findall(r'<tr align="center">(.*?)</tr>', caught.part("html"), re.DOTALL)
        assert max(row.count("<td") for row in rows) * (27 + 3) + 3 <= 320 - 2 * (6 + 14 + 1)
