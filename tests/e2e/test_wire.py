"""Requests that no browser sends, byte by byte: a clear status, nothing stored, no fault of our own."""

from __future__ import annotations

import re
import socket
from contextlib import closing, suppress
from urllib.parse import urlencode, urlsplit

import pytest

from tests.e2e.play import Browser
from tests.e2e.running import PATIENCE_S, Up
from tests.e2e.seated import link, seated

FORM = "application/x-www-form-urlencoded"
MANY = b"".join(
    b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' for _ in range(1500)
)


@pytest.fixture(scope="module")
def path(up: Up) -> str:
    """A link that may draw."""
    found = link(up, seated(up, [("Ann", "ann@example.org")], ["house"]), 1)
    up.quiet()
    return found


def told(up: Up, request: bytes) -> tuple[int, bytes]:
    """Status and everything else of the answer to these bytes."""
    parts = urlsplit(up.base)
    with socket.create_connection((parts.hostname, parts.port), PATIENCE_S) as wire:
        answer = b""
        # The service may answer and hang up before all was sent.
        with suppress(ConnectionError):
            wire.sendall(request)
        with suppress(ConnectionError):
            while chunk := wire.recv(65536):
                answer += chunk
    found = re.match(rb"HTTP/1\.[01] (\d{3}) ", answer)
    assert found, (request[:200], answer[:200])
    return int(found[1]), answer[found.end() :]


def post(path: str, body: bytes, *headers: str, kind: str | None = FORM) -> bytes:
    """A POST as it goes over the wire; headers may replace its length."""
    lines = [f"POST {path} HTTP/1.1", "Connection: close"]
    if not any(each.startswith("Host:") for each in headers):
        lines.append("Host: localhost")
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    if not any(re.match("Content-Length|Transfer-Encoding", each) for each in headers):
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, *headers, "", ""]).encode("latin-1") + body


def a_draw(up: Up, path: str) -> bytes:
    """The body of the form that draws a card."""
    with closing(Browser(up.base)) as browser:
        fields = browser.get(path).moves[0].data()
    return urlencode(fields, doseq=True).encode()


def test_bodies_that_are_no_form_are_refused_and_store_nothing(up: Up, path: str) -> None:
    draw = a_draw(up, path)
    before = up.tables()
    for name, request, status in (
        ("none", post(path, b""), 400),
        ("10 MB", post(path, b"a=" + b"x" * 10 * 2**20), 413),
        ("just too long", post(path, b"a=" + b"x" * 2**16), 413),
        ("thousands of fields", post(path, b"&".join(b"a%d=1" % i for i in range(5000))), 400),
        ("json", post(path, b'{"move":"draw"}', kind="application/json"), 415),
        ("plain text", post(path, draw, kind="text/plain"), 415),
        ("xml", post(path, b"<draw/>", kind="text/xml"), 415),
        ("no type", post(path, draw.replace(b"draw", b"win"), kind=None), 400),
        ("an odd charset", post(path, b"move=draw", kind=f"{FORM}; charset=utf-7"), 400),
        ("parts without a boundary", post(path, b"xx", kind="multipart/form-data"), 400),
        ("parts cut short", post(path, MANY[:70], kind="multipart/form-data; boundary=x"), 400),
        ("many parts", post(path, MANY, kind="multipart/form-data; boundary=x"), 413),
        ("no UTF-8", post(path, b"move=%ff%fe&version=%00&command=%zz&=&&"), 400),
        ("every byte", post(path, bytes(range(256)) * 4), 400),
        ("a length below 0", post(path, b"", "Content-Length: -1"), 400),
        ("a length that is none", post(path, b"", "Content-Length: some"), 400),
        ("a length beyond all", post(path, b"", f"Content-Length: {'9' * 30}"), 413),
        ("two lengths", post(path, b"a", "Content-Length: 1", "Content-Length: 2"), 400),
        ("chunks that are none", post(path, b"zz\r\n", "Transfer-Encoding: chunked"), 400),
        ("another method by header", post(path, b"a=1", "X-HTTP-Method-Override: DELETE"), 400),
        ("packed", post(path, b"a=1", "Content-Encoding: gzip"), 400),
        ("a broken cookie", post(path, b"a=1", "Cookie: tenpost=x.y.z; =; tenpost"), 400),
        ("a header beyond all", post(path, b"a=1", f"X-Long: {'y' * 300_000}"), 431),
    ):  # fmt: skip
        assert told(up, request)[0] == status, name
    assert up.tables() == before


def test_paths_that_lead_nowhere(up: Up, path: str) -> None:
    with closing(Browser(up.base)) as browser:
        table = next(
            href for href in browser.get(path).hrefs if re.match(r"/g/[0-9a-f-]{36}$", href)
        )
    before = up.tables()
    for odd in (
        f"{path}%00", f"{path}/", f"{path}/../..", f"{path}/win", f"{path}/buy/%00",
        f"{path}/buy/{'x' * 9000}", f"{path}/bid/-1", f"{path}/bid/{'9' * 5000}", f"{path}/bid/%D9%A3",
        f"{path}/at/{'9' * 5000}",
        f"{table}/0", f"{table}/-1", f"{table}/{'9' * 5000}", f"{table}/%D9%A3", table.upper(),
        "/g/%00", f"/g/{'a' * 20_000}", "/g/%ff%fe", "/p/%ff%fe", f"/p/{'a' * 200_000}", "/p//", "/p/../g",
        *(f"/{door}/{'a' * 32}" for door in "misc"), *(f"/{door}/%00%ff" for door in "misc"),
        "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2f..%2fpyproject.toml", "/static/%00",
        "/%0d%0aSet-Cookie:x=1", "//elsewhere.example/x", "http://elsewhere.example/p", "*", "/?a=%ff",
        f"/?{'a=b&' * 9000}", "/inbox", "/inbox/1",
    ):  # fmt: skip
        for method in ("GET", "HEAD", "DELETE"):
            line = f"{method} {odd} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            status, rest = told(up, line.encode())
            assert status < 500, (method, odd[:80])
            head, _, body = rest.partition(b"\r\n\r\n")
            assert b"set-cookie" not in head.lower()
            assert method != "HEAD" or not body
    assert up.tables() == before


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "elsewhere.example:99999", "a b<>", "", "x" * 5000, "[::1"]
)
def test_a_host_header_from_elsewhere_appears_nowhere(up: Up, path: str, host: str) -> None:
    """The base URL comes from the settings alone (mail.md, "Links and tokens")."""
    forwarded = "X-Forwarded-Host: elsewhere.example\r\nForwarded: host=elsewhere.example\r\n"
    for where in (path, "/", "/new", "/nowhere"):
        line = f"GET {where} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{forwarded}\r\n"
        status, answer = told(up, line.encode())
        assert status in (200, 400, 404)
        assert b"elsewhere.example" not in answer
    status, answer = told(
        up, post(path, b"", f"Host: {host}", "X-Forwarded-Host: elsewhere.example")
    )
    assert status == 400
    assert b"elsewhere.example" not in answer


def test_what_is_no_http_is_refused(up: Up) -> None:
    for noise in (
        b"\x16\x03\x01\x02\x00" * 40 + b"\r\n\r\n",
        b"EHLO ten\r\n\r\n",
        b"\r\n" * 4 + b"GET\r\n\r\n",
    ):
        assert told(up, noise)[0] in (400, 404, 405)


def test_after_all_that_the_move_is_still_to_be_made(up: Up, path: str) -> None:
    status, answer = told(up, post(path, a_draw(up, path)))
    assert status == 303
    assert f"Location: {path}\r\n".encode() in answer
