"""News in one mail a day, for who asked for it; a move is asked for at once all the same."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from events.tables import outbox
from service import notices, people, tokens
from service.habits import Habits, Vacation
from tests.workers.sink import Sink
from tests.workers.tables import Office
from workers.deliver import Run
from workers.mail.digest import ALONE, digest_at

EIGHT = datetime(2026, 3, 2, 8, tzinfo=UTC)


@pytest.fixture
def game(office: Office, sink: Sink) -> str:
    """Seat 1 wants a digest, and was mailed that it is awaited."""
    game = office.open_game(("human", "human"))
    wish(office, game, True)
    Run(office.parts(sink.smtp)).run()
    sink.caught.clear()
    return game


def wish(office: Office, game: str, digest: bool) -> None:
    with office.store.unit() as unit:
        held = people.place(unit.connection, game, 1)
        assert held is not None
        people.change_person(unit.connection, held.person, digest=digest)


def tell(office: Office, game: str, about: str, version: int = 2) -> None:
    with office.store.unit() as unit:
        held = people.place(unit.connection, game, 1)
        assert held is not None
        now = office.clock.now
        notices.news(unit, game, 1, held.person, version, about, now, of=2)


def deliver(office: Office, sink: Sink) -> list[str]:
    """The subjects of what went to seat 1."""
    before = len(sink.caught)
    Run(office.parts(sink.smtp)).run()
    return [each.mail["Subject"] for each in sink.caught[before:] if each.to.startswith("seat1.")]


def test_news_waits_and_comes_in_one_mail(office: Office, sink: Sink, game: str) -> None:
    tell(office, game, "idle")
    tell(office, game, "bot")
    assert deliver(office, sink) == []
    office.clock.now = EIGHT
    assert deliver(office, sink) == ["News of your tables"]
    (mail,) = [each for each in sink.caught if each.mail["Subject"] == "News of your tables"]
    for kind in ("plain", "html"):
        assert "a bot plays in this place: Player 2" in mail.part(kind).replace("\n", " ")
        assert "Sunday table" in mail.part(kind)
    assert mail.mail["List-Unsubscribe"] is not None
    office.clock.forward(2 * ALONE)
    assert deliver(office, sink) == []


def test_its_link_opens_the_own_seat_of_the_game(office: Office, sink: Sink, game: str) -> None:
    tell(office, game, "idle")
    deliver(office, sink)
    office.clock.now = EIGHT
    deliver(office, sink)
    (mail,) = [each for each in sink.caught if each.mail["Subject"] == "News of your tables"]
    secrets = re.findall(r"https://ten\.example/p/([a-z2-7]{32})\n", mail.part("plain"))
    with office.store.read() as reader:
        (found,) = [tokens.find(reader.connection, each, EIGHT) for each in secrets]
    assert found is not None
    assert (found.purpose, found.game, found.seat) == ("seat", game, 1)


def test_a_day_without_news_has_no_digest(office: Office, sink: Sink, game: str) -> None:
    office.clock.now = EIGHT
    assert "News of your tables" not in deliver(office, sink)


def test_who_is_awaited_is_mailed_at_once(office: Office, sink: Sink, game: str) -> None:
    office.play_until(game, lambda state: state.turn > 1 and state.awaiting.seat == 1)
    assert deliver(office, sink)[0].startswith(("Your turn", "Your bid", "Auction", "You may buy"))


def test_without_a_digest_news_goes_alone(office: Office, sink: Sink, game: str) -> None:
    wish(office, game, False)
    tell(office, game, "idle")
    assert deliver(office, sink) == ["Not heard of for days (Player 2): Sunday table"]


def test_who_wants_it_no_more_is_told_of_what_waited(office: Office, sink: Sink, game: str) -> None:
    tell(office, game, "idle")
    deliver(office, sink)
    wish(office, game, False)
    office.clock.now = EIGHT
    assert deliver(office, sink) == []
    office.clock.forward(ALONE)
    assert "Not heard of for days (Player 2): Sunday table" in deliver(office, sink)


def test_a_muted_game_is_left_out(office: Office, sink: Sink, game: str) -> None:
    tell(office, game, "idle")
    deliver(office, sink)
    with office.store.unit() as unit:
        people.mute(unit.connection, game, 1, muted=True)
    office.clock.now = EIGHT
    assert deliver(office, sink) == []


def test_what_a_digest_told_is_closed(office: Office, sink: Sink, game: str) -> None:
    tell(office, game, "idle")
    deliver(office, sink)
    office.clock.now = EIGHT
    deliver(office, sink)
    with office.store.read() as reader:
        rows = reader.connection.execute(select(outbox.c.kind, outbox.c.status)).all()
    assert ("news", "superseded") in [tuple(row) for row in rows]
    assert ("digest", "sent") in [tuple(row) for row in rows]


@pytest.mark.parametrize(
    ("zone", "since", "at"),
    [
        ("UTC", datetime(2026, 3, 1, 7, 59, tzinfo=UTC), datetime(2026, 3, 1, 8, tzinfo=UTC)),
        ("UTC", datetime(2026, 3, 1, 8, tzinfo=UTC), datetime(2026, 3, 2, 8, tzinfo=UTC)),
        (
            "Asia/Kathmandu",
            datetime(2026, 3, 1, 8, tzinfo=UTC),
            datetime(2026, 3, 2, 2, 15, tzinfo=UTC),
        ),
        (
            "Europe/Copenhagen",
            datetime(2026, 3, 28, 12, tzinfo=UTC),
            datetime(2026, 3, 29, 6, tzinfo=UTC),
        ),
    ],
)
def test_it_comes_at_eight_in_the_readers_zone(zone: str, since: datetime, at: datetime) -> None:
    assert digest_at(since, Habits(zone)) == at


def test_it_comes_after_a_vacation() -> None:
    away = Vacation((EIGHT - timedelta(days=1)).date(), (EIGHT + timedelta(days=2)).date())
    at = digest_at(EIGHT - timedelta(hours=2), Habits("UTC", vacations=(away,)))
    assert at.date() == (EIGHT + timedelta(days=3)).date()
