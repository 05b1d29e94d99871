"""The mails to a seat of a game: its turn, an auction, a reminder, the clock, news, a link, the score."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from events import types as t
from events.codec import at_moment
from events.outbox import Claim
from events.ten import view as views
from events.ten.odds import odds
from events.ten.state import GameState
from service import tabletext
from service.clock import may_send
from service.hours import remind_at
from service.links import Links
from service.wording import Words
from workers.mail.calendar import deadline
from workers.mail.choices import by_reply, choices
from workers.mail.desk import Desk
from workers.mail.digest import gather, told_news
from workers.mail.incoming import told_of
from workers.mail.letter import Letter, Recipient, host_of
from workers.mail.recap import happened, recap
from workers.mail.reminding import reminder, tell_host
from workers.mail.render import render
from workers.mail.reply.forms import written
from workers.mail.reply.intents import Help
from workers.mail.reply.marker import MARKER
from workers.mail.reply.primer import primer
from workers.mail.scene import Scene, look, mint, watched
from workers.mail.wanted import (
    NotYet,
    reachable,
    still_asked,
    still_due,
    still_open,
)

PAUSED: Final = timedelta(days=1)
"""How long a reminder waits before it looks whether a pause is over."""

_PROPOSALS = (t.UndoProposed, t.PauseProposed, t.AbandonProposed)

Values = dict[str, Any]


def asked(desk: Desk, taken: Claim) -> Letter | None:
    """your-turn and auction: as long as the seat is asked; a reminder of it is planned."""
    scene = _reached(desk, taken)
    if scene is None or not still_asked(taken, scene.state):
        return None
    _check_hour(scene, desk.now())
    letter = _letter(desk, taken, scene, {})
    later = reminder(scene.state, scene.place.seat, scene.who, desk.now())
    return replace(letter, then=(later,)) if later is not None else letter


def remind(desk: Desk, taken: Claim) -> Letter | None:
    """The clock's reminder, or another player's nudge, as long as that decision is open."""
    scene = _reached(desk, taken)
    if scene is None or not still_asked(taken, scene.state) or not still_due(taken, scene.state):
        return None
    now, nudged_by = desk.now(), taken.payload.get("nudge")
    if scene.state.paused is not None:
        raise NotYet(now + PAUSED, "the game is paused")
    # Reckoned from when it was planned: from now on it would be half of what is left, for ever.
    at = None if nudged_by else remind_at(scene.state, scene.who, taken.created)
    if at is not None and at > now:
        raise NotYet(at, "the player's lead time")
    _check_hour(scene, now)
    letter = _letter(desk, taken, scene, {"nudged_by": nudged_by})
    return replace(letter, then=tell_host(taken, scene.state, now))


def vote(desk: Desk, taken: Claim) -> Letter | None:
    """To undo, to pause, to end here: as long as the proposal is open and the seat has not voted."""
    scene = _reached(desk, taken)
    if scene is None or not still_open(taken, scene.state):
        return None
    _check_hour(scene, desk.now())
    proposed = _events(desk, taken)[0]
    by = proposed.seat if isinstance(proposed, _PROPOSALS) else None
    undone: Sequence[str] = ()
    if isinstance(proposed, t.UndoProposed):
        moves = desk.recorded(scene.state.game, proposed.to_version, (taken.decision or 0) - 1)
        undone = happened(moves, scene, Words(scene.place.language))
    return _letter(
        desk,
        taken,
        scene,
        {"what": taken.payload["about"], "of": by, "undone": undone, "replies": []},
    )


def score(desk: Desk, taken: Claim) -> Letter | None:
    """final-score."""
    scene = _reached(desk, taken)
    if scene is None or scene.state.results is None:
        return None
    _check_hour(scene, desk.now())
    return _letter(desk, taken, scene, {})


def timed_out(desk: Desk, taken: Claim) -> Letter | None:
    """What the clock did for the seat."""
    scene = _reached(desk, taken)
    if scene is None or scene.place.person != taken.person:
        return None
    _check_hour(scene, desk.now())
    first = _events(desk, taken)
    event = first[0]
    if not isinstance(event, t.TimedOut):
        raise ValueError("a mail about a time-out names its version")
    handed = any(isinstance(each, t.SeatHandedToBot) for each in first)
    return _letter(desk, taken, scene, {"kind_asked": event.kind, "handed": handed})


def news(desk: Desk, taken: Claim) -> Letter | None:
    """What concerns the seat and no other mail tells in time; ``payload`` says what, of which seat."""
    scene = _reached(desk, taken)
    if scene is None or scene.place.person != taken.person or not still_due(taken, scene.state):
        return None
    _check_hour(scene, desk.now())
    gather(desk, taken, scene.place.person, scene.who.habits)
    return _letter(
        desk, taken, scene, told_news(desk, taken.game or "", taken.decision, taken.payload)
    )


def link(desk: Desk, taken: Claim) -> Letter | None:
    """A fresh link that somebody asked for: muting and earlier refusals do not keep it back."""
    scene = look(desk, taken)
    if scene is None or scene.place.person != taken.person or scene.place.left is not None:
        return None
    return _letter(desk, taken, scene, {})


def answer(desk: Desk, taken: Claim) -> Letter | None:
    """What became of a reply: it was asked for, so muting does not keep it back."""
    scene = look(desk, taken)
    if scene is None or scene.place.person != taken.person or scene.place.left is not None:
        return None
    answered = told_of(desk.reader, taken.payload["inbound"])
    if answered is None:
        return None
    words = Words(scene.place.language)
    commands = primer(words) if answered["help"] else []
    return _letter(desk, taken, scene, {"told": answered, "commands": commands})


def _check_hour(scene: Scene, now: datetime) -> None:
    """Raises NotYet in the person's quiet hours and on days off."""
    moment = may_send(now, scene.who.habits)
    if moment > now:
        raise NotYet(moment, "the person wants no mail at this time")


def _reached(desk: Desk, taken: Claim) -> Scene | None:
    """The scene, if whoever sits there can be mailed."""
    scene = look(desk, taken)
    return scene if scene is not None and reachable(scene.place) else None


def _events(desk: Desk, taken: Claim) -> list[t.Event]:
    """The event that the row is about, and the one after it."""
    version = taken.decision or 0
    recorded = desk.recorded(taken.game or "", version - 1, version + 1)
    return [each.event for each in recorded]


def _letter(desk: Desk, taken: Claim, scene: Scene, more: Mapping[str, Any]) -> Letter:
    words = Words(scene.place.language)
    play, stop = mint(desk, taken, scene)
    values = {**_values(desk, scene, words, play, stop), **more}
    news, text, html = render(taken.kind, words, **values)
    to = Recipient(values["you_name"], scene.address, scene.place.address_id)
    return Letter(
        to,
        news,
        scene.about,
        text,
        html,
        thread=scene.state.game,
        unsubscribe=values["unsubscribe"],
        language=scene.place.language,
        shown=scene.shown,
        reply=play,
        calendar=_deadline(desk, scene, f"{news}: {scene.about}"),
    )


def _deadline(desk: Desk, scene: Scene, summary: str) -> str | None:
    """The deadline of the open decision for the calendar, if it is this seat's and a clock runs."""
    state, awaiting = scene.state, scene.state.awaiting
    if awaiting is None or awaiting.seat != scene.place.seat or awaiting.due_at is None:
        return None
    links = desk.parts.links
    return deadline(
        f"deadline.{state.game}.{awaiting.decision}@{host_of(links.base_url)}",
        # Whatever moves a deadline is an event.
        state.version - awaiting.decision,
        at_moment(awaiting.due_at),
        desk.now(),
        summary,
        links.table(state.game) if watched(state) else None,
    )


def _values(desk: Desk, scene: Scene, words: Words, play: str, stop: str) -> Values:
    """What the templates of these mails may name."""
    state, place, links = scene.state, scene.place, desk.parts.links
    view = views.public(state)
    names = words.names(view, scene.names)
    awaiting = state.awaiting
    mine = awaiting is not None and awaiting.seat == place.seat
    due_at = awaiting.due_at if awaiting is not None and mine else None
    told = recap(scene, words, names)
    answered = desk.parts.key is not None
    playing = state.phase != "lobby" and not state.over and state.draw_pile
    chances = odds(state) if playing else None
    return {
        "about": scene.about,
        "view": view,
        "names": names,
        "you": place.seat,
        "you_name": names[place.seat],
        "shared": scene.shared,
        "reached": mine,
        "due": words.moment(due_at, place.zone) if due_at else None,
        "choices": choices(words, state, place.seat, names, links, play),
        "play": links.play(play),
        "mistake": links.mistake(play),
        "unsubscribe": links.unsubscribe(stop),
        "replies": by_reply(words, state, place.seat) if answered else [],
        "replay": _at(links, state, play, 1),
        "recap": told.lines,
        "left_out": told.left_out,
        "since_link": _at(links, state, play, max(1, scene.last.version)),
        "table_text": tabletext.table(words, view, names, place.seat, chances),
        "chances": tabletext.told_chances(words, chances) if chances else [],
        "scores_text": tabletext.scores(words, view, names, place.seat),
        "marker": MARKER if answered else None,
        "how": written(words, Help()),
        "version": state.version,
        "head_hash": scene.head,
    }


def _at(links: Links, state: GameState, play: str, version: int) -> str:
    """The replay from that version on: at an address to pass on, if others may watch the game."""
    return links.replay(state.game, version) if watched(state) else links.at(play, version)
