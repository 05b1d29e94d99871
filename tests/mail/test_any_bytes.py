"""Nothing that comes in raises: whatever the bytes, there is a text or the name of a fault."""

from email import message_from_bytes
from email.policy import default
from string import printable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mail.mails import names, raw
from workers.mail.dsn import report
from workers.mail.machine import machine
from workers.mail.reply.body import LARGEST
from workers.mail.reply.own import own_lines, read, text_of
from workers.mail.reply.parse import MOST, parse

FAULTS = {None, "too-large", "unreadable", "winmail", "no-text", "empty"}
MAILS = [(folder, name) for folder in ("corpus", "reports", "machines") for name in names(folder)]
LANGUAGES = st.sampled_from(["en", "da", "sq", "ne", "cy", "xx"])
HEADERS = st.sampled_from(
    [
        b"Content-Type: multipart/mixed; boundary=b",
        b"Content-Type: multipart/alternative; boundary=",
        b"Content-Type: text/html; charset=",
        b"Content-Type: text/plain; charset=unicode_escape",
        b"Content-Type: text/plain; charset=punycode",
        b"Content-Type: text/plain; charset=utf-16; format=flowed; delsp=yes",
        b"Content-Type: text/plain; charset*=x'y'%ff",
        b"Content-Type: message/delivery-status",
        b"Content-Type: message/rfc822",
        b"Content-Transfer-Encoding: base64",
        b"Content-Transfer-Encoding: quoted-printable",
        b"Content-Transfer-Encoding: x-uuencode",
        b"Content-Disposition: attachment; filename*0*=a; filename*2=b",
        b"Subject: =?utf-8?b?////?= =?x?q?=?=",
        b"From: \xff\xfe <@>",
        b"--b",
        b"--b--",
        b"begin 666 draw",
        b"",
    ]
)


def hold(mail: bytes) -> None:
    reply = read(mail)
    assert reply.fault in FAULTS
    assert bool(reply.text) == (reply.fault is None)
    assert len(parse(reply.text, "ne")) <= 400
    machine(message_from_bytes(mail), "ann@mail.example")
    report(mail)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes(mail: bytes) -> None:
    hold(mail)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(HEADERS, st.binary(max_size=40)), max_size=12))
def test_random_headers_and_parts(lines: list[bytes]) -> None:
    hold(b"\r\n".join(lines))


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(MAILS), st.data())
def test_real_mails_with_bytes_changed_cut_and_doubled(
    mail: tuple[str, str], data: st.DataObject
) -> None:
    changed = bytearray(raw(*mail))
    places = st.integers(0, len(changed))
    for _ in range(data.draw(st.integers(1, 5))):
        start, end = sorted((data.draw(places), data.draw(places)))
        how = data.draw(st.sampled_from("cut change double".split()))
        if how == "cut":
            del changed[start:end]
        elif how == "double":
            changed[start:start] = changed[start : min(end, start + 500)]
        else:
            changed[start : start + 1] = data.draw(st.binary(max_size=3))
    hold(bytes(changed))


@settings(max_examples=400, deadline=None)
@given(st.text(max_size=200), LANGUAGES)
def test_any_text_is_read(text: str, language: str) -> None:
    lines = parse(own_lines(text), language)
    assert all("\n" not in line.text for line in lines)


WORDS = st.sampled_from(
    "draw stop bid pass buy no order any with tokens bust and 4 12 R3 W7 G5 , ; . ? 2026-08-14 until"
    " vacation say 1.5 -2 a for red then træk byd 4 med तान सँग".split()
)


@settings(max_examples=500, deadline=None)
@given(st.lists(st.one_of(WORDS, st.text(printable, max_size=4)), max_size=14), LANGUAGES)
def test_any_order_of_words_is_read(words: list[str], language: str) -> None:
    assert len(parse(" ".join(words), language)) <= len(words) + 1


def test_a_mail_of_30_megabytes_is_refused_before_it_is_read() -> None:
    assert read(b"draw\r\n" * 5_000_000).fault == "too-large"
    assert read(b"\r\ndraw\r\n" + b" " * (LARGEST - 8)).text == "draw"


def test_parts_nested_without_end_are_no_text() -> None:
    nested = b"".join(
        b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (n, n) for n in range(2000)
    )
    assert read(nested + b"\r\ndraw").fault in ("unreadable", "no-text")


def test_a_message_that_was_parsed_before_is_read_alike() -> None:
    for name in names("corpus"):
        mail = raw("corpus", name)
        assert text_of(message_from_bytes(mail)) == text_of(mail)
        assert text_of(message_from_bytes(mail, policy=default)) == text_of(mail)


@pytest.mark.parametrize("count", [MOST, MOST + 1, 5000])
def test_commands_without_end_are_read_up_to_a_limit(count: int) -> None:
    lines = parse("draw\n" * count, "en")
    assert len(lines) == min(count, MOST + 1)
