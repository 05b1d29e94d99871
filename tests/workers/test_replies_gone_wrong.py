"""Replies that cannot be played are answered with what to write, and nothing is lost by them (mail.md)."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from events.ten import cards
from events.ten.state import GameState
from tests.workers.replying import Post, recipient_of
from tests.workers.sink import Caught, Sink
from tests.workers.tables import Office

CORPUS = Path(__file__).parents[1] / "mail" / "corpus"


@pytest.fixture
def post(office: Office, sink: Sink) -> Post:
    return Post(office, sink)


def asked(post: Post, kind: str) -> tuple[str, Caught]:
    """A game in which seat 1 is asked for a decision of that kind, and the mail that asks."""
    game = post.office.open_game(("human", "human"))

    def there(state: GameState) -> bool:
        awaiting = state.awaiting
        return awaiting is not None and (awaiting.seat, awaiting.kind) == (1, kind)

    post.office.play_until(game, there, bold=kind != "draw")
    # Whoever opened the decision is mailed after a while.
    post.office.clock.forward(timedelta(hours=1))
    post.deliver()
    return game, post.sink.to(post.office.address(game, 1))[-1]


def answer(post: Post, mail: Caught) -> str:
    """The one answer, from its first line on."""
    (found,) = [each for each in post.deliver() if each.to == mail.to]
    text = found.part("plain")
    assert text.startswith("Not done: Sunday table\n")
    return " ".join(text.split())


def version(post: Post, game: str) -> int:
    return post.office.handler.load(game).version


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("draw", "frobnicate", 'This is no command. Write "help"'),
        ("draw", "buy G5", "The question now is another one: draw a card"),
        ("buy", "buy R0", "There is no card R0."),
        ("buy", "buy {absent}", "The market does not hold {absent}."),
        ("bid", "bid 99", "A bid of 99 is more than you can pay"),
        ("bid", "bid", "Say how much you bid: bid 4"),
        ("draw", "", "There was no command in your mail. Write one on its first line."),
    ],
    ids=["unknown", "not-now", "no-card", "not-in-market", "unaffordable", "half", "empty"],
)
def test_what_cannot_be_done_is_answered_with_what_to_write(
    post: Post, kind: str, text: str, told: str
) -> None:
    game, mail = asked(post, kind)
    state = post.office.handler.load(game)
    absent = next(code for code in sorted(cards.NUMBERS) if code not in state.market)
    assert post.reply(mail, text.format(absent=absent)) == "answered"
    assert told.format(absent=absent) in answer(post, mail)
    assert version(post, game) == state.version


def test_a_stop_that_may_mean_two_rewards_is_asked_about(post: Post) -> None:
    game, mail = asked(post, "draw")
    while True:
        state = post.office.handler.load(game)
        if state.row_numbers and state.row_currency:
            break
        if state.awaiting is None or (state.awaiting.seat, state.awaiting.kind) != (1, "draw"):
            game, mail = asked(post, "draw")
            continue
        post.office.answer(game, bold=True)
    before = version(post, game)
    assert post.reply(mail, "stop") == "answered"
    assert 'Write "stop numbers" or "stop currency".' in answer(post, mail)
    assert version(post, game) == before


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("outlook-winmail-only", "Your mail program sent a file winmail.dat and no text."),
        ("picture-only", "There was no text in your mail."),
        ("empty-above-quote", "There was no command in your mail."),
        ("empty-html", "There was no command in your mail."),
    ],
)
def test_a_mail_of_which_nothing_can_be_read_is_answered_too(
    post: Post, name: str, told: str
) -> None:
    game, mail = asked(post, "draw")
    before = version(post, game)
    raw = (CORPUS / f"{name}.eml").read_bytes()
    assert post.bring(raw, recipient_of(mail.mail)) == "answered"
    assert told in answer(post, mail)
    assert version(post, game) == before


def test_whatever_a_mail_program_writes_each_mail_has_its_answer(post: Post) -> None:
    game, mail = asked(post, "draw")
    names = sorted(path.stem for path in CORPUS.glob("*.eml"))
    for name in names:
        raw = (CORPUS / f"{name}.eml").read_bytes()
        assert post.bring(raw, recipient_of(mail.mail)) == "answered", name
        # Answers to one seat are limited by the hour.
        post.office.clock.forward(timedelta(minutes=20))
    answers = [each for each in post.deliver() if "one: Sunday" in each.mail["Subject"]]
    assert len(answers) > len(names) // 2
    assert version(post, game) > 0
