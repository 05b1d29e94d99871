"""Addresses of our own: signed for bounces, with a token for replies; no other opens anything."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.tokens import new_token
from workers.mail.signed import bounce_address, bounced_row, reply_address, reply_token

KEY = "a key of at least thirty-two characters"
FROM = "ten@ten.example"


@pytest.mark.parametrize("row", [1, 42, 10**9, 2**63 - 1])
def test_a_bounce_comes_back_to_its_row(row: int) -> None:
    address = bounce_address(FROM, KEY, row)
    assert bounced_row(address, KEY) == row
    assert bounced_row(f"<{address.upper()}>", KEY) == row
    local, _, domain = address.partition("@")
    assert domain == "ten.example"
    assert len(local) <= 64


def test_the_address_is_short_and_says_nothing_of_the_recipient() -> None:
    assert len(bounce_address(FROM, KEY, 123456).partition("@")[0]) <= 30


def test_one_that_we_did_not_sign_is_about_nothing() -> None:
    address = bounce_address(FROM, KEY, 42)
    assert bounced_row(address, KEY + "x") is None
    assert bounced_row(address.replace("b42-", "b43-"), KEY) is None
    assert bounced_row(address[:-20] + "a" + address[-19:], KEY) is None or address[-20] == "a"
    for other in ("", "ten@ten.example", "ten+b42@ten.example", "ten+b42-@ten.example", "@", "b0-"):
        assert bounced_row(other, KEY) is None


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_no_text_is_taken_for_a_signed_address(text: str) -> None:
    assert bounced_row(text, KEY) is None
    assert bounced_row(f"ten+{text}@ten.example", KEY) is None
    assert reply_token(text) is None or "+" in text


def test_a_reply_carries_its_token_whatever_the_case() -> None:
    token = new_token()
    address = reply_address(FROM, token)
    assert reply_token(address) == token
    assert reply_token(f" <{address.upper()}> ") == token
    assert bounced_row(address, KEY) is None
    assert len(address.partition("@")[0]) <= 64


@pytest.mark.parametrize(
    "address", ["ten@ten.example", "ten+abc@ten.example", "x", "", "+@", "a+1@b"]
)
def test_an_address_without_a_token_has_none(address: str) -> None:
    assert reply_token(address) is None


def test_a_configured_address_that_has_a_tag_already_keeps_it() -> None:
    assert reply_token(reply_address("ten+game@ten.example", "a" * 32)) == "a" * 32
    assert bounced_row(bounce_address("ten+game@ten.example", KEY, 7), KEY) == 7
