"""format=flowed (RFC 3676)."""

import pytest

from workers.mail.reply.flowed import unfold

WORDS = "say this is a line that was long enough to be wrapped by a program"


@pytest.mark.parametrize(
    ("text", "delsp", "unfolded"),
    [
        (f"{WORDS} \nand goes on", False, f"{WORDS} and goes on"),
        (f"{WORDS}  \nand goes on", True, f"{WORDS} and goes on"),
        (f"{WORDS} \nand on", True, f"{WORDS}and on"),
        (f"> {WORDS} \n> on\ndraw", False, f"> {WORDS} on\ndraw"),
        (f"> {WORDS} \ndraw", False, f"> {WORDS} \ndraw"),
        (" > no quote\n From here", False, "> no quote\nFrom here"),
        (">> deep\n> less", False, "> > deep\n> less"),
        ("-- \nAnn", False, "-- \nAnn"),
        (f"{WORDS} \n-- \nAnn", False, f"{WORDS} \n-- \nAnn"),
        ("draw \nstop numbers ", False, "draw \nstop numbers "),
        (f"{WORDS} ", True, WORDS),
        ("", False, ""),
    ],
)
def test_lines_are_as_they_were_typed(text: str, delsp: bool, unfolded: str) -> None:
    assert unfold(text, delsp) == unfolded
