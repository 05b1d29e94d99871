"""Logs changed by a forger who knows the format: what follows the change is hashed again."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from events import types as t
from events.codec import canonical, hash_of
from events.errors import LogFault
from events.lines import read
from events.verify import verify
from tests.events.samples import NAMES, sample
from tests.events.ten.storms import TABLES, storm

Log = Sequence[t.Recorded]


@cache
def whole_logs() -> tuple[Log, ...]:
    """Finished games that hold every type of event between them."""
    storms = [storm(number, endings=number >= 18).log for number in range(3 * len(TABLES))]
    return (*(sample(name) for name in NAMES), *storms)


@cache
def instances(name: str, most: int = 3) -> list[tuple[Log, t.Recorded]]:
    """Events of one type, each with its log: from different games, early, late and between."""
    found = []
    for place, log in enumerate(whole_logs()):
        of_type = [each for each in log if each.type == name]
        if of_type:
            found.append((log, of_type[place % len(of_type)]))
    # The shortest games: a test that verifies a thousand times has to be quick.
    return sorted(found, key=lambda each: len(each[0]))[:most]


def rehashed(log: Iterable[t.Recorded], after: int = 0) -> list[t.Recorded]:
    """The events renumbered and chained anew, those up to version ``after`` as they are."""
    chained: list[t.Recorded] = []
    for version, each in enumerate(log, 1):
        if version > after:
            body = each.body
            if each.version != version:
                body = canonical({**json.loads(body), "version": version})
            prev = chained[-1].hash if chained else t.GENESIS
            each = replace(each, version=version, body=body, prev=prev, hash=hash_of(prev, body))
        chained.append(each)
    return chained


def rewritten(each: t.Recorded, **fields: Any) -> t.Recorded:
    """The event with other fields in its envelope, read as from a file. Raises LogFault."""
    row = {**json.loads(each.body), "prev": each.prev, "hash": each.hash, **fields}
    return read(canonical(row))[0]


def with_data(each: t.Recorded, **data: Any) -> t.Recorded:
    """The event with other data. Raises LogFault."""
    return rewritten(each, data={**json.loads(each.body)["data"], **data})


def forged(log: Log, *changed: t.Recorded) -> list[t.Recorded]:
    """The log with these events in the place of those of their versions, hashed again."""
    forgery = list(log)
    for each in changed:
        forgery[each.version - 1] = each
    return rehashed(forgery, min(each.version for each in changed) - 1)


def fault_of(log: Iterable[t.Recorded]) -> LogFault | None:
    """What ``verify`` finds."""
    try:
        verify(log)
    except LogFault as found:
        return found
    return None


def version_of(fault: LogFault | None) -> object:
    """The version that the fault names; None if there is no fault."""
    return None if fault is None else fault.params["version"]
