"""Logs as files: what is read, where lines end, and which line a fault is in."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import types as t
from events.codec import canonical, hash_of, line
from events.errors import LogFault, UnknownShape
from events.lines import read, write
from tests.events.samples import VECTOR, VECTOR_HASH, path_of, sample
from tests.events.strategies import SEEDED, recorded

FIRST = canonical(json.loads(VECTOR) | {"prev": t.GENESIS, "hash": VECTOR_HASH})
"""A whole log of one line."""


def fault(source: str | bytes | Iterable[str | bytes]) -> dict[str, object]:
    """The parameters of the fault that this log has."""
    with pytest.raises(LogFault) as caught:
        read(source)
    assert not isinstance(caught.value, UnknownShape)
    return caught.value.params


def with_third(text: str | bytes) -> bytes:
    """A log whose first two lines are right and whose third is this."""
    good = path_of("two-bots").read_bytes().split(b"\n")[:2]
    return b"\n".join([*good, text if isinstance(text, bytes) else text.encode()]) + b"\n"


@given(st.lists(recorded(), max_size=4))
@SEEDED
def test_what_is_written_is_read(log: list[t.Recorded]) -> None:
    text = "".join(write(log))
    assert read(text) == read(text.encode()) == log
    assert text.count("\n") == len(log)


@pytest.mark.parametrize("size", [1, 7, 1000, 10_000_000])
def test_a_log_may_come_in_chunks_of_any_size(size: int) -> None:
    raw = path_of("two-bots").read_bytes()[:20_000]
    whole = raw[: raw.rindex(b"\n")]
    chunks = [whole[i : i + size] for i in range(0, len(whole), size)]
    assert read(chunks) == read(whole)
    text = whole.decode()
    assert read(text[i : i + size] for i in range(0, len(text), size)) == read(whole)


def test_the_last_line_feed_may_be_missing() -> None:
    assert read(FIRST) == read(FIRST + "\n")


def test_an_empty_file_holds_no_events() -> None:
    assert read("") == read(b"") == read([]) == []


def test_white_space_that_json_allows_is_forgiven_and_not_kept() -> None:
    spaced = json.dumps(json.loads(FIRST), indent=1).replace("\n", "\r")
    assert read(f" {spaced}\t\r\n") == read(FIRST)
    assert read(spaced)[0].body == VECTOR


def test_the_order_of_keys_is_forgiven_and_not_kept() -> None:
    turned = json.dumps(dict(reversed(json.loads(FIRST).items())))
    assert turned != FIRST
    assert "".join(write(read(turned))) == FIRST + "\n"


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x1c", "\x0b", "\x0c", "\r"])
def test_lines_end_at_line_feeds_only(separator: str) -> None:
    assert fault(FIRST + separator + FIRST)["line"] == 1
    inside = json.dumps(json.loads(FIRST) | {"stream": f"a{separator}b"}, ensure_ascii=False)
    assert fault(inside)["reason"] == "stream: not a UUID in lower case"


def test_the_text_is_that_of_the_line_whatever_its_hash() -> None:
    wrong = FIRST.replace(VECTOR_HASH, "0" * 64)
    (only,) = read(wrong)
    assert only.hash == "0" * 64
    assert hash_of(only.prev, only.body) == VECTOR_HASH


CUT = FIRST[:-20]

LINES: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "the line is empty"),
    "blank": (" \r", "the line is empty"),
    "cut": (CUT, "the line is cut short or is not JSON"),
    "two events": (FIRST + FIRST, "the line is cut short or is not JSON"),
    "a byte order mark": ("\ufeff" + FIRST, "the line is cut short or is not JSON"),
    "no object": ("[1]", "the line is not an object"),
    "null": ("null", "the line is not an object"),
    "no end of depth": ("[" * 100_000, "the line is cut short or is not JSON"),
    "depth within an object": (
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "the line is cut short or is not JSON",
    ),
    "no UTF-8": (FIRST.encode().replace(b"web", b"w\xffb"), "the line is not UTF-8"),
    "UTF-8 of a surrogate": (
        FIRST.encode().replace(b"web", b"w\xed\xa0\xbdb"),
        "the line is not UTF-8",
    ),
    "a bare control character": (
        FIRST.replace("web", "w\x01b"),
        "the line is cut short or is not JSON",
    ),
}


@pytest.mark.parametrize("what", LINES)
def test_a_line_that_says_no_version_is_named_by_its_number(what: str) -> None:
    text, reason = LINES[what]
    assert fault(with_third(text)) == {"version": 3, "type": "", "reason": reason, "line": 3}


def test_a_byte_order_mark_before_everything_is_refused_by_its_name() -> None:
    expected = {
        "version": 1,
        "type": "",
        "reason": "the file begins with a byte order mark",
        "line": 1,
    }
    assert fault(b"\xef\xbb\xbf" + FIRST.encode()) == fault("\ufeff" + FIRST) == expected


def test_half_a_surrogate_in_text_that_never_was_utf8_is_a_fault() -> None:
    assert fault(FIRST.replace("web", "w\ud83db"))["reason"] == "the line is not UTF-8"


# From here on the line says which event it is: version 42 stands in line 3.
EVENT = canonical(json.loads(FIRST) | {"version": 42})

SAID: dict[str, tuple[str, str, str]] = {
    "key twice": ('"via":', '"via":"mail","via":', "a key is given twice"),
    "key twice, spelled in two ways": (
        '"via":',
        '"v\\u0069a":"web","via":',
        "a key is given twice",
    ),
    "key twice in data": ('"seat":2', '"seat":2,"seat":2', "a key is given twice"),
    "key twice at the top": ('"schema":1', '"schema":1,"schema":1', "a key is given twice"),
    "a fraction": ('"seat":2', '"seat":2.5', "a number is not a whole number in plain digits"),
    "a point": ('"seat":2', '"seat":2.0', "a number is not a whole number in plain digits"),
    "an exponent": ('"seat":2', '"seat":2e0', "a number is not a whole number in plain digits"),
    "minus nought": ('"seat":2', '"seat":-0', "a number is not a whole number in plain digits"),
    "NaN": ('"seat":2', '"seat":NaN', "a number is not a whole number in plain digits"),
    "infinity": ('"seat":2', '"seat":-Infinity', "a number is not a whole number in plain digits"),
    "2^53": ('"seat":2', '"seat":9007199254740992', "a number of 2^53 or more"),
    "-2^53": ('"seat":2', '"seat":-9007199254740992', "a number of 2^53 or more"),
    "thousands of digits": ('"seat":2', f'"seat":{"9" * 9000}', "a number of 2^53 or more"),
    "half a surrogate pair": ('"seat":2', '"seat":"\\ud83c"', "a text with half a surrogate pair"),
    "U+0000": ('"seat":2', '"seat":"\\u0000"', "a text with U+0000"),
    "a key beyond ASCII": ('"seat":2', '"seat":2,"é":1', "a key that is not ASCII text"),
    "a negative number": ('"seat":2', '"seat":-2', "seat: below 1"),
    "an unknown field": ('"data":', '"date":1,"data":', "date: unknown field"),
    "a strange field": ('"data":', '"<b>":1,"data":', "(a strange name): unknown field"),
    "a strange field of data": ('"seat":2', '"seat":2,"\\n":1', "(a strange name): unknown field"),
}


@pytest.mark.parametrize("what", SAID)
def test_what_canonical_json_cannot_say_is_named_with_the_event(what: str) -> None:
    old, new, reason = SAID[what]
    assert old in EVENT
    said = fault(with_third(EVENT.replace(old, new)))
    assert said == {"version": 42, "type": "BidPassed", "reason": reason, "line": 3}


@pytest.mark.parametrize("version", ["0", "-1", "true", '"42"', "42.0", "null", "9" * 30])
def test_a_version_that_is_none_is_replaced_by_the_number_of_the_line(version: str) -> None:
    said = fault(with_third(EVENT.replace('"version":42', f'"version":{version}')))
    assert (said["version"], said["type"], said["line"]) == (3, "BidPassed", 3)


@pytest.mark.parametrize("name", [1, None, "", "Bid Passed", "Bid\nPassed", "é", "A" * 65, ["A"]])
def test_a_type_that_is_no_name_is_not_repeated(name: Any) -> None:
    said = fault(with_third(canonical(json.loads(EVENT) | {"type": name})))
    assert (said["version"], said["type"]) == (42, "")
    assert str(said["reason"]).startswith("type: ")


@pytest.mark.parametrize(
    "newer",
    [
        {"type": "CardPeeked"},
        {"schema": 2},
        {"type": "CardPeeked", "data": {"seen": True}, "schema": 5},
        {"type": "CardPeeked", "meta": {"by": "guest:1", "via": "push"}},
    ],
)
def test_an_event_of_a_newer_program_is_named_and_not_called_wrong(newer: dict[str, Any]) -> None:
    row = json.loads(EVENT) | newer
    with pytest.raises(UnknownShape) as caught:
        read(with_third(canonical(row)))
    assert caught.value.params == {key: row[key] for key in ("stream", "version", "type", "schema")}


def test_of_several_wrong_lines_the_first_is_named() -> None:
    log = [line(each) for each in sample("two-bots")]
    log[9] = log[9][:-9]
    log[4] = log[4].replace('"schema":1', '"schema":true')
    assert fault("\n".join(log))["version"] == 5
