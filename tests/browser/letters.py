"""Mails of every kind, as they came: sent by the service about games that were played for it."""

from __future__ import annotations

from datetime import timedelta
from email.policy import SMTP

from sqlalchemy import select

from events import commands as c
from events.tables import outbox
from service import notices, people
from service.embedded.mailbox import CaughtMail
from service.habits import Habits
from tests.browser.scenes import ODD, ODD_GAME, ZONE, Scenes
from tests.service.world import form
from tests.workers.replying import answer_to, recipient_of
from workers.mail import incoming
from workers.mail.digest import digest_at
from workers.receive import receive
from workers.sweep import sweep


def written(scenes: Scenes) -> list[tuple[str, CaughtMail]]:
    """(kind, mail) of all that is mailed to the people of a new game, and to those it takes to set one up.

    Moves the clock of the service on.
    """
    _set_up(scenes)
    _played(scenes)
    _over(scenes)
    _gathered(scenes)
    return caught(scenes)


def caught(scenes: Scenes) -> list[tuple[str, CaughtMail]]:
    """(kind, mail) of every mail that was sent, in order."""
    served = scenes.served
    with served.world.store.read() as reader:
        rows = reader.connection.execute(select(outbox.c.message_id, outbox.c.kind)).all()
    kinds = {row.message_id: row.kind for row in rows}
    found = []
    for number in sorted(served.mailbox.numbers()):
        mail = served.mailbox.get(number)
        assert mail is not None
        id = str(mail.parsed["Message-ID"]).strip("<>").partition("@")[0]
        found.append((kinds[id], mail))
    return found


def _set_up(scenes: Scenes) -> None:
    """Somebody starts a game and signs in; one of those who are invited does not want to play."""
    served, world = scenes.served, scenes.served.world
    invited = scenes.invited()
    served.deliver()
    world.client.post(f"{invited}/decline", data=form(world.client.get(invited)).data())
    served.patient()
    page = form(world.client.get("/sign-in"), "/sign-in")
    world.client.post("/sign-in", data=page.data(address="ann@x.org"))
    served.deliver()


def _played(scenes: Scenes) -> None:
    """Turns, auctions, a link asked for, a nudge, a vote, and somebody whose time runs out."""
    served, world = scenes.served, scenes.served.world
    game = scenes.game(("human",) * 5, ODD, ODD_GAME)
    served.deliver()
    for _ in range(2):
        assert scenes.play(game, lambda s, legal: legal.kind == "bid")
        served.deliver()
        assert scenes.play(game, lambda s, legal: legal.kind == "draw" and len(s.row) > 2)
        served.deliver()
    awaiting = world.state(game).awaiting
    assert awaiting is not None
    with world.store.unit() as unit:
        place = people.place(unit.connection, game, awaiting.seat)
        assert place is not None
        by = awaiting.seat % 5 + 1
        now = world.clock.now
        notices.link(unit, game, awaiting.seat, place.person, now)
        notices.nudge(unit, game, awaiting.seat, place.person, awaiting.decision, by, now)
    world.do(game, c.ProposePause(by), f"seat:{by}")
    served.deliver()
    _replied(scenes)
    world.clock.now += timedelta(days=4)
    sweep(world.store, world.handler, world.clock.now)
    served.deliver()


def _replied(scenes: Scenes) -> None:
    """Somebody replies to the newest mail that can be replied to, and is told what came of it."""
    served = scenes.served
    mail = [mail.parsed for kind, mail in caught(scenes) if kind == "your-turn"][-1]
    text = "bid a million\nhelp"
    raw = answer_to(mail, text, "<1@example.org>").as_bytes(policy=SMTP)
    now = served.world.clock.now
    incoming.store_mail(served.world.store, raw, now, "ann@example.org", recipient_of(mail))
    receive(served.parts)
    served.deliver()


def _over(scenes: Scenes) -> None:
    """A game that was played to the end."""
    game = scenes.game(("human", "human", "bot"), ODD[1:3], ODD_GAME)
    scenes.play(game, lambda s, legal: False)
    scenes.served.deliver()


def _gathered(scenes: Scenes) -> None:
    """News of two tables, for somebody who wants a mail a day."""
    served, world = scenes.served, scenes.served.world
    game = scenes.game(("human", "human"), ODD[3:], ODD_GAME)
    person = world.state(game).seat(1).player
    assert person is not None
    with world.store.unit() as unit:
        people.change_person(unit.connection, person, digest=True)
        for about in ("idle", "overdue"):
            notices.news(unit, game, 1, person, 4, about, world.clock.now, of=2)
    served.deliver()
    world.clock.now = digest_at(world.clock.now, Habits(zone=ZONE))
    served.deliver()
