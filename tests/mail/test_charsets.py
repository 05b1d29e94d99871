"""Text from bytes, whatever their mail says of them."""

import pytest

from workers.mail.reply.charsets import decode, header

WORD = "træk"


@pytest.mark.parametrize(
    ("codec", "declared"),
    [
        ("utf-8", "utf-8"),
        ("utf-8", "us-ascii"),
        ("utf-8", "iso-8859-1"),
        ("utf-8", "x-no-such"),
        ("utf-8", None),
        ("cp1252", "utf-8"),
        ("cp1252", "us-ascii"),
        ("cp1252", ""),
        ("cp1252", "rot13"),
        ("cp1252", "unicode_escape"),
        ("iso-8859-15", "iso-8859-15"),
        ("cp865", "cp865"),
        ("utf-16", "utf-16"),
    ],
)
def test_a_word_arrives(codec: str, declared: str | None) -> None:
    assert decode(WORD.encode(codec), declared) == WORD


def test_one_broken_byte_leaves_the_rest_readable() -> None:
    assert decode(WORD.encode() + b" k\xe5re", "utf-8") == "træk k\ufffdre"
    assert decode(b"\x81\xff", "shift_jis").endswith("\ufffd")


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("=?utf-8?q?tr=C3=A6k?= 3", "træk 3"),
        ("=?iso-8859-1?q?tr=E6k?=\n 3", "træk 3"),
        ("=?x-no?b?dHLDpms=?=", "træk"),
        ("=?utf-8?b?not base64?=", "=?utf-8?b?not base64?="),
        ("Re: plain", "Re: plain"),
    ],
)
def test_a_header_is_one_line_of_text(value: str, told: str) -> None:
    assert header(value) == told
