"""Look for clocks that ran out and tell the game (architecture.md, decision 4).

Any number of sweeps may run at once. The command of a time-out has an id that follows from the decision,
and the game refuses it if the decision is over: each is resolved once.
"""

import logging
import uuid
from datetime import datetime
from typing import Final

from events.commands import Command, TimeOut
from events.deadlines import Due, due
from events.errors import Refusal
from events.handler import Handler
from events.store import Store

PAGE: Final = 100

logger = logging.getLogger(__name__)


def sweep(store: Store, handler: Handler, now: datetime) -> int:
    """Resolve every decision that is due; answers how many this sweep resolved itself.

    Raises StorageError if the database is gone. A game that cannot be played on costs the others nothing.
    """
    resolved = 0
    last: Due | None = None
    while True:
        with store.read() as reader:
            page = due(reader, now, PAGE, last)
        for each in page:
            resolved += _resolve(handler, each, now)
        if len(page) < PAGE:
            return resolved
        last = page[-1]


def _resolve(handler: Handler, each: Due, now: datetime) -> bool:
    about = {"game": each.game, "seat": each.seat, "decision": each.decision}
    try:
        outcome = handler.execute(each.game, time_out(each, now))
    except Refusal as refusal:
        # Answered, extended or resolved by another sweep in the meantime.
        logger.debug("no time-out: %s", refusal.code, extra=about)
        return False
    except Exception:
        logger.exception("a time-out failed", extra=about)
        return False
    return not outcome.repeated


def time_out(each: Due, now: datetime) -> Command:
    """The clock's command for that decision, the same whoever finds it."""
    id = uuid.uuid5(uuid.UUID(each.game), f"time-out:{each.decision}")
    return Command(str(id), "clock", "sweep", now, TimeOut(each.seat, each.decision))
