"""What is cut away from a reply's text, and what must not be."""

import pytest

from workers.mail.reply.marker import CODE, MARKER
from workers.mail.reply.own import own_lines

OURS = f"Your turn: Sunday table\n\nReply above this line.\n{MARKER}\n\ndraw this\npass\n"
ATTRIBUTION = "On Tue, Mar 3, 2026 at 9:15 AM Sunday table <ten+abc@ten.example> wrote:"
QUOTE = "".join(f"> {line}\n" for line in OURS.splitlines())


def test_everything_below_the_marker_is_ours() -> None:
    assert own_lines(f"bid 4\n{MARKER}\npass") == "bid 4"


@pytest.mark.parametrize(
    "marker",
    [MARKER.upper(), MARKER.replace(" ", "\xa0"), f"*{MARKER}*", f"\u200b {MARKER}", f"| {CODE} |"],
)
def test_the_marker_is_found_however_it_was_changed(marker: str) -> None:
    assert own_lines(f"bid 4\n{marker}\npass") == "bid 4"


def test_what_a_program_put_before_the_marker_on_its_line_is_kept() -> None:
    assert own_lines(f"bid 4 {MARKER} Draw a card") == "bid 4"


def test_a_word_that_holds_the_code_is_no_marker() -> None:
    assert own_lines(f"say {CODE}y\npass") == f"say {CODE}y\npass"


def test_a_quoted_marker_leaves_what_is_written_below_the_quote() -> None:
    assert own_lines(f"{ATTRIBUTION}\n{QUOTE}\nbid 4") == "bid 4"


def test_the_news_cuts_where_a_program_quotes_without_any_sign() -> None:
    text = f"bid 4\n\n{OURS}"
    assert own_lines(text, "Re: Your turn: Sunday table") == "bid 4"
    assert own_lines(text, "SV: Re: [2]: Your turn: Sunday table").startswith("bid 4\n\nYour turn")


@pytest.mark.parametrize("prefix", ["RE", "Sv", "VS", "Fwd", "Ateb", "जवाफ", "Re[2]"])
def test_the_news_is_known_behind_what_programs_put_before_a_subject(prefix: str) -> None:
    assert own_lines(f"bid 4\n\n{OURS}", f"{prefix}: Your turn: Sunday table") == "bid 4"


def test_an_announcement_in_an_unknown_language_goes_with_the_quote_it_announces() -> None:
    foreign = "Dne 3. 3. 2026 v 9:15 Sunday table <ten+abc@ten.example> sdělil:"
    assert own_lines(f"bid 4\n\n{foreign}\n{QUOTE}") == "bid 4"
    assert own_lines(f"bid 4\n\n{foreign}\n\n{OURS}", "Re: Your turn: Sunday table") == "bid 4"


@pytest.mark.parametrize(
    "wrapped",
    [
        "On Tue, Mar 3, 2026 at 9:15 AM Sunday table\n<ten+abc@ten.example> wrote:",
        "On Tue, Mar 3, 2026\nat 9:15 AM Sunday table\n<ten+abc@ten.example>\nwrote:",
        "Den tir. 3. mar. 2026 kl. 09.15 skrev Sunday table <ten+abc@ten.example\n>:",
    ],
)
def test_a_wrapped_announcement_takes_no_command_with_it(wrapped: str) -> None:
    assert own_lines(f"draw\n{wrapped}\n\n{QUOTE}") == "draw"
    assert (
        own_lines(f"vacation until 2026-08-14\n{wrapped}\n\n{QUOTE}") == "vacation until 2026-08-14"
    )


def test_a_line_that_ends_in_a_colon_is_no_announcement_by_that_alone() -> None:
    text = "say this in 2026 I wrote nothing\nso, here:\ndraw"
    assert own_lines(text) == text


def test_the_rest_of_a_quoted_line_that_was_wrapped_again_is_no_command() -> None:
    long = f"> The table and all your choices are behind this link: {'x' * 30}"
    assert own_lines(f"bid 4\n\n{long}\npass\n> more") == "bid 4"
    assert own_lines(f"{long}\npass") == "pass"


@pytest.mark.parametrize("line", ["-- ", "--"])
def test_a_signature_is_cut(line: str) -> None:
    assert own_lines(f"draw\n\n{line}\nAnn\npass") == "draw"


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Sendt fra min iPhone",
        "Sendt fra Outlook til Android",
        "Dërguar nga iPhone im",
        "Anfonwyd o fy iPhone",
        "मेरो iPhone बाट पठाइएको",
        "Von meinem iPhone gesendet",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
        "Sent from Yahoo Mail on Android",
    ],
)
def test_what_a_phone_adds_is_taken_out_wherever_it_stands(line: str) -> None:
    assert own_lines(f"{line}\n\ndraw") == "draw"
    assert own_lines(f"draw\n\n{line}\n") == "draw"


@pytest.mark.parametrize(
    "line",
    [
        "This e-mail and its attachments are confidential.",
        "Denne e-mail kan indeholde fortrolige oplysninger.",
        "Ky mesazh është konfidencial dhe vetëm për marrësin.",
        "Mae'r neges hon yn gyfrinachol, cyfrinachol iawn.",
        "यो सन्देश गोप्य छ र पाउनेका लागि मात्र हो।",
    ],
)
def test_a_disclaimer_is_cut_and_the_command_right_above_it_is_not(line: str) -> None:
    assert own_lines(f"bid 4 with 1 token, 1 bust\n{line}\npass") == "bid 4 with 1 token, 1 bust"


@pytest.mark.parametrize(
    "line",
    [
        "-----Original Message-----",
        "----- Oprindelig meddelelse -----",
        "-------- Mesazhi origjinal --------",
        "----- Neges wreiddiol -----",
        "----- मूल सन्देश -----",
        "________________________________",
    ],
)
def test_a_separator_is_cut_with_what_follows(line: str) -> None:
    assert own_lines(f"draw\n\n{line}\nYour turn\npass") == "draw"


@pytest.mark.parametrize(
    "labels",
    [
        "From Sent To Subject",
        "Fra Sendt Til Emne",
        "Nga Dërguar Për Tema",
        "Von Gesendet An Betreff",
        "*From *Date *To *Subject",
        "प्रेषक मिति लाई विषय",
    ],
)
def test_a_block_of_headers_is_cut_with_what_follows(labels: str) -> None:
    block = "\n".join(f"{label}: something" for label in labels.split())
    assert own_lines(f"draw\n\n{block}\n\npass") == "draw"


def test_two_lines_with_a_colon_are_no_block_of_headers() -> None:
    text = "say to: all of you\ndraw"
    assert own_lines(text) == text
