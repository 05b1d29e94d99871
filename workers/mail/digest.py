"""News of a day in one mail, for who asked for that; whoever is awaited is mailed at once all the same.

A row of news that is to be gathered waits until an hour after the digest, which closes it. If no digest
went out by then, the news goes out alone.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from sqlalchemy import select

from events import outbox
from events import types as t
from events.outbox import Claim
from events.tables import outbox as rows
from events.ten import view as views
from service import people
from service.clock import instant, may_send
from service.habits import DAY, Habits
from service.hours import known
from service.people import Place
from service.wording import Words
from service.wording.moments import known_zone
from workers.mail.desk import Desk
from workers.mail.letter import Letter, Recipient, plain
from workers.mail.render import render
from workers.mail.scene import mint_seat
from workers.mail.wanted import NotYet, reachable

HOUR_OF_DAY: Final = time(8)
"""When a digest comes, in its reader's zone."""
ALONE: Final = timedelta(hours=1)
"""How long after that news waits for it."""
MOST: Final = 100
"""News in one digest; what is left goes out alone."""


def digest_at(since: datetime, who: Habits) -> datetime:
    """The first time of a digest after that moment at which this person may be mailed."""
    zone = known_zone(who.zone)
    day = since.astimezone(zone).date()
    at = instant(day, HOUR_OF_DAY, zone)
    if at <= since:
        at = instant(day + DAY, HOUR_OF_DAY, zone)
    return may_send(at, who)


def gather(desk: Desk, taken: Claim, person: str, who: Habits) -> None:
    """Raises NotYet for news that waits for a digest."""
    if not people.wants_digest(desk.reader.connection, person):
        return
    at = digest_at(taken.created, who)
    if desk.now() >= at + ALONE:
        return
    row = outbox.row_of(
        "digest",
        f"digest:{person}:{at.isoformat()}",
        desk.now(),
        person=person,
        delay=max(at - desk.now(), timedelta(0)),
    )
    raise NotYet(at + ALONE, "gathered for a digest", (row,))


def told_news(
    desk: Desk, game: str, version: int | None, payload: Mapping[str, Any]
) -> dict[str, Any]:
    """What ``news/told.txt`` is given about a row of news."""
    about, card = payload["about"], None
    if about == "won" and version is not None:
        event = desk.recorded(game, version - 1, version)[0].event
        card = event.card if isinstance(event, t.AuctionWon) else None
    days = {key: date.fromisoformat(payload[key]) for key in ("first", "last") if key in payload}
    return {"what": about, "of": payload.get("of"), "card": card, **days}


def digest(desk: Desk, taken: Claim) -> Letter | None:
    """All news of this person that waits for a digest; None if there is none, or nobody to be mailed."""
    person = taken.person or ""
    waiting = desk.reader.connection.execute(
        select(rows)
        .where(rows.c.person == person, rows.c.kind == "news", rows.c.status == "pending")
        .where(rows.c.not_before > desk.now(), rows.c.created < desk.now())
        .order_by(rows.c.id)
        .limit(MOST)
    ).all()
    if not people.wants_digest(desk.reader.connection, person):
        return None
    at: Place | None = None
    found: dict[str, list[dict[str, Any]]] = {}
    closes: list[int] = []
    for row in waiting:
        place = desk.places(row.game).get(row.seat)
        if place is None or place.person != person or not reachable(place):
            continue
        _check_hour(desk, place)
        at = at or place
        found.setdefault(row.game, []).append(_entry(desk, row, place))
        closes.append(row.id)
    if at is None or at.address is None:
        return None
    words, links = Words(at.language), desk.parts.links
    stop = links.unsubscribe(desk.mint(taken, "unsubscribe", None, None, person, None))
    games = [
        {
            "name": plain(desk.game_name(game)),
            "link": links.play(mint_seat(desk, taken, desk.state(game), entries[0]["you"], person)),
            "news": entries,
        }
        for game, entries in found.items()
    ]
    values = {"about": "", "games": games, "count": len(closes), "unsubscribe": stop}
    news, text, html = render("digest", words, **values)
    to = Recipient(plain(at.name), at.address, at.address_id)
    return Letter(to, news, "", text, html, unsubscribe=stop, language=at.language, closes=closes)


def _entry(desk: Desk, row: Any, place: Place) -> dict[str, Any]:
    held = {number: plain(each.name) for number, each in desk.places(row.game).items()}
    names = Words(place.language).names(views.public(desk.state(row.game)), held)
    told = told_news(desk, row.game, row.decision, row.payload)
    return {"first": None, "last": None, **told, "you": place.seat, "names": names}


def _check_hour(desk: Desk, place: Place) -> None:
    """Raises NotYet where the person wants no mail now, such as on a vacation taken since."""
    who = known(desk.reader.connection, place.game, place.seat, place.person)
    moment = may_send(desk.now(), who.habits)
    if moment > desk.now():
        raise NotYet(moment, "the person wants no mail at this time")
