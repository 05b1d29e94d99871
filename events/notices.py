"""Which mails an append asks for (mail.md, "When a mail is sent"): in ids, decided from its events alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from events import types as t
from events.codec import at_moment
from events.ten import consent
from events.ten.fold import PERSON
from events.ten.phases.lobby import option
from events.ten.state import GameState

MID_TURN = timedelta(minutes=30)
"""How long a seat that opened its own decision is left in peace (mail.md, "your-turn")."""


@dataclass(frozen=True)
class Notice:
    """A mail that is owed, in ids.

    decision: the version it is about: of the ``DecisionOpened``; of the ``AuctionOpened`` for the
    mail at an auction's opening; of the ``GameScored``; or whatever event a later kind is about.
    person: who sat there when the mail was asked for. delay: from the moment of the append.
    """

    kind: str
    game: str
    decision: int
    seat: int
    person: str | None
    delay: timedelta = timedelta(0)
    payload: Mapping[str, Any] = field(default_factory=dict)
    mark: str = ""
    """Tells apart mails about the same version, such as reminders of a deadline that was moved."""

    @property
    def key(self) -> str:
        """The same for the same mail, however often it is asked for."""
        if self.kind == "reminder":
            return f"{self.kind}:{self.game}:{self.decision}:{self.mark}"
        return ":".join(
            (self.kind, self.game, str(self.decision), str(self.seat), self.mark)
        ).rstrip(":")


def notices(
    before: GameState | None, after: GameState, recorded: Sequence[t.Recorded]
) -> list[Notice]:
    """The mails that one append asks for (mail.md, "When a mail is sent").

    ``recorded`` is all of the append, ``before`` and ``after`` the states around it. What opened and
    closed again within the append is nobody's business any more.

    Besides ``your-turn``, ``auction``, ``final-score`` and ``timed-out``, whose kind says it all:

    - ``reminder``, payload ``{"due"}``: of a deadline that was moved, to be sent at the player's lead time if
      it is still that of the decision. (The first reminder is planned when the mail about the decision
      goes out.)
    - ``vote``, payload ``{"about"}``: ``undo``, ``pause`` or ``abandon``; ``decision`` is the version of the
      proposal. To be sent while that proposal is open and the seat has not voted.
    - ``news``, payload ``{"about", "of"}``: an auction ``won``; a seat gone to a ``bot``; a seat that is
      ``overdue`` in a game that waits for its host (to the host, payload also ``{"due"}``, to be sent if
      that is still the deadline of that decision); the game ``ended`` by consent or by the host.

    Whoever takes over a seat is asked anew what the seat was asked before.
    """
    found = [*_decision(before, after, recorded)]
    for each in recorded:
        if each.type == "GameScored":
            found += [_notice("final-score", after, each.version, seat) for seat in after.humans]
    found += _deadline(before, after, recorded)
    return [*found, *_votes(before, after), *_taken_over(after, recorded), *_news(after, recorded)]


def _notice(
    kind: str, state: GameState, decision: int, seat: int, delay: timedelta = timedelta(0)
) -> Notice:
    return Notice(kind, state.game, decision, seat, state.seat(seat).player, delay)


def _decision(
    before: GameState | None, after: GameState, recorded: Sequence[t.Recorded]
) -> Iterator[Notice]:
    """To the seat whose decision is open now, if this append opened it; at the opening of an auction
    to all who may still bid, so that those whose turn comes later can seal a bid."""
    seen = before.version if before else 0
    awaiting, auction, humans = after.awaiting, after.auction, after.humans
    if awaiting is None or awaiting.decision <= seen:
        return
    seat, decision = awaiting.seat, awaiting.decision
    own = _opened_by_itself(seat, decision, seen, after, recorded)
    delay = MID_TURN if own else timedelta(0)
    if auction is not None and auction.opened > seen:
        for bidder in auction.still_to_bid:
            if bidder in humans:
                wait = delay if bidder == seat else timedelta(0)
                yield _notice("auction", after, auction.opened, bidder, wait)
    elif seat in humans:
        kind = "auction" if awaiting.kind == "bid" else "your-turn"
        yield _notice(kind, after, decision, seat, delay)


def _opened_by_itself(
    seat: int, decision: int, seen: int, after: GameState, recorded: Sequence[t.Recorded]
) -> bool:
    """Whether the seat has the decision before it on the page it acted on, and can answer it there.

    So it is in the middle of its turn if its own command opened the decision; an answer forced on
    somebody (``system``) only passes the opening on. So it is, too, if bots answered its own command.
    In another turn, in another auction or in the final buying the link behind that page has lost its
    power to move (mail.md, "Links and tokens"), and only a mail brings one that has it.
    A standing order acts while its owner is away.
    """
    if after.phase == "final_buying" or after.active != seat or after.turn_opened > seen:
        return False

    def acted(meta: t.Meta) -> bool:
        return meta.by == f"seat:{seat}" and meta.via in PERSON

    openers = [e.meta for e in recorded if e.version <= decision and e.meta.by != "system"]
    return acted(recorded[0].meta) or bool(openers and acted(openers[-1]))


def _taken_over(after: GameState, recorded: Sequence[t.Recorded]) -> Iterator[Notice]:
    """What is asked of a seat that has changed hands: the mails about it went to who sat there before.

    What this append opened is asked of the new person anyhow.
    """
    seen = recorded[0].version - 1
    for each in recorded:
        event = each.event
        if not isinstance(event, t.SeatReplaced) or event.seat not in after.humans:
            continue
        for notice in _open_for(after, event.seat):
            if notice.decision <= seen:
                yield replace(notice, mark=f"taken-over-{each.version}")


def _open_for(state: GameState, seat: int) -> Iterator[Notice]:
    """The open decision, if it is this seat's; else the auction that it may still bid in; and its votes."""
    awaiting, auction = state.awaiting, state.auction
    if awaiting is not None and awaiting.seat == seat:
        kind = "auction" if awaiting.kind == "bid" else "your-turn"
        yield _notice(kind, state, awaiting.decision, seat)
    elif auction is not None and seat in auction.still_to_bid:
        yield _notice("auction", state, auction.opened, seat)
    for about, proposal in consent.proposals(state).items():
        if seat not in (*proposal.agreed, *proposal.against):
            yield replace(_notice("vote", state, proposal.version, seat), payload={"about": about})


def _deadline(
    before: GameState | None, after: GameState, recorded: Sequence[t.Recorded]
) -> Iterator[Notice]:
    """A deadline that this append moved is to be reminded of; where the game waits for its host, the
    host is told of one that this append set, once it has passed."""
    awaiting = after.awaiting
    if awaiting is None or awaiting.due_at is None or after.seat(awaiting.seat).kind != "human":
        return
    was = None if before is None else before.awaiting
    if was is not None and (was.decision, was.due_at) == (awaiting.decision, awaiting.due_at):
        return
    seat, decision = awaiting.seat, awaiting.decision
    if was is not None and was.decision == decision:
        notice = _notice("reminder", after, decision, seat)
        yield replace(notice, payload={"due": awaiting.due_at}, mark=awaiting.due_at)
    if option(after.options, "timeouts") == "wait":
        wait = at_moment(awaiting.due_at) - at_moment(recorded[-1].at)
        for host in _seats_of_host(after):
            told = _about("overdue", after, decision, host, seat)
            payload = {**told.payload, "due": awaiting.due_at}
            yield replace(told, delay=wait, payload=payload, mark=awaiting.due_at)


def _seats_of_host(state: GameState) -> list[int]:
    return [seat.seat for seat in state.seats if seat.player == state.host]


def _votes(before: GameState | None, after: GameState) -> Iterator[Notice]:
    """To each who may vote on a proposal that this append made and left open."""
    seen = before.version if before else 0
    for about, proposal in consent.proposals(after).items():
        if proposal.version <= seen:
            continue
        for seat in after.humans:
            if seat not in (*proposal.agreed, *proposal.against):
                notice = _notice("vote", after, proposal.version, seat)
                yield replace(notice, payload={"about": about})


def _news(after: GameState, recorded: Sequence[t.Recorded]) -> Iterator[Notice]:
    """What the clock did, to the seat it did it for; an auction won, to the winner who was away; a seat
    that went to a bot, to who held it and to the host. Whoever did it, or is asked next, knows."""
    started = any(each.type == "GameStarted" for each in recorded)
    asked = None if after.awaiting is None else after.awaiting.seat
    for each in recorded:
        event, by = each.event, each.meta.by
        if isinstance(event, t.TimedOut):
            yield _notice("timed-out", after, each.version, event.seat)
        elif isinstance(event, t.AuctionWon):
            away = by != f"seat:{event.seat}" or each.meta.via not in PERSON
            if event.seat in after.humans and away and event.seat != asked and not after.over:
                yield _about("won", after, each.version, event.seat, event.seat)
        elif isinstance(event, t.SeatHandedToBot) and not started:
            # Time-outs are told to the seat by the mail about the last of them.
            if event.reason != "timeouts" and by != f"seat:{event.seat}":
                yield _about("bot", after, each.version, event.seat, event.seat)
            for seat in after.humans:
                if after.seat(seat).player == after.host and by not in ("host", f"seat:{seat}"):
                    yield _about("bot", after, each.version, seat, event.seat)
        elif isinstance(event, t.GameAbandoned):
            # No later mail would tell of it.
            did = _seats_of_host(after) if by == "host" else []
            for seat in after.humans:
                if after.seat(seat).player and seat not in did and by != f"seat:{seat}":
                    yield _about("ended", after, each.version, seat, seat)


def _about(about: str, state: GameState, version: int, seat: int, of: int) -> Notice:
    """News to ``seat`` about what happened to the seat ``of``."""
    player = state.seat(seat).player
    return Notice("news", state.game, version, seat, player, payload={"about": about, "of": of})
