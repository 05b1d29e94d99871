"""Old shapes to new ones, on read only: what is stored is never rewritten (events.md, "Envelope").

A step takes the data of one type from schema n to n + 1 and is a pure function of it. Steps are
added in rising order and stay for ever: some log somewhere holds that shape.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from events.errors import UnknownShape
from events.types import CATALOGUE

Data = dict[str, Any]
Step = Callable[[Data], Data]
"""Data of schema n -> data of schema n + 1. The result may be the same object, changed."""


class Upcasters:
    """Every shape a reader knows: the current schema of each type and the steps that lead to it."""

    def __init__(self, types: Iterable[str] = CATALOGUE) -> None:
        self._current = dict.fromkeys(types, 1)
        self._steps: dict[tuple[str, int], Step] = {}

    @property
    def current(self) -> Mapping[str, int]:
        """Type -> the schema that is written now."""
        return self._current

    def step(self, type: str, schema: int) -> Callable[[Step], Step]:
        """Decorate the step from this schema of the type to the next, then the current one.

        Raises ValueError unless ``schema`` is the current one: a chain has no gap and no fork.
        """
        if self._current.get(type) != schema:
            raise ValueError(
                f"a step from {type} {schema} does not follow on: the current schema of {type}"
                f" is {self._current.get(type)}"
            )

        def add(step: Step) -> Step:
            self._steps[type, schema] = step
            self._current[type] = schema + 1
            return step

        return add

    def upcast(self, type: str, schema: int, data: Data, *, stream: str, version: int) -> Data:
        """The data in the current shape of its type; ``stream`` and ``version`` are for the error.

        Raises UnknownShape if the type or the schema is not known here.
        """
        self.known(type, schema, stream=stream, version=version)
        for old in range(schema, self._current[type]):
            data = self._steps[type, old](data)
        return data

    def known(self, type: str, schema: int, *, stream: str, version: int) -> None:
        """Raises UnknownShape unless events of this type and schema can be read here."""
        if not 1 <= schema <= self._current.get(type, 0):
            raise UnknownShape(stream=stream, version=version, type=type, schema=schema)


UPCASTERS = Upcasters()
"""What this program reads and writes. So far every type is in its first shape."""

CURRENT = UPCASTERS.current
"""Type -> the schema that is written now."""
