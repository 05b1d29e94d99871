"""Canonical JSON and the hash over it (events.md, "Envelope")."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import LARGEST, canonical, hash_of
from events.types import GENESIS
from tests.events.samples import VECTOR, VECTOR_HASH
from tests.events.strategies import SEEDED

SHORT = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST, LARGEST)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.text(st.characters(min_codepoint=1, max_codepoint=127)), inner)
    ),
    max_leaves=20,
)


def spelled(value: Any) -> str:
    """Canonical JSON, written down a second time from the page, sign by sign."""
    if isinstance(value, str):
        return '"' + "".join(map(sign, value)) + '"'
    if isinstance(value, list):
        return "[" + ",".join(map(spelled, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{spelled(k)}:{spelled(value[k])}" for k in sorted(value)) + "}"
    if type(value) is int:
        return str(value)
    return {None: "null", True: "true", False: "false"}[value]


def sign(char: str) -> str:
    if char in SHORT:
        return SHORT[char]
    return f"\\u{ord(char):04x}" if ord(char) < 32 else char


def test_the_published_event_has_its_published_text_and_hash() -> None:
    body = canonical(json.loads(VECTOR))
    assert body == VECTOR
    assert hash_of(GENESIS, body) == VECTOR_HASH


def test_a_hash_is_over_the_64_digits_of_the_one_before_and_the_utf8_of_the_text() -> None:
    raw = b"f" * 64 + '{"a":"न"}'.encode()
    assert hash_of("f" * 64, '{"a":"न"}') == hashlib.sha256(raw).hexdigest()


@pytest.mark.parametrize("code", range(1, 32))
def test_control_characters_are_escaped_in_the_shortest_lower_case_form(code: int) -> None:
    assert canonical(chr(code)) == f'"{sign(chr(code))}"'


@pytest.mark.parametrize(
    "char", ["\x7f", "\x80", "\u2028", "\u2029", "/", "é", "नमस्ते", "🂡", "\ufeff"]
)
def test_every_other_sign_stands_for_itself(char: str) -> None:
    assert canonical(char) == f'"{char}"'


def test_keys_are_sorted_at_every_depth_and_nothing_is_spaced() -> None:
    value = {"b": [{"z": 1, "Z": 2, "a": {"d": 1, "c": 2}}], "B": None, "a": True}
    assert canonical(value) == '{"B":null,"a":true,"b":[{"Z":2,"a":{"c":2,"d":1},"z":1}]}'


@given(values)
@SEEDED
def test_the_text_is_that_of_the_page_for_any_value(value: Any) -> None:
    assert canonical(value) == spelled(value)
    assert json.loads(canonical(value)) == value


@pytest.mark.parametrize("value", [LARGEST, -LARGEST, 0])
def test_whole_numbers_below_two_to_the_53_are_plain_digits(value: int) -> None:
    assert canonical([value]) == f"[{value}]"


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


FORBIDDEN: dict[str, Any] = {
    "a fraction": 1.5,
    "a whole number written as a float": 1.0,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "2^53": LARGEST + 1,
    "-2^53": -LARGEST - 1,
    "half a surrogate pair": "\ud83c",
    "two halves in the wrong order": "\udca1\ud83c",
    "U+0000": "a\0",
    "bytes": b"a",
    "a set": {1},
    "depth without end": nested(100_000),
}


@pytest.mark.parametrize("what", FORBIDDEN)
@pytest.mark.parametrize(
    "place",
    [
        lambda value: value,
        lambda value: [1, value],
        lambda value: {"a": {"b": (value,)}},
    ],
    ids=["alone", "in a list", "deep inside"],
)
def test_what_the_canonical_form_excludes_is_refused(
    what: str, place: Callable[[Any], Any]
) -> None:
    with pytest.raises(ValueError, match=r"^[a-z].*[a-z0-9^+)]$"):
        canonical(place(FORBIDDEN[what]))


@pytest.mark.parametrize("key", ["é", "\ud800", "a\0", 1, None, True])
def test_keys_that_are_not_ascii_text_are_refused(key: Any) -> None:
    with pytest.raises(ValueError, match=r"key|U\+0000"):
        canonical({"a": [{key: 1}]})
