"""A whole game of three, played only by replying, each in another language and from other mail programs."""

from __future__ import annotations

import quopri
import random
from base64 import encodebytes
from collections.abc import Callable
from datetime import timedelta
from html import escape

import pytest

from events.ten.legal import legal_commands
from events.ten.state import GameState
from service import people
from service.wording import Words
from tests.workers.replying import Post, recipient_of
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office
from workers.mail.reply import intents as i
from workers.mail.reply.forms import written

HOUR = timedelta(minutes=31)
"""Longer than a seat in mid-turn is left in peace."""
LANGUAGES = {1: "da", 2: "ne", 3: "cy"}
NAMES = {1: "Søren Åberg", 2: "गुरु", 3: "Siân"}

Shape = Callable[[str, str, str], bytes]
"""(text, our mail's subject, our mail's text) -> the reply's headers of content, and its body."""


def _quoted(ours: str) -> str:
    return "\r\n".join(f"> {line}" for line in ours.splitlines())


def top_posted(text: str, subject: str, ours: str) -> bytes:
    wrote = "Den man. 2. mar. 2026 kl. 10.00 skrev Tenpost <t@ten.example>:"
    return _part("plain", f"{text}\r\n\r\n{wrote}\r\n{_quoted(ours)}\r\n", "8bit")


def bottom_posted(text: str, subject: str, ours: str) -> bytes:
    return _part("plain", f"{_quoted(ours)}\r\n\r\n{text}\r\n", "8bit")


def in_base64(text: str, subject: str, ours: str) -> bytes:
    return _part("plain", f"{text}\r\n\r\n{_quoted(ours)}\r\n", "base64")


def quoted_printable(text: str, subject: str, ours: str) -> bytes:
    return _part("plain", f"{text}\r\n\r\n{_quoted(ours)}\r\n", "quoted-printable")


def flowed(text: str, subject: str, ours: str) -> bytes:
    body = f"{text}\r\n\r\n{_quoted(ours)}\r\n"
    return _part("plain", body, "8bit", "; format=flowed")


def with_signature(text: str, subject: str, ours: str) -> bytes:
    return _part(
        "plain", f"{text}\r\n\r\n-- \r\nAnn\r\n+45 12 34 56 78\r\n\r\n{_quoted(ours)}\r\n", "8bit"
    )


def unquoted_below(text: str, subject: str, ours: str) -> bytes:
    """Outlook on a desk, with what a company writes below every mail."""
    head = f"From: Tenpost <t@ten.example>\r\nSent: Monday\r\nTo: Ann\r\nSubject: {subject}\r\n"
    legal = "This e-mail is confidential and intended solely for the addressee."
    return _part(
        "plain", f"{text}\r\n\r\n{legal}\r\n\r\n{'_' * 32}\r\n{head}\r\n{ours}\r\n", "8bit"
    )


def from_a_phone(text: str, subject: str, ours: str) -> bytes:
    return _part("plain", f"{text}\r\n\r\nSent from my iPhone\r\n\r\n{_quoted(ours)}\r\n", "base64")


def only_html(text: str, subject: str, ours: str) -> bytes:
    lines = "".join(f"<div>{escape(line)}</div>" for line in text.split("\r\n"))
    below = "<br>".join(escape(line) for line in ours.splitlines())
    quote = f'<div class="gmail_quote"><blockquote>{below}</blockquote></div>'
    return _part("html", f"<html><body>{lines}<br>{quote}</body></html>", "quoted-printable")


SHAPES: list[Shape] = [
    top_posted,
    bottom_posted,
    in_base64,
    quoted_printable,
    flowed,
    with_signature,
    unquoted_below,
    from_a_phone,
    only_html,
]


def _part(kind: str, body: str, encoding: str, more: str = "") -> bytes:
    raw = body.encode()
    if encoding == "base64":
        raw = encodebytes(raw).replace(b"\n", b"\r\n")
    elif encoding == "quoted-printable":
        raw = quopri.encodestring(raw).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    head = f"Content-Type: text/{kind}; charset=utf-8{more}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return b"MIME-Version: 1.0\r\n" + head.encode() + raw


def raw_reply(caught: Caught, text: str, shape: Shape, number: int) -> bytes:
    mail = caught.mail
    subject = str(mail["Subject"])
    head = EMAIL.format(to=mail["Reply-To"].addresses[0].addr_spec, number=number)
    coded = f"Subject: =?utf-8?B?{encodebytes(f'Re: {subject}'.encode()).decode().replace(chr(10), '')}?=\r\n"
    return (head + coded).encode() + shape(text, f"Re: {subject}", caught.part("plain"))


EMAIL = "From: Ann <ann@mail.example>\r\nTo: {to}\r\nMessage-ID: <{number}@mail.example>\r\n"


def what_to_write(state: GameState, seat: int, words: Words, chance: random.Random) -> str:
    """A move that is legal, as this player writes it."""
    legal = legal_commands(state, seat)
    if legal.kind == "bid":
        bids = legal.bid is not None and chance.random() < 0.4
        return written(
            words, i.Bid(state.auction.highest + 1) if bids and state.auction else i.Pass()
        )
    if legal.kind == "buy":
        card = chance.choice(legal.buys).card if legal.buys and chance.random() < 0.6 else None
        return written(words, i.NoBuy() if card is None else i.Buy(card))
    if not state.row or (state.row_numbers < 6 and state.draw_pile):
        return written(words, i.Draw())
    stops: list[i.Intent] = [i.StopNumbers(), i.StopCurrency()]
    kinds = {type(wish).__name__ for wish in legal.plain}
    return written(words, stops[0] if "TakeNumbers" in kinds else stops[1])


@pytest.mark.parametrize("seed", [5])
def test_three_people_play_to_the_score_by_replies_alone(
    office: Office, sink: Sink, seed: int
) -> None:
    post, chance = Post(office, sink), random.Random(seed)
    game = office.open_game(("human", "human", "human"), NAMES, name="Bord, मेच & bwrdd")
    with office.store.unit() as unit:
        for seat, language in LANGUAGES.items():
            held = people.place(unit.connection, game, seat)
            assert held is not None
            people.change_person(unit.connection, held.person, language=language)
    post.deliver()
    shapes = 0
    for number in range(3000):
        state = office.handler.load(game)
        if state.awaiting is None:
            break
        seat = state.awaiting.seat
        last = sink.to(office.address(game, seat))[-1]
        text = what_to_write(state, seat, Words(LANGUAGES[seat]), chance)
        raw = raw_reply(last, text, SHAPES[number % len(SHAPES)], number)
        assert post.bring(raw, recipient_of(last.mail)) in ("answered", "unanswered")
        if office.handler.load(game).version == state.version:
            # The price takes cards that score: only the player says which; it would rather not.
            no = i.Pass() if state.awaiting.kind == "bid" else i.NoBuy()
            text = written(Words(LANGUAGES[seat]), no)
            post.bring(raw_reply(last, text, top_posted, 10_000 + number), recipient_of(last.mail))
        assert office.handler.load(game).version > state.version, text
        shapes += 1
        # Time goes by, so that answers are not too many.
        office.clock.now += HOUR
        post.deliver()
    assert office.handler.load(game).phase == "scored"
    assert shapes > 60
    events = office.handler.recorded(game)
    assert {each.meta.via for each in events if each.meta.by.startswith("seat:")} <= {"mail", "web"}
    for seat in NAMES:
        scores = sink.to(office.address(game, seat))[-1]
        assert scores.part("plain").count("http") >= 2
