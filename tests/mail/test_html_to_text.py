"""HTML as lines of text: what a reader sees, quotes marked, in one pass over whatever comes."""

import pytest

from workers.mail.reply.markup import LONGEST, text_of_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>draw</p><p>stop numbers</p>", "draw\nstop numbers"),
        ("draw<br>stop<br/>numbers", "draw\nstop\nnumbers"),
        ("<div>draw</div><div><br></div><div>pass</div>", "draw\n\npass"),
        ("  draw \n  3\t<b>cards</b> ", "draw 3 cards"),
        ("<div>bid&nbsp;4 &amp; go &lt;on&gt;</div>", "bid\xa04 & go <on>"),
        ("<ul><li>draw<li>pass</ul>", "draw\npass"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<pre>draw\n stop</pre>", "draw\nstop"),
        ("<STYLE>p{}</STYLE><script>draw</script><title>x</title>pass", "pass"),
        ("<style>p{} </p> <b>", ""),
        ("a<!-- draw -->b<![CDATA[x]]>c<?php y ?>d<!doctype html>", "abcd"),
        ("draw<!-- never closed pass", "draw"),
        ("draw <3 5 < 6", "draw <3 5 < 6"),
        ("draw <b", "draw"),
        ('<a title="a>b">draw</a>', "draw"),
        ('<div style="DISPLAY: none">pass</div>draw', "draw"),
        ("<o:p>draw</o:p></div></p>", "draw"),
    ],
)
def test_what_is_seen(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize(
    "html",
    [
        "draw<blockquote>pass</blockquote>",
        '<div class="gmail_attr">pass</div>draw',
        '<div class="moz-cite-prefix">pass</div>draw',
        '<div id="yahoo_quoted_12345">pass</div>draw',
        "draw<div class=protonmail_quote>pass</div>",
        'draw<div id="divRplyFwdMsg"></div><p>pass</p>',
        'draw<hr id="zwchr"><p>pass</p>',
        "draw<div id='appendonsend'></div><p>pass</p>",
    ],
)
def test_what_programs_mark_as_quoted_begins_with_a_sign(html: str) -> None:
    assert sorted(text_of_html(html).split("\n")) == ["> pass", "draw"]


def test_text_behind_a_quote_is_no_quote() -> None:
    html = '<div class="gmail_quote"><blockquote><div>pass</div></blockquote>draw</div>'
    assert text_of_html(html) == "> pass\ndraw"


def test_of_long_html_top_and_end_are_read() -> None:
    html = f"<p>draw</p>{'<p>x</p>' * LONGEST}<p>pass</p>"
    lines = text_of_html(html).split("\n")
    assert (lines[0], lines[-1]) == ("draw", "pass")
    assert len(lines) < LONGEST
