"""A reply at a real table: its wishes become commands of the seat, its errands are done.

Every command has an id that follows from the message, so that a message which is looked at twice, or
was interrupted in between, acts once.
"""

import uuid
from datetime import datetime
from typing import Final, assert_never

from events import commands as c
from events import errors
from events import handler as handlers
from events.errors import Refusal
from events.orders import OrderCommand, SetOrder
from events.ten.fold import PERSON
from events.ten.orders import ANY, BidOnKind, BidOnLot
from events.ten.state import GameState
from service import people, talk, tokens
from service.habits import Vacation
from service.hours import TakeVacation, take
from service.people import Place
from service.tokens import Token
from service.wording.moments import known_zone
from workers.mail.parts import Parts
from workers.mail.reply import intents as i
from workers.mail.reply.plan import Outcome
from workers.mail.reply.wishes import Seal

_SPACE: Final = uuid.UUID("5f0b7c4e-93a1-5d0e-8f35-70a2a4c0de10")
_RACES: Final = 5


class LateReply(Refusal):
    """The mail that was replied to has lost its power to move: that turn, auction or last buy is over."""

    code = "late-reply"


class SeatAtTable:
    """Carries out what one message asks for, as ``run_plan`` wants it. key: of the message."""

    def __init__(self, parts: Parts, place: Place, token: Token, key: str, now: datetime) -> None:
        self._parts = parts
        self._place = place
        self._token = token
        self._key = key
        self._now = now
        self._wishes = 0

    def execute(self, wish: c.Wish) -> Outcome:
        """Raises Refusal: LateReply, and what the rules say."""
        id, game = self._next_id(), self._place.game
        handler = self._parts.handler
        for _ in range(_RACES):
            with self._parts.store.read() as reader:
                before = reader.find_command(game, id) is not None
            version = None
            if not before:
                state = handler.load(game)
                self._check_power(state)
                version = state.version
            by = f"seat:{self._place.seat}"
            command = c.Command(id, by, "mail", self._now, wish, version)
            try:
                outcome = handler.execute(game, command)
            except errors.StaleVersion:
                continue
            state = self._state_after(outcome) if outcome.repeated else outcome.state
            return Outcome(state, [each.event for each in outcome.events])
        raise errors.StaleVersion(expected=version, actual=handler.load(game).version)

    def attend(self, errand: i.Errand | Seal) -> GameState | None:
        """Raises Refusal."""
        id, game, seat = self._next_id(), self._place.game, self._place.seat
        match errand:
            case Seal(auction=auction, most=most):
                self._check_power(self._parts.handler.load(game))
                return self._order(id, SetOrder(seat, BidOnLot(auction, most)))
            case i.Order(card=card, most=most):
                return self._order(id, SetOrder(seat, BidOnKind(card or ANY, most)))
            case i.Vacation(until=until, since=since):
                today = self._now.astimezone(known_zone(self._place.zone)).date()
                days = Vacation(since or today, until)
                return take(self._parts.handler, game, TakeVacation(id, seat, days, self._now))
            case i.Mute():
                with self._parts.store.unit() as unit:
                    people.mute(unit.connection, game, seat, muted=True)
            case i.Say(text=text):
                self._say(id, text)
            case i.Status() | i.Help():
                pass
            case _:
                assert_never(errand)
        return None

    def _check_power(self, state: GameState) -> None:
        """Raises LateReply if the seat could act, and this mail is about something that is over."""
        anchor = tokens.anchor_of(state, self._place.seat)
        if anchor is None or tokens.may_move(self._token, state):
            return
        if anchor != self._token.anchor or self._token.revoked:
            raise LateReply()

    def _order(self, id: str, wish: SetOrder) -> GameState | None:
        orders = self._parts.orders
        if orders is None:
            raise ValueError("a worker that reads replies has the orders its handler asks")
        ours = OrderCommand(id, "mail", self._now, wish)
        outcome = orders.execute(self._parts.handler, self._place.game, ours)
        return outcome.state if outcome.acted else None

    def _say(self, id: str, text: str) -> None:
        place = self._place
        with self._parts.store.unit() as unit:
            talk.say(unit, id, place.game, place.seat, place.person, text, self._now)

    def _state_after(self, outcome: handlers.Outcome) -> GameState:
        """The game as it was after a command that had been carried out before, with what it set off."""
        game, handler = self._place.game, self._parts.handler
        last = outcome.versions.stop - 1
        for each in handler.recorded(game, last):
            if each.meta.via in PERSON:
                break
            last = each.version
        return handler.load(game, last)

    def _next_id(self) -> str:
        self._wishes += 1
        return str(uuid.uuid5(_SPACE, f"{self._key}:{self._wishes}"))
