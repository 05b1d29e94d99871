"""One append in the making: a command and the answers that follow it, carried out on a state of its own."""

import logging
import uuid
from collections.abc import Callable
from datetime import datetime

from events import commands as c
from events import types as t
from events.codec import at_moment, at_text, record
from events.errors import Refusal
from events.store import Head
from events.ten.answers import Answer, fallback, next_answer
from events.ten.chance import Chance
from events.ten.decide import decide
from events.ten.fold import Prefix, carry_out
from events.ten.phases.common import Given
from events.ten.state import GameState

Clock = Callable[[GameState, int, str, datetime], datetime | None]
"""(state, seat, kind of decision, now) -> when a decision opened now would be due, or None."""

logger = logging.getLogger(__name__)


class Draft:
    """What an append is going to write. Nothing outside this object is changed by it."""

    def __init__(
        self,
        game: str,
        before: GameState | None,
        head: Head | None,
        now: datetime,
        chance: Chance,
        clock: Clock,
        prefix: Prefix,
    ) -> None:
        """``before`` and ``head`` are None for a game that does not exist yet. ``at`` of all that is
        written is the later of ``now`` and the last ``at``."""
        self.game = game
        self.before = before
        self.recorded: list[t.Recorded] = []
        self.at = at_text(now)
        self._moment = now
        if head is not None and head.at > self.at:
            self.at, self._moment = head.at, at_moment(head.at)
        self.hash = t.GENESIS if head is None else head.hash
        self._state = None if before is None else before.copy()
        self.chance = chance
        self._given = Given(self._due, chance)
        self._clock = clock
        self._prefix = prefix
        self._wish: c.Wish | None = None

    @property
    def state(self) -> GameState:
        """The state after all that was carried out; there is none before a game is created."""
        assert self._state is not None
        return self._state

    def _due(self, seat: int, kind: str) -> str | None:
        due_at = self._clock(self._seated, seat, kind, self._moment)
        return None if due_at is None else at_text(due_at)

    @property
    def _seated(self) -> GameState:
        """The state with whoever is just taking a seat: the claim that starts the game opens a decision
        that may be the newcomer's."""
        if not isinstance(self._wish, c.ClaimSeat):
            return self.state
        seated = self.state.copy()
        seated.seat(self._wish.seat).player = self._wish.player
        return seated

    def carry(self, wish: c.Wish, by: str, via: str, command: str) -> None:
        """Decide one command and carry out its events. Raises Refusal; then nothing has changed."""
        self._carry_out(self._decide(wish, by), t.Meta(by, via, command))

    def _decide(self, wish: c.Wish, by: str) -> list[t.Event]:
        self._wish = wish
        return decide(self._state, wish, by, self.at, self._given, self.game)

    def _carry_out(self, decided: list[t.Event], meta: t.Meta) -> None:
        state = GameState(self.game) if self._state is None else self._state
        by, via, command = meta.by, meta.via, meta.command
        for event in decided:
            each = record(self.game, state.version + 1, self.at, event, meta, self.hash)
            state = carry_out(state, event, each.version, by, via, command, self._prefix)
            self.hash = each.hash
            self.recorded.append(each)
        self._state = state

    def answer(self, most: int, orders: Callable[[GameState], Answer | None]) -> bool:
        """Carry out what is answered without a person, until a person is awaited.

        most: so many commands and no more; True if there was more to do. ``orders`` is asked for
        the awaited person's standing order. A bot that fails is replaced by the default action.
        """
        for _ in range(most):
            answered = self._answer() or self._order(orders)
            if not answered:
                return False
        return True

    def _answer(self) -> bool:
        """Carry out the answer of a bot, the House or necessity; False if a person is awaited."""
        for ask in (next_answer, fallback):
            try:
                answer = ask(self.state)
                if answer is None:
                    return False
                decided = self._decide(answer.wish, answer.by)
            except Exception:
                # It must not cost the person the own move. If the default action fails as well, the
                # game stands still until somebody acts.
                self._log(logging.ERROR, "%s failed", ask.__name__, trace=True)
            else:
                self._carry_out(decided, self._meta(answer))
                return True
        return False

    def _order(self, orders: Callable[[GameState], Answer | None]) -> bool:
        """Carry out the awaited person's standing order; False if there is none that can be."""
        state = self.state
        if state.awaiting is None or state.seat(state.awaiting.seat).kind != "human":
            return False
        answer = orders(state)
        if answer is None:
            return False
        try:
            decided = self._decide(answer.wish, answer.by)
        except Refusal as refusal:
            self._log(logging.WARNING, "a standing order was refused: %s", refusal.code)
            return False
        self._carry_out(decided, self._meta(answer))
        return True

    def _meta(self, answer: Answer) -> t.Meta:
        """The command's id follows from the game, the version and who answers."""
        name = f"{self.state.version}:{answer.by}"
        command = uuid.uuid5(uuid.UUID(self.game), name)
        return t.Meta(answer.by, answer.via, str(command))

    def _log(self, level: int, text: str, about: str, *, trace: bool = False) -> None:
        where = {"game": self.game, "version": self.state.version}
        logger.log(level, text, about, extra=where, exc_info=trace)
